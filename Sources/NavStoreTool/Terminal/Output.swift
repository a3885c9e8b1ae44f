internal import NavStoreInspection

/// The output of a session: responses on standard output, and problems on standard error.
///
/// A response ends with an empty line. In a session without a prompt, it contains no other empty lines. Therefore, a
/// program that controls a session can detect the end of each response.
struct Output {
  /// A Boolean value that indicates whether problems are written to standard output, after the lines of their response,
  /// instead of standard error.
  let isMerged: Bool
  private(set) var failure: ExitStatus?

  init(isMerged: Bool) {
    self.isMerged = isMerged
  }

  mutating func write(_ response: Response) {
    let lines = isMerged ? response.lines + response.problems : response.lines
    if !isMerged, !response.problems.isEmpty {
      Descriptor.standardError.write(response.problems.map { $0.terminalSafe + "\n" }.joined())
    }
    print(lines.map { $0.terminalSafe + "\n" }.joined() + "\n")
  }

  mutating func prompt() {
    print("> ")
  }

  private mutating func print(_ text: String) {
    // The reason for the first failure is also the reason for the later ones.
    guard failure == nil else { return }
    do throws(ExitStatus) { try Descriptor.print(text) } catch { failure = error }
  }

  func status(_ status: ExitStatus, isSaved: Bool) -> ExitStatus {
    if status != .success { return status }
    return isSaved ? failure ?? .success : .notSaved
  }
}

/// The output of a session for one command: lines, and problems that occurred.
struct Response {
  var lines: [String] = []
  var problems: [String] = []
}
