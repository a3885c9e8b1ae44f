internal import NavStore

extension String {
  /// The text in one line, in which every character that could control a terminal is escaped.
  package var terminalSafe: String { printable(limit: 65_536) }
}

extension Duration {
  /// The number of whole milliseconds. A division of durations would be rounded, and can be below a whole number.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
