/// A line of a difference.
struct DifferenceLine {
  enum Mark: String {
    case context = " "
    case expected = "−"
    case actual = "+"
    case moved = "~"
  }

  var mark: Mark
  let indent: Int
  let text: String
  /// Whether a difference begins here, for their count: the second line of a pair does not begin one.
  var beginsDifference: Bool

  static let limit = 60
  static let width = 160

  static func context(_ text: String, at place: Place) -> DifferenceLine {
    DifferenceLine(mark: .context, indent: place.indent, text: text, beginsDifference: false)
  }

  /// The lines below each other; beyond the limit, how many more differences there are.
  static func text(of lines: [DifferenceLine]) -> String {
    var end = min(limit, lines.count)
    // A pair stays together.
    while end > 0, end < lines.count, lines[end].mark == .actual, !lines[end].beginsDifference { end -= 1 }
    let more = lines[end...].count(where: \.beginsDifference)
    var texts = lines.prefix(more == 0 ? lines.count : end).map(\.description)
    if more > 0 { texts.append("  … and \(more) more \(more == 1 ? "difference" : "differences")") }
    return texts.joined(separator: "\n")
  }
}

extension DifferenceLine: CustomStringConvertible {
  var description: String {
    let line = "\(mark.rawValue) \(String(repeating: " ", count: indent))\(text)"
    return line.count > Self.width ? line.prefix(Self.width - 1) + "…" : line
  }
}
