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

  static func context(_ text: String, at position: DifferencePosition) -> DifferenceLine {
    DifferenceLine(mark: .context, indent: position.indent, text: text, beginsDifference: false)
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

/// The lines between an opening and a closing one, each run of unchanged parts in one line.
struct DifferenceRows {
  let position: DifferencePosition
  private var lines: [DifferenceLine] = []
  private var unchanged = 0

  init(in position: DifferencePosition) {
    self.position = position
  }

  /// Adds what a part differs in; no lines are an unchanged part.
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

  /// All lines; none if no part differs.
  mutating func enclosed(_ opening: String, _ closing: String) -> [DifferenceLine] {
    guard lines.contains(where: \.beginsDifference) else { return [] }
    collapse()
    return [.context(position.before + opening, at: position)] + lines + [
      .context(closing + position.after, at: position)
    ]
  }
}

/// Where in a difference a value stands.
struct DifferencePosition {
  /// What stands before the value in its line, and after it.
  var before = ""
  var after = ""
  var indent = 0
  var depth = 0

  /// The position of a member or element of the value that stands here.
  func child(_ label: String = "", after: String = ",") -> DifferencePosition {
    // A narrow line is left where values are nested deep.
    DifferencePosition(before: label, after: after, indent: min(indent + 2, 32), depth: depth + 1)
  }

  /// The position of the one value in the payload of the case that stands here.
  func payload(of name: String) -> DifferencePosition {
    DifferencePosition(before: "\(before).\(name)(", after: ")\(after)", indent: indent, depth: depth + 1)
  }
}
