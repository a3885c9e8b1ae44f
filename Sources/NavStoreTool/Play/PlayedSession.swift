internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Plays a recorded session in processes that are killed between its segments, and checks that each next one restores what
/// the one before had acknowledged as saved.
struct PlayedSession {
  private let script: SessionScript
  private let folder: TemporaryFolder
  /// Where the actions are recorded.
  private let log: String
  /// The log of each process.
  private var logs: [String] = []
  private let signals: Descriptor?
  /// The state that a process told last to be saved or restored.
  private var acknowledged: StateFingerprint?
  /// What the processes that have ended counted.
  private var total = SaveCounts()
  /// What the present one has counted so far.
  private var counts = SaveCounts()
  /// The empty lines and headings since the last command, which count for the line numbers in messages.
  private var skippedLines = 0

  /// - Parameter log: Where the actions are recorded; nil for a file that goes with the folder.
  init(_ script: SessionScript, folder: TemporaryFolder, log: String?, signals: Descriptor?) {
    self.script = script
    self.folder = folder
    self.log = log ?? folder.path + "/session.navlog"
    self.signals = signals
  }

  /// Plays all segments. Throws an ``ExitStatus`` if something is not as it should be.
  mutating func play() throws {
    for (index, segment) in script.segments.enumerated() {
      var child = try start(segment)
      do {
        try begin(&child, isRestart: index > 0)
        for line in segment.lines { try play(line, &child) }
        if index < script.segments.count - 1 { try kill(&child) } else { try end(&child) }
      } catch {
        child.killAtOnce()
        throw error
      }
    }
    write(["In all: \(total.changes.counting("change")), \(total.saves.counting("save"))."])
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
    let expected = acknowledged
    try receive(&child)
    guard isRestart else { return }
    guard let expected, let acknowledged, expected == acknowledged else {
      let names = [expected, acknowledged].map { $0?.description ?? "nothing" }
      write(["MISMATCH: \(names[0]) was acknowledged as saved, and \(names[1]) was restored."])
      throw ExitStatus.mismatch
    }
    write(["The restored state equals the one that was acknowledged as saved: \(expected)."])
  }

  private mutating func play(_ line: SessionScript.Line, _ child: inout ChildProcess) throws {
    if let interruption { throw interruption }
    switch line {
    case .command(let text):
      // The lines before it are sent only now: a process that was told to quit would not take them.
      try send(String(repeating: "\n", count: skippedLines) + text, &child)
      skippedLines = 0
    case .heading(let text):
      write(["== \(text)"])
      skippedLines += 1
    case .empty:
      skippedLines += 1
    }
  }

  private mutating func kill(_ child: inout ChildProcess) throws {
    try send("status", &child)
    child.killAtOnce()
    write(["--- The process was killed (SIGKILL). Not saved, and so lost: \(counts.unsaved.counting("change")). ---"])
    addCounts()
  }

  private mutating func end(_ child: inout ChildProcess) throws {
    child.closeInput()
    while let response = child.readResponse() { record(response) }
    guard child.wait() == .success else { throw interruption ?? failure("the process did not end well") }
    addCounts()
  }

  /// The end that a signal to this process asks for.
  private var interruption: ExitStatus? {
    signals?.readIfReady()?.first.map { .signal(Int32($0)) }
  }

  // MARK: Logs

  /// Replays what the processes have recorded, and compares the states.
  private func verify() throws {
    var (actions, verified) = (0, 0)
    for path in logs {
      do {
        let report = try ActionLog(path: path).replay(
          DemoRecording.schema, reducer: NavigationReducer(rules: DemoReducer.rules))
        guard report.isFaithful, report.verified == report.applied else {
          write(["MISMATCH: \(path) leads to other states than were recorded. \"navstore log verify\" tells how."])
          throw ExitStatus.mismatch
        }
        actions += report.appliedActions
        verified += report.verified
      } catch let error as ActionLogError {
        throw failure("\(error)")
      }
    }
    write([
      "The logs of the \(logs.count.counting("session")) hold \(actions.counting("action")). Replayed, they lead to the same "
        + "states: \(verified) of \(verified) verified."
    ])
  }

  // MARK: Responses

  private mutating func send(_ line: String, _ child: inout ChildProcess) throws {
    child.write(line)
    try receive(&child)
  }

  /// Reads an response and shows it.
  private mutating func receive(_ child: inout ChildProcess) throws {
    guard let response = child.readResponse() else {
      throw interruption ?? failure("the process ended before the session did")
    }
    record(response)
  }

  private mutating func record(_ response: [String]) {
    // The echo of a command is not an response to it.
    for line in response where !line.hasPrefix("> ") {
      if let fingerprint = StateFingerprint(endOf: line) { acknowledged = fingerprint }
      if let counts = SaveCounts(line) { self.counts = counts }
      if line.hasPrefix(DemoRecording.pathPrefix) {
        logs.append(String(line.dropFirst(DemoRecording.pathPrefix.count)))
      }
    }
    write(response.map { $0.replacing(folder.path, with: "<temporary folder>") })
  }

  private mutating func addCounts() {
    total += counts
    counts = SaveCounts()
    skippedLines = 0
  }

  private func write(_ lines: [String]) {
    Descriptor.standardOutput.write(lines.map { $0.terminalSafe + "\n" }.joined() + "\n")
  }

  private func failure(_ message: String) -> ExitStatus {
    Descriptor.report("\(message).")
    return .software
  }
}

/// A new empty folder that nobody else uses.
struct TemporaryFolder {
  let path: String

  init?() {
    let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(place)/navstore-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder with what is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
