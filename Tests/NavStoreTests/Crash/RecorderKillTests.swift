import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Processes that are killed while they record. Only actions that were not flushed may be missing.
@Suite(.startsProcess) struct RecorderKillTests {
  private static let kills = TestEnvironment.isLong ? 200 : 3

  typealias Schema = ActionLogSchema<NavigationState<Int, Int>, NavigationAction<Int, Int>>

  @Test func `actions that a killed process flushed can be replayed, and the next process records to new files`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let seed = UInt64.random(in: 0...UInt64.max)
    let outcome = try await blocking {
      var generator = SplitMix64(seed: seed)
      var violations: [String] = []
      var torn = 0
      var flushed = 0
      var unflushed = 0
      var before: [String: Data] = [:]
      for kill in 1...Self.kills {
        let path = directory.path("s.navlog")
        let writer = try CrashWriter(["record", path, "--from", "\(kill)", "--burst", "\(1 + generator.below(60))"])
        let last =
          try writer.kill(
            afterAcknowledgements: Int.random(in: 0...20, using: &generator),
            spinning: Int.random(in: 0...2_000_000, using: &generator)
          ).last ?? 0
        flushed += last
        var number = 0
        var hasGap = false
        // The files of the earlier processes are unchanged, and this process has new files.
        for name in directory.names.sorted(by: { Self.number($0) < Self.number($1) }) {
          let bytes = try directory.read(name)
          if let known = before[name] {
            if known != bytes { violations.append("kill \(kill): \(name) was changed") }
            continue
          }
          before[name] = bytes
          if bytes.isEmpty { continue }
          let report: ReplayReport<NavigationState<Int, Int>, NavigationAction<Int, Int>>
          do {
            report = try ActionLog(paths: [directory.path(name)]).replay(Schema(), reducer: NavigationReducer())
          } catch let error as ActionLogError where error.isNotALog && !bytes.contains(0x0A) {
            // The process was killed during the first line.
            torn += 1
            continue
          }
          torn += report.damage.count
          hasGap = hasGap || report.before != number
          number = report.number
          if !report.isFaithful || report.damage.count > 1 {
            violations.append("kill \(kill): \(name) \(report.summary)")
          }
        }
        if number < last || hasGap { violations.append("kill \(kill): \(number) of \(last)") }
        if number > last { unflushed += 1 }
      }
      return (violations: violations, torn: torn, flushed: flushed, unflushed: unflushed)
    }
    #expect(outcome.violations == [], "seed \(seed)")
    // Otherwise no kill interrupted a recording. A torn line is not required: a kill rarely interrupts a write.
    if TestEnvironment.isLong { #expect(outcome.flushed > 0 && outcome.unflushed > 0, "\(outcome), seed \(seed)") }
  }

  private static func number(_ name: String) -> Int {
    name.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 1
  }
}
