internal import NavStore
internal import NavStoreInspection

/// A row of `navtool log show --json`: one event of a session. Each column has one type, a string or an integer, and is
/// absent where it does not apply.
struct EventRow: Encodable {
  let session: String
  /// The type of the event, as the key `t` of a log.
  let event: String
  let transaction: Int
  /// Milliseconds since 1970-01-01 00:00 UTC.
  let time: Int64
  var origin: String?
  var action: String?
  var text: String?
  var outcome: String?
  var tab: String?
  var screen: String?
  var route: String?
  var name: String?
  /// JSON as a string, because it has a different type in each app.
  var note: String?
  /// JSON as a string.
  var info: String?
}

/// The rows of one log.
final class EventRows {
  private let output: ReportOutput
  private let reducer: NavigationReducer<JSONText, JSONText>
  private var session = ""
  private var began: Int64 = 0
  private var screens = ScreenNames(.case)
  private var routes = ScreenNames(.route)

  init(_ log: NavigationLog, _ output: ReportOutput) {
    self.output = output
    reducer = log.reducer
  }

  func begin(_ header: LogHeader) {
    session = header.session
    began = header.began
  }

  func write(
    _ event: String, _ number: Int, _ time: Duration, _ complete: (inout EventRow) -> Void = { _ in }
  ) throws {
    // The sum of two times from a log can be too large.
    let instant = began.addingReportingOverflow(time.wholeMilliseconds)
    var row = EventRow(
      session: session, event: event, transaction: number, time: instant.overflow ? .max : instant.partialValue)
    complete(&row)
    try output.write(String(decoding: try CanonicalJSONEncoder().encode(row), as: UTF8.self).printableJSON)
  }

  /// Adds the visible screen of a state to a row.
  func show(_ state: LoggedState, in row: inout EventRow) {
    row.tab = state.selectedTab.fullText
    row.screen = screens.name(of: state)
    if state.top != nil { row.route = routes.name(of: state) }
  }

  /// Applies an action to a state, and returns the outcome: `changed`, `exit`, or the reason why nothing changed.
  func outcome(of action: LoggedAction, on state: inout LoggedState) -> String {
    switch reducer.apply(action, to: &state) {
    case .changed, .pathChanged: "changed"
    case .unchanged(let reason): "\(reason)"
    case .exit: "exit"
    }
  }
}
