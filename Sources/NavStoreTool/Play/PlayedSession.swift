internal import NavStore
internal import NavStoreInspection

/// A player for a recorded session. Each segment of the session runs in a new process, which is killed at the end of
/// every segment but the last.
///
/// The player checks that each process restores the state that the previous process reported as saved, and that the
/// replay of each log leads to the recorded states.
struct PlayedSession {
  private let script: SessionScript
  private let folder: TemporaryFolder
  /// The path of the log. If a file exists at the path, the process records to a file with the next free number.
  private let log: String
  private var logs: [String] = []
  private let signals: Descriptor?
  private var savedState: StateFingerprint?
  private var total = SaveCounts()
  private var counts = SaveCounts()
  /// The number of empty lines and headings since the last command. These lines must be sent to the process, because
  /// the line numbers in its messages include them.
  private var skippedLines = 0

  init(_ script: SessionScript, folder: TemporaryFolder, log: String?, signals: Descriptor?) {
    self.script = script
    self.folder = folder
    self.log = log ?? folder.path + "/session.navlog"
    self.signals = signals
  }

  mutating func play() throws {
    for (index, segment) in script.segments.enumerated() {
      var child = try start(segment)
      do {
        try begin(&child, isRestart: index > 0)
        for line in segment.lines { try play(line, &child) }
        if index < script.segments.count - 1 { try kill(&child) } else { try end(&child) }
      } catch {
        child.killImmediately()
        throw error
      }
    }
    try write(["Total: \(total.changes.counting("change")), \(total.saves.counting("save"))."])
    try verify()
  }

  // MARK: Segments

  private func start(_ segment: SessionScript.Segment) throws -> ChildProcess {
    let arguments = [
      "demo", "--scripted-time", "--first-line", "\(segment.firstLine)", "--state", folder.path + "/session.state",
      "--record", log,
    ]
    guard let child = ChildProcess(arguments: arguments) else { throw failure("the process cannot be started") }
    return child
  }

  private mutating func begin(_ child: inout ChildProcess, isRestart: Bool) throws {
    let expected = savedState
    try receive(&child)
    guard isRestart else { return }
    guard let expected, let savedState, expected == savedState else {
      let states = [expected, savedState].map { $0.map { "state \($0)" } ?? "no state" }
      try write(["MISMATCH: \(states[0]) was saved, but \(states[1]) was restored."])
      throw ExitStatus.mismatch
    }
    try write(["The restored state equals the saved state: \(expected)."])
  }

  private mutating func play(_ line: SessionScript.Line, _ child: inout ChildProcess) throws {
    if let interruption { throw interruption }
    switch line {
    case .command(let text):
      // Skipped lines are sent together with the next command, because a process does not read lines that follow
      // `quit`.
      try send(String(repeating: "\n", count: skippedLines) + text, &child)
      skippedLines = 0
    case .heading(let text):
      try write(["== \(text)"])
      skippedLines += 1
    case .empty:
      skippedLines += 1
    }
  }

  private mutating func kill(_ child: inout ChildProcess) throws {
    try send("status", &child)
    child.killImmediately()
    try write(["--- The process was killed (SIGKILL) and lost \(counts.unsaved.counting("unsaved change")). ---"])
    addCounts()
  }

  private mutating func end(_ child: inout ChildProcess) throws {
    child.closeInput()
    while let response = child.readResponse() { try record(response) }
    guard child.wait() == .success else { throw interruption ?? failure("the process ended with an error") }
    addCounts()
  }

  private var interruption: ExitStatus? {
    signals?.readIfReady()?.first.map { .signal(Int32($0)) }
  }

  // MARK: Logs

  private func verify() throws {
    var (actions, verified) = (0, 0)
    for path in logs {
      do {
        let report = try ActionLog(path: path).replay(
          DemoRecording.schema, reducer: NavigationReducer(rules: DemoReducer.rules, reportingTo: nil))
        guard report.isFaithful, report.verified == report.applied else {
          try write([
            "MISMATCH: the replay of \(path) led to a state that differs from the recorded state. "
              + "\"navtool log verify\" shows the differences."
          ])
          throw ExitStatus.mismatch
        }
        actions += report.appliedActions
        verified += report.verified
      } catch let error as ActionLogError {
        throw failure("\(error)")
      }
    }
    try write([
      "The logs of the \(logs.count.counting("session")) contain \(actions.counting("action")). Their replay leads to "
        + "the same states: \(verified) of \(verified) verified."
    ])
  }

  // MARK: Responses

  private mutating func send(_ line: String, _ child: inout ChildProcess) throws {
    child.write(line)
    try receive(&child)
  }

  private mutating func receive(_ child: inout ChildProcess) throws {
    guard let response = child.readResponse() else {
      throw interruption ?? failure("the process ended before the end of the session")
    }
    try record(response)
  }

  private mutating func record(_ response: [String]) throws {
    // The echo of a command is not part of its response.
    for line in response where !line.hasPrefix("> ") {
      if let fingerprint = StateFingerprint(endOf: line) { savedState = fingerprint }
      if let counts = SaveCounts(line) { self.counts = counts }
      if line.hasPrefix(DemoRecording.pathPrefix) {
        logs.append(String(line.dropFirst(DemoRecording.pathPrefix.count)))
      }
    }
    try write(response.map { $0.replacing(folder.path, with: "<temporary folder>") })
  }

  private mutating func addCounts() {
    total += counts
    counts = SaveCounts()
    skippedLines = 0
  }

  private func write(_ lines: [String]) throws(ExitStatus) {
    try Descriptor.print(lines.map { $0.terminalSafe + "\n" }.joined() + "\n")
  }

  private func failure(_ message: String) -> ExitStatus {
    Descriptor.report("\(message).")
    return .software
  }
}
