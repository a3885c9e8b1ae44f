internal import NavStore

extension String {
  /// The string in one line of at most 65,536 characters, in which every character that could control a terminal is
  /// escaped.
  package var terminalSafe: String { printable(limit: 65_536) }
}
