internal import NavStore

/// What an event of a log is called in a line of output.
struct EventWords {
  let names: NarrationNames<JSONText, JSONText>
  private let reducer: NavigationReducer<JSONText, JSONText>

  init(_ log: NavigationLog) {
    reducer = log.reducer
    names = NarrationNames(tab: \.words, root: { _ in nil }, screen: \.words, maxDepth: log.rules.maxDepth)
  }

  /// Applies an action to a copy of the state, and tells what that did.
  func narrate(_ action: LoggedAction, on state: inout LoggedState) -> String {
    let before = state
    let outcome = reducer.apply(action, to: &state)
    // The demo's narration, which is for any tabs and routes.
    return Narration(action: action, outcome: outcome, before: before, after: state, names: names).sentence
  }

  /// Seconds with three digits: `12.340`.
  static func seconds(_ time: Duration) -> String {
    let milliseconds = Int64(time / .milliseconds(1))
    let digits = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(digits)"
  }

  static func words(for gap: LogGap) -> String {
    let numbers =
      gap.numbers.count == 1
      ? "transaction \(gap.numbers.lowerBound) is"
      : "transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are"
    return "\(numbers) missing" + (gap.isRecorded ? ": the recorder could not write them" : "")
  }

  static func words(for line: DamagedLine, of log: NavigationLog) -> String {
    let file = log.log.paths.contains(line.file) ? log.name : line.file.shown
    return "\(file), line \(line.line): \("\(line.reason)".shown)"
  }

  static func words(for action: UndecodableAction) -> String {
    "\(action.action.description.printable(limit: 60)) is no action of a navigation: \(action.reason.printable(limit: 100))"
  }
}
