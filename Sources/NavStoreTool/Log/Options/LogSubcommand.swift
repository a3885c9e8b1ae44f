internal import NavStoreInspection

package enum LogSubcommand: String, CaseIterable, Sendable {
  case show, replay, verify, stats, diff, graph, test, backtest, report

  var purpose: String {
    switch self {
    case .show: "a line for each event"
    case .replay: "the state after each transaction"
    case .verify: "whether the actions still lead to the recorded states"
    case .stats: "counts of actions and screens, time on screens, depth, size"
    case .diff: "the steps that only one of two logs has, and the first difference"
    case .graph: "the screens, and the actions that led from one to another"
    case .test: "the actions as the source code of a Swift test"
    case .backtest: "what changed rules would change in the recorded sessions of a folder"
    case .report: "a page for a browser that shows the session step by step"
    }
  }

  var explanation: String {
    switch self {
    case .show:
      """
      Shows each event in one line: number, seconds since the beginning, origin, action, and what the action changed.
      Missing and damaged events are shown in their place. With --json, the output is a table for queries over many
      sessions, and what is missing or damaged is reported on standard error.
      """
    case .replay:
      """
      Applies the actions to the first state of the log, and shows the state after each transaction. Compares the
      fingerprint of each state with the recorded fingerprint.
      """
    case .verify:
      """
      Replays the log, and shows every divergence with its differences, every gap and every damaged line. A killed
      process can leave an incomplete last line, which is shown but is not a finding. A log that contains nothing to
      compare its states with is not verified.
      """
    case .stats:
      """
      Counts actions by kind and origin, the visits of each screen and their durations, the depth of the stacks, taps on
      the selected tab, time and bytes. Several logs are counted together.
      """
    case .diff:
      """
      Compares two logs. Shows the first difference with the states, and all transactions that only one of the logs has,
      or that were moved. These do not shift the other transactions.
      """
    case .graph:
      """
      Draws a graph of the screens and of the actions that led from one to another, with counts, for Markdown viewers
      (Mermaid) or Graphviz (DOT).
      """
    case .test:
      """
      Writes the transactions of a log as a test that uses TestStore. The test ends at the first divergence, and expects
      the recorded state or its fingerprint, so it fails. Without a divergence, it ends in the last recorded state, and
      passes. --minimize leaves out each action that is not needed to get there.
      """
    case .backtest:
      """
      Replays each log of a folder twice: by the rules that it was recorded with, and by changed rules. Shows how many
      sessions differ in what their users saw, by the kind of their first difference: what the action leads to now, and
      what it led to. Each kind names the log that differs after the fewest transactions. FOLDER/*.navlog are read,
      and a session may have several files.
      """
    case .report:
      """
      Writes a session report: one HTML file that opens from the disk and loads nothing else. It shows the screens and
      the state after each step, a graph of the screens, and figures. The file is named after the log, with the
      extension .html; the report of a pipe is written to standard output. An existing report is replaced, unless the
      new one would show nothing; any other file is kept. With --follow, an open page shows the session while the app
      records it.
      """
    }
  }

  var files: ClosedRange<Int> {
    switch self {
    case .show, .verify, .stats, .graph: 1...Int.max
    case .replay, .test, .backtest, .report: 1...1
    case .diff: 2...2
    }
  }

  var filesUsage: String {
    if self == .backtest { return "FOLDER" }
    return switch files {
    case 1...1: "FILE"
    case 2...2: "FILE FILE"
    default: "FILE…"
    }
  }

  var options: [LogOption] {
    switch self {
    case .show: [.action, .tab, .origin, .from, .until, .mark, .json, .backRule, .color]
    case .replay: [.from, .until, .speed, .atDivergence, .last, .json, .backRule, .color]
    case .verify: [.complete, .backRule, .color]
    case .stats: [.from, .until, .by, .limit, .backRule]
    case .diff: [.backRule, .color]
    case .graph: [.from, .until, .by, .format, .limit, .backRule]
    case .test: [.from, .until, .last, .minimize, .tabType, .routeType, .backRule]
    case .backtest: [.backRule, .maxDepth, .maxVisits, .limit, .json]
    case .report: [.output, .follow, .compare, .without, .from, .until, .limit, .tabType, .routeType, .backRule]
    }
  }

  /// The condition for exit status 1, as the text that follows "1" in the help.
  var finding: String {
    switch self {
    case .verify: "if the log has findings"
    case .diff: "if the logs differ"
    case .replay:
      "if a state differs from the recorded state, the replay could not be finished, or the options select nothing"
    case .show, .stats, .graph, .report:
      "if a part of a log could not be read or replayed, or the options select nothing"
    case .test: "if the log contains no transactions to test"
    case .backtest: "if a session differs, a log could not be replayed, or the folder contains no logs"
    }
  }

  /// What differs from status 130 after Ctrl-C, as the text that follows "Ctrl-C" in the help.
  var endAfterInterrupt: String { self == .report ? ", but 0 or 1 with --follow, after a last report" : "" }

  var defaultLimit: Int {
    switch self {
    case .graph: 50
    case .report: ReportOptions().limit
    default: 20
    }
  }
}
