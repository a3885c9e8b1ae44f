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

  /// Reads the arguments after `demo`.
  ///
  /// - Returns: `nil` if the arguments ask for help.
  /// - Throws: A ``UsageError``.
  init?(_ arguments: ArraySlice<String>) throws {
    var list = ArgumentList(arguments)
    let names = ["--state", "--record", "--reset", "--lines", "--play", "--help"]
    while let argument = try list.next() {
      switch argument {
      case .option("--state"): state = try list.value()
      case .option("--record"): record = try list.value()
      case .option("--play"): session = try list.value()
      case .option("--reset"): isReset = true
      case .option("--lines"): usesLines = true
      case .option("--scripted-time"): isScripted = true
      case .option("--first-line"): firstLine = try list.number(atLeast: 1)
      case .option("--help"), .option("-h"):
        try list.requireNoValue()
        return nil
      case .option(let name): throw UsageError(unknown: "option", name, among: names)
      case .word(let word): throw UsageError(unknown: "argument", word, among: names)
      }
    }
    if session != nil, state != nil || isReset {
      throw UsageError("--play uses a state file of its own: leave out --state and --reset.")
    }
  }
}
