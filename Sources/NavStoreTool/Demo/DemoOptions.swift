/// What the arguments of `navstore demo` ask for.
package struct DemoOptions: Equatable, Sendable {
  /// The file that keeps the state, or nil for the usual place.
  package var state: String?
  /// The file that the actions are recorded in, or nil to record nothing.
  package var record: String?
  /// Whether to begin with the initial state.
  package var isReset = false
  /// Whether to read lines of commands in a terminal, too, instead of taking its whole screen.
  package var usesLines = false
  /// The recorded session to play, or nil to read commands from standard input.
  package var session: String?
  /// Whether time stands still except while the session waits, and messages go to standard output. For a played
  /// session.
  package var isScripted = false
  /// The number of the first line of input, for messages. For a played session.
  package var firstLine = 1

  package init() {}
}
