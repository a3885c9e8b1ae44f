import Foundation
import NavStore
import NavStoreInspection

/// Processes that save to one file, one after the other, each killed at a random instant.
struct KillRun {
  /// What a process finds when it begins.
  enum Beginning: CaseIterable {
    /// What the one before left.
    case asLeft
    /// The current file cut off, so that the first save moves it aside.
    case damaged
    /// Somebody else's file in its place.
    case foreign
    /// What the one before left, which is of an older version than the process reads.
    case older
  }

  private struct Damage: Error {}

  /// The number of a state that is complete: what it holds besides can be computed from it.
  static func number(_ payload: Data) throws -> Int {
    let digits = payload.prefix { $0 != 0x20 }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Damage() }
    let filler = UInt8(ascii: "a") + UInt8(number % 26)
    guard payload.dropFirst(digits.count + 1).allSatisfy({ $0 == filler }) else { throw Damage() }
    return number
  }

  private(set) var complaints: [String] = []
  /// How many temporary files the killed left behind.
  private(set) var litter = 0
  /// The newest state that anything was begun for.
  private(set) var newest = 0
  /// How often a process began in each way.
  private(set) var begun: [Beginning: Int] = [:]

  private let directory: TemporaryDirectory
  private var generator: SplitMix64
  private var kills = 0
  /// What has to be loaded at least; 0 if there is nothing of this version.
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
    let evidence = try begin()
    var arguments = ["write", path, "--mode", "safe", "--from", "\(newest + 1)"]
    arguments += ["--size", "\(Int.random(in: 10...200_000, using: &generator))"]
    let writer = try CrashWriter(arguments)
    // Over a file that cannot be used, the first save does the most.
    let acknowledged = try writer.kill(
      afterAcknowledgements: Int.random(in: 0...(evidence == nil ? 6 : 1), using: &generator),
      spinning: Int.random(in: 0...2_000_000, using: &generator))
    expected = max(acknowledged ?? 0, expected)
    try look(for: evidence)
  }

  /// Prepares the file, and returns what nobody may destroy, if there is something.
  private mutating func begin() throws -> Data? {
    if let unmoved, directory.bytes("a.state") == unmoved { return unmoved }
    guard let current = directory.bytes("a.state"), generator.once(in: 3) else {
      begun[.asLeft, default: 0] += 1
      return nil
    }
    let previous = directory.bytes("a.state.previous").flatMap { try? Envelope.open($0) }
    let beginning = generator.pick(Beginning.damaged, .foreign, .older)
    begun[beginning, default: 0] += 1
    let evidence: Data
    switch beginning {
    case .asLeft, .damaged: evidence = current.dropLast(1 + generator.below(current.count - 1))
    case .foreign: evidence = Data("not ours, \(kills)".utf8)
    case .older:
      evidence = Envelope(schema: 0, revision: kills, payload: Data("older".utf8)).encode()
    }
    // As a new file: after a kill between the link and the rename both generations are names of one, until the next
    // save.
    try evidence.write(to: URL(fileURLWithPath: path), options: .atomic)
    unmoved = evidence
    expected = previous?.revision ?? 0
    return evidence
  }

  private mutating func look(for evidence: Data?) throws {
    let names = directory.names
    if names.contains("a.state.tmp") { litter += 1 }
    // The two generations, temporary files of this process, and of the move aside the file and an empty one.
    if names.count > 6 { complaints.append("kill \(kills): \(names)") }
    let (state, report) = SaveFile(storage: try FileStorage(path: path), schema: StateSchema()).load(Self.number)
    if state ?? 0 < expected { complaints.append("kill \(kills): \(state ?? 0) after \(expected)\n\(report)") }
    let aside = directory.names.filter { $0.hasPrefix("a.state.damaged-") }
    if let evidence {
      let holders = ["a.state", "a.state.previous"] + aside
      if !holders.contains(where: { directory.bytes($0) == evidence }) {
        complaints.append("kill \(kills): what could not be used is gone: \(directory.names)")
      }
    } else if report.findings.contains(where: { $0.reason != .missing }) {
      // No kill damages a generation.
      complaints.append("kill \(kills): \(report)")
    }
    for name in aside { try directory.remove(name) }
    newest = max(state ?? 0, expected, newest)
    expected = max(state ?? 0, expected)
  }

  /// What the killed ones left behind goes with the next saves.
  mutating func end() throws {
    let save = SaveFile(storage: try FileStorage(path: path), schema: StateSchema())
    for _ in 1...2 {
      newest += 1
      _ = try save.save(Data("\(newest) ".utf8), revision: newest)
    }
    let names = directory.names.filter { !$0.hasPrefix("a.state.damaged-") }
    if names != ["a.state", "a.state.previous"] { complaints.append("in the end: \(directory.names)") }
  }
}
