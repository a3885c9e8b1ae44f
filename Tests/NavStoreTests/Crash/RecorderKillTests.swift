import Dispatch
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

  @Test func `the log that is attached after a crash has everything that the process knew to be written`()
    async throws
  {
    let kills = TestEnvironment.isLong ? 500 : 5
    let directory = try TemporaryDirectory()
    let seed = UInt64.random(in: 0...UInt64.max)
    let outcome = try await blocking {
      var generator = SplitMix64(seed: seed)
      var violations: [String] = []
      var late = 0
      var missing = 0
      var rotated = 0
      /// What the process before has printed, and the time of its kill.
      var last: (written: Int, sent: [(number: Int, time: Int)], killed: Int)?
      for kill in 1...kills + 1 {
        let path = directory.path("s.navlog")
        var killed = 0
        let writer = try CrashWriter(["fly", path, "--from", "\(kill)"])
        let output = try writer.kill(
          afterAcknowledgements: 3 * Int.random(in: 1...(generator.once(in: 5) ? 300 : 40), using: &generator),
          spinning: Int.random(in: 0...2_000_000, using: &generator),
          signal: generator.once(in: 2) ? SIGKILL : SIGSEGV
        ) {
          killed = Int(DispatchTime.now().uptimeNanoseconds)
        }
        if let last, !directory.names.contains("s.navlog.attached") {
          // The first process can be killed before it creates a file.
          if last.written > 0 { violations.append("kill \(kill - 1): nothing of \(last.written) is attached") }
        } else if let last {
          let report = try ActionLog(path: path + ".attached").replay(Schema(), reducer: NavigationReducer())
          let number = report.number
          let size = try directory.read("s.navlog.attached").count
          if !report.isFaithful || report.damage.count > 1 || number < last.written || size > 64 << 10
            || number - report.before < min(number, 200)
          {
            violations.append("kill \(kill - 1): \(number) of \(last.written), \(size) bytes, \(report.summary)")
          }
          if report.before > 0 { rotated += 1 }
          if number < last.sent.last?.number ?? 0 { missing += 1 }
          if last.sent.contains(where: { $0.number > number && $0.time < last.killed - 50_000_000 }) { late += 1 }
        }
        let lines = output.count / 3
        last = (
          lines == 0 ? 0 : output[3 * lines - 3], (0..<lines).map { (output[3 * $0 + 1], output[3 * $0 + 2]) }, killed
        )
        // A process can be killed after it has created a file and before it removes the oldest one.
        if directory.names.count > 6 { violations.append("kill \(kill): \(directory.names)") }
      }
      return (violations: violations, late: late, missing: missing, rotated: rotated)
    }
    #expect(outcome.violations == [], "seed \(seed)")
    if TestEnvironment.isLong {
      // How much is missing depends on the machine: `late` kills are those without a transaction of 50 ms before.
      print("Flight recorder: \(kills) kills, \(outcome)")
      #expect(outcome.rotated > 0, "\(outcome), seed \(seed)")
    }
  }

  private static func number(_ name: String) -> Int {
    name.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 1
  }
}
