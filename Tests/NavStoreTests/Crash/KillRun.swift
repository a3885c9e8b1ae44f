import Foundation
import NavStore
import NavStoreInspection
import NumberedStates

/// Processes that save to one file, one after the other, each killed at a random instant.
struct KillRun {
  /// What a process finds when it begins.
  enum Beginning: CaseIterable {
    /// What the one before left.
    case asLeft
    /// The current file cut off, so that the load or the first save moves it aside.
    case damaged
    /// Somebody else's file in its place.
    case foreign
    /// A file of an older version that cannot be brought up to date, so that the first save moves it aside.
    case unreadable
    /// A file of an older version that migrations lead from, and often a previous generation of one, too.
    case older
    /// The current file cut off, and the previous generation of an older version.
    case damagedOverOlder
  }

  /// What a process was at when it was killed, as far as it has told.
  enum Phase: CaseIterable {
    /// The load, which migrates and moves aside.
    case loading
    /// The save of what was loaded in today's form, or of the first new state.
    case firstSave
    case laterSaves
  }

  /// What a process is begun with.
  private struct Start {
    let beginning: Beginning
    /// What nobody may destroy.
    var evidence: Data?
    /// What only two newer generations may replace.
    var older: Data?
  }

  private(set) var complaints: [String] = []
  /// How many temporary files the killed left behind.
  private(set) var litter = 0
  /// How many kills came after the current generation had become the previous one, too, and before it was replaced.
  private(set) var halfRotated = 0
  /// The newest state that anything was begun for.
  private(set) var newest = 0
  /// How often a process began in each way, and what it was killed at.
  private(set) var begun: [Beginning: [Phase: Int]] = [:]

  private let directory: TemporaryDirectory
  private var generator: SplitMix64
  private var kills = 0
  /// What has to be loaded at least; 0 if there is nothing that can be.
  private var expected = 0
  /// What stands in the file's place until a save moves it aside.
  private var unmoved: Data?

  init(seed: UInt64) throws {
    directory = try TemporaryDirectory()
    generator = SplitMix64(seed: seed)
  }

  private var path: String { directory.path("a.state") }

  /// Lets a process save until it is killed, and looks at what it leaves.
  mutating func kill() throws {
    kills += 1
    let start = try begin()
    let loadsFirst = !generator.once(in: 4)
    var arguments = ["write", path, "--mode", loadsFirst ? "loading" : "safe", "--from", "\(newest + 1)"]
    arguments += ["--size", "\(letters())"]
    let writer = try CrashWriter(arguments)
    // Over a file that is not as it was left, the load and the first save do the most.
    let acknowledged = try writer.kill(
      afterAcknowledgements: Int.random(in: 1...(start.beginning == .asLeft ? 7 : 3), using: &generator),
      spinning: Int.random(in: 0...2_000_000, using: &generator))
    let saves = acknowledged.count - (loadsFirst ? 2 : 1)
    begun[start.beginning, default: [:]][saves < 0 ? .loading : saves == 0 ? .firstSave : .laterSaves, default: 0] += 1
    expected = max(acknowledged.last ?? 0, expected)
    try look(at: start)
  }

  private mutating func letters() -> Int { Int.random(in: 10...200_000, using: &generator) }

  // MARK: - Before

  private mutating func begin() throws -> Start {
    let current = directory.bytes("a.state")
    if let unmoved, current == unmoved { return Start(beginning: .unreadable, evidence: unmoved) }
    var start = Start(beginning: pickBeginning(hasCurrent: current != nil))
    switch start.beginning {
    case .asLeft: return start
    case .damaged: try spoil(with: cut(current), &start)
    case .foreign: try spoil(with: Data("not ours, \(kills)".utf8), &start)
    case .unreadable:
      // Of a version that no step begins with, or without what a step needs.
      let version = generator.below(3)
      let state = Envelope(
        schema: version, revision: kills, payload: version == 0 ? Data("older".utf8) : Data("{}".utf8))
      try spoil(with: state.encode(), &start)
    case .older:
      if generator.once(in: 2) { try putOlder("a.state.previous", &start) }
      try putOlder("a.state", &start)
      expected = newest
    case .damagedOverOlder:
      try putOlder("a.state.previous", &start)
      try spoil(with: cut(current), &start)
    }
    return start
  }

  private mutating func pickBeginning(hasCurrent: Bool) -> Beginning {
    guard hasCurrent else { return kills == 1 ? .asLeft : generator.pick(.asLeft, .older) }
    return generator.pick(
      .asLeft, .asLeft, .asLeft, .older, .older, .older, .damagedOverOlder, .damaged, .foreign, .unreadable)
  }

  private mutating func cut(_ bytes: Data?) -> Data {
    guard let bytes, bytes.count > 1 else { return Data() }
    return bytes.dropLast(1 + generator.below(bytes.count - 1))
  }

  /// Puts what cannot be used in the current file's place.
  private mutating func spoil(with evidence: Data, _ start: inout Start) throws {
    let previous = directory.bytes("a.state.previous").flatMap { try? Envelope.open($0) }
    try put(evidence, "a.state")
    start.evidence = evidence
    unmoved = evidence
    expected = previous?.revision ?? 0
  }

  /// Puts a newer state there, as an older version of the app has saved it.
  private mutating func putOlder(_ name: String, _ start: inout Start) throws {
    newest += 1
    let older = NumberedState(newest, letters: letters())
      .fileContents(version: 1 + generator.below(2), after: directory.bytes("a.state.previous"))
    try put(older, name)
    start.older = older
  }

  /// As a new file: after a kill between the link and the rename both generations are names of one, until the next
  /// save.
  private func put(_ bytes: Data, _ name: String) throws {
    try bytes.write(to: URL(fileURLWithPath: directory.path(name)), options: .atomic)
  }

  // MARK: - After

  private mutating func look(at start: Start) throws {
    let names = directory.names
    if names.contains("a.state.tmp") { litter += 1 }
    let generations = ["a.state", "a.state.previous"].map(directory.bytes)
    if let current = generations[0], current == generations[1] { halfRotated += 1 }
    // The two generations, temporary files of this process, of the move aside the file and an empty one, and the lock
    // file of the load that moved it.
    if names.count > 7 { complain("\(names)") }
    if let older = start.older, !generations.contains(older) {
      let number = try Envelope.open(older).revision
      let newer = generations.compactMap { $0.flatMap { try? Envelope.open($0) } }
        .filter { $0.schema == NumberedState.schema.version && $0.revision >= number }
      if newer.count < 2 { complain("the older state is gone before two newer ones stand: \(names)") }
    }

    let (state, report) = Self.file(try FileStorage(path: path)).load { try NumberedState(payload: $0) }
    let number = state?.number ?? 0
    if number < expected { complain("\(number) after \(expected)\n\(report)") }
    let aside = directory.names.filter { $0.hasPrefix("a.state.aside-") }
    if let evidence = start.evidence {
      let holders = ["a.state", "a.state.previous"] + aside
      if !holders.contains(where: { directory.bytes($0) == evidence }) {
        complain("what could not be used is gone: \(directory.names)")
      }
    } else if !aside.isEmpty || report.findings.contains(where: { $0.reason != .missing }) {
      // No kill damages a generation, and none that can be used is moved aside.
      complain("\(aside) \(report)")
    }
    for name in aside { try directory.remove(name) }
    newest = max(number, expected, newest)
    expected = max(number, expected)
  }

  private mutating func complain(_ complaint: String) { complaints.append("kill \(kills): \(complaint)") }

  private static func file(_ storage: FileStorage) -> SavedStateStore {
    SavedStateStore(storage: storage, schema: NumberedState.schema) { _ = try NumberedState(payload: $0) }
  }

  /// What the killed ones left behind goes with the next saves.
  mutating func end() throws {
    do {
      let save = Self.file(try FileStorage(path: path))
      for _ in 1...2 {
        newest += 1
        _ = try save.save(NumberedState(newest).payload(), revision: newest)
      }
    }
    let names = directory.names.filter { !$0.hasPrefix("a.state.aside-") && $0 != "a.state.navstore-owner" }
    if names != ["a.state", "a.state.previous"] { complaints.append("in the end: \(directory.names)") }
  }

  /// How many kills came when, in words.
  var summary: String {
    let parts = Beginning.allCases.map { beginning in
      "\(beginning) \(Phase.allCases.map { "\(begun[beginning]?[$0] ?? 0)" }.joined(separator: "/"))"
    }
    return parts.joined(separator: ", ") + " (in the load/the first save/later); \(litter) left a temporary file, "
      + "\(halfRotated) came between keeping the previous generation and the rename"
  }
}
