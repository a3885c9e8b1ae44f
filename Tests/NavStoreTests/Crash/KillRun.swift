import Foundation
import NavStore
import NavStoreInspection
import NumberedStates

/// A sequence of processes that save to one file. Each process is killed at a random instant.
struct KillRun {
  /// The files that a process finds at its start.
  enum InitialFiles: CaseIterable {
    /// The files that the process before it left.
    case asLeft
    /// A truncated current file. The load or the first save moves it aside.
    case damaged
    /// A file of another program in place of the current file.
    case foreign
    /// A file of an older version that cannot be migrated. The first save moves it aside.
    case unreadable
    /// A file of an older version that can be migrated. Often the previous generation is of an older version, too.
    case older
    /// A truncated current file, and a previous generation of an older version.
    case damagedOverOlder
  }

  /// The phase in which a process was killed, according to its output.
  enum Phase: CaseIterable {
    /// The load, which migrates states and moves files aside.
    case loading
    /// The save of the loaded state in the current version, or the save of the first new state.
    case firstSave
    case laterSaves
  }

  /// The files at the start of a process, and the contents among them that must survive.
  private struct Start {
    let files: InitialFiles
    /// Contents that no process may destroy.
    var protectedContents: Data?
    /// Contents that only two newer generations may replace.
    var older: Data?
  }

  private(set) var violations: [String] = []
  /// How many kills left a temporary file.
  private(set) var killsWithTemporaryFile = 0
  /// How many kills happened after the current generation was linked as the previous one, and before it was replaced.
  private(set) var halfRotated = 0
  /// The highest number of a state that the run has put in a file, loaded or seen acknowledged.
  private(set) var newest = 0
  /// How many kills there were, by the initial files of the process and by the phase of the kill.
  private(set) var killCounts: [InitialFiles: [Phase: Int]] = [:]

  private let directory: TemporaryDirectory
  private var generator: SplitMix64
  private var kills = 0
  /// The lowest number that the next load may return; 0 if no state can be loaded.
  private var expected = 0
  /// Unusable contents of the current file, which remain until they are moved aside.
  private var unmoved: Data?

  init(seed: UInt64) throws {
    directory = try TemporaryDirectory()
    generator = SplitMix64(seed: seed)
  }

  private var path: String { directory.path("a.state") }

  /// Kills a process while it saves, and checks the files that it leaves.
  mutating func kill() throws {
    kills += 1
    let start = try begin()
    let loadsFirst = !generator.once(in: 4)
    var arguments = ["write", path, "--mode", loadsFirst ? "loading" : "safe", "--from", "\(newest + 1)"]
    arguments += ["--size", "\(letters())"]
    let writer = try CrashWriter(arguments)
    // If the files were changed, most of the work is in the load and the first save.
    let acknowledged = try writer.kill(
      afterAcknowledgements: Int.random(in: 1...(start.files == .asLeft ? 7 : 3), using: &generator),
      spinning: Int.random(in: 0...2_000_000, using: &generator))
    let saves = acknowledged.count - (loadsFirst ? 2 : 1)
    killCounts[start.files, default: [:]][saves < 0 ? .loading : saves == 0 ? .firstSave : .laterSaves, default: 0] += 1
    expected = max(acknowledged.last ?? 0, expected)
    try checkFiles(after: start)
  }

  private mutating func letters() -> Int { Int.random(in: 10...200_000, using: &generator) }

  // MARK: - Before

  private mutating func begin() throws -> Start {
    let current = directory.bytes("a.state")
    if let unmoved, current == unmoved { return Start(files: .unreadable, protectedContents: unmoved) }
    var start = Start(files: pickInitialFiles(hasCurrent: current != nil))
    switch start.files {
    case .asLeft: return start
    case .damaged: try replaceCurrent(with: cut(current), &start)
    case .foreign: try replaceCurrent(with: Data("not ours, \(kills)".utf8), &start)
    case .unreadable:
      // No migration starts from version 0, and the payload `{}` has no member that the other steps require.
      let version = generator.below(3)
      let state = Envelope(
        schema: version, revision: kills, payload: version == 0 ? Data("older".utf8) : Data("{}".utf8))
      try replaceCurrent(with: state.encode(), &start)
    case .older:
      if generator.once(in: 2) { try putOlder("a.state.previous", &start) }
      try putOlder("a.state", &start)
      expected = newest
    case .damagedOverOlder:
      try putOlder("a.state.previous", &start)
      try replaceCurrent(with: cut(current), &start)
    }
    return start
  }

  private mutating func pickInitialFiles(hasCurrent: Bool) -> InitialFiles {
    guard hasCurrent else { return kills == 1 ? .asLeft : generator.pick(.asLeft, .older) }
    return generator.pick(
      .asLeft, .asLeft, .asLeft, .older, .older, .older, .damagedOverOlder, .damaged, .foreign, .unreadable)
  }

  private mutating func cut(_ bytes: Data?) -> Data {
    guard let bytes, bytes.count > 1 else { return Data() }
    return bytes.dropLast(1 + generator.below(bytes.count - 1))
  }

  /// Replaces the current file by unusable contents.
  private mutating func replaceCurrent(with protectedContents: Data, _ start: inout Start) throws {
    let previous = directory.bytes("a.state.previous").flatMap { try? Envelope.open($0) }
    try put(protectedContents, "a.state")
    start.protectedContents = protectedContents
    unmoved = protectedContents
    expected = previous?.revision ?? 0
  }

  /// Puts a newer state in a file, in the form of an older version of the app.
  private mutating func putOlder(_ name: String, _ start: inout Start) throws {
    newest += 1
    let older = NumberedState(newest, letters: letters())
      .fileContents(version: 1 + generator.below(2), after: directory.bytes("a.state.previous"))
    try put(older, name)
    start.older = older
  }

  /// Puts bytes in a new file.
  ///
  /// After a kill between the link and the rename, both generations are names of one file until the next save. A write
  /// in place would change both.
  private func put(_ bytes: Data, _ name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: directory.path(name)), options: .atomic)
  }

  // MARK: - After

  private mutating func checkFiles(after start: Start) throws {
    let names = directory.names
    if names.contains("a.state.tmp") { killsWithTemporaryFile += 1 }
    let generations = ["a.state", "a.state.previous"].map(directory.bytes)
    if let current = generations[0], current == generations[1] { halfRotated += 1 }
    // A kill leaves at most the two generations, temporary files of the process, a file that was moved aside, an empty
    // file that reserves a name, and the lock file of the load.
    if names.count > 7 { recordViolation("\(names)") }
    if let older = start.older, !generations.contains(older) {
      let number = try Envelope.open(older).revision
      let newer = generations.compactMap { $0.flatMap { try? Envelope.open($0) } }
        .filter { $0.schema == NumberedState.schema.version && $0.revision >= number }
      if newer.count < 2 { recordViolation("the older state is gone before two newer states are saved: \(names)") }
    }

    let (state, report) = Self.file(try FileStorage(path: path)).load { try NumberedState(payload: $0) }
    let number = state?.number ?? 0
    if number < expected { recordViolation("\(number) after \(expected)\n\(report)") }
    let aside = directory.names.filter { $0.hasPrefix("a.state.aside-") }
    if let protectedContents = start.protectedContents {
      let holders = ["a.state", "a.state.previous"] + aside
      if !holders.contains(where: { directory.bytes($0) == protectedContents }) {
        recordViolation("the unusable contents are gone: \(directory.names)")
      }
    } else if !aside.isEmpty || report.findings.contains(where: { $0.reason != .missing }) {
      // A kill does not damage a generation, and a usable generation is not moved aside.
      recordViolation("\(aside) \(report)")
    }
    for name in aside { try directory.remove(name) }
    newest = max(number, expected, newest)
    expected = max(number, expected)
  }

  private mutating func recordViolation(_ text: String) { violations.append("kill \(kills): \(text)") }

  private static func file(_ storage: FileStorage) -> SavedStateStore {
    SavedStateStore(storage: storage, schema: NumberedState.schema) { _ = try NumberedState(payload: $0) }
  }

  /// Checks that the next saves remove the temporary files of the killed processes.
  mutating func end() throws {
    do {
      let save = Self.file(try FileStorage(path: path))
      for _ in 1...2 {
        newest += 1
        _ = try save.save(NumberedState(newest).payload(), revision: newest)
      }
    }
    let names = directory.names.filter { !$0.hasPrefix("a.state.aside-") && $0 != "a.state.navstore-owner" }
    if names != ["a.state", "a.state.previous"] { violations.append("after the last saves: \(directory.names)") }
  }

  /// A description of how many kills happened in each phase.
  var summary: String {
    let parts = InitialFiles.allCases.map { files in
      "\(files) \(Phase.allCases.map { "\(killCounts[files]?[$0] ?? 0)" }.joined(separator: "/"))"
    }
    return parts.joined(separator: ", ") + " (in the load/the first save/later); "
      + "\(killsWithTemporaryFile) left a temporary file, "
      + "\(halfRotated) happened between keeping the previous generation and the rename"
  }
}
