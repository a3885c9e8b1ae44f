/// The output of a session: responses on standard output, and problems on standard error.
///
/// A response ends with an empty line and contains no other one, so a program that controls a session can find its end.
struct Output {
  /// Whether problems are written to standard output too, after the lines of their response.
  let isMerged: Bool
  /// Whether standard output can be written. It is `false` after its reader has closed it.
  private(set) var isOpen = true

  init(isMerged: Bool) {
    self.isMerged = isMerged
  }

  /// Writes a response.
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

/// The output of a session for one command.
struct Response {
  var lines: [String] = []
  var problems: [String] = []
}
