import NavStore

// The code of the comments in NavStore/ActionLog. It is compiled and not run.

private struct Password: Codable, Sendable {
  var text: String
  init(_ text: String) { self.text = text }
}

private enum ActionLogComments {
  enum AppAction: Codable, Equatable { case navigation(NavigationAction<AppTab, NavStoreTests.Route>) }

  struct AppReducer: Reducer {
    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        NavigationReducer().reduce(into: &state.navigation, action: action).map(AppAction.navigation)
      }
    }
  }

  enum Route: Codable, Equatable {
    case letter(Int), hidden
    var isPrivate: Bool { self != .hidden }
  }

  static func schemas() {
    // snippet: comment of ActionLogSchema
    let schema = ActionLogSchema<AppState, AppAction>(
      version: 2,
      redacting: [.type(Password.self) { _ in Password("…") }])
    // end
    let redactions: [Redaction] =
      // snippet: comment of Redaction
      [
        .type(Password.self) { _ in Password("…") },
        .type(Route.self) { route in route.isPrivate ? .hidden : route },
      ]
    // end
    _ = (schema, redactions)
  }

  static func recording(
    _ store: Store<AppState, AppAction>, _ schema: ActionLogSchema<AppState, AppAction>
  ) async throws {
    // snippet: comment of ActionLogRecorder
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: "session.navlog")
    async let _: Void = recorder.run()
    store.send(.navigation(.back))
    try await recorder.close()
    // end
  }

  static func flying(
    _ store: Store<AppState, AppAction>, _ schema: ActionLogSchema<AppState, AppAction>, _ path: String
  ) async throws {
    // snippet: comment of flightRecorder
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path, options: .flightRecorder())
    async let _: Void = recorder.run()
    let attachment = try recorder.previousSession?.data()
    // end
    _ = attachment
  }

  static func replaying(_ schema: ActionLogSchema<AppState, AppAction>) throws {
    // snippet: comment of ActionLog
    let log = ActionLog(path: "session.navlog")
    let report = try log.replay(schema, reducer: AppReducer())
    print(report.isFaithful, report.verified)
    // end
  }
}
