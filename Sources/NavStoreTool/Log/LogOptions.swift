package import NavStore

/// What the arguments of `navstore log` ask for.
package struct LogOptions: Equatable, Sendable {
  package enum Color: String, CaseIterable, Sendable {
    case always, never, auto
  }

  package enum Format: String, CaseIterable, Sendable {
    case mermaid, dot
  }

  package var files: [String] = []
  /// The rule in the place of the one that the log names.
  package var backRule: BackRule?
  package var color = Color.auto
  package var actions: Set<String> = []
  package var tabs: Set<String> = []
  package var origins: Set<String> = []
  package var from: Int?
  package var until: Int?
  package var mark: String?
  /// Nil to wait for nothing.
  package var speed: Double?
  package var isJSON = false
  package var isLastOnly = false
  package var atDivergence = ReplayOptions.DivergencePolicy.stop
  package var requiresEnd = false
  package var grouping = ScreenGrouping.case
  package var format = Format.mermaid
  package var limit: Int
  package var minimizes = false
  package var tabType = "AppTab"
  package var routeType = "Route"

  package init(_ subcommand: LogSubcommand = .show) {
    limit = subcommand.defaultLimit
  }

  /// Reads the arguments behind the name of the subcommand; nil when they ask for help. Throws a ``UsageError``.
  init?(_ subcommand: LogSubcommand, _ arguments: ArraySlice<String>) throws {
    self.init(subcommand)
    var list = ArgumentList(arguments)
    while let argument = try list.next() {
      switch argument {
      case .word(let file): files.append(file)
      case .option("--help"), .option("-h"): return nil
      case .option(let name):
        guard let option = LogOption(rawValue: name), subcommand.options.contains(option) else {
          throw UsageError(unknown: "option", name, among: subcommand.options.map(\.rawValue) + ["--help"])
        }
        try read(option, &list)
      }
    }
    try check(subcommand)
  }

  private mutating func read(_ option: LogOption, _ list: inout ArgumentList) throws {
    switch option {
    case .backRule: backRule = try list.choice(BackRule.self)
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
      // Beyond these the pauses are none, or longer than any clock.
      guard let value = Double(text), value >= 0.001, value <= 1_000_000 else {
        throw UsageError("--speed needs a number from 0.001 to 1000000, and was given \"\(text)\".")
      }
      speed = value
    case .json: isJSON = true
    case .last: isLastOnly = true
    case .atDivergence: atDivergence = try list.choice(ReplayOptions.DivergencePolicy.self)
    case .complete: requiresEnd = true
    case .by: grouping = try list.choice(ScreenGrouping.self)
    case .format: format = try list.choice(Format.self)
    case .limit: limit = try list.number(atLeast: 1)
    case .minimize: minimizes = true
    case .tabType: tabType = try list.typeName()
    case .routeType: routeType = try list.typeName()
    }
  }

  private func check(_ subcommand: LogSubcommand) throws {
    if files.count < subcommand.files.lowerBound {
      throw UsageError(
        subcommand.files.lowerBound == 1 ? "log \(subcommand.rawValue) needs a file." : "log diff needs two files.")
    }
    if files.count > subcommand.files.upperBound {
      throw UsageError("log \(subcommand.rawValue) takes \(subcommand.filesUsage), and was given more.")
    }
    if files.count(where: NavigationLog.isStandardInput) > 1 {
      throw UsageError("standard input can be read once only.")
    }
    if let from, let until, from > until { throw UsageError("--from \(from) is after --until \(until).") }
    if speed != nil, isLastOnly { throw UsageError("--last waits for nothing: leave out --speed.") }
  }
}
