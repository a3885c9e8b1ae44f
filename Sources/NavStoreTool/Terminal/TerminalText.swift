extension Unicode.Scalar {
  /// The number of columns that a terminal uses for the scalar.
  ///
  /// The number is 2 for wide East Asian characters and for emoji, 0 for combining and control characters, and
  /// otherwise 1. The columns of scalars are added, because most terminals do not combine scalars into grapheme
  /// clusters.
  package var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Medial vowels and final consonants of decomposed Korean syllables are drawn in the columns of the initial
    // consonant.
    if (0x1160...0x11FF).contains(value) { return 0 }
    // Each of the two scalars of a flag uses one column, because both together are one emoji.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The wide and full-width characters of Unicode's `EastAsianWidth.txt`, as whole blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension Character {
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension String {
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  package func cut(toColumns limit: Int) -> String {
    if columns <= limit { return self }
    guard limit > 0 else { return "" }
    return beginning(ofColumns: limit - 1) + "…"
  }

  package func end(ofColumns limit: Int) -> String {
    String(String(reversed()).beginning(ofColumns: limit).reversed())
  }

  /// Returns the text as rows, which break at spaces. A word that does not fit in a row is broken at any character.
  package func rows(ofColumns limit: Int) -> [String] {
    var rows: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      let fitting = String(rest).beginning(ofColumns: limit)
      // A character that is wider than a row has a row of its own, which is cut when it is drawn.
      var end = rest.index(rest.startIndex, offsetBy: max(fitting.count, 1))
      if end < rest.endIndex, rest[end] != " ", let space = rest[..<end].lastIndex(of: " ") { end = space }
      rows.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return rows
  }

  private func beginning(ofColumns limit: Int) -> String {
    var rest = limit
    return String(
      prefix { character in
        rest -= character.columns
        return rest >= 0
      })
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  func indented(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
