import NavStore
import NavStoreTool
import Testing

@Suite struct LogOptionsTests {
  private func log(_ subcommand: LogSubcommand, _ change: (inout LogOptions) -> Void = { _ in }) -> Invocation {
    var options = LogOptions(subcommand)
    options.files = ["a"]
    change(&options)
    return .log(subcommand, options)
  }

  @Test func `arguments are read in any order`() throws {
    #expect(try Invocation(arguments: ["log", "show", "a"]) == log(.show))
    #expect(
      try Invocation(arguments: ["log", "show", "--from", "3", "a", "--action=push", "--action", "pop", "--until=7"])
        == log(.show) {
          ($0.from, $0.until, $0.actions) = (3, 7, ["push", "pop"])
        })
    #expect(try Invocation(arguments: ["log", "show", "--", "a", "-b"]) == log(.show) { $0.files = ["a", "-b"] })
    #expect(try Invocation(arguments: ["log", "diff", "a", "-"]) == log(.diff) { $0.files = ["a", "-"] })
    #expect(
      try Invocation(arguments: ["log", "replay", "a", "--speed", "0.5", "--json", "--at-divergence", "keepGoing"])
        == log(.replay) {
          ($0.speed, $0.isJSON, $0.atDivergence) = (0.5, true, .keepGoing)
        })
    #expect(
      try Invocation(arguments: ["log", "graph", "a", "--format=dot", "--by=route", "--limit=5"])
        == log(.graph) {
          ($0.format, $0.grouping, $0.limit) = (.dot, .route, 5)
        })
    #expect(
      try Invocation(arguments: ["log", "verify", "a", "--back-rule", "fullHistory", "--color", "never", "--complete"])
        == log(.verify) {
          ($0.backRule, $0.color, $0.requiresEnd) = (.fullHistory, .never, true)
        })
    #expect(
      try Invocation(arguments: ["log", "test", "--last", "40", "--minimize", "a"])
        == log(.test) {
          ($0.count, $0.minimizes) = (40, true)
        })
    #expect(
      try Invocation(arguments: ["log", "backtest", "--back-rule=none", "a", "--max-depth", "0", "--max-visits=9"])
        == log(.backtest) {
          ($0.backRule, $0.maxDepth, $0.maxVisits) = (BackRule.none, 0, 9)
        })
    #expect(try Invocation(arguments: ["log", "replay", "--last", "a"]) == log(.replay) { $0.isLastOnly = true })
    #expect(try Invocation(arguments: ["log", "--help"]) == .logHelp(nil))
    #expect(try Invocation(arguments: ["log", "stats", "--limit", "3", "-h"]) == .logHelp(.stats))
  }

  @Test(arguments: [
    ([], "log needs one of show, replay, verify, stats, diff, graph, test, backtest, report."),
    (["verfy", "a"], #"unknown log command "verfy". Did you mean "verify"?"#),
    (["show"], "log show needs a file."),
    (["diff", "a"], "log diff needs two files."),
    (["backtest", "--max-depth=3"], "log backtest needs a folder."),
    (["backtest", "--max-depth=3", "a", "b"], "log backtest accepts one folder, but 2 are named."),
    (["backtest", "a"], "log backtest needs a changed rule: --back-rule, --max-depth or --max-visits."),
    (["backtest", "a", "--max-visits=0"], #"--max-visits needs a whole number of at least 1, but has the value "0"."#),
    (["verify", "--max-depth=3", "a"], #"unknown option "--max-depth". It is an option of "log backtest"."#),
    (["replay", "a", "b"], "log replay accepts one file, but 2 are named."),
    (["diff", "a", "b", "c"], "log diff accepts two files, but 3 are named."),
    (["diff", "-", "/dev/stdin"], "standard input can be read only once, but is named twice."),
    (["show", "--form", "3", "a"], #"unknown option "--form". Did you mean "--from"?"#),
    (["stats", "--speed", "3", "a"], #"unknown option "--speed". It is an option of "log replay"."#),
    (["show", "a", "--action", "psuh"], #"unknown action "psuh". Did you mean "push"?"#),
    (["show", "a", "--from"], "--from needs a value."),
    (["show", "a", "--from", "0"], #"--from needs a whole number of at least 1, but has the value "0"."#),
    (["show", "a", "--from", "9", "--until", "8"], "--from 9 is after --until 8."),
    (["replay", "a", "--json=1"], #"--json accepts no value, but has the value "1"."#),
    (["replay", "a", "--speed", "nan"], #"--speed needs a number from 0.001 to 1000000, but has the value "nan"."#),
    (["replay", "a", "--speed", "2", "--last"], "--speed has no effect with --last. Remove one of them."),
    (
      ["report", "a", "--without", "3", "--compare", "b"],
      "--without and --compare both show a second session. Remove one of them."
    ),
    (["report", "a", "--without", "3", "--follow"], "--without needs the whole log. Remove --follow."),
    (
      ["report", "a", "--without", "3", "--from", "4"],
      "transaction 3 is not in the part that --from and --until select."
    ),
    (["test", "a", "--last"], "--last needs a value."),
    (["graph", "a", "--format", "svg"], #"--format needs one of mermaid, dot, but has the value "svg"."#),
    (["show", "a", "--color", "blue"], #"--color needs one of always, never, auto, but has the value "blue"."#),
  ])
  func `a message names the wrong argument`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: ["log"] + arguments) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["Route", "_Tab", "Shop.Route", "App.Shop.Route", "Étape", "路線", "R2"])
  func `a type is named by identifiers`(name: String) throws {
    #expect(try Invocation(arguments: ["log", "test", "a", "--tab-type", name]) == log(.test) { $0.tabType = name })
    #expect(
      try Invocation(arguments: ["log", "report", "a", "--route-type", name]) == log(.report) { $0.routeType = name })
  }

  @Test(arguments: [
    "a b", "9", "9a", "Foo<", "Foo<Bar>", "A.", ".A", "A..B", "A-B", "A;B", "[A]", "A?", "class", "Self", "A.Type", "_",
    "A\n", "\u{202E}A", "A\u{200B}", "\u{301}A", "`A`", "A,B", "$A", "👍",
  ])
  func `a name that is no identifier is refused`(name: String) {
    for option in ["--tab-type", "--route-type"] {
      let error = #expect(throws: UsageError.self) { try Invocation(arguments: ["log", "test", "a", option, name]) }
      #expect(
        error?.description == "\(option) needs the name of a type, such as Route or Shop.Route, but has the value "
          + "\"\(name)\". Declare a typealias for any other type.")
    }
  }

  @Test(arguments: LogSubcommand.allCases)
  func `the help of a command fits a terminal and contains its options and exit status`(subcommand: LogSubcommand) {
    let help = Usage.log(subcommand)
    let input = subcommand == .backtest ? "FOLDER" : "FILE"
    #expect(help.hasPrefix("usage: navtool log \(subcommand.rawValue) [OPTION…] \(input)"))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(help.contains("exit status: 0 for success; 1 if "))
    #expect(help.contains("  --back-rule RULE      "))
    #expect(Usage.log.contains("\n  \(subcommand.rawValue) "))
  }
}
