package import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

package struct EventFormatter {
  private let names: DescriptionNames<JSONText, JSONText>
  private let reducer: NavigationReducer<JSONText, JSONText>

  package init(_ log: NavigationLog) {
    reducer = log.reducer
    let texts = TextCache()
    names = DescriptionNames(
      tab: texts.displayText, root: { _ in nil }, screen: texts.displayText, maxDepth: log.rules.maxDepth)
  }

  package func describe(_ action: LoggedAction, on state: inout LoggedState) -> String {
    let before = state
    let outcome = reducer.apply(action, to: &state)
    return ActionDescription(action: action, outcome: outcome, before: before, after: state, names: names).sentence
  }

  /// Returns a duration in seconds with three digits after the decimal point, such as `12.340`.
  package static func seconds(_ time: Duration) -> String {
    let milliseconds = time.wholeMilliseconds
    let digits = String(1_000 + milliseconds % 1_000).dropFirst()
    return "\(milliseconds / 1_000).\(digits)"
  }

  package static func text(for gap: LogGap) -> String {
    let isSingle = gap.numbers.count == 1
    let missing =
      isSingle
      ? "transaction \(gap.numbers.lowerBound) is missing"
      : "transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are missing"
    return missing + (gap.isRecorded ? ": the recorder could not write \(isSingle ? "it" : "them")" : "")
  }

  package static func text(for line: DamagedLine, of log: NavigationLog) -> String {
    let file = log.log.paths.contains(line.file) ? log.name : line.file.terminalSafe
    return "\(file), line \(line.line): \("\(line.reason)".terminalSafe)"
  }

  package static func text(for action: UndecodableAction) -> String {
    "\(action.action.description.printable(limit: 60)) is not an action of a navigation: "
      + action.reason.printable(limit: 100)
  }

  package static func text(for header: LogHeader) -> String {
    var text = "session \(header.session.printable(limit: 60))"
    if header.part > 1 { text += ", part \(header.part)" }
    if let began = header.formattableBeginning {
      text += ", began \(Date(timeIntervalSince1970: Double(began) / 1_000).formatted(.iso8601))"
    }
    text += ", schema \(header.schema)"
    return text + (header.information.map { ", " + $0.canonicalText.printable(limit: 120) } ?? "")
  }

  package static func text(forReplacementBy state: LoggedState) -> String { "the state became \(state.displayText)" }

  package static func text(forResumingAfter number: Int) -> String {
    "continues from the recorded state after transaction \(number)"
  }

  package static func text(forEndBefore part: Int?) -> String { part.map { "continues in part \($0)" } ?? "end" }
}

extension Duration {
  /// The number of whole milliseconds. A division of durations would be inexact: the quotient can be slightly less than
  /// a whole number.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}

extension LogHeader {
  /// The start in milliseconds since 1970, or `nil` if the value is too large for a date.
  package var formattableBeginning: Int64? { began.magnitude < 200_000_000_000_000 ? began : nil }
}

extension JSONValue {
  package var canonicalText: String { (try? canonicalBytes).map { String(decoding: $0, as: UTF8.self) } ?? "?" }
}

/// A cache of the short strings that represent tabs and routes.
private final class TextCache {
  private var texts: [JSONText: String] = [:]
  private static let limit = 10_000

  func displayText(of value: JSONText) -> String {
    if let text = texts[value] { return text }
    if texts.count >= Self.limit { texts.removeAll() }
    let text = value.displayText
    texts[value] = text
    return text
  }
}
