import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Logs of a navigation whose app refuses actions, replaces them, or adds to them.
@Suite struct GuardedRecordingTests {
  typealias App = PlainGuardedApp
  typealias Schema = ActionLogSchema<NumberState, NumberAction>

  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("s.navlog")
  }

  private func recorder(
    of store: Store<App, GuardedAppAction>, _ schema: Schema, _ options: ActionLogOptions = ActionLogOptions()
  ) throws -> ActionLogRecorder<NumberState, NumberAction> {
    try ActionLogRecorder(
      of: store, state: \.navigation.present,
      action: { if case .navigation(let action) = $0 { action } else { nil } }, schema: schema, to: path,
      options: options)
  }

  /// The kinds of the log's lines after the header, with the names and notes of marks.
  private var lines: [String] {
    get throws {
      try #require(directory.text("s.navlog")).split(separator: "\n").dropFirst().map { line in
        let line = try JSONValue(parsing: line.utf8)
        let words = [line["t"]?.string, line["name"]?.string, line["note"]?.canonicalText]
        return words.compactMap(\.self).joined(separator: " ")
      }
    }
  }

  @Test func `the log says what was refused and what was changed, and its replay leads to each state`() async throws {
    let store = Store(
      initialState: App(navigation: UndoState(NumberState(tabs: [0, 1, 6], paths: [0: [2, 5]])), isDirty: true),
      reducer: App.reducer())
    let recorder = try recorder(of: store, Schema(rules: NumberRules()))
    store.send(.navigation(.push(9)))
    store.send(.navigation(.popToRoot))
    store.send(.navigation(.selectTab(6)))
    store.send(.signedIn)
    store.send(.navigation(.push(10)))
    store.send([.navigation(.push(4)), .changed(isDirty: false, isBusy: false)])
    try await recorder.close()
    let lines = try lines
    #expect(
      lines == [
        "action", #"mark refused [{"popToRoot":[]}]"#, #"mark changed [{"selectTab":[6]}]"#, "set", "set", "action",
        "set", "end",
      ])
    let report = try ActionLog(path: path).replay(Schema(), reducer: NavigationReducer())
    #expect(report.isFaithful && report.isComplete && report.verified == 2)
    #expect(report.state == store.state.navigation.present)
  }

  @Test func `a log without rules has the actions as they were sent`() async throws {
    let store = Store(
      initialState: App(navigation: UndoState(NumberState(tabs: [0], paths: [0: [5]])), isDirty: true),
      reducer: App.reducer())
    let recorder = try recorder(of: store, Schema())
    store.send(.navigation(.popToRoot))
    try await recorder.close()
    #expect(try lines == ["action", "end"])
  }

  @Test func `the log of a whole store has the actions as they were sent, whatever its reducer does`() async throws {
    let store = Store(
      initialState: NumberState(tabs: [0, 1]),
      reducer: Reduce<NumberState, NumberAction> { state, action in
        state.push(7)
        return .none
      })
    let recorder = try ActionLogRecorder(of: store, schema: Schema(rules: NumberRules()), to: path)
    store.send(.popToRoot)
    try await recorder.close()
    #expect(try lines == ["action", "end"])
  }

  @Test func `refused actions are redacted`() async throws {
    let store = Store(
      initialState: App(navigation: UndoState(NumberState(tabs: [0], paths: [0: [1]])), isBusy: true),
      reducer: App.reducer())
    let recorder = try recorder(of: store, Schema(rules: NumberRules(), redacting: [.type(Int.self) { _ in 0 }]))
    store.send(.navigation(.setPath([4, 4], in: .tab(0))))
    try await recorder.close()
    let lines = try lines
    #expect(lines == [#"mark refused [{"setPath":[[0,0],{"tab":0}]}]"#, "end"])
  }

  @Test func `a flight recorder keeps its size however many actions are refused`() async throws {
    let store = Store(
      initialState: App(navigation: UndoState(NumberState(tabs: [0], paths: [0: [5]])), isDirty: true),
      reducer: App.reducer())
    let recorder = try recorder(of: store, Schema(rules: NumberRules()), .flightRecorder(bytes: 8_192))
    for _ in 1...600 {
      store.send(.navigation(.popToRoot))
      try await recorder.flush()
    }
    #expect(try directory.names.reduce(0) { try $0 + directory.read($1).count } <= 8_192)
    #expect(directory.names.count == 2)
  }

  @Test func `each log of a random session is verified by the rules of the navigation`() async throws {
    for seed in TestEnvironment.seeds(60) {
      var generator = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = generator.rules()
      let reducer = App.reducer(rules: rules)
      let store = Store(initialState: App(navigation: UndoState(generator.start(rules: rules))), reducer: reducer)
      let directory = try TemporaryDirectory()
      let path = directory.path("s.navlog")
      let schema = Schema(rules: rules)
      let recorder = try ActionLogRecorder(
        of: store, state: \.navigation.present,
        action: { if case .navigation(let action) = $0 { action } else { nil } }, schema: schema, to: path)
      for _ in 1...60 { store.send(action(&generator, in: store.state)) }
      try await recorder.close()
      let report = try ActionLog(path: path).replay(schema, reducer: NavigationReducer(rules: rules))
      #expect(report.isFaithful && report.isComplete, "NAVSTORE_SEED=\(seed): \(report)")
      #expect(report.state == store.state.navigation.present, "NAVSTORE_SEED=\(seed)")
    }
  }

  private func action(_ generator: inout RandomNavigation, in state: App) -> GuardedAppAction {
    if let question = state.guarded.question, generator.random.once(in: 2) { return .guards(.confirm(question.action)) }
    return switch generator.random.below(8) {
    case 0: .signedIn
    case 1: .signedOut
    case 2: .undo
    case 3: .changed(isDirty: generator.random.once(in: 2), isBusy: generator.random.once(in: 3))
    default: .navigation(generator.action(in: state.navigation.present))
    }
  }
}
