package struct DemoOptions: Equatable, Sendable {
  package var state: String?
  package var record: String?
  package var isReset = false
  /// A Boolean value that indicates whether the session reads lines of commands even if the input is a terminal.
  package var usesLines = false
  /// The path of the recorded session to play, or `nil` to read commands from standard input.
  package var session: String?
  /// A Boolean value that indicates whether time advances only with the command `wait`, and problems are written to
  /// standard output. The processes of a played session have this option.
  package var isScripted = false
  /// The line number that messages use for the first line of input. The processes of a played session have this option.
  package var firstLine = 1

  static let names = ["--state", "--record", "--reset", "--lines", "--play"]

  package init() {}

  /// Reads the arguments; returns `nil` if they request help.
  init?(_ arguments: ArraySlice<String>) throws {
    var list = ArgumentList(arguments)
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
      case .option(let name): throw UsageError(unknownOption: name, among: Self.names + ["--help"])
      case .word(let word): throw UsageError(unknown: "argument", word, among: Self.names)
      }
    }
    if session != nil, state != nil || isReset {
      throw UsageError("--play uses a temporary state file. Remove --state and --reset.")
    }
  }
}
