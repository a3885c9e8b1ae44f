extension Differ {
  /// By line, unchanged ones collapsed.
  mutating func lineByLine(_ expected: String, _ actual: String, at place: Place) -> [DifferenceLine] {
    var rows = DifferenceRows(in: place)
    var numbers: [Substring: Int] = [:]
    let (old, new) = (expected.lines, actual.lines)
    let hunks = Alignment.hunks(
      expected: old.map { numbers.number(of: $0) }, actual: new.map { numbers.number(of: $0) }
    ).hunks
    var x = 0
    for hunk in hunks {
      rows.addUnchanged(hunk.expected.lowerBound - x)
      let (removed, added) = (old[hunk.expected], new[hunk.actual])
      for (mark, texts, others) in [(DifferenceLine.Mark.expected, removed, added), (.actual, added, removed)] {
        for (index, text) in texts.enumerated() {
          let other = index < others.count ? others[others.startIndex + index] : ""
          rows.add([line(mark, String(text).cut(besides: String(other)).shownAsLine, at: place.child(after: ""))])
        }
      }
      x = hunk.expected.upperBound
    }
    rows.addUnchanged(old.count - x)
    return rows.enclosed("\"\"\"", "\"\"\"")
  }
}

extension Literal {
  /// The text, where the value is one.
  var wholeText: String? { self as? String ?? (self as? Substring).map(String.init) }
}

extension String {
  var hasLines: Bool { utf8.contains(UInt8(ascii: "\n")) }

  fileprivate var lines: [Substring] {
    // Not by characters: a carriage return and a line feed are one.
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
  }

  /// The line with what one would not see in it.
  fileprivate var shownAsLine: String {
    guard last == " " else { return isEmpty ? "(empty line)" : escapedForOneLine }
    return String(dropLast()).escapedForOneLine + "\\u{20}"
  }
}
