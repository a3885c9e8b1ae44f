import NavStore
import NavStoreTesting
import Testing

/// Effects that open a screen and wait for its result.
@Suite(.hangLimit) struct ScreenResultTests {
  /// The state of a screen: the texts that it has received, and what its effects have waited for.
  struct Page: ScreenContent, Equatable {
    typealias Tab = Int

    var received: [String] = []
    var awaited: [String] = []

    init?(route: String) {}
  }

  enum PageAction: Equatable, Sendable {
    case open(NavigationAction<Int, String>)
    case picked(String)
    case awaited(String)
  }

  typealias Pages = ScreenNavigation<Page>
  typealias PagesAction = ScreenNavigationAction<Int, String, PageAction>
  typealias PagesReducer = ScreenNavigationReducer<Page, PageAction>

  private static func text(_ result: PageAction?) -> String {
    if case .picked(let text)? = result { text } else { "nothing" }
  }

  private static func reducer(
    _ ends: Locked<[String]> = Locked([]), _ reports: Locked<[NavigationDiagnostic]> = Locked([])
  ) -> PagesReducer {
    PagesReducer(reportingTo: { report in reports.withLock { $0.append(report) } }) { screen, action in
      switch action {
      case .open(let action):
        let opened = screen.open(action)
        return .run { context throws(CancellationError) in
          do {
            context.send(.awaited(text(try await opened.result())))
          } catch {
            ends.withLock { $0.append("cancelled") }
          }
        }
      case .picked(let text): screen.state.received.append(text)
      case .awaited(let text): screen.state.awaited.append(text)
      }
      return .none
    }
  }

  private static func makeStore(
    _ path: [String] = ["page"], _ ends: Locked<[String]> = Locked([]),
    _ reports: Locked<[NavigationDiagnostic]> = Locked([])
  ) -> Store<Pages, PagesAction> {
    Store(initialState: Pages(NavigationState(tabs: [1, 2], paths: [1: path])), reducer: reducer(ends, reports))
  }

  private let first = ScreenID(rawValue: 1)
  private let second = ScreenID(rawValue: 2)

  @Test func `an effect receives the result of the screen that it opened`() async {
    let store = Self.makeStore()
    let waiting = store.send(.screen(first, .open(.push("picker"))))
    store.send(.finish(second, with: .picked("red")))
    await waiting.finish()
    #expect(store.state[first]?.awaited == ["red"])
    #expect(store.state[first]?.received == ["red"])
  }

  @Test func `the wait ends without a result when the screen is dismissed, popped or finishes without one`() async {
    for end: PagesAction in [
      .navigation(.dismiss), .navigation(.dismissAll), .navigation(.reset), .finish(ScreenID(rawValue: 2), with: nil),
    ] {
      let store = Self.makeStore()
      let waiting = store.send(.screen(first, .open(.present("picker"))))
      store.send(.navigation(.push("detail")))
      store.send(.navigation(.pop()))
      #expect(store.state.navigation.modals.count == 1)
      store.send(end)
      await waiting.finish()
      #expect(store.state[first].map(\.awaited) == (end == .navigation(.reset) ? nil : ["nothing"]))
    }
  }

  @Test func `the wait ends at once if no screen was opened`() async {
    let store = Self.makeStore()
    await store.send(.screen(first, .open(.selectTab(2)))).finish()
    await store.send(.screen(first, .open(.push("picker", in: .modal(ModalID(rawValue: 9)))))).finish()
    #expect(store.state[first]?.awaited == ["nothing", "nothing"])
  }

  @Test func `of several new screens, the last one is awaited, also in another tab`() async {
    let store = Self.makeStore()
    let link = DeepLink(tab: 2, path: ["list", "picker"])
    let waiting = store.send(.screen(first, .open(.deepLink(link))))
    let opened = store.state.screens(of: 2).map(\.id)
    store.send(.finish(opened[1], with: .picked("blue")))
    await waiting.finish()
    #expect(store.state[first]?.awaited == ["blue"])
    // The screen below received the result as an action.
    #expect(store.state[opened[0]]?.received == ["blue"])
  }

  @Test func `the effect is cancelled when the screen that waits leaves`() async {
    let ends = Locked<[String]>([])
    let reports = Locked<[NavigationDiagnostic]>([])
    let store = Self.makeStore(["page"], ends, reports)
    let waiting = store.send(.screen(first, .open(.present("picker"))))
    store.send(.navigation(.setPath([], in: .tab(1))))
    await waiting.finish()
    #expect(ends.withLock(\.self) == ["cancelled"])
    #expect(reports.withLock(\.self).isEmpty)
    store.send(.finish(second, with: .picked("red")))
    #expect(store.state.navigation.depth == 0)
    let result = "\(PageAction.picked("red"))"
    #expect(reports.withLock(\.self) == [.droppedResult(of: second, result)])
  }

  @Test func `an awaited result for a screen that was replaced reaches only the effect`() async {
    // The screen that waits is at the root; the screen that would receive the action has left.
    let reports = Locked<[NavigationDiagnostic]>([])
    let screens = PagesReducer(reportingTo: { report in reports.withLock { $0.append(report) } }) { _, _ in .none }
    let results = Locked<[String]>([])
    let store = Store(
      initialState: Pages(NavigationState(tabs: [1], paths: [1: ["page"]])),
      reducer: Reduce<Pages, PagesAction> { state, action in
        guard case .screen(ScreenID(rawValue: 99), _) = action else {
          return screens.reduce(into: &state, action: action)
        }
        let opened = screens.open(.present("picker"), in: &state)
        return .merge(
          screens.update(&state),
          .run { _ throws(CancellationError) in
            let result = Self.text(try await opened.result())
            results.withLock { $0.append(result) }
          })
      })
    let waiting = store.send(.screen(ScreenID(rawValue: 99), .picked("start")))
    store.send(.navigation(.setPath(["other"], in: .tab(1))))
    store.send(.finish(second, with: .picked("red")))
    await waiting.finish()
    #expect(results.withLock(\.self) == ["red"])
    #expect(reports.withLock(\.self) == [])
  }

  @Test func `without a restart, a result is not awaited twice`() async {
    let store = Self.makeStore()
    let waiting = store.send(.screen(first, .open(.present("picker"))))
    store.send([.finish(second, with: .picked("red")), .finish(second, with: .picked("blue"))])
    await waiting.finish()
    #expect(store.state[first]?.awaited == ["red"])
    #expect(store.state[first]?.received == ["red"])
  }

  @Test func `a replay of the actions results in the same state without an effect that waits`() async {
    let store = Self.makeStore()
    let actions: [PagesAction] = [
      .screen(first, .open(.push("picker"))), .finish(second, with: .picked("red")),
    ]
    var handles: [EffectHandle] = []
    for action in actions { handles.append(store.send(action)) }
    for handle in handles { await handle.finish() }
    var replayed = Pages(NavigationState(tabs: [1, 2], paths: [1: ["page"]]))
    for action in actions + [.screen(first, .awaited("red"))] {
      _ = Self.reducer().reduce(into: &replayed, action: action)
    }
    #expect(replayed == store.state)
  }

  @Test(arguments: [true, false])
  func `the wait of the app ends without a result when its state is replaced or started again`(isReplaced: Bool) async {
    let (screens, results) = (Self.reducer(), Locked<[String]>([]))
    let start = Pages(NavigationState(tabs: [1], paths: [1: ["page"]]))
    let store = Store(
      initialState: start,
      reducer: Reduce<Pages, PagesAction> { state, action in
        switch action {
        case .screen(ScreenID(rawValue: 99), .picked("open")):
          let opened = screens.open(.present("picker"), in: &state)
          return .merge(
            screens.update(&state),
            .run { _ throws(CancellationError) in
              let result = Self.text(try await opened.result())
              results.withLock { $0.append(result) }
            })
        case .screen(ScreenID(rawValue: 99), _):
          state = start
          return screens.update(&state)
        default: return screens.reduce(into: &state, action: action)
        }
      })
    let waiting = store.send(.screen(ScreenID(rawValue: 99), .picked("open")))
    // An old value that the app keeps does not prolong the wait.
    let old = store.state
    store.send(isReplaced ? .screen(ScreenID(rawValue: 99), .picked("replace")) : .start)
    await waiting.finish()
    #expect(results.withLock(\.self) == ["nothing"])
    #expect(old.navigation.modals.count == 1)
  }

  @Test func `undo of the opening ends the wait`() async {
    let store = Store(
      initialState: UndoState(Pages(NavigationState(tabs: [1], paths: [1: ["page"]]))),
      reducer: Self.reducer().undoable())
    let waiting = store.send(.action(.screen(first, .open(.push("picker")))))
    store.send(.undo)
    await waiting.finish()
    #expect(store.state.present[first]?.awaited == ["nothing"])
  }
}
