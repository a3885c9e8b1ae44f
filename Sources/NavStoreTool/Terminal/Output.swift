/// Where a session's answers go: standard output, and standard error for what went wrong.
///
/// Every answer ends with an empty line, and has none inside, so that a program that talks to a session knows when to
/// go on.
struct Output {
  /// Whether messages go to standard output too, in their place between the answers.
  let isMerged: Bool
  /// False once nobody reads any more.
  private(set) var isOpen = true

  init(isMerged: Bool) {
    self.isMerged = isMerged
  }

  /// Writes one answer.
  mutating func write(_ answer: Answer) {
    let lines = isMerged ? answer.lines + answer.problems : answer.lines
    if !isMerged, !answer.problems.isEmpty {
      Descriptor.standardError.write(answer.problems.map { $0.shown + "\n" }.joined())
    }
    isOpen = Descriptor.standardOutput.write(lines.map { $0.shown + "\n" }.joined() + "\n") && isOpen
  }

  mutating func prompt() {
    isOpen = Descriptor.standardOutput.write("> ") && isOpen
  }
}

/// What a session says after a command.
struct Answer {
  var lines: [String] = []
  var problems: [String] = []
}
