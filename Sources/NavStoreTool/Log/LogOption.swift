internal import NavStore

/// An option of `navstore log`, as the help shows it.
enum LogOption: String, CaseIterable, Sendable {
  case backRule = "--back-rule"
  case color = "--color"
  case action = "--action"
  case tab = "--tab"
  case origin = "--origin"
  case from = "--from"
  case until = "--until"
  case mark = "--mark"
  case speed = "--speed"
  case json = "--json"
  case last = "--last"
  case atDivergence = "--at-divergence"
  case complete = "--complete"
  case by = "--by"
  case format = "--format"
  case limit = "--limit"
  case minimize = "--minimize"
  case tabType = "--tab-type"
  case routeType = "--route-type"

  /// What stands for its value; nil for one that takes none.
  var value: String? {
    switch self {
    case .backRule: "RULE"
    case .color: "WHEN"
    case .action, .mark: "NAME"
    case .tab: "TAB"
    case .origin: "ORIGIN"
    case .from, .until, .limit: "N"
    case .speed: "X"
    case .atDivergence: "WHAT"
    case .by: "case|route"
    case .format: "mermaid|dot"
    case .tabType, .routeType: "TYPE"
    case .json, .last, .complete, .minimize: nil
    }
  }

  var usage: String { value.map { "\(rawValue) \($0)" } ?? rawValue }

  var purpose: String {
    switch self {
    case .backRule:
      "the way back that the app has, in the place of the log's: \(BackRule.allCases.map(\.rawValue).joined(separator: ", "))"
    case .color: "always, never, or auto: in a terminal, unless NO_COLOR is set"
    case .action: "only actions of that name, for example push; may be given more than once, as may the next two"
    case .tab: "only what happened while the tab was selected, or what names it"
    case .origin: "only what came from there, for example user or deeplink"
    case .from: "begin at transaction N"
    case .until: "end with transaction N"
    case .mark: "only what lies between the mark of that name and the next mark"
    case .speed: "with the pauses of the recording, X times as fast"
    case .json: "one line of JSON for each transaction"
    case .last: "only the last state"
    case .atDivergence:
      "stop (the default), keepGoing with the replay's state, or adoptRecorded, the log's next whole state"
    case .complete: "a log that lacks its beginning or its end is a finding too"
    case .by: "screens by the case of their route, or each route by itself (default: case)"
    case .format: "how the graph is written (default: mermaid)"
    case .limit: "how many to show at most; the others are counted"
    case .minimize: "leave out the actions that do not matter for the outcome"
    case .tabType: "the name of the app's type of tabs (default: AppTab)"
    case .routeType: "the name of the app's type of routes (default: Route)"
    }
  }
}
