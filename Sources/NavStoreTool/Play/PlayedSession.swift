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

/// Plays a recorded session in processes that are killed between its acts, and checks that each next one restores what
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
  private var acknowledged: Fingerprint?
  /// What the processes that have ended counted.
  private var total = Tally()
  /// What the present one has counted so far.
  private var tally = Tally()
  /// The empty lines and headings since the last command, which count for the line numbers in messages.
  private var skippedLines = 0

  /// - Parameter log: Where the actions are recorded; nil for a file that goes with the folder.
  init(_ script: SessionScript, folder: TemporaryFolder, log: String?, signals: Descriptor?) {
    self.script = script
    self.folder = folder
    self.log = log ?? folder.path + "/session.navlog"
    self.signals = signals
  }

  /// Plays all acts. Throws an ``ExitStatus`` if something is not as it should be.
  mutating func play() throws {
    for (index, act) in script.acts.enumerated() {
      var child = try start(act)
      do {
        try begin(&child, isRestart: index > 0)
        for line in act.lines { try play(line, &child) }
        if index < script.acts.count - 1 { try kill(&child) } else { try end(&child) }
      } catch {
        child.killAtOnce()
        throw error
      }
    }
    show(["In all: \(total.changes.counting("change")), \(total.saves.counting("save"))."])
    try verify()
  }

  // MARK: Acts

  private func start(_ act: SessionScript.Act) throws -> ChildProcess {
    let arguments = [
      "demo", "--scripted-time", "--first-line", "\(act.firstLine)", "--state", folder.path + "/session.state",
      "--record", log,
    ]
    guard let child = ChildProcess(arguments: arguments) else { throw failure("the process cannot be started") }
    return child
  }

  private mutating func begin(_ child: inout ChildProcess, isRestart: Bool) throws {
    let expected = acknowledged
    try hear(&child)
    guard isRestart else { return }
    guard let expected, let acknowledged, expected == acknowledged else {
      let names = [expected, acknowledged].map { $0?.description ?? "nothing" }
      show(["MISMATCH: \(names[0]) was acknowledged as saved, and \(names[1]) was restored."])
      throw ExitStatus.mismatch
    }
    show(["The restored state equals the one that was acknowledged as saved: \(expected)."])
  }

  private mutating func play(_ line: SessionScript.Line, _ child: inout ChildProcess) throws {
    if let interruption { throw interruption }
    switch line {
    case .command(let text):
      // The lines before it are sent only now: a process that was told to quit would not take them.
      try ask(String(repeating: "\n", count: skippedLines) + text, &child)
      skippedLines = 0
    case .heading(let text):
      show(["== \(text)"])
      skippedLines += 1
    case .pause:
      skippedLines += 1
    }
  }

  private mutating func kill(_ child: inout ChildProcess) throws {
    try ask("status", &child)
    child.killAtOnce()
    show(["--- The process was killed (SIGKILL). Not saved, and so lost: \(tally.unsaved.counting("change")). ---"])
    countUp()
  }

  private mutating func end(_ child: inout ChildProcess) throws {
    child.closeInput()
    while let answer = child.readAnswer() { note(answer) }
    guard child.wait() == .success else { throw interruption ?? failure("the process did not end well") }
    countUp()
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
          show(["MISMATCH: \(path) leads to other states than were recorded. \"navstore log verify\" tells how."])
          throw ExitStatus.mismatch
        }
        actions += report.appliedActions
        verified += report.verified
      } catch let error as ActionLogError {
        throw failure("\(error)")
      }
    }
    show([
      "The logs of the \(logs.count.counting("session")) hold \(actions.counting("action")). Replayed, they lead to the same "
        + "states: \(verified) of \(verified) verified."
    ])
  }

  // MARK: Answers

  private mutating func ask(_ line: String, _ child: inout ChildProcess) throws {
    child.write(line)
    try hear(&child)
  }

  /// Reads an answer and shows it.
  private mutating func hear(_ child: inout ChildProcess) throws {
    guard let answer = child.readAnswer() else {
      throw interruption ?? failure("the process ended before the session did")
    }
    note(answer)
  }

  private mutating func note(_ answer: [String]) {
    // The echo of a command is not an answer to it.
    for line in answer where !line.hasPrefix("> ") {
      if let fingerprint = Fingerprint(endOf: line) { acknowledged = fingerprint }
      if let tally = Tally(line) { self.tally = tally }
      if line.hasPrefix(DemoRecording.beginning) { logs.append(String(line.dropFirst(DemoRecording.beginning.count))) }
    }
    show(answer.map { $0.replacing(folder.path, with: "<temporary folder>") })
  }

  private mutating func countUp() {
    total += tally
    tally = Tally()
    skippedLines = 0
  }

  private func show(_ lines: [String]) {
    Descriptor.standardOutput.write(lines.map { $0.shown + "\n" }.joined() + "\n")
  }

  private func failure(_ message: String) -> ExitStatus {
    Descriptor.tell("\(message).")
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
