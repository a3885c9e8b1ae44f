import NavStore

/// The code for Sentry in Docs/HowTo/Code/AnalyticsServices.md, with the declarations of Sentry 9.26 that it uses, from
/// SentryBreadcrumb.h, SentryAttachment.h, SentryScope.h and SentrySDK.swift. They keep what they receive.
struct SentryRecipe {
  nonisolated enum SentryLevel { case none, debug, info, warning, error, fatal }

  nonisolated class Breadcrumb {
    let level: SentryLevel
    let category: String
    var type: String?
    private(set) var data: [String: Any]?

    init(level: SentryLevel, category: String) { (self.level, self.category) = (level, category) }

    func setData(value: Any?, key: String) { data = (data ?? [:]).merging([key: value as Any]) { $1 } }
  }

  nonisolated class Attachment {
    let path: String?

    init(path: String) { self.path = path }
  }

  nonisolated class Scope {
    private(set) var tags: [String: String] = [:]
    private(set) var attachments: [Attachment] = []

    func setTag(value: String, key: String) { tags[key] = value }
    func addAttachment(_ attachment: Attachment) { attachments.append(attachment) }
  }

  nonisolated final class SentrySDK {
    // The recipes and their tests run on the main actor.
    nonisolated(unsafe) static var breadcrumbs: [Breadcrumb] = []
    nonisolated(unsafe) static var messages: [(text: String, scope: Scope)] = []
    nonisolated(unsafe) static let scope = Scope()

    static func addBreadcrumb(_ crumb: Breadcrumb) { breadcrumbs.append(crumb) }
    static func configureScope(_ callback: @escaping (Scope) -> Void) { callback(scope) }
    static func capture(message: String, block: @escaping (Scope) -> Void) {
      let scope = Scope()
      block(scope)
      messages.append((message, scope))
    }
  }

  // snippet: sentry screens
  @MainActor func reportScreens<Tab, Route>(_ visits: AsyncStream<ScreenVisit<Tab, Route>>) async {
    for await visit in visits {
      let crumb = Breadcrumb(level: .info, category: "navigation")
      crumb.type = "navigation"
      crumb.setData(value: visit.previous?.name, key: "from")
      crumb.setData(value: visit.screen.name, key: "to")
      crumb.setData(value: visit.origin.rawValue, key: "origin")
      SentrySDK.addBreadcrumb(crumb)
      SentrySDK.configureScope { $0.setTag(value: visit.screen.name, key: "screen") }
    }
  }
  // end

  // snippet: sentry attachment
  /// Sends a report of the user, with the log of this session.
  @MainActor func reportProblem<State, Action>(
    _ message: String, log recorder: ActionLogRecorder<State, Action>
  ) async {
    try? await recorder.flush()
    let files = recorder.status.files
    SentrySDK.capture(message: message) { scope in
      for file in files { scope.addAttachment(Attachment(path: file)) }
    }
  }
  // end
}
