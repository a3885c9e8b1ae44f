import Foundation
import NavStore
import NavStoreInspection
import NavStoreTool

extension LogSubcommand {
  /// The commands that read the named files as logs.
  static var readingLogs: [LogSubcommand] { allCases.filter { $0 != .backtest } }
}

/// A small recorded session, which is the same in every run.
struct SampleLog {
  typealias State = NavigationState<AppTab, Route>
  typealias Action = NavigationAction<AppTab, Route>
  typealias Schema = ActionLogSchema<State, Action>

  private enum AppAction: Sendable {
    case navigation(Action)
    case signOut
  }

  static let rules = NavigationRules<AppTab, Route>(
    backRule: .history, maxDepth: 3, onLeave: [.search: .popToRoot])

  let directory: TemporaryDirectory
  let path: String

  /// Records the session in a new temporary directory.
  init(
    schema: Schema = Schema(rules: rules), name: String = "sample.navlog", session: String = "sample",
    options: ActionLogOptions = ActionLogOptions(stateInterval: 4), without skipped: Int? = nil
  ) async throws {
    directory = try TemporaryDirectory()
    path = directory.path(name)
    let clock = ManualClock()
    let initial = State(tabs: AppTab.allCases, backRule: .history)
    let navigation = NavigationReducer(rules: Self.rules)
    let store = Store(
      initialState: initial,
      reducer: Reduce<State, AppAction> { state, action in
        switch action {
        case .navigation(let action): navigation.apply(action, to: &state)
        case .signOut: state = initial
        }
        return .none
      })
    let recorder = try ActionLogRecorder(
      of: store, state: { $0 },
      action: { action in if case .navigation(let action) = action { action } else { nil } },
      schema: schema, to: path, options: options, information: ["app": "2.1"], clock: clock, session: session,
      began: 1_700_000_000_000)
    var number = 0
    func send(_ actions: Action..., origin: ActionOrigin = .user, after milliseconds: Int = 0) {
      number += 1
      clock.advance(by: .milliseconds(milliseconds))
      if number != skipped { store.send(actions.map(AppAction.navigation), origin: origin) }
    }
    send(.push(.song(7)), after: 200)
    send(.tabTapped(.library), after: 1_000)
    send(.push(.settings), .push(.song(1)))
    recorder.mark("checkout", note: ["items": 3])
    send(.present(.song(2)), after: 2_000)
    send(.dismiss, after: 40)
    send(.deepLink(DeepLink(tab: .home, path: [.song(9)])), origin: .deepLink, after: 10_000)
    recorder.mark("paid")
    send(.tabTapped(.home), after: 1_500)
    send(.tabTapped(.home), after: 300)
    store.send(.signOut)
    send(.push(.song(1)), .push(.song(2)), .push(.song(3)), after: 100)
    send(.push(.song(4)), origin: .effect)
    clock.advance(by: .milliseconds(5_000))
    try await recorder.close()
  }

  /// The lines of the log.
  var lines: [String] {
    get throws {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  /// Replaces the lines of the log.
  func write(_ lines: [String]) throws {
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
  }

  /// Appends text to the log.
  func append(_ text: some StringProtocol) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Runs `navtool log`, and removes the path of the directory from its output.
  func log(_ arguments: String..., environment: [String: String] = [:]) async throws -> ToolProcess.Result {
    try await run(arguments, environment: environment)
  }

  func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> ToolProcess.Result {
    let arguments = arguments.map { $0.hasSuffix(".navlog") && !$0.hasPrefix("/") ? directory.path($0) : $0 }
    let result = try await ToolProcess.run(["log"] + arguments, environment: environment)
    return ToolProcess.Result(
      status: result.status, output: result.output.replacing(directory.path + "/", with: ""),
      errors: result.errors.replacing(directory.path + "/", with: ""))
  }
}
