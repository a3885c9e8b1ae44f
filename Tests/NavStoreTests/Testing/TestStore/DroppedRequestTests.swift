import NavStore
import NavStoreTesting
import Testing

/// Mistakes that the state does not show, because nothing happens: a test that asserts everything fails.
@Suite struct DroppedRequestTests {
  private let log = FailureLog()
  private static func id(_ number: Int) -> ScreenID { ScreenID(rawValue: number) }

  // MARK: - Screens

  /// A reducer whose screens finish with work.
  private static let screens = NumberScreensReducer(reportingTo: { _ in }) { screen, action in
    switch action {
    case .add(let number): screen.state.sum += number
    case .navigate(let action): screen.navigate(action)
    case .finish(nil):
      screen.finish()
      return .run { $0.send(.add(1)) }
    case .finish(let result?): screen.finish(with: .add(result))
    }
    return .none
  }

  private func screens(_ paths: [Int: [Int]]) -> TestStore<NumberScreens, NumberScreensAction> {
    makeTestStore(Self.screens, from: NumberScreens(NumberState(tabs: [1, 2], paths: paths)), log: log)
  }

  @Test func `an effect of a screen that finishes fails the test`() {
    let store = screens([1: [101]])
    store.send(.screen(Self.id(1), .finish(nil))) { $0.navigation.pop() }
    #expect(log.lines == [#line - 1])
    #expect(
      log.messages == [
        """
        Mistake: in .screen(ScreenID(rawValue: 1), .finish(nil)). An effect that screen 1 returned for finish(nil) was \
        dropped, because the screen has left its stack. Return work that must outlive the screen from `lifecycle` for the \
        phase `left`, or from the reducer of the app.
        """
      ])
  }

  @Test func `an action, an end and a result without a receiver fail the test`() {
    let store = screens([1: [101, 4, 102]])
    store.send(.screen(Self.id(9), .add(1)))
    store.send(.finish(Self.id(9), with: nil))
    store.send(.screen(Self.id(2), .add(1)))
    #expect(log.messages.count == 3)
    store.send(.screen(Self.id(3), .finish(5))) { $0.navigation.pop() }
    #expect(log.messages.count == 4, "Screen 2, which opened screen 3, has no state.")
    store.send(.navigation(.present(103))) { $0.navigation.present(103) }
    store.send(.navigation(.popToRoot))
    store.send(.navigation(.setPath([], in: .tab(1)))) { $0.navigation.setPath([], in: .tab(1)) }
    store.send(.finish(Self.id(4), with: .add(1))) { $0.navigation.dismiss() }
    #expect(log.messages.count == 5, "Screen 2, which opened the modal, has left.")
    #expect(log.messages.allSatisfy { $0.hasPrefix("Mistake: in .") })
  }

  @Test func `an effect that sends the action that makes the mistake fails the test once`() async {
    let clock = TestClock()
    let reducer = Reduce<NumberScreens, NumberScreensAction> { state, action in
      guard case .start = action else { return Self.screens.reduce(into: &state, action: action) }
      return .run { context throws(CancellationError) in
        try await context.sleep(for: .seconds(1))
        context.send(.screen(Self.id(1), .finish(nil)))
      }
    }
    let store = makeTestStore(
      reducer, from: NumberScreens(NumberState(tabs: [1], paths: [1: [101]])), clock: clock, log: log)
    store.send(.start)
    clock.advance(by: .seconds(1))
    await store.receive(.screen(Self.id(1), .finish(nil))) { $0.navigation.pop() }
    await store.finish()
    #expect(log.messages.count == 1)
  }

  @Test func `a test that does not assert everything ignores mistakes`() {
    let store = screens([1: [101]])
    store.exhaustivity = .off
    store.send(.screen(Self.id(1), .finish(nil)))
    store.send(.screen(Self.id(1), .add(1)))
    store.exhaustivity = .on
    store.send(.navigation(.push(5))) { $0.navigation.push(5) }
    #expect(log.messages == [])
  }

  @Test func `a mistake is a mistake of its store only`() {
    let other = Store(
      initialState: NumberScreens(NumberState(tabs: [1], paths: [1: [101]])), reducer: Self.screens)
    let store = screens([1: [101]])
    other.send(.screen(Self.id(1), .finish(nil)))
    var state = other.state
    _ = Self.screens.reduce(into: &state, action: .screen(Self.id(9), .add(1)))
    store.send(.navigation(.push(5))) { $0.navigation.push(5) }
    #expect(log.messages == [])
  }

  @Test func `a mistake of an action that a guard stores or refuses is reported when the action is performed`() {
    struct App: Equatable, Sendable {
      var screens = NumberScreens(NumberState(tabs: [1, 2], paths: [1: [101, 102]]))
      var guarded = GuardedActions<Int, StackEntry<Int>, AppAction>()
    }
    enum AppAction: Equatable, Sendable {
      case screens(NumberScreensAction)
      case guards(GuardAction<AppAction>)
    }
    let reducer = Reduce<App, AppAction> { app, action in
      guard case .screens(let action) = action else { return .none }
      return Self.screens.reduce(into: &app.screens, action: action).map(AppAction.screens)
    }.guarded(
      by: NavigationGuards<App, AppAction, Int, StackEntry<Int>>(screens: \.screens) { screen, _ in
        screen.route.route == 102 ? .ask : .refuse("It stays.")
      }, storing: \.guarded, reportingTo: nil
    ) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
    let finish = AppAction.screens(.screen(Self.id(2), .finish(nil)))
    let store = makeTestStore(reducer, from: App(), log: log)
    store.send(.screens(.screen(Self.id(1), .finish(nil)))) { $0.guarded.refusal = "It stays." }
    store.send(finish) {
      $0.guarded.question = .init(action: finish, screens: [StackEntry(id: Self.id(2), route: 102)])
    }
    store.send(.guards(.cancel)) { $0.guarded = GuardedActions() }
    // The second action is stored with the first one.
    store.send([finish, finish]) {
      $0.guarded.question = .init(
        action: finish, following: [finish], screens: [StackEntry(id: Self.id(2), route: 102)])
    }
    #expect(log.messages == [])
    store.send(.guards(.confirm(finish))) {
      $0.screens.navigation.pop()
      $0.guarded = GuardedActions()
    }
    #expect(log.messages.count == 1, "\(log.messages)")
    #expect(log.messages.allSatisfy { $0.hasPrefix("Mistake: in .guards(") })
  }

  // MARK: - Parts

  struct Form: Equatable, Sendable {
    var part: Part?
    var results: [Int] = []
  }

  struct Part: Equatable, Sendable, Identifiable {
    var id = 1
  }

  enum FormAction: Equatable, Sendable {
    case open(Int?)
    case part(PartAction)

    var part: PartAction? { if case .part(let action) = self { action } else { nil } }
  }

  enum PartAction: Equatable, Sendable {
    /// Returns an effect, while the form removes or replaces the part.
    case work(next: Int?), send(next: Int?)
    case result(Int)
    case idle
    /// The form cancels work.
    case stop
  }

  private func form(_ form: Form = Form(part: Part())) -> TestStore<Form, FormAction> {
    let reducer = Reduce<Form, FormAction> { form, action in
      switch action {
      case .open(let id), .part(.work(let id)), .part(.send(let id)): form.part = id.map { Part(id: $0) }
      case .part(.result(let result)): form.results.append(result)
      case .part(.idle): break
      case .part(.stop): return .cancel(id: "work")
      }
      return .none
    }
    .ifLet(\.part, extract: \.part, embed: FormAction.part) {
      Reduce<Part, PartAction> { part, action in
        switch action {
        case .work: .run { _ in }
        case .send: .send(.result(part.id))
        case .result, .idle, .stop: .none
        }
      }
    }
    return makeTestStore(reducer, from: form, log: log)
  }

  @Test(arguments: [(Int?.none, true), (1, false), (2, true)])
  func `work of a part that is removed or replaced by the same action fails the test`(next: Int?, isMistake: Bool) {
    let store = form()
    let isSame = next == Part().id
    store.send(.part(.work(next: next)), isSame ? nil : { $0.part = next.map { Part(id: $0) } })
    #expect(log.messages.count == (isMistake ? 1 : 0))
  }

  @Test func `an action of a part that is removed arrives, and one of a part that is replaced fails the test`() async {
    let store = form()
    store.send(.part(.send(next: nil))) { $0.part = nil }
    await store.receive(.part(.result(1))) { $0.results = [1] }
    store.send(.open(1)) { $0.part = Part() }
    #expect(log.messages == [])
    store.send(.part(.send(next: 2))) { $0.part = Part(id: 2) }
    #expect(
      log.messages == [
        """
        Mistake: in .part(.send(next: 2)). The effect that the reducer of the part Part returned for send(next: 2) was \
        dropped, because the part was removed or replaced in the same action. Return the effect from the reducer that \
        removes the part.
        """
      ])
  }

  @Test func `an action of an absent part fails the test, unless the other reducer handles it`() {
    let store = form(Form())
    store.send(.part(.result(4))) { $0.results = [4] }
    store.send(.part(.send(next: 1))) { $0.part = Part() }
    store.send(.open(nil)) { $0.part = nil }
    store.send(.part(.stop))
    #expect(log.messages == [])
    store.send(.part(.idle))
    #expect(
      log.messages == [
        """
        Mistake: in .part(.idle). The part Part is absent, so its reducer did not receive idle, and nothing has \
        happened. Send the action only while the part is present.
        """
      ])
  }

  @Test
  func `work of an element that is removed by the same action, and an action of an absent element, fail the test`() {
    let reducer = Reduce<[Part], FormAction> { parts, action in
      if case .open = action { parts = [] }
      if case .part(.work) = action { parts.removeAll { $0.id == 1 } }
      return .none
    }
    .forEach(\.self) {
      if case .part(let action) = $0 { (1, action) } else { nil }
    } embed: { _, action in
      .part(action)
    } then: {
      Reduce<Part, PartAction> { _, action in action == .idle ? .none : .run { _ in } }
    }
    let store = makeTestStore(reducer, from: [Part(), Part(id: 2)], log: log)
    store.send(.part(.result(3)))
    store.send(.part(.idle))
    #expect(log.messages == [])
    store.send(.part(.work(next: nil))) { $0 = [Part(id: 2)] }
    #expect(log.messages.count == 1)
    store.send(.part(.idle))
    #expect(log.messages.count == 2)
    store.skipInFlight()
  }
}
