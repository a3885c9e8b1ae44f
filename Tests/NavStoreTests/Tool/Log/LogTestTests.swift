import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The output of `navtool log test`. The first test in this file is a copy of that output.
@Suite(.startsProcess) struct LogTestTests {
  @Test func `transactions 2 to 8 of a recorded session lead to the recorded state`() throws {
    func decoded<Value: Decodable>(_ text: String) throws -> Value {
      try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
    func action(_ text: String) throws -> NavigationAction<AppTab, Route> { try decoded(text) }
    let initial: NavigationState<AppTab, Route> = try decoded(
      #"{"initial":"home","selected":"home","tabs":[{"path":[],"tab":"home"},{"path":[],"tab":"search"},{"path":[],"tab":"library"}],"visits":["home"]}"#
    )
    var rules = NavigationRules<AppTab, Route>(backRule: .history, maxDepth: 3)
    try rules.onLeave[decoded(#""search""#)] = .popToRoot
    let store = TestStore(initialState: initial, reducer: NavigationReducer(rules: rules))
    store.exhaustivity = .off
    try store.send(action(#"{"tabTapped":["library"]}"#))
    try store.send([
      action(#"{"push":[{"settings":{}}]}"#),
      action(#"{"push":[{"song":{"_0":1}}]}"#),
    ])
    try store.send(action(#"{"tabTapped":["home"]}"#))
    try store.send(action(#"{"tabTapped":["home"]}"#))
    let recorded: NavigationState<AppTab, Route> = try decoded(
      #"{"initial":"home","lastModal":1,"selected":"home","tabs":[{"path":[],"tab":"home"},{"path":[],"tab":"search"},{"path":[{"settings":{}},{"song":{"_0":1}}],"tab":"library"}],"visits":["library","home"]}"#
    )
    expectNoDifference(store.state, recorded)
  }

  private static let passes =
    "navtool: the replay leads to the recorded states, so the test passes. Add what failed after its last transaction: "
    + "see Docs/HowTo/Tests/CrashReports.md.\n"

  @Test func `the generated test is the one in this file`() async throws {
    let result = try await SampleLog().log("test", "--minimize", "--until", "8", "sample.navlog")
    #expect(result.status == 0)
    #expect(result.errors == "navtool: the test contains 4 of 8 transactions.\n" + Self.passes)
    let lines = result.output.split(separator: "\n").dropFirst().map { "  " + $0 }
    #expect(lines.count > 15)
    #expect(try String(contentsOfFile: #filePath, encoding: .utf8).contains(lines.joined(separator: "\n")))
  }

  @Test func `a test ends at the first divergence and expects the recorded state`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(stateInterval: 1))
    let result = try await sample.log("test", "--back-rule=none", "--minimize", "--tab-type=T", "sample.navlog")
    #expect((result.status, result.errors) == (0, "navtool: the test contains 2 of 2 transactions.\n"))
    #expect(result.output.contains("func `transactions 1 to 2 of"))
    #expect(result.output.contains("NavigationRules<T, Route>(backRule: .none, maxDepth: 3)"))
    let snap = try JSONValue(
      parsing: try #require(try sample.lines.first { $0.hasPrefix(#"{"t":"snap","n":2"#) }))
    let recorded = String(decoding: try #require(snap["state"]).canonicalBytes, as: UTF8.self)
    #expect(
      result.output.contains("  let recorded: NavigationState<T, Route> = try decoded(\n    #\"\(recorded)\"#\n  )"))
  }

  @Test func `a test expects the fingerprint of a recorded state that the log does not contain`() async throws {
    let sample = try await SampleLog()
    let result = try await sample.log("test", "--back-rule=none", "--tab-type=T", "--route-type=R", "sample.navlog")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        navtool: transaction 2 led to a state that differs from the recorded state, of which the log contains only the \
        fingerprint. So the test compares fingerprints.

        """)
    #expect(result.output.contains("func `transactions 1 to 2 of a recorded session lead to the recorded state`"))
    // The state of the recording has this fingerprint with the schema of the test.
    let navigation = NavigationReducer<AppTab, Route>(rules: SampleLog.rules)
    let state = try ActionLog(path: sample.path).state(after: 2, SampleLog.Schema(), reducer: navigation)
    let fingerprint = try ActionLogSchema<SampleLog.State, SampleLog.Action>().fingerprint(of: state)
    #expect(
      result.output.hasSuffix(
        """
          let schema = ActionLogSchema<NavigationState<T, R>, NavigationAction<T, R>>()
          #expect(try schema.fingerprint(of: store.state) == "\(fingerprint)")
        }

        """))
  }

  @Test func `the last transactions are those of the range that ends with them`() async throws {
    let sample = try await SampleLog(options: ActionLogOptions(stateInterval: 1))
    for count in [1, 2, 3, 5, 8] {
      let last = try await sample.log("test", "--last", "\(count)", "--until=8", "--minimize", "sample.navlog")
      let range = try await sample.log("test", "--from", "\(9 - count)", "--until=8", "--minimize", "sample.navlog")
      #expect((last.status, last.output, last.errors) == (range.status, range.output, range.errors))
      #expect(last.status == 0 && last.errors.contains(" of \(count) transaction"), "\(last)")
    }
    let whole = try await sample.log("test", "sample.navlog")
    #expect(try await sample.log("test", "--last=9000", "sample.navlog").output == whole.output)
    #expect(whole.errors == Self.passes)
    let long = try await sample.log("test", "--last=10001", "sample.navlog")
    #expect(long.status == 64 && long.errors.contains("--last 10001: a test has at most 10000 transactions."))
    // The test fails, because it ends at the divergence.
    let divergence = try await sample.log("test", "--back-rule=none", "--last=1", "sample.navlog")
    #expect(divergence.errors == "")
    #expect(divergence.output.contains("func `transaction 2 of a recorded session leads to the recorded state`"))
  }

  @Test func `a range without actions has no test`() async throws {
    let result = try await SampleLog().log("test", "--from", "9", "--until", "9", "sample.navlog")
    #expect(result.status == 1)
    #expect(result.errors.contains("no transaction of the requested range can be replayed from a known state"))
  }

  @Test func `a range after a replaced state begins with that state`() async throws {
    let result = try await SampleLog().log("test", "sample.navlog")
    #expect(result.output.contains("func `transactions 10 to 11 of a recorded session lead to the recorded state`"))
  }
}
