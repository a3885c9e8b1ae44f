import Foundation
import NavStore
import NavStoreTesting
import Testing

/// What a guarded reducer performs together: an answer and its action, and the actions of a list.
@Suite struct GuardedRequestTests {
  typealias App = PlainGuardedApp
  typealias Guarded = GuardedActions<Int, Int, GuardedAppAction>

  private static func store(_ state: App) -> Store<App, GuardedAppAction> {
    Store(initialState: state, reducer: App.reducer())
  }

  private static func app(_ paths: [Int: [Int]], isDirty: Bool = true) -> App {
    App(navigation: UndoState(NumberState(tabs: [0, 1, 6], paths: paths)), isDirty: isDirty)
  }

  // MARK: - Confirmed actions

  @Test func `a confirmed action that is refused leaves the draft as it was`() {
    let start = Self.app([0: [2, 5]])
    let store = Self.store(start)
    let action = GuardedAppAction.navigation(.setPath([11], in: .tab(0)))
    store.send(action)
    #expect(store.state.guarded.question == .init(action: action, screens: [2, 5]))
    store.send(.guards(.confirm(action)))
    #expect(store.state.guarded.refusal == "Not for guests." && store.state.guarded.question == nil)
    #expect(store.state.navigation == start.navigation && store.state.isDirty)
  }

  @Test
  func `a confirmed action that waits for sign-in keeps the draft until it is performed, without a second question`()
    throws
  {
    let store = Self.store(Self.app([0: [2, 5]]))
    let action = GuardedAppAction.navigation(.setPath([7], in: .tab(0)))
    let answer = GuardedAppAction.guards(.confirm(action))
    store.send(action)
    store.send(answer)
    let destination = try #require(store.state.guarded.destination)
    #expect(destination == .init(action: action, screensBefore: [8], modalsBefore: [ModalID(rawValue: 1)]))
    #expect(destination.confirmation?.answer == answer && destination.confirmation?.screens == [2, 5])
    #expect(store.state.isDirty)
    var closed = store.state
    _ = App.reducer().reduce(into: &closed, action: .navigation(.dismiss))
    #expect(closed.isDirty && closed.guarded == Guarded() && closed.navigation.present.focusedPath == [2, 5])
    store.send(.signedIn)
    #expect(store.state.navigation.present.focusedPath == [7] && !store.state.isDirty)
    #expect(store.state.guarded == Guarded())
  }

  // MARK: - Actions that leave freely

  @Test func `an action that leaves freely still does so after it has waited for sign-in`() {
    // Behind the editor is a screen that needs a sign-in.
    let store = Self.store(Self.app([0: [3, 5]]))
    store.send(.saved)
    #expect(store.state.guarded.destination?.action == .saved && store.state.isDirty)
    store.send(.signedIn)
    #expect(store.state.navigation.present.focusedPath == [3] && !store.state.isDirty)
    #expect(store.state.guarded == Guarded())
  }

  @Test func `the actions after one that leaves freely are asked like any other`() {
    var start = Self.app([0: [1, 3, 5]])
    start.isBusy = true
    let store = Self.store(start)
    store.send([.saved, .navigation(.setPath([], in: .tab(0)))])
    #expect(store.state.guarded.destination?.action == .saved)
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 0) == [1, 3, 5])
    #expect(store.state.guarded.refusal == "The work is not done.")
  }

  @Test func `the action before one that leaves freely is asked like any other`() {
    let reducer = App.unguarded().guarded(
      by: NavigationGuards<App, GuardedAppAction, Int, Int>(navigation: \.navigation.present) { screen, _ in
        screen.route == 5 ? .ask : .allow
      } entering: { place, state in
        place.route == 7 && !state.isSignedIn ? .first(.navigation(.setPath([8], in: .tab(0)))) : .allow
      }, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .navigation(.push(7)) }
    ) { $0.answer }
    let store = Store(initialState: Self.app([0: [5]]), reducer: reducer)
    store.send(.navigation(.push(7)))
    #expect(store.state.guarded.question == .init(action: .navigation(.push(7)), screens: [5]))
    #expect(store.state.navigation.present.focusedPath == [5])
  }

  // MARK: - Lists of actions

  @Test func `the actions of a list after one that asks are performed with it, and others immediately`() {
    let start = Self.app([0: [2, 5]])
    let store = Self.store(start)
    let pop = GuardedAppAction.navigation(.popTo(2))
    store.send([.navigation(.selectTab(0)), pop, .navigation(.replaceTop(4)), .changed(isDirty: true, isBusy: true)])
    #expect(store.state.guarded.question == .init(action: pop, screens: [2, 5]))
    #expect(store.state.guarded.question?.following == [.navigation(.replaceTop(4))])
    #expect(store.state.navigation == start.navigation && store.state.isBusy)
    store.send(.guards(.confirm(pop)))
    #expect(store.state.navigation.present.focusedPath == [4] && store.state.isBusy)
    #expect(store.state.guarded == Guarded())
  }

  @Test func `the actions of a list after one that needs sign-in wait with it`() {
    let store = Self.store(Self.app([0: [2]], isDirty: false))
    store.send([.navigation(.push(7, in: .tab(0))), .navigation(.push(9)), .navigation(.push(4))])
    #expect(store.state.navigation.present.modals.map(\.path) == [[]])
    store.send(.navigation(.push(10)))
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 0) == [2, 7, 9, 4])
  }

  @Test func `the actions of a list after one that is refused are not performed, and the next list is`() {
    let store = Self.store(Self.app([0: [2, 5]], isDirty: true))
    store.send(.navigation(.popToRoot))
    let question = store.state.guarded.question
    store.send([.navigation(.push(9)), .navigation(.push(11)), .navigation(.push(4))])
    #expect(store.state.navigation.present.focusedPath == [2, 5, 9])
    #expect(store.state.guarded.refusal == "Not for guests." && store.state.guarded.question == question)
    store.send([.navigation(.push(4)), .navigation(.pop())])
    #expect(store.state.navigation.present.focusedPath == [2, 5, 9])
  }

  @Test func `an answer in a list is performed, and so is an action after a destination that was continued`() {
    let store = Self.store(Self.app([0: [2]], isDirty: false))
    store.send(.navigation(.push(11)))
    store.send([.guards(.cancel), .navigation(.push(7)), .signedIn])
    #expect(store.state.guarded.destination?.following == [.signedIn])
    store.send([.signedIn, .navigation(.push(9))])
    #expect(store.state.navigation.present.path(of: 0) == [2, 7, 9] && store.state.guarded == Guarded())
  }

  @Test func `an action after the answer of a list is performed`() {
    let store = Self.store(Self.app([0: [2, 5]]))
    let pop = GuardedAppAction.navigation(.popTo(2))
    store.send([pop, .guards(.confirm(pop)), .navigation(.push(9))])
    #expect(store.state.navigation.present.focusedPath == [2, 9])
    let other = Self.store(Self.app([0: [2, 5]]))
    other.send([pop, .guards(.cancel), .navigation(.push(9))])
    #expect(other.state.navigation.present.focusedPath == [2, 5, 9])
  }

  @Test func `every action of a refused list is reported`() {
    let refused = Locked<[NavigationDiagnostic]>([])
    let reducer = App.unguarded().guarded(
      by: App.guards, storing: \.guarded, reportingTo: { diagnostic in refused.withLock { $0.append(diagnostic) } }
    ) { $0.answer }
    let store = Store(initialState: Self.app([0: [2]], isDirty: false), reducer: reducer)
    store.send([.navigation(.push(11)), .navigation(.push(4)), .changed(isDirty: true, isBusy: false)])
    let reason = "Not for guests."
    #expect(
      refused.withLock(\.self)
        == [11, 4].map {
          .refused(action: "\(GuardedAppAction.navigation(.push($0)))", reason: reason)
        })
    #expect(store.state.isDirty)
  }

  // MARK: - Destinations

  @Test func `a screen for sign-in in another place does not hold a destination back`() {
    let store = Self.store(Self.app([0: [2], 1: [8]], isDirty: false))
    store.send(.navigation(.push(7)))
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 0) == [2, 7] && store.state.guarded == Guarded())
  }

  @Test func `a question that was cancelled is encoded while it can be answered, and is not compared`() throws {
    let store = Self.store(Self.app([0: [2, 5]]))
    let pop = GuardedAppAction.navigation(.popTo(2))
    store.send([pop, .navigation(.replaceTop(4))])
    store.send(.guards(.cancel))
    #expect(store.state.guarded == Guarded() && store.state.guarded.hashValue == Guarded().hashValue)
    // The dialog has cancelled the question before its button confirms it. A replay can begin between the two.
    var replayed = store.state
    replayed.guarded = try JSONDecoder().decode(Guarded.self, from: JSONEncoder().encode(store.state.guarded))
    _ = App.reducer().reduce(into: &replayed, action: .guards(.confirm(pop)))
    #expect(replayed.navigation.present.focusedPath == [4])
    store.send(.navigation(.push(9)))
    #expect(String(decoding: try JSONEncoder().encode(store.state.guarded), as: UTF8.self) == "{}")
    #expect(try JSONDecoder().decode(Guarded.self, from: Data("{}".utf8)) == Guarded())
  }

  // MARK: - Logs

  struct Recorded: Codable, Equatable, Sendable {
    var navigation = NumberState(tabs: [0, 1], paths: [0: [2]])
    var isSignedIn = false
    var draft = ""
    var guarded = GuardedActions<Int, Int, RecordedAction>()
  }

  enum RecordedAction: Codable, Equatable, Sendable {
    case navigation(NumberAction)
    case guards(GuardAction<RecordedAction>)
    case typed(String)
    case signedIn
  }

  private static func recordedReducer(asked: @escaping @Sendable () -> Void) -> some Reducer<Recorded, RecordedAction> {
    Reduce<Recorded, RecordedAction> { state, action in
      switch action {
      case .navigation(let action): state.navigation.apply(action)
      case .typed(let text): state.draft = text
      case .signedIn:
        state.isSignedIn = true
        state.navigation.dismiss()
      case .guards(.confirm): state.draft = ""
      case .guards(.cancel): break
      }
      return .none
    }.guarded(
      by: NavigationGuards<Recorded, RecordedAction, Int, Int>(navigation: \.navigation) { screen, state in
        asked()
        return screen.route == 5 && !state.draft.isEmpty ? .ask : .allow
      } entering: { place, state in
        place.route == 7 && !state.isSignedIn ? .first(.navigation(.present(8))) : .allow
      }, storing: \.guarded
    ) { action in
      if case .guards(let answer) = action { answer } else { nil }
    }
  }

  @Test func `a replay decides as the recorded session did, and nobody is asked`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("s.navlog")
    let store = Store(initialState: Recorded(), reducer: Self.recordedReducer {})
    let schema = ActionLogSchema<Recorded, RecordedAction>()
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    let pop = RecordedAction.navigation(.popToRoot)
    for action in [.navigation(.push(5)), .typed("a"), pop, .guards(.confirm(pop))] { store.send(action) }
    // The second action waits for sign-in together with the first one of its transaction.
    store.send([.navigation(.push(7)), .navigation(.push(2))])
    store.send(.signedIn)
    try await recorder.close()
    let end = store.state
    #expect(end.navigation.focusedPath == [7, 2] && end.draft.isEmpty)
    var questions: [GuardedActions<Int, Int, RecordedAction>.Question] = []
    let report = try ActionLog(path: path).replayEvents(schema, reducer: Self.recordedReducer {}) { event in
      if case .transaction(let transaction) = event, let question = transaction.state.guarded.question {
        questions.append(question)
      }
    }
    #expect(report.isFaithful && report.state == end)
    // The question and its answer are in the log.
    #expect(questions == [.init(action: pop, screens: [2, 5])])
  }
}
