package import NavStore
internal import NavStoreInspection

package struct LogOptions: Equatable, Sendable {
  package enum Color: String, CaseIterable, Sendable {
    case always, never, auto
  }

  package enum Format: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  package var files: [String] = []
  /// The back rule of the app, or `nil` to use the rule that the log contains. For a back-test, the changed rule.
  package var backRule: BackRule?
  package var maxDepth: Int?
  package var maxVisits: Int?
  package var color = Color.auto
  package var actions: Set<String> = []
  package var tabs: Set<String> = []
  package var origins: Set<String> = []
  package var from: Int?
  package var until: Int?
  package var mark: String?
  /// The speed of the replay, relative to the recording, or `nil` for a replay without pauses.
  package var speed: Double?
  package var isJSON = false
  package var isLastOnly = false
  /// The largest number of transactions of a test, or `nil` for all.
  package var count: Int?
  package var atDivergence = ReplayOptions.DivergencePolicy.stop
  package var requiresEnd = false
  package var grouping = ScreenGrouping.case
  package var format = Format.mermaid
  package var limit: Int
  /// The path of the report, `-` for standard output, or `nil` for the default.
  package var output: String?
  package var follows = false
  package var other: String?
  /// The numbers of transactions that a second session, beside the first one, is without.
  package var leftOut: Set<Int> = []
  package var minimizes = false
  package var tabType = "AppTab"
  package var routeType = "Route"

  package init(_ subcommand: LogSubcommand = .show) {
    limit = subcommand.defaultLimit
  }

  /// Reads the arguments; returns `nil` if they request help.
  init?(_ subcommand: LogSubcommand, _ arguments: ArraySlice<String>) throws {
    self.init(subcommand)
    var list = ArgumentList(arguments)
    while let argument = try list.next() {
      switch argument {
      case .word(let file): files.append(file)
      case .option("--help"), .option("-h"): return nil
      case .option(let name):
        guard let option = LogOption(rawValue: name), subcommand.options.contains(option) else {
          throw UsageError(unknownOption: name, among: subcommand.options.map(\.rawValue) + ["--help"])
        }
        try read(option, of: subcommand, &list)
      }
    }
    try check(subcommand)
  }

  private mutating func read(
    _ option: LogOption, of subcommand: LogSubcommand, _ list: inout ArgumentList
  ) throws {
    switch option {
    case .backRule: backRule = try list.choice(BackRule.self)
    case .maxDepth: maxDepth = try list.number(atLeast: 0)
    case .maxVisits: maxVisits = try list.number(atLeast: 1)
    case .color: color = try list.choice(Color.self)
    case .action:
      let name = try list.value()
      guard LoggedAction.names.contains(name) else {
        throw UsageError(unknown: "action", name, among: LoggedAction.names)
      }
      actions.insert(name)
    case .tab: tabs.insert(try list.value())
    case .origin: origins.insert(try list.value())
    case .from: from = try list.number(atLeast: 1)
    case .until: until = try list.number(atLeast: 0)
    case .mark: mark = try list.value()
    case .speed:
      let text = try list.value()
      // With a speed outside this range, the pauses would be zero or would exceed the range of a clock.
      guard let value = Double(text), value >= 0.001, value <= 1_000_000 else {
        throw UsageError("--speed needs a number from 0.001 to 1000000, but has the value \"\(text)\".")
      }
      speed = value
    case .json: isJSON = true
    case .last where subcommand == .test: count = try list.number(atLeast: 1)
    case .last: isLastOnly = true
    case .atDivergence: atDivergence = try list.choice(ReplayOptions.DivergencePolicy.self)
    case .complete: requiresEnd = true
    case .by: grouping = try list.choice(ScreenGrouping.self)
    case .format: format = try list.choice(Format.self)
    case .limit: limit = try list.number(atLeast: 1)
    case .output: output = try list.value()
    case .follow: follows = true
    case .compare: other = try list.value()
    case .without: leftOut.insert(try list.number(atLeast: 1))
    case .minimize: minimizes = true
    case .tabType: tabType = try list.typeName()
    case .routeType: routeType = try list.typeName()
    }
  }

  private func check(_ subcommand: LogSubcommand) throws {
    let noun = subcommand == .backtest ? "folder" : "file"
    if files.count < subcommand.files.lowerBound {
      throw UsageError(
        "log \(subcommand.rawValue) needs \(subcommand.files.lowerBound == 1 ? "a \(noun)" : "two files").")
    }
    if files.count > subcommand.files.upperBound {
      throw UsageError(
        "log \(subcommand.rawValue) accepts \(subcommand.files.upperBound == 1 ? "one \(noun)" : "two files"), but "
          + "\(files.count) are named.")
    }
    if subcommand == .backtest, backRule == nil, maxDepth == nil, maxVisits == nil {
      throw UsageError("log backtest needs a changed rule: --back-rule, --max-depth or --max-visits.")
    }
    if (files + [other].compactMap(\.self)).count(where: NavigationLog.isStandardInput) > 1 {
      throw UsageError("standard input can be read only once, but is named twice.")
    }
    if let from, let until, from > until { throw UsageError("--from \(from) is after --until \(until).") }
    if !leftOut.isEmpty {
      if other != nil { throw UsageError("--without and --compare both show a second session. Remove one of them.") }
      if follows { throw UsageError("--without needs the whole log. Remove --follow.") }
      if let number = leftOut.first(where: { $0 < from ?? 1 || $0 > until ?? .max }) {
        throw UsageError("transaction \(number) is not in the part that --from and --until select.")
      }
    }
    if speed != nil, isLastOnly { throw UsageError("--speed has no effect with --last. Remove one of them.") }
  }
}

enum LogOption: String, CaseIterable, Sendable {
  case backRule = "--back-rule"
  case maxDepth = "--max-depth"
  case maxVisits = "--max-visits"
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
  case output = "--output"
  case follow = "--follow"
  case compare = "--compare"
  case without = "--without"
  case minimize = "--minimize"
  case tabType = "--tab-type"
  case routeType = "--route-type"

  private func value(in subcommand: LogSubcommand) -> String? {
    switch self {
    case .last where subcommand == .test: "N"
    case .backRule: "RULE"
    case .color: "WHEN"
    case .action, .mark: "NAME"
    case .tab: "TAB"
    case .output, .compare: "FILE"
    case .origin: "ORIGIN"
    case .from, .until, .limit, .maxDepth, .maxVisits, .without: "N"
    case .speed: "X"
    case .atDivergence: "WHAT"
    case .by: "case|route"
    case .format: "mermaid|dot"
    case .tabType, .routeType: "TYPE"
    case .json, .last, .complete, .follow, .minimize: nil
    }
  }

  func usage(in subcommand: LogSubcommand) -> String {
    value(in: subcommand).map { "\(rawValue) \($0)" } ?? rawValue
  }

  func purpose(in subcommand: LogSubcommand) -> String {
    switch self {
    case .last where subcommand == .test: "only the last N transactions"
    case .maxDepth: "the changed largest number of screens in a path"
    case .maxVisits: "the changed largest number of visits that the rule fullHistory keeps"
    case .backRule:
      (subcommand == .backtest
        ? "the changed back rule: " : "the back rule of the app, instead of the rule in the log: ")
        + BackRule.allCases.map(\.rawValue).joined(separator: ", ")
    case .color: "always, never, or auto: in a terminal, unless NO_COLOR is set"
    case .action: "only actions with this name, for example push; --action, --tab and --origin can be repeated"
    case .tab: "only events while the tab was selected, and actions that name it"
    case .origin: "only actions of this origin, for example user or deeplink"
    case .from: "begin at transaction N"
    case .until: "end with transaction N"
    case .mark: "only events between the mark with this name and the next mark"
    case .speed: "replay with the pauses of the recording, X times as fast"
    case .json where subcommand == .backtest: "write a line of JSON for each kind of difference"
    case .json: "write a line of JSON for each transaction or event"
    case .last: "show only the last state"
    case .atDivergence:
      "stop (the default), keepGoing from the state of the replay, or adoptRecorded, to continue from the log's next "
        + "whole state"
    case .complete: "require the beginning and the end of the log"
    case .by: "count screens by the case of their route, or each route separately (default: case)"
    case .format: "the language of the graph (default: mermaid)"
    case .limit: "the largest number of rows, screens, steps or kinds that are shown"
    case .output: "the file of the report; \"-\" is standard output"
    case .compare: "also show the log FILE, side by side, each step next to the one that corresponds to it"
    case .without: "also show the session without transaction N, side by side; the option can be repeated"
    case .follow: "write the report again whenever the log has grown, until the log ends or Ctrl-C"
    case .minimize: "leave out actions that have no influence on the result"
    case .tabType: "the type of the app's tabs (default: AppTab)"
    case .routeType: "the type of the app's routes (default: Route)"
    }
  }
}

/// The rule that determines which routes are shown as one screen in statistics and graphs.
package enum ScreenGrouping: String, CaseIterable, Sendable {
  /// All routes of the same enum case are one screen. For example, every song is the same screen.
  case `case`
  case route
}
