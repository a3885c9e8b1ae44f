/// Where a session's responses go: standard output, and standard error for what went wrong.
///
/// Every response ends with an empty line, and has none inside, so that a program that talks to a session knows when to
/// go on.
struct Output {
  /// Whether messages go to standard output too, in their place between the responses.
  let isMerged: Bool
  /// False once nobody reads any more.
  private(set) var isOpen = true

  init(isMerged: Bool) {
    self.isMerged = isMerged
  }

  /// Writes one response.
  mutating func write(_ response: Response) {
    let lines = isMerged ? response.lines + response.problems : response.lines
    if !isMerged, !response.problems.isEmpty {
      Descriptor.standardError.write(response.problems.map { $0.terminalSafe + "\n" }.joined())
    }
    isOpen = Descriptor.standardOutput.write(lines.map { $0.terminalSafe + "\n" }.joined() + "\n") && isOpen
  }

  mutating func prompt() {
    isOpen = Descriptor.standardOutput.write("> ") && isOpen
  }
}

/// What a session says after a command.
struct Response {
  var lines: [String] = []
  var problems: [String] = []
}
