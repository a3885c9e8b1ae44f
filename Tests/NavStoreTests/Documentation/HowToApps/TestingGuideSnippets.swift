import Foundation
import NavStore
import NavStoreTesting
import Testing

// Regions of Docs/HowTo/Tests: CrashReports.md, RecordingSessions.md, ReplayingSessions.md and TestingEffects.md.

// snippet: loader
struct Loader: Reducer {
  enum Action: Equatable, Sendable {
    case started
    case loaded(String)
    case failed
  }

  var load: @Sendable () async throws -> String

  func reduce(into title: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run { [load] context in
        try await context.sleep(for: .seconds(1))
        context.send(.loaded(try await load()))
      } catch: { _ in
        .failed
      }
    case .loaded(let loaded):
      title = loaded
    case .failed:
      title = "not available"
    }
    return .none
  }
}
// end

// snippet: origin with line
extension ActionOrigin {
  /// The line of code that sends an action, in a debug build.
  static func line(_ file: StaticString = #fileID, _ line: UInt = #line) -> ActionOrigin {
    #if DEBUG
      ActionOrigin(rawValue: "\(file):\(line)")
    #else
      .user
    #endif
  }
}
// end

@Suite(.hangLimit) struct TestingGuideSnippets {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("session.navlog")
  }

  // snippet: loader test
  @Test func `a title that cannot be loaded is replaced`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: "", reducer: Loader(load: { throw CocoaError(.fileNoSuchFile) }), clock: clock)
    store.send(.started)
    clock.advance(by: .seconds(1))
    await store.receive(.failed) { $0 = "not available" }
  }
  // end

  @Test func `a log of the navigation has the rules of the reducer, and each session has a file`() async throws {
    // snippet: record navigation
    let reducer = AppReducer()
    let schema = ActionLogSchema<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>>(
      rules: reducer.navigation.rules)

    let store = Store(initialState: AppState(), reducer: reducer)
    let recorder = try ActionLogRecorder(
      of: store, state: \.navigation, action: { if case .navigation(let action) = $0 { action } else { nil } },
      schema: schema, to: path)
    let recording = Task { await recorder.run() }

    store.send(.navigation(.tabTapped(.library)))
    store.send(.navigation(.back))
    try await recorder.close()
    // end
    await recording.value
    #expect(recorder.status.files == [path])
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""back":"history""#))

    let second = try ActionLogRecorder(
      of: store, state: \.navigation, action: { if case .navigation(let action) = $0 { action } else { nil } },
      schema: schema, to: path)
    store.send(.navigation(.push(.song(7))))
    try await second.close()
    do {
      let recorder = second
      // snippet: log of this session
      let log = ActionLog(path: recorder.status.files[0])
      let report = try log.replay(schema, reducer: reducer.navigation)
      print(recorder.status.files, report.state == store.state.navigation)
      // end
      #expect(report.state?.top == .song(7))
      #expect(recorder.status.files == [directory.path("session.2.navlog")])
    }
    #expect(try ActionLog(path: path).replay(schema, reducer: reducer.navigation).state?.depth == 0)

    // snippet: adopt recorded states
    let log = ActionLog(path: path)
    let report = try log.replay(
      schema, reducer: reducer.navigation, options: ReplayOptions(atDivergence: .adoptRecorded))
    print(report)
    // end
    #expect(report.isFaithful)
  }

  @Test func `a schema without rules writes none`() async throws {
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    store.send(.push(.list))
    try await recorder.close()
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains(#""rules""#))
  }

  @Test func `options of a recorder`() async throws {
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    // snippet: recorder options
    let recorder = try ActionLogRecorder(
      of: store, schema: schema, to: path,
      options: ActionLogOptions(stateInterval: 16, bytesPerFile: 1 << 20, keptFiles: 10),
      information: ["version": "2.3"])
    // end
    store.send(.push(.list))
    try await recorder.close()
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""info":{"version":"2.3"}"#))
  }

  @Test func `a debug build records the line that sends an action`() async throws {
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    let first: UInt = #line
    // snippet: send with line
    store.send(.push(.list), origin: .line())
    // end
    try await recorder.close()
    #if DEBUG
      let origin = "NavStoreTests/TestingGuideSnippets.swift:\(first + 2)"
    #else
      let origin = "user"
    #endif
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains(#""origin":"\#(origin)""#))
  }

  @Test func `the log of a crash becomes a test`() async throws {
    let navigation = AppReducer().navigation
    let schema = ActionLogSchema<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>>(
      rules: navigation.rules)
    var attachments: [String: Data] = [:]
    for _ in 1...2 {
      let store = Store(initialState: AppState(), reducer: AppReducer())
      // snippet: flight recorder
      let recorder = try ActionLogRecorder(
        of: store, state: \.navigation,
        action: { if case .navigation(let action) = $0 { action } else { nil } },
        schema: schema, to: path, options: .flightRecorder())
      let recording = Task { await recorder.run() }
      // end
      // snippet: attach a log
      if let crash = try? recorder.previousSession?.data() {
        attachments["crash.navlog"] = crash
      }
      // end
      store.send(.navigation(.push(.song(1))))
      store.send(.navigation(.push(.song(7))))
      try await recorder.flush()
      recording.cancel()
    }
    let crash = directory.path("crash.navlog")
    try #require(attachments["crash.navlog"]).write(to: URL(filePath: crash))
    // snippet: test of a crash
    let log = ActionLog(path: crash)
    print(try log.swiftTest(schema, reducer: navigation, last: 40, minimized: true))
    // end
    #expect(try log.replay(schema, reducer: navigation).state?.focusedPath == [.song(1), .song(7)])
  }
}
