internal import NavStore

/// The states and actions of a session, and what a report shows of them.
protocol ReportSubject {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  func navigation(in state: State) -> LoggedState?

  func index(of action: Action, in tables: inout ReportTables) -> Int

  /// Hashes an action, so that equal actions of two sessions have equal hashes.
  func hash(_ action: Action, into hasher: inout Hasher)

  /// Returns a sentence about each action of a transaction. The navigation `before` is `nil` if it is unknown or does
  /// not exist.
  func sentences(for actions: [Action], from before: LoggedState?, to after: LoggedState?) -> [String]

  func text(for action: UndecodableAction) -> String
  func text(for line: DamagedLine) -> String
}

/// The log of a navigation, which is replayed without the app.
struct LogSubject: ReportSubject {
  private let log: NavigationLog
  private let formatter: EventFormatter

  init(_ log: NavigationLog) {
    self.log = log
    formatter = EventFormatter(log)
  }

  func navigation(in state: LoggedState) -> LoggedState? { state }

  func index(of action: LoggedAction, in tables: inout ReportTables) -> Int {
    let json = (try? CanonicalJSONEncoder().encode(action)) ?? Array("null".utf8)
    return tables.action(json) {
      let text = LoggedActionText(action, text: \.fullText)
      return (text.displayText, text.name)
    }
  }

  func hash(_ action: LoggedAction, into hasher: inout Hasher) {
    hasher.combine(action)
  }

  func sentences(for actions: [LoggedAction], from before: LoggedState?, to after: LoggedState?) -> [String] {
    guard var state = before else { return actions.map { _ in "" } }
    return actions.map { formatter.describe($0, on: &state) }
  }

  func text(for action: UndecodableAction) -> String { EventFormatter.text(for: action) }
  func text(for line: DamagedLine) -> String { EventFormatter.text(for: line, of: log) }
}
