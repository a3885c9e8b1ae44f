internal import NavStore
internal import NavStoreInspection

/// The recording of a demo session. The log contains the navigation, but not the notes of ``DemoState``.
struct DemoRecording {
  typealias Schema = ActionLogSchema<DemoNavigation, DemoNavigationAction>

  static var schema: Schema { Schema(rules: DemoReducer.rules) }

  private let recorder: ActionLogRecorder<DemoNavigation, DemoNavigationAction>

  /// Creates the recording, which contains every action that is sent from now on. ``run()`` writes the log.
  ///
  /// - Parameters:
  ///   - store: The store of the demo.
  ///   - path: The path of the log.
  ///   - options: The options of the session.
  ///   - clock: The clock of a played session, or `nil` for real time. With a clock, the log is the same in every run.
  /// - Throws: An `ActionLogError` if the path is not a valid path of a file.
  init(
    of store: Store<DemoState, DemoAction>, to path: String, _ options: DemoOptions, clock: ManualClock?
  ) throws {
    let action: @Sendable (DemoAction) -> DemoNavigationAction? = { action in
      if case .navigation(let action, _) = action { action } else { nil }
    }
    let information: JSONValue = ["app": "navtool demo"]
    recorder =
      if let clock {
        // Scripted sessions begin at 2026-01-01 00:00 UTC.
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

  /// Adds the path of the log to a response or, if the log cannot be written, the reason.
  func begin(_ response: inout Response) async {
    guard await flush(&response), let file = recorder.status.files.first else { return }
    response.lines.insert(Self.pathPrefix + file, at: 0)
  }

  /// Writes the recorded actions to the log. If that fails, adds the reason to a response.
  ///
  /// - Returns: Whether the log was written.
  @discardableResult
  func flush(_ response: inout Response) async -> Bool {
    await attempt(&response) { () throws(ActionLogError) in try await recorder.flush() }
  }

  /// Writes the end of the log. If that fails, adds the reason to a response.
  ///
  /// - Returns: Whether the log was written.
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

  /// The text before the path in the line that reports the path of the log.
  static let pathPrefix = "log: "
}
