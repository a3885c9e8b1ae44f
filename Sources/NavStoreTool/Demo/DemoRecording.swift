internal import NavStore
internal import NavStoreInspection

/// The log of a demo session: its navigation, and not what the demo notes beside it.
struct DemoRecording {
  typealias Schema = ActionLogSchema<DemoNavigation, DemoNavigationAction>

  /// How the demo's navigation stands in its logs.
  static var schema: Schema { Schema(rules: DemoReducer.rules) }

  private let recorder: ActionLogRecorder<DemoNavigation, DemoNavigationAction>

  /// Records from now on. Throws an `ActionLogError` if the path cannot be the name of a file.
  ///
  /// - Parameter clock: The time of a session that is played; its log is the same in every run. Nil when time runs by
  ///   itself.
  init(
    of store: Store<DemoState, DemoAction>, to path: String, _ options: DemoOptions, clock: ManualClock?
  ) throws {
    let action: @Sendable (DemoAction) -> DemoNavigationAction? = { action in
      if case .navigation(let action, _) = action { action } else { nil }
    }
    let information: JSONValue = ["app": "navstore demo"]
    recorder =
      if let clock {
        // The midnight at which a scripted session begins.
        try ActionLogRecorder(
          of: store, state: \.navigation, action: action, schema: Self.schema, to: path, information: information,
          clock: clock, session: "line \(options.firstLine)", began: 1_767_225_600_000)
      } else {
        try ActionLogRecorder(
          of: store, state: \.navigation, action: action, schema: Self.schema, to: path, information: information)
      }
  }

  func run() async {
    await recorder.run()
  }

  /// Says where the log is.
  func begin(_ response: inout Response) async {
    guard await flush(&response), let file = recorder.status.files.first else { return }
    response.lines.insert(Self.pathPrefix + file, at: 0)
  }

  /// Writes what has happened, and says whether that went well.
  @discardableResult
  func flush(_ response: inout Response) async -> Bool {
    await attempt(&response) { () throws(ActionLogError) in try await recorder.flush() }
  }

  /// Writes the end of the log, and says whether that went well.
  func end(_ response: inout Response) async -> Bool {
    await attempt(&response) { () throws(ActionLogError) in try await recorder.close() }
  }

  private func attempt(_ response: inout Response, _ body: () async throws(ActionLogError) -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch {
      response.problems.append("not recorded: \(error)")
      return false
    }
  }

  /// What stands before the path in the line that says it.
  static let pathPrefix = "log: "
}
