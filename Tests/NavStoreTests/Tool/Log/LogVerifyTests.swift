import Foundation
import NavStore
import NavStoreTool
import Testing

@Suite(.startsProcess) struct LogVerifyTests {
  @Test func `a log that leads to the recorded states is verified`() async throws {
    let result = try await SampleLog().log("verify", "--complete", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
    #expect(
      result.output
        == "verified  sample.navlog: 11 transactions with 13 actions, 10 states verified, complete\n")
  }

  @Test func `every divergence is shown with its differences`() async throws {
    let result = try await SampleLog().log("verify", "--back-rule", "none", "sample.navlog")
    #expect((result.status, result.errors) == (1, ""))
    #expect(
      result.output == #"""
        transaction 2 (tabTapped library) led to a state that differs from the recorded state: fingerprint 5ab1c637f2ace4ae recorded, 90c7dab37a4cb794 replayed
          after transaction 4, − recorded, + replayed:
            ReadableState(
              … (3 unchanged)
          −   visits: ["home", "library"],
          +   visits: ["library"],
              … (2 unchanged)
            )
        transaction 6 (deepLink home /song(9)) led to a state that differs from the recorded state: fingerprint 2c7d084f8e08867e recorded, cb1ca1452da478b4 replayed
          after transaction 8, − recorded, + replayed:
            ReadableState(
              … (3 unchanged)
          −   visits: ["library", "home"],
          +   visits: ["home"],
              … (2 unchanged)
            )
        FAILED  sample.navlog: 11 transactions with 13 actions, 4 states verified, 2 divergences, complete

        """#)
  }

  @Test func `without a recorded state, the effect of the transaction is shown`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(stateInterval: 0))
    let result = try await sample.log("verify", "--back-rule", "order", "sample.navlog")
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix("transaction 2 (tabTapped library) led to a state that differs from the recorded state: ")
    )
    #expect(
      result.output.contains(
        """
          the log contains no later state to compare with; the transaction now changes this, − before, + after:
            ReadableState(
              … (1 unchanged)
          −   selectedTab: "home",
          +   selectedTab: "library",
              … (1 unchanged)
          −   visits: ["home"],
          +   visits: ["home", "search", "library"],
              … (2 unchanged)
            )

        """))
  }

  @Test func `rules that the log does not contain are assumed with a warning`() async throws {
    let sample = try await SampleLog(schema: SampleLog.Schema())
    let assumed = try await sample.log("verify", "sample.navlog")
    #expect(
      assumed.errors == """
        navtool: sample.navlog: The log does not contain the rules of the app. The back rule \
        \(BackRule.platformDefault.rawValue) is assumed. Use --back-rule to name another one.

        """)
    let named = try await sample.log("verify", "--back-rule", "history", "--until=10", "sample.navlog")
    #expect(named.status == 64)
    let right = try await sample.log("verify", "--back-rule", "history", "sample.navlog")
    // `--back-rule` does not set the maximum depth, so transaction 11 differs.
    #expect(right.errors == "")
    #expect(right.output.contains("transaction 11 (push song(4)) led to a state that differs"))
    #expect(right.output.contains("1 divergence"))
  }

  @Test func `a custom comparison of routes leads to a warning`() async throws {
    var rules = SampleLog.rules
    rules.sameRoute = { $0 == $1 }
    let result = try await SampleLog(schema: SampleLog.Schema(rules: rules)).log("verify", "sample.navlog")
    #expect(result.status == 0)
    #expect(result.errors.contains("The app compares routes with a function"))
  }

  @Test func `damage and gaps are findings, and an incomplete last line is not`() async throws {
    let sample = try await SampleLog()
    var lines = try sample.lines
    lines[8] = lines[8].replacing("dismiss", with: "dismisz")
    try sample.write(lines)
    let damaged = try await sample.log("verify", "sample.navlog")
    #expect(damaged.status == 1)
    #expect(
      damaged.output == """
        sample.navlog, line 9: the line was changed: its checksum does not match
        transaction 5 is missing
        FAILED  sample.navlog: 7 transactions with 9 actions, 6 states verified, 3 not replayed, 1 gap, 1 damaged line, ended

        """)

    let incomplete = try await SampleLog()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: incomplete.path))
    try bytes.dropLast(30).write(to: URL(fileURLWithPath: incomplete.path))
    let result = try await incomplete.log("verify", "sample.navlog")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("10 states verified, 1 damaged line, not ended\n"))
    #expect(try await incomplete.log("verify", "--complete", "sample.navlog").status == 1)
  }

  @Test func `a log with any schema version is read`() async throws {
    let result = try await SampleLog(schema: SampleLog.Schema(version: 17, rules: SampleLog.rules))
      .log("verify", "sample.navlog")
    #expect((result.status, result.errors) == (0, ""))
  }

  // MARK: The recorded session of the demo

  private static let examples = ["session", "session.2", "session.3"].map {
    PlayedSessionTests.examples.appendingPathComponent($0 + ".navlog").path
  }

  @Test func `the recorded sessions of the documentation are verified`() async throws {
    let result = try await ToolProcess.run(["log", "verify"] + Self.examples)
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.split(separator: "\n").count == 3)
  }

  @Test func `the recorded session detects a changed reducer`() throws {
    let schema = ActionLogSchema<DemoNavigation, DemoNavigationAction>(rules: DemoReducer.rules)
    let log = ActionLog(path: Self.examples[0])
    let navigation = NavigationReducer(rules: DemoReducer.rules)
    #expect(try log.replay(schema, reducer: navigation).isFaithful)
    // The changed reducer keeps the stack after a tap on the selected tab. Transaction 6 is the first such tap.
    let changed = Reduce<DemoNavigation, DemoNavigationAction> { state, action in
      if action == .tabTapped(state.selectedTab), !state.focusedPath.isEmpty { return .none }
      return navigation.reduce(into: &state, action: action)
    }
    let report = try log.replay(schema, reducer: changed)
    #expect(report.allDivergences.first.map(\.number) == [6])
    #expect(report.allDivergences.first.first?.actions == [.tabTapped(.home)])
  }
}
