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
  /// A Boolean value that indicates whether a difference begins in this line. The second line of a pair of an expected
  /// and an actual value does not begin a difference.
  var beginsDifference: Bool

  static let limit = 60
  static let width = 160

  static func context(_ text: String, at position: DifferencePosition) -> DifferenceLine {
    DifferenceLine(mark: .context, indent: position.indent, text: text, beginsDifference: false)
  }

  /// Returns the lines as text. If there are more lines than ``limit``, the last line contains the number of the
  /// differences that are omitted.
  static func text(of lines: [DifferenceLine]) -> String {
    var end = min(limit, lines.count)
    // The text does not end between the two lines of a pair.
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

/// The lines between an opening and a closing line. Consecutive unchanged parts are shown as one line with their
/// number.
struct DifferenceRows {
  let position: DifferencePosition
  private var lines: [DifferenceLine] = []
  private var unchanged = 0

  init(in position: DifferencePosition) {
    self.position = position
  }

  /// Adds the lines of a part. A part without lines is unchanged.
  mutating func add(_ lines: [DifferenceLine]) {
    if lines.isEmpty {
      unchanged += 1
    } else {
      collapse()
      self.lines += lines
    }
  }

  mutating func addUnchanged(_ count: Int) {
    unchanged += count
  }

  private mutating func collapse() {
    guard unchanged > 0 else { return }
    lines.append(.context("… (\(unchanged) unchanged)", at: position.child()))
    unchanged = 0
  }

  mutating func enclosed(_ opening: String, _ closing: String) -> [DifferenceLine] {
    guard lines.contains(where: \.beginsDifference) else { return [] }
    collapse()
    return [.context(position.before + opening, at: position)] + lines + [
      .context(closing + position.after, at: position)
    ]
  }
}

struct DifferencePosition {
  var before = ""
  var after = ""
  var indent = 0
  var depth = 0

  func child(_ label: String = "", after: String = ",") -> DifferencePosition {
    // The indent is limited, so that the lines of deeply nested values have enough space for the values.
    DifferencePosition(before: label, after: after, indent: min(indent + 2, 32), depth: depth + 1)
  }

  func payload(of name: String) -> DifferencePosition {
    DifferencePosition(before: "\(before).\(name)(", after: ")\(after)", indent: indent, depth: depth + 1)
  }
}
