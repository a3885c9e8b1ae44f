import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Promise 2: a crash at any instant leaves the previous complete state or the new one.
@Suite(.startsProcess, .timeLimit(.minutes(5))) struct KillTests {
  private static let kills = TestEnvironment.isLong ? 1_000 : 100

  private struct Damage: Error {}

  /// The number of a state that is complete: what it holds besides can be computed from it.
  private static func number(_ payload: Data) throws -> Int {
    let digits = payload.prefix { $0 != 0x20 }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Damage() }
    let filler = UInt8(ascii: "a") + UInt8(number % 26)
    guard payload.dropFirst(digits.count + 1).allSatisfy({ $0 == filler }) else { throw Damage() }
    return number
  }

  @Test func `a process that is killed while it saves leaves a complete state, not older than it said`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let kills = Self.kills
    let seed = UInt64.random(in: 0...UInt64.max)
    let outcome = try await blocking {
      var generator = SplitMix64(seed: seed)
      var last = 0
      var newer = 0
      var litter = 0
      // Told at the end: an expectation on this thread would not know which test it belongs to.
      var complaints: [String] = []
      for kill in 1...kills {
        let size = Int.random(in: 10...200_000, using: &generator)
        let writer = try CrashWriter(["write", path, "--mode", "safe", "--from", "\(last + 1)", "--size", "\(size)"])
        let acknowledged = try writer.kill(
          afterAcknowledgements: Int.random(in: 0...6, using: &generator),
          spinning: Int.random(in: 0...2_000_000, using: &generator))
        litter += directory.names.contains("a.state.tmp") ? 1 : 0
        let (state, report) = SaveFile(storage: try FileStorage(path: path), schema: StateSchema()).load(Self.number)
        let expected = max(acknowledged ?? 0, last)
        if state ?? 0 < expected { complaints.append("kill \(kill): \(state ?? 0) after \(expected)\n\(report)") }
        // The current generation is never the one that is damaged: there is nothing to fall back from.
        if !report.isUneventful { complaints.append("kill \(kill): \(report)") }
        if state ?? 0 > expected { newer += 1 }
        last = max(state ?? 0, expected)
      }
      // What the killed ones left behind goes with the next save.
      let save = SaveFile(storage: try FileStorage(path: path), schema: StateSchema())
      _ = try save.save(Data("\(last + 1) ".utf8), revision: last + 1)
      _ = try save.save(Data("\(last + 2) ".utf8), revision: last + 2)
      return (newer: newer, litter: litter, last: last, complaints: complaints)
    }
    #expect(outcome.complaints == [], "seed \(seed)")
    #expect(directory.names == ["a.state", "a.state.previous"], "seed \(seed)")
    // Otherwise the kills came at harmless moments only.
    #expect(outcome.litter > 0, "\(outcome), seed \(seed)")
    #expect(outcome.last > kills, "\(outcome), seed \(seed)")
  }

  @Test func `the same kills catch a writer that writes in place`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let kills = Self.kills
    let torn = try await blocking {
      var generator = SplitMix64(seed: .random(in: 0...UInt64.max))
      var torn = 0
      for _ in 1...kills {
        let writer = try CrashWriter(["write", path, "--mode", "plain", "--from", "1", "--size", "262144"])
        _ = try writer.kill(
          afterAcknowledgements: Int.random(in: 1...6, using: &generator),
          spinning: Int.random(in: 0...2_000_000, using: &generator))
        let (state, _) = SaveFile(storage: try FileStorage(path: path), schema: StateSchema()).load(Self.number)
        if state == nil { torn += 1 }
      }
      return torn
    }
    #expect(torn > 0, "The kill test does not find what it looks for.")
  }
}
