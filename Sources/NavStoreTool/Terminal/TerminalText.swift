extension Unicode.Scalar {
  /// How many columns of a terminal it takes: two for the wide ones of East Asia and for emoji, none for what is put on
  /// the character before, else one.
  ///
  /// As terminals count that know of no clusters, which are most: each scalar by itself.
  package var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // The vowels and ends of Korean syllables in parts stand on their beginnings.
    if (0x1160...0x11FF).contains(value) { return 0 }
    // Of a flag each half is one, though together they are an emoji.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// What `EastAsianWidth.txt` of Unicode has as wide and full-width, in whole blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension Character {
  /// How many columns of a terminal it takes.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension String {
  /// How many columns of a terminal it takes.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// The longest beginning that takes at most so many columns; with a mark at its end if something was cut.
  package func cut(toColumns limit: Int) -> String {
    if columns <= limit { return self }
    guard limit > 0 else { return "" }
    return beginning(ofColumns: limit - 1) + "…"
  }

  /// The longest end that takes at most so many columns.
  package func end(ofColumns limit: Int) -> String {
    String(String(reversed()).beginning(ofColumns: limit).reversed())
  }

  /// The words that fit into a row, with the space behind them; everything if that fits, and if no word does, what
  /// does.
  func firstRow(ofColumns limit: Int) -> String {
    let row = beginning(ofColumns: limit)
    guard row.count < count, let space = row.lastIndex(of: " ") else { return row }
    return String(row[...space])
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
  /// The text with spaces behind it, up to a width.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text with spaces before it, up to a width.
  func indented(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
