import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Two processes that save to one file. One owns the file, and the other is refused until the owner ends.
@Suite(.startsProcess) struct OwnerProcessTests {
  private struct Damage: Error {}

  /// Returns the number of a state that a writer saved with `CrashWriter own`.
  ///
  /// - Throws: `Damage` if the payload is not complete.
  private static func number(_ payload: Data) throws -> Int {
    let digits = payload.prefix { $0 != 0x20 }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Damage() }
    guard payload.count == digits.count + 1 + 4_096 else { throw Damage() }
    guard payload.dropFirst(digits.count + 1).allSatisfy({ $0 == UInt8(ascii: "a") + UInt8(number % 26) }) else {
      throw Damage()
    }
    return number
  }

  private struct Outcome {
    var violations: [String] = []
    var states: Set<Int> = []
    var takeover = ""
  }

  @Test func `a second process is refused while the first saves, and takes over when it is killed`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let outcome = try await blocking {
      var outcome = Outcome()
      let first = try CrashWriter(["own", path, "--from", "1"])
      defer { first.kill() }
      guard first.nextLine() == "saved 1 after 0" else { throw Damage() }
      let second = try CrashWriter(["own", path, "--from", "1000000000"])
      defer { second.kill() }
      let refusal = second.nextLine()
      guard refusal == "refused \(first.processID)" else {
        // The second process may print nothing more, so the test does not wait for it.
        outcome.violations.append("the second: \(refusal)")
        return outcome
      }

      let file = SavedStateStore(storage: try FileStorage(path: path))
      let start = ContinuousClock.now
      // The duration changes only how many states are read.
      while outcome.states.count < 100 || TestEnvironment.isLong && ContinuousClock.now - start < .seconds(10) {
        let (state, report) = file.load(Self.number)
        if !report.isUnchanged || report.generation != .current { outcome.violations.append("\(report)") }
        outcome.states.insert(state ?? -1)
        if outcome.violations.count > 10 { break }
      }
      first.kill()
      // The first process prints a line if one of its saves is refused.
      let rest = first.rest()
      if !rest.isEmpty { outcome.violations.append("the first: \(rest)") }
      outcome.takeover = second.nextLine()
      if let state = file.load(Self.number).state, state < 1_000_000_000 {
        outcome.violations.append("\(state) after the second took over")
      }
      return outcome
    }
    #expect(outcome.violations == [])
    #expect(outcome.states.allSatisfy { (1..<1_000_000_000).contains($0) })
    #expect(outcome.takeover.hasPrefix("saved 1000000000 after "), "\(outcome.takeover)")
    print("Owners: \(outcome.states.count) states of the first were read; the second: \(outcome.takeover) refusals")
  }

  @Test func `after an owner is killed at any moment, the next one saves immediately`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    var generator = SplitMix64(seed: TestEnvironment.seed)
    let spins = (0..<(TestEnvironment.isLong ? 500 : 10)).map { _ in generator.below(2_000_000) }
    let violations = try await blocking {
      var violations: [String] = []
      for (number, spins) in spins.enumerated() {
        let writer = try CrashWriter(["own", path, "--from", "\(number * 1_000_000 + 1)"])
        let line = writer.nextLine()
        if line != "saved \(number * 1_000_000 + 1) after 0" { violations.append(line) }
        // The instant of the kill does not depend on the writer's schedule.
        var spun = 0
        while spun < spins { spun += 1 }
        writer.kill()
        let report = SavedStateStore(storage: try FileStorage(path: path)).load(Self.number).report
        if !report.isUnchanged { violations.append("\(report)") }
      }
      return violations
    }
    #expect(violations == [])
    // This process can save, too, although the lock file still names the process that was killed last.
    let file = SavedStateStore(storage: try FileStorage(path: path), owner: StorageOwner())
    for revision in 1...2 { #expect(try file.save(Data("\(revision)".utf8), revision: revision) == .written) }
    file.end()
    #expect(directory.names == ["a.state", "a.state.navstore-owner", "a.state.previous"])
  }

  @Test func `this process owns the file until its saved-state store is deallocated`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.state")
    let lines = try await blocking {
      var file: SavedStateStore? = SavedStateStore(storage: try FileStorage(path: path), owner: StorageOwner())
      _ = try file?.save(Data("1".utf8), revision: 1)
      let writer = try CrashWriter(["own", path, "--from", "5"])
      defer { writer.kill() }
      let refusal = writer.nextLine()
      guard refusal == "refused \(getpid())" else { return [refusal] }
      file = nil
      return [refusal, String(writer.nextLine().prefix(14))]
    }
    #expect(lines == ["refused \(getpid())", "saved 5 after "])
  }
}
