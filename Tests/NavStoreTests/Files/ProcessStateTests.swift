import Foundation
import NavStore
import Testing

@Suite struct ProcessStateTests {
  private let system = POSIXFileSystem()

  @Test func `this process is running, and its start does not change`() throws {
    let state = system.state(ofProcess: getpid())
    guard case .running(let start?) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(system.state(ofProcess: getpid()) == state)
    // A record can contain the start.
    #expect(OwnerRecord(process: 1, start: start, owner: 1).start == start)
  }

  @Test func `the state of a number that no process has is gone`() {
    #expect(system.state(ofProcess: .max) == .gone)
  }

  @Test(.startsProcess) func `a process that has ended counts as gone before its parent collects it`() async throws {
    let state = try await blocking {
      var id: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      defer { free(arguments[0]) }
      guard posix_spawnp(&id, "true", nil, nil, &arguments, nil) == 0 else { throw CocoaError(.fileNoSuchFile) }
      var information = siginfo_t()
      // Waits for the end of the process without collecting its result.
      guard waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == 0 else { throw CocoaError(.featureUnsupported) }
      defer { waitpid(id, nil, 0) }
      return POSIXFileSystem().state(ofProcess: id)
    }
    #expect(state == .gone)
  }

  #if !canImport(Darwin)
    @Test func `state and start are read after the name, which may contain any character`() throws {
      let values = "S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 8812309 20 21"
      for name in ["app", "a b", ") Z 1", "(", "a) (b"] {
        let found = try #require(POSIXFileSystem.stateAndStart(inStat: "42 (\(name)) \(values)\n"))
        #expect(found == ("S", 8_812_309))
      }
    }

    @Test(arguments: [
      "", "42", "42 (app", "42 (app)", "42 (app) S 1 2", "42 (app) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 x 20",
      "42 (app) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 -1",
    ])
    func `any other line is rejected`(line: String) {
      #expect(POSIXFileSystem.stateAndStart(inStat: line) == nil)
    }
  #endif
}
