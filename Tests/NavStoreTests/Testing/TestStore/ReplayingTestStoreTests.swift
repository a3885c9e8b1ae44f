import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct ReplayingTestStoreTests {
  typealias State = NavigationState<AppTab, Route>
  typealias Action = NavigationAction<AppTab, Route>
  typealias Schema = ActionLogSchema<State, Action>

  let directory: TemporaryDirectory
  let log: ActionLog
  let recorded: State
  let failures = FailureLog()

  /// Creates a log of ten transactions, with a complete state after the fourth and the eighth.
  init() async throws {
    directory = try TemporaryDirectory()
    log = ActionLog(path: directory.path("session.navlog"))
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: Schema(), to: log.paths[0], options: ActionLogOptions(stateInterval: 4))
    for number in 1...4 { store.send(.push(.song(number))) }
    store.send([.selectTab(.library), .push(.settings)])
    for _ in 1...3 { store.send(.back) }
    store.send(.push(.song(9)))
    store.send(.tabTapped(.search))
    try await recorder.close()
    recorded = store.state
  }

  /// A reducer that ignores a push onto the library.
  var changed: some Reducer<State, Action> {
    let base = NavigationReducer<AppTab, Route>()
    return Reduce<State, Action> { state, action in
      if state.selectedTab == .library, case .push = action { return .none }
      return base.reduce(into: &state, action: action)
    }
  }

  func testStore(
    _ log: ActionLog, _ reducer: some Reducer<State, Action>, options: ReplayOptions = ReplayOptions()
  ) throws -> TestStore<State, Action> {
    try TestStore(
      replaying: log, Schema(), reducer: reducer, options: options, reporter: failures.reporter,
      site: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1))
  }

  @Test func `a session without divergence passes, and the test continues from its last state`() throws {
    let store = try TestStore(replaying: log, Schema(), reducer: NavigationReducer())
    #expect(store.state == recorded)
    store.send(.selectTab(.home)) { $0.selectTab(.home) }
  }

  @Test func `a changed reducer fails with the transaction and the difference from the next recorded state`() throws {
    let store = try testStore(log, changed)
    #expect(
      failures.headlines == [
        "Divergence: transaction 5, [.selectTab(.library), .push(.settings)], led to a state that differs from the recorded one."
      ])
    let message = try #require(failures.messages.first)
    #expect(message.contains("The states after transaction 8, recorded (−) and actual (+):"))
    #expect(message.contains("−") && message.contains("+"))
    #expect(store.state.selectedTab == .library)
  }

  @Test func `a missing line and a changed line fail`() throws {
    var lines = try String(contentsOfFile: log.paths[0], encoding: .utf8).split(separator: "\n")
    lines.remove(at: 2)
    lines[3] = Substring(lines[3].replacing("song", with: "sung"))
    let path = directory.path("damaged.navlog")
    try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    _ = try testStore(ActionLog(path: path), NavigationReducer())
    #expect(failures.headlines.count == 3)
    #expect(failures.headlines[0] == "Transactions 2 to 2 are missing from the log. Lines are missing from the log.")
    #expect(failures.headlines[2].contains("line 4: the line was changed: its checksum does not match."))
  }

  @Test(arguments: ["a line", "a transaction"])
  func `the incomplete end of a log whose process was killed does not fail`(part: String) throws {
    let lines = try String(contentsOfFile: log.paths[0], encoding: .utf8).split(separator: "\n")
    // Transaction 5 has two actions, each of which has a line.
    let first = try #require(lines.firstIndex { $0.hasPrefix(#"{"t":"action","n":5,"#) })
    let rest = part == "a line" ? String(lines[first].prefix(20)) : lines[first] + "\n"
    let path = directory.path("killed.navlog")
    try (lines[..<first].joined(separator: "\n") + "\n" + rest).write(toFile: path, atomically: true, encoding: .utf8)
    let store = try testStore(ActionLog(path: path), NavigationReducer())
    #expect(failures.headlines == [])
    #expect(store.state.focusedPath == (1...4).map(Route.song))
  }

  @Test func `a log that cannot be read throws`() throws {
    #expect(throws: ActionLogError.self) { try testStore(ActionLog(path: directory.path("none")), changed) }
  }

  @Test func `a log is printed as a test that compiles when its placeholders are replaced`() throws {
    let source = try log.swiftTest(
      Schema(), reducer: NavigationReducer(), transactions: 5...6, named: "back from the settings",
      reducerSource: "NavigationReducer()", schemaSource: "Schema()")
    let before = try log.state(after: 4, Schema(), reducer: NavigationReducer())
    let after = try log.state(after: 6, Schema(), reducer: NavigationReducer())
    let sum = try Schema().fingerprint(of: after)
    let lines = source.split(separator: "\n")
    #expect(lines.first == "@Test func `back from the settings`() throws {")
    #expect(lines[2].contains("JSONDecoder().decode(NavigationState<AppTab, Route>.self"))
    #expect(lines[5] == "  store.send([.selectTab(.library), .push(.settings)])")
    #expect(lines[6] == "  store.send(.back)")
    #expect(lines[7] == "  #expect(try Schema().fingerprint(of: store.state) == \"\(sum)\")")
    #expect(lines.count == 9)
    let json = try #require(lines[1].split(separator: "#\"").last?.dropLast(2))
    #expect(try JSONDecoder().decode(State.self, from: Data(json.utf8)) == before)
  }

  @Test func `the last transactions are printed as a test without those that have no influence`() throws {
    let whole = try log.swiftTest(Schema(), reducer: NavigationReducer())
    let count = whole.split(separator: "\n").count { $0.contains("store.send") }
    #expect(try log.swiftTest(Schema(), reducer: NavigationReducer(), last: count) == whole)
    let last = try log.swiftTest(Schema(), reducer: NavigationReducer(), last: 2)
    #expect(
      last
        == (try log.swiftTest(Schema(), reducer: NavigationReducer(), transactions: (count - 1)...count)))
    #expect(last.split(separator: "\n").count { $0.contains("store.send") } == 2)
  }

  @Test func `the shortest sequence that leads to a state is found`() throws {
    let shortest = try log.shortestSequence(Schema(), reducer: NavigationReducer()) { state in
      state.selectedTab == .library && state.path(of: .home).contains(.song(3))
    }
    #expect(shortest == [[.push(.song(3))], [.selectTab(.library), .push(.settings)]])
    #expect(try log.shortestSequence(Schema(), reducer: NavigationReducer()) { $0.depth == 7 } == nil)
    #expect(try log.shortestSequence(Schema(), reducer: NavigationReducer()) { $0.depth == 0 } == [])
  }
}
