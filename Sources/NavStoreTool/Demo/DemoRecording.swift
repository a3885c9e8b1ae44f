internal import NavStore
internal import NavStoreInspection

/// The recording of a demo session. The log contains the navigation, but not the notes of ``DemoState``.
struct DemoRecording {
  typealias Schema = ActionLogSchema<DemoNavigation, DemoNavigationAction>

  static var schema: Schema { Schema(rules: DemoReducer.rules) }

  private let path: String
  private let recorder: ActionLogRecorder<DemoNavigation, DemoNavigationAction>

  /// Creates the recording, which contains every action that is sent from now on. ``run()`` writes the log. With a
  /// `clock`, which only a played session has, the log is the same in every run.
  init(
    of store: Store<DemoState, DemoAction>, to path: String, _ options: DemoOptions, clock: ManualClock?
  ) throws {
    self.path = path
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

  func begin(_ response: inout Response) async {
    guard await flush(&response), let file = recorder.status.files.first else { return }
    response.lines.insert(Self.pathPrefix + file, at: 0)
  }

  /// Writes the log, and returns whether it was written. If it was not, adds the reason to a response.
  @discardableResult
  func flush(_ response: inout Response) async -> Bool {
    await attempt(&response) { () throws(ActionLogError) in try await recorder.flush() }
  }

  func end(_ response: inout Response) async -> Bool {
    await attempt(&response) { () throws(ActionLogError) in try await recorder.close() }
  }

  private func attempt(_ response: inout Response, _ body: () async throws(ActionLogError) -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch {
      response.problems.append("not recorded in \(path): \(error)")
      return false
    }
  }

  static let pathPrefix = "log: "
}
