import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Recorded sessions that are replayed with other rules or another reducer.
@Suite struct BackTestTests {
  typealias State = NavigationState<MusicTab, MusicRoute>
  typealias Action = NavigationAction<MusicTab, MusicRoute>

  private let directory: TemporaryDirectory
  private let schema = ActionLogSchema<State, Action>()
  private static let recorded = NavigationRules<MusicTab, MusicRoute>(backRule: .history)
  private static let changed = NavigationRules<MusicTab, MusicRoute>(backRule: .history, maxDepth: 1)

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func record(_ actions: [Action], as name: String) async throws {
    let store = Store(
      initialState: State(tabs: MusicTab.allCases, backRule: .history),
      reducer: NavigationReducer(rules: Self.recorded))
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path(name))
    for action in actions { store.send(action) }
    try await recorder.close()
  }

  private func backTest(_ rules: NavigationRules<MusicTab, MusicRoute>) async throws -> BackTest {
    try await BackTest(replaying: directory.path, schema, reducer: NavigationReducer(rules: rules, reportingTo: nil))
  }

  @Test func `sessions are grouped by the kind of their first difference, with the shortest of each kind`() async throws
  {
    for number in 1...6 {
      let songs = (1..<number).flatMap { [Action.push(.song($0)), .back] }
      try await record(songs + [.push(.song(number)), .push(.album(number)), .back], as: "deep-\(number).navlog")
    }
    try await record([.tabTapped(.library), .push(.album(1)), .back], as: "equal.navlog")
    let equal = try await backTest(Self.recorded)
    #expect(equal.sessions == 7 && equal.differences.isEmpty)
    #expect("\(equal)" == "7 sessions, 0 with a difference")

    let test = try await backTest(Self.changed)
    #expect(test.sessions == 7)
    try #require(test.differences.count == 1)
    let difference = test.differences[0]
    #expect(difference.sessions == 6)
    #expect(difference.transaction == 2)
    #expect("\(difference)".hasPrefix("6 sessions: push from song does not change the navigation\n"))
    let source = try #require(difference.test)
    #expect(
      source
        == (try difference.log.swiftTest(
          schema, reducer: NavigationReducer(rules: Self.changed, reportingTo: nil), transactions: 1...2,
          named: "push from song does not change the navigation")))
    #expect(try difference.log.replay(schema, reducer: NavigationReducer(rules: Self.recorded)).verified == 3)
  }

  @Test func `a reducer that forgets a route differs, and a later difference of the same session is not counted`()
    async throws
  {
    try await record([.push(.song(1)), .present(.settings), .dismiss], as: "a.navlog")
    try await record([.push(.song(2)), .back], as: "b.navlog")
    try await record([.present(.settings, style: .cover), .push(.album(3)), .back, .dismiss], as: "c.navlog")
    let reducer = Reduce<State, Action> { state, action in
      switch action {
      case .push(.song, in: _): .none
      case .back where !state.modals.isEmpty: NavigationReducer().reduce(into: &state, action: .dismiss)
      default: NavigationReducer(rules: Self.recorded).reduce(into: &state, action: action)
      }
    }
    let test = try await BackTest(replaying: directory.path, schema, reducer: reducer)
    #expect(
      test.differences.map { "\($0)".split(separator: "\n").first ?? "" } == [
        "2 sessions: push from /home does not change the navigation",
        "1 session: back from album in a cover leads to /home",
      ])
    #expect(test.differences.map(\.transaction) == [1, 3])
    #expect("\(test)".hasPrefix("3 sessions, 3 with a difference\n"))
  }

  @Test func `files that continue a session are no sessions, and a damaged file is a difference`() async throws {
    // Two sessions with the same name, of which the second one has the number 2, and a file that is no log.
    try await record([.push(.song(1))], as: "a.navlog")
    try await record([.push(.song(2))], as: "a.navlog")
    try directory.put("milk\n", "b.navlog")
    try directory.put("milk\n", "notes.txt")
    let store = Store(initialState: State(tabs: MusicTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: schema, to: directory.path("long.navlog"),
      options: ActionLogOptions(transactionsPerFile: 50))
    for number in 0..<200 { store.send(.push(.song(number))) }
    try await recorder.close()
    #expect(directory.names.filter { $0.hasPrefix("long") }.count > 1)
    let replayed = Locked<Set<Int>>([])
    let test = try await BackTest(
      replaying: directory.path, schema, reducer: NavigationReducer(rules: Self.recorded, reportingTo: nil)
    ) { done, sessions in
      #expect(sessions == 4)
      replayed.withLock { _ = $0.insert(done) }
    }
    #expect(test.sessions == 4)
    #expect(replayed.withLock { $0 } == [1, 2, 3, 4])
    #expect(test.differences.map(\.sessions) == [1])
    #expect(test.differences.first?.test == nil && test.differences.first?.transaction == 0)
    #expect("\(test)".contains("1 session: the log cannot be read\n  \(directory.path("b.navlog")): "))
  }

  @Test func `a folder that does not exist is an error, and a cancelled test is not a result`() async throws {
    await #expect(throws: (any Error).self) {
      try await BackTest(replaying: directory.path("missing"), schema, reducer: NavigationReducer())
    }
    try await record([.push(.song(1))], as: "a.navlog")
    let task = Task { [directory, schema] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await BackTest(replaying: directory.path, schema, reducer: NavigationReducer())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
