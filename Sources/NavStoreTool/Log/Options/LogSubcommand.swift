/// The subcommands of `navstore log`.
package enum LogSubcommand: String, CaseIterable, Sendable {
  case show, replay, verify, stats, diff, graph, test

  var purpose: String {
    switch self {
    case .show: "what happened, a line for each event"
    case .replay: "the state after each transaction"
    case .verify: "whether the actions still lead to the recorded states"
    case .stats: "actions, screens and the time on them, depth, size"
    case .diff: "the first place where two logs differ"
    case .graph: "screens and what led from one to another"
    case .test: "the actions as a Swift test, to paste"
    }
  }

  /// The description in the help of the subcommand.
  var explanation: String {
    switch self {
    case .show:
      """
      Shows each event in one line: number, seconds since the beginning, origin, action, and what it did. What is missing or
      damaged is shown in its place.
      """
    case .replay:
      """
      Applies the actions to the state that the log begins with, and shows the state after each transaction. Fingerprints are
      compared on the way.
      """
    case .verify:
      """
      Replays the log, and tells every divergence with what differs, every gap and every damaged line. A torn last line, which a
      process that was killed leaves behind, is told and is no finding.
      """
    case .stats:
      """
      Counts the log: actions by kind and origin, how often each screen was shown and for how long, how deep the stacks were, taps
      on the tab that was selected already, time and bytes. Several logs are counted together.
      """
    case .diff:
      """
      Compares two logs transaction by transaction, and shows the first place where their actions differ, or the states that
      these led to, with what differs in the states there.
      """
    case .graph:
      """
      Draws the screens that were shown and what led from one to another, with counts, for Markdown viewers (Mermaid) or Graphviz
      (DOT).
      """
    case .test:
      """
      Writes the transactions of a log as a test that uses TestStore. It ends at the first divergence, and then expects what was
      recorded; --minimize keeps the shortest sequence of actions that leads there.
      """
    }
  }

  /// The number of logs that the subcommand accepts.
  var files: ClosedRange<Int> {
    switch self {
    case .show, .verify, .stats, .graph: 1...Int.max
    case .replay, .test: 1...1
    case .diff: 2...2
    }
  }

  var filesUsage: String {
    switch files {
    case 1...1: "FILE"
    case 2...2: "FILE FILE"
    default: "FILE…"
    }
  }

  var options: [LogOption] {
    switch self {
    case .show: [.action, .tab, .origin, .from, .until, .mark, .backRule, .color]
    case .replay: [.from, .until, .speed, .atDivergence, .last, .json, .backRule, .color]
    case .verify: [.complete, .backRule, .color]
    case .stats: [.from, .until, .by, .limit, .backRule]
    case .diff: [.backRule, .color]
    case .graph: [.from, .until, .by, .format, .limit, .backRule]
    case .test: [.from, .until, .minimize, .tabType, .routeType, .backRule]
    }
  }

  /// The meaning of exit status 1.
  var finding: String {
    switch self {
    case .verify: "if something was found"
    case .diff: "if the logs differ"
    case .replay: "if the replay came to another state than was recorded, or could not be finished"
    case .show:
      "if a part of a log could not be read or replayed, or no log has a tab, origin or mark that was asked for"
    case .stats, .graph: "if a part of a log could not be read or replayed"
    case .test: "if there is nothing to make a test of"
    }
  }

  /// The default number of rows or screens.
  var defaultLimit: Int { self == .graph ? 50 : 20 }
}
