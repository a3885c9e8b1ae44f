import Foundation
import NavStore
import NavStoreInspection
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
    // The states are equal again after the second transaction, and differ at the fifth one.
    try await record(
      [.push(.song(4)), .back, .present(.settings, style: .cover), .push(.album(3)), .back], as: "d.navlog")
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
        "3 sessions: push from /home does not change the navigation",
        "1 session: back from album in a cover leads to /home",
      ])
    #expect(test.differences.map(\.transaction) == [1, 3])
    #expect("\(test)".hasPrefix("4 sessions, 4 with a difference\n"))
  }

  @Test func `with the original reducer, a changed back rule differs where a user sees it, and not at the tap`()
    async throws
  {
    try await record([.tabTapped(.library), .push(.album(1)), .back, .back], as: "a.navlog")
    try await record([.tabTapped(.library), .back], as: "b.navlog")
    try await record([.tabTapped(.library), .push(.album(1))], as: "c.navlog")
    let changed = NavigationReducer<MusicTab, MusicRoute>(rules: NavigationRules(backRule: .none), reportingTo: nil)
    let fingerprints = try await BackTest(replaying: directory.path, schema, reducer: changed)
    #expect(fingerprints.differences.map(\.sessions) == [3])
    #expect("\(fingerprints)".contains("3 sessions: tabTapped from /home leads to /library\n"))

    let original = NavigationReducer<MusicTab, MusicRoute>(rules: Self.recorded, reportingTo: nil)
    let test = try await BackTest(replaying: directory.path, schema, reducer: changed, insteadOf: original)
    #expect(
      "\(test)" == """
        3 sessions, 2 with a difference
        2 sessions: back from /library does not change the navigation; it led to /home
          \(directory.path("b.navlog")): transaction 2
        """)
    let source = try #require(test.differences.first?.test)
    #expect(source.contains("store.send(.tabTapped(.library))") && source.contains("store.send(.back)"))
    let wrong = try await BackTest(replaying: directory.path, schema, reducer: original, insteadOf: changed)
    #expect("\(wrong)".contains("3 sessions: the reducer of the recording does not lead to the recorded states\n"))
  }

  @Test func `with the original reducer, every part of an app's state is compared, except for the visits`() async throws
  {
    struct App: Codable, Equatable {
      var navigation = State(tabs: MusicTab.allCases, backRule: .history)
      var taps = 0
    }
    func reducer(_ rules: NavigationRules<MusicTab, MusicRoute>, step: Int) -> Reduce<App, Action> {
      Reduce { app, action in
        app.taps += step
        return NavigationReducer(rules: rules, reportingTo: nil).reduce(into: &app.navigation, action: action)
      }
    }
    let schema = ActionLogSchema<App, Action>()
    let store = Store(initialState: App(), reducer: reducer(Self.recorded, step: 1))
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: directory.path("app.navlog"))
    store.send(.back)
    store.send(.tabTapped(.library))
    try await recorder.close()
    let original = reducer(Self.recorded, step: 1)
    for (changed, differences) in [
      (reducer(NavigationRules(backRule: .none), step: 1), 0), (reducer(Self.recorded, step: 2), 1),
    ] {
      let test = try await BackTest(replaying: directory.path, schema, reducer: changed, insteadOf: original)
      #expect(test.sessions == 1 && test.differences.count == differences, "\(test)")
      let kind = "back from /home does not change the navigation; it led to a different state"
      #expect(test.differences.allSatisfy { $0.transaction == 1 && "\($0)".contains(kind) }, "\(test)")
    }
  }

  @Test func `the result does not depend on the order in which sessions end`() {
    let sessions = [("a", 3), ("b", 9), ("a", 2), ("b", 9), ("a", 2), ("a", 5), ("c", 1)]
    var orders = [Array(sessions.indices), sessions.indices.reversed()]
    for _ in 0..<20 { orders.append(sessions.indices.shuffled()) }
    for order in orders {
      var result = BackTestResult()
      for session in order {
        let (kind, transaction) = sessions[session]
        result.add(session, SessionDifference(kind: kind, transaction: transaction, details: "\(session)"))
        result.add(100 + session, nil)
      }
      #expect(result.sessions == 14)
      #expect(result.groups.map(\.difference.kind) == ["a", "b", "c"])
      #expect(result.groups.map(\.sessions) == [4, 2, 1])
      #expect(result.groups.map(\.shortest) == [2, 1, 6])
      #expect(result.groups.map(\.difference.details) == ["2", "1", "6"])
    }
  }

  @Test func `as many sessions are replayed at a time as there are processors`() async {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let running = Locked((now: 0, most: 0))
    let allRun = DispatchSemaphore(value: 0)
    let limit = DispatchTimeInterval.seconds(300)
    let result = await BackTestResult.replaying(4 * processors, progress: { _ in }) { session in
      let now = running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
        return running.now
      }
      // The first sessions end when as many run as there are processors. Without parallelism, the wait fails.
      if session < processors {
        if now == processors { for _ in 0..<processors { allRun.signal() } }
        #expect(allRun.wait(timeout: .now() + limit) == .success)
      }
      running.withLock { $0.now -= 1 }
      return nil
    }
    #expect(result.sessions == 4 * processors)
    #expect(running.withLock { $0.most } == processors)
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
    let replayed = Locked<[Int]>([])
    let test = try await BackTest(
      replaying: directory.path, schema, reducer: NavigationReducer(rules: Self.recorded, reportingTo: nil)
    ) { done, sessions in
      #expect(sessions == 4)
      replayed.withLock { $0.append(done) }
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
