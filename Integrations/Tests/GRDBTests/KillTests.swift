import Foundation
import NavStore
import NavStoreGRDB
import NumberedApp
import Testing

/// A crash at any instant leaves the previous complete state or the new one, with the app's own data of the same save.
@Suite struct KillTests {
  private static let isLong = ProcessInfo.processInfo.environment["NAVSTORE_LONG"] != nil

  @Test(arguments: [false, true])
  func `a process that is killed during a save leaves a complete state, not older than it acknowledged`(
    isPool: Bool
  ) async throws {
    let kills = Self.isLong ? 300 : 15
    let run = try await blocking {
      var run = try KillRun(isPool: isPool)
      for _ in 1...kills { try run.kill() }
      return run
    }
    #expect(run.violations == [])
    #expect(run.newest > kills, "The processes have saved \(run.newest) states.")
    if Self.isLong, !isPool { #expect(run.journals > 0, "No kill happened during a transaction.") }
    print("Kills: \(kills) with \(isPool ? "a pool" : "a queue"), \(run.newest) saves, \(run.journals) journals")
  }

  @Test func `the same kills separate the app's data from the state if each has a transaction of its own`()
    async throws
  {
    let folder = try TemporaryFolder()
    let separated = try await blocking {
      var separated = 0
      var newest = 0
      for _ in 1...50 where separated == 0 {
        let process = try WriterProcess(["split", folder.path("a.sqlite"), "queue", "\(newest + 1)", "10"])
        newest = try process.kill(afterLines: .random(in: 3...5)).last ?? newest
        let database = try NumberedApp.open(folder.path("a.sqlite"), isPool: false)
        let state = Persistence.load(
          NumberedState(0), from: try DatabaseStorage(database), schema: NumberedApp.schema
        ).state
        if try NumberedApp.savedNumber(in: database) != state.number { separated += 1 }
        newest = max(newest, state.number)
      }
      return separated
    }
    #expect(separated > 0)
  }

  @Test func `a second process is refused while the first one saves, and saves when the first one is killed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let lines = try await blocking {
      let first = try WriterProcess(["own", folder.path("a.sqlite"), "pool", "1", "10"])
      defer { first.kill() }
      var lines = [first.nextLine()]
      let second = try WriterProcess(["own", folder.path("a.sqlite"), "pool", "1000000", "10"])
      defer { second.kill() }
      lines.append(second.nextLine().replacingOccurrences(of: "process \(first.id)", with: "first"))
      first.kill()
      lines.append(second.nextLine())
      return lines
    }
    #expect(lines == ["saved", "refused by first", "saved"])
  }
}
