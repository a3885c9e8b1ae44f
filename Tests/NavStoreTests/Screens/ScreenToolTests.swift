import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Screens in action logs, in test stores, in explorations and in checks of saved states.
@Suite(.startsProcess) struct ScreenToolTests {
  typealias Schema = ActionLogSchema<NumberScreens, NumberScreensAction>

  static let start = NumberScreens(NumberState(tabs: [1, 2]))
  private static func id(_ number: Int) -> ScreenID { ScreenID(rawValue: number) }

  static let session: [NumberScreensAction] = [
    .navigation(.push(7)), .navigation(.push(7)), .screen(id(2), .add(5)),
    .screen(id(1), .navigate(.present(8))),
    .screen(id(3), .finish(3)), .navigation(.bringToFront(7)), .finish(id(1), with: nil), .start,
  ]

  // MARK: - Action logs

  @Test func `a log contains the addressed actions, and a replay results in the same screens`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: Self.start, reducer: NumberScreensReducer.adding())
    let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: directory.path("s.navlog"))
    for action in Self.session { store.send(action) }
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(text.contains(#"{"screen":[2,{"add":{"_0":5}}]}"#))
    #expect(text.contains(#"{"do":[{"push":[7]}]}"#))

    let report = try ActionLog(path: directory.path("s.navlog")).replay(
      Schema(), reducer: NumberScreensReducer.adding())
    #expect(report.isFaithful)
    #expect(report.state?.notation == store.state.notation)
    #expect(report.summary.verified == Self.session.count)
  }

  @Test func `a log of undo with screens is replayed faithfully`() async throws {
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<UndoState<NumberScreens>, UndoAction<NumberScreensAction>>()
    let reducer = NumberScreensReducer.adding().undoable()
    let store = Store(initialState: UndoState(Self.start), reducer: reducer)
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("s.navlog"))
    for action in Self.session { store.send(.action(action)) }
    for action: UndoAction<NumberScreensAction> in [
      .undo, .undo, .undo, .redo, .action(.navigation(.push(9))), .undo,
    ] {
      store.send(action)
    }
    try await recorder.close()
    let report = try ActionLog(path: directory.path("s.navlog")).replay(schema, reducer: reducer)
    #expect(report.isFaithful)
    #expect(report.state?.present.notation == store.state.present.notation)
  }

  @Test func `the command reads a log of the navigation of screens`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: Self.start, reducer: NumberScreensReducer.adding())
    let recorder = try ActionLogRecorder(
      of: store, state: \.navigation, action: { if case .navigation(let action) = $0 { action } else { nil } },
      schema: ActionLogSchema(rules: NumberRules()), to: directory.path("s.navlog"))
    for action in Self.session { store.send(action) }
    try await recorder.close()
    let result = try await ToolProcess.run(["log", "verify", directory.path("s.navlog")])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let shown = try await ToolProcess.run(["log", "show", directory.path("s.navlog")])
    #expect(shown.output.contains("the state became [1] /7/7 | 2 / | sheet 1: 8"), "\(shown.output)")
  }

  @Test(arguments: [false, true])
  func `the command says how to record a log that it can read`(isPart: Bool) async throws {
    struct App: Codable, Sendable { var shop = ScreenToolTests.start }
    let directory = try TemporaryDirectory()
    let path = directory.path("s.navlog")
    if isPart {
      let store = Store(initialState: App(), reducer: Reduce<App, NumberScreensAction> { _, _ in .none })
      let recorder = try ActionLogRecorder(
        of: store, schema: ActionLogSchema<App, NumberScreensAction>(), to: path)
      try await recorder.close()
    } else {
      let store = Store(initialState: Self.start, reducer: NumberScreensReducer.adding())
      let recorder = try ActionLogRecorder(of: store, schema: Schema(), to: path)
      try await recorder.close()
    }
    let result = try await ToolProcess.run(["log", "show", path])
    #expect(result.status == 65)
    let (part, pattern) =
      isPart
      ? (#"\.shop.navigation"#, ".shop(.navigation(let action))")
      : (#"\.navigation"#, ".navigation(let action)")
    #expect(
      result.errors.contains("state: \(part), action: { if case \(pattern) = $0 { action } else { nil } }"),
      "\(result.errors)")
  }

  // MARK: - Tests of apps

  @Test func `a test store shows which screen differs`() {
    let failures = FailureLog()
    let store = makeTestStore(
      NumberScreensReducer.adding(), from: Self.start, clock: TestClock(), log: failures)
    store.send([.navigation(.push(7)), .navigation(.push(7))]) {
      $0.navigation.push(7)
      $0.navigation.push(7)
    }
    store.send(.screen(Self.id(2), .add(5))) { $0[Self.id(2)]?.sum += 4 }
    #expect(failures.messages.count == 1)
    #expect(
      failures.messages.first?.contains(
        """
              ScreenNavigation(
                … (1 unchanged)
                screens(of: 1): Screens(
                  … (1 unchanged)
            −     at 1, 7: NumberScreen(sum: 7004),
            +     at 1, 7: NumberScreen(sum: 7005),
                ),
              )
        """) == true, "\(failures.messages)")
  }

  @Test func `an exploration addresses the screens of each state`() {
    let explorer = StateExplorer(initialState: Self.start, reducer: NumberScreensReducer.adding()) { state in
      let navigation: [NumberScreensAction] = [
        .navigation(.push(7)), .navigation(.pop()), .navigation(.selectTab(2)), .navigation(.present(8)),
      ]
      guard state.screens(of: 1).count < 3, state.navigation.modals.count < 2 else {
        return [.navigation(.pop())]
      }
      let screen = state.visibleScreen.map {
        [NumberScreensAction.screen($0.id, .add(1)), .screen($0.id, .finish(1))]
      }
      return navigation + (screen ?? [])
    }
    let report =
      explorer
      .invariant("each screen with a state has one") { state in
        state.identified.screens.allSatisfy { (state[$0.route.id] != nil) == ($0.route.route % 5 != 4) }
      }
      .explore(maxDepth: 4)
    #expect(report.violations.isEmpty)
    #expect(report.states > 50)

    let broken =
      explorer.invariant("a sum stays below 7002") { state in
        state.screens(of: 1).allSatisfy { (state[$0.id]?.sum ?? 0) < 7_002 }
      }
      .explore(maxDepth: 4)
    #expect(broken.foundViolations.first?.actions.count == 3)
  }

  @Test func `a saved state that lost the state of a screen fails the check of saved states`() throws {
    let directory = try TemporaryDirectory()
    var state = Self.start
    state.navigation.push(7)
    state[Self.id(1)]?.sum = 12
    let schema = StateSchema()
    let good = String(decoding: try CanonicalJSONEncoder().encode(state), as: UTF8.self)
    let bad = good.replacing(#""sum":12"#, with: #""sum":"x""#)
    #expect(bad != good)
    for (name, text) in [("good.state", good), ("bad.state", bad)] {
      try Envelope(schema: 1, revision: 1, payload: Data(text.utf8)).encode()
        .write(to: URL(filePath: directory.path(name)))
    }
    let failures = FailureLog()
    let states = expectRestores(
      Self.start, fromFilesIn: URL(filePath: directory.path("")), schema: schema, allowingLosses: false,
      failures.reporter, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    #expect(failures.messages.count == 1)
    #expect(
      failures.messages.first?.contains("bad.state is only partly restored") == true, "\(failures.messages)")
    #expect(states["good.state"]?[Self.id(1)]?.sum == 12)
  }
}
