internal import NavStoreInspection

/// The output of a session: responses on standard output, and problems on standard error.
///
/// A response ends with an empty line. In a session without a prompt, it contains no other empty lines. Therefore, a
/// program that controls a session can detect the end of each response.
struct Output {
  /// A Boolean value that indicates whether problems are written to standard output, after the lines of their response,
  /// instead of standard error.
  let isMerged: Bool
  /// A Boolean value that indicates whether standard output can be written to. `false` after its reader has closed the
  /// pipe.
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

/// The output of a session for one command: lines, and problems that occurred.
struct Response {
  var lines: [String] = []
  var problems: [String] = []
}
