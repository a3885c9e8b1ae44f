internal import NavStore

extension String {
  package var terminalSafe: String { printable(limit: 65_536) }
}
