internal import NavStore

/// Formats the events of a log as text.
struct EventFormatter {
  let names: DescriptionNames<JSONText, JSONText>
  private let reducer: NavigationReducer<JSONText, JSONText>

  init(_ log: NavigationLog) {
    reducer = log.reducer
    names = DescriptionNames(
      tab: \.displayText, root: { _ in nil }, screen: \.displayText, maxDepth: log.rules.maxDepth)
  }

  /// Applies an action to `state`, and returns a sentence that describes the changes that the action made.
  func describe(_ action: LoggedAction, on state: inout LoggedState) -> String {
    let before = state
    let outcome = reducer.apply(action, to: &state)
    return ActionDescription(action: action, outcome: outcome, before: before, after: state, names: names).sentence
  }

  /// Returns a duration in seconds with three digits after the decimal point, such as `12.340`.
  static func seconds(_ time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    let digits = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(digits)"
  }

  static func text(for gap: LogGap) -> String {
    let isSingle = gap.numbers.count == 1
    let missing =
      isSingle
      ? "transaction \(gap.numbers.lowerBound) is missing"
      : "transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are missing"
    return missing + (gap.isRecorded ? ": the recorder could not write \(isSingle ? "it" : "them")" : "")
  }

  static func text(for line: DamagedLine, of log: NavigationLog) -> String {
    let file = log.log.paths.contains(line.file) ? log.name : line.file.terminalSafe
    return "\(file), line \(line.line): \("\(line.reason)".terminalSafe)"
  }

  static func text(for action: UndecodableAction) -> String {
    "\(action.action.description.printable(limit: 60)) is not an action of a navigation: "
      + action.reason.printable(limit: 100)
  }
}
