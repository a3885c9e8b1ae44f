import Foundation
import NavStore
import NavStoreInspection
import NumberedStates
import Testing

/// Promise 2: a crash at any instant leaves the previous complete state or the new one.
@Suite(.startsProcess) struct KillTests {
  private static let kills = TestEnvironment.isLong ? 1_000 : 150

  @Test func `a process that is killed during a save leaves a complete state, not older than it reported`() async throws
  {
    let kills = Self.kills
    let seed = UInt64.random(in: 0...UInt64.max)
    let run = try await blocking {
      var run = try KillRun(seed: seed)
      for _ in 1...kills { try run.kill() }
      try run.end()
      return run
    }
    // Swift Testing cannot attribute an expectation on the blocking thread to this test, so all of them are here.
    #expect(run.violations == [], "seed \(seed)")
    // Otherwise no kill interrupted a save.
    #expect(
      run.killsWithTemporaryFile > 0 && run.newest > kills,
      "\(run.killsWithTemporaryFile) of \(run.newest), seed \(seed)")
    #expect(run.killCounts.count == KillRun.InitialFiles.allCases.count, "\(run.killCounts), seed \(seed)")
    let migrating = run.killCounts[.older, default: [:]].filter { $0.key != .laterSaves }.values.reduce(0, +)
    #expect(migrating > 0, "\(run.summary), seed \(seed)")
    print("Kills: \(run.summary)")
  }

  @Test func `the same kills damage the file of a writer that writes in place`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let kills = TestEnvironment.isLong ? 250 : 50
    let torn = try await blocking {
      var generator = SplitMix64(seed: .random(in: 0...UInt64.max))
      var torn = 0
      for _ in 1...kills {
        let writer = try CrashWriter(["write", path, "--mode", "plain", "--from", "1", "--size", "262144"])
        _ = try writer.kill(
          afterAcknowledgements: Int.random(in: 1...6, using: &generator),
          spinning: Int.random(in: 0...2_000_000, using: &generator))
        let (state, _) = SavedStateStore(storage: try FileStorage(path: path), schema: NumberedState.schema).load {
          try NumberedState(payload: $0)
        }
        if state == nil { torn += 1 }
      }
      return torn
    }
    #expect(torn > 0, "The kills do not damage the file of a writer that writes in place.")
  }
}
