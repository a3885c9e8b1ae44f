import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Transactions that do not fit, and values that cannot be encoded.
@Suite struct RecorderLossTests {
  struct Refused: Error {}

  /// A value that cannot be encoded if `sum` is negative.
  struct PartlyEncodable: Codable, Equatable, Sendable {
    var sum = 0
    func encode(to encoder: any Encoder) throws {
      if sum < 0 { throw Refused() }
      var container = encoder.singleValueContainer()
      try container.encode(sum)
    }
    init(sum: Int = 0) { self.sum = sum }
    init(from decoder: any Decoder) throws { sum = try decoder.singleValueContainer().decode(Int.self) }
  }

  struct PartlyEncodableReducer: Reducer {
    func reduce(into state: inout PartlyEncodable, action: PartlyEncodable) -> Effect<PartlyEncodable> {
      state.sum += action.sum
      return .none
    }
  }

  typealias PartlyEncodableSchema = ActionLogSchema<PartlyEncodable, PartlyEncodable>

  @Test func `transactions that do not fit are counted, and the replay continues from the state after them`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"), .init(capacity: 3))
    for number in 1...10 { store.send(.add(number)) }
    recorder.mark("full")
    store.send(.add(11))
    try await recorder.flush()
    store.send(.add(12))
    // More actions than fit at any time.
    store.send([.add(1), .add(1), .add(1), .add(1)])
    store.send(.add(13))
    try await recorder.close()
    #expect(recorder.status.lost == 10)
    #expect(recorder.status.recorded == 4)
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(TallySchema(), reducer: TallyReducer()) {
      event in
      switch event {
      case .transaction(let transaction): seen.append("\(transaction.number): \(transaction.state.sum)")
      case .resumed(let number, _, let state): seen.append("\(number) again: \(state.sum)")
      case .gap(let gap): seen.append("\(gap.numbers) \(gap.isRecorded)")
      case .mark(let number, _, let name, _): seen.append("\(name) \(number)")
      default: break
      }
    }
    #expect(
      seen == [
        "1: 1", "2: 3", "3: 6", "4...10 true", "10 again: 55", "full 10", "11...11 true", "11 again: 66", "12: 78",
        "13...14 true", "14 again: 95",
      ])
    #expect(report.hasEnd)
    #expect(!report.isComplete)
    #expect(!report.isFaithful)
    #expect(report.divergences.isEmpty)
    #expect(report.state == store.state)
  }

  @Test func `a gap is written to the next file if the current one is full`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(
      of: store, TallySchema(), directory.path("s.navlog"), .init(capacity: 2, transactionsPerFile: 2))
    for number in 1...5 { store.send(.add(number)) }
    try await recorder.close()
    #expect(recorder.status.lost == 3)
    func types(_ name: String) -> [Substring]? {
      directory.text(name)?.split(separator: "\n").map { $0.dropFirst(6).prefix { $0 != "\"" } }
    }
    #expect(types("s.navlog") == ["header", "action", "action", "end"])
    #expect(types("s.2.navlog") == ["header", "gap", "snap", "end"])
  }

  @Test func `the state after an action that cannot be encoded is written instead`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: PartlyEncodable(sum: 10), reducer: PartlyEncodableReducer())
    let recorder = try ActionLogRecorder(of: store, PartlyEncodableSchema(), directory.path("s.navlog"))
    store.send(PartlyEncodable(sum: 1))
    store.send([PartlyEncodable(sum: 2), PartlyEncodable(sum: -1)], origin: .deepLink)
    store.send(PartlyEncodable(sum: 3))
    try await recorder.close()
    #expect(recorder.status.unencodable == 2)
    #expect(recorder.status.recorded == 3)
    #expect(recorder.status.lost == 0)
    let failure = try #require(recorder.status.lastFailure)
    #expect(failure.description.hasPrefix("A value could not be encoded for the log: "))
    var origins: [ActionOrigin] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(
      PartlyEncodableSchema(), reducer: PartlyEncodableReducer()
    ) {
      event in
      if case .replaced(2, _, let origin, PartlyEncodable(sum: 12)) = event { origins.append(origin) }
    }
    #expect(origins == [.deepLink])
    #expect(report.isComplete)
    #expect(report.isFaithful)
    #expect(report.state == PartlyEncodable(sum: 15))
  }

  @Test func `a state that cannot be encoded has no fingerprint, and the next one that can is complete`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: PartlyEncodable(sum: -5), reducer: PartlyEncodableReducer())
    let recorder = try ActionLogRecorder(
      of: store, PartlyEncodableSchema(), directory.path("s.navlog"), .init(transactionsPerFile: 4))
    store.send(PartlyEncodable(sum: 1))  // -4
    store.send(PartlyEncodable(sum: 5))  // 1
    store.send(PartlyEncodable(sum: 1))  // 2
    store.send(PartlyEncodable(sum: -9))  // neither
    store.send(PartlyEncodable(sum: 8))  // a new file, without a state; 1
    store.send(PartlyEncodable(sum: 1))
    try await recorder.close()
    #expect(recorder.status.lost == 1)
    #expect(recorder.status.unencodable == 1)
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(
      PartlyEncodableSchema(), reducer: PartlyEncodableReducer()
    ) {
      event in
      switch event {
      case .began(let header, let state): seen.append("part \(header.part) \(state?.sum ?? 0)")
      case .transaction(let transaction): seen.append("\(transaction.number) \(transaction.state.sum)")
      case .resumed(let number, _, let state): seen.append("\(number) again \(state.sum)")
      case .gap(let gap): seen.append("\(gap.numbers)")
      default: break
      }
    }
    #expect(
      seen == ["part 1 0", "2 again 1", "3 2", "4...4", "part 2 0", "5 again 1", "6 2"])
    #expect(report.skipped == 3)
    #expect(report.state == PartlyEncodable(sum: 2))
    #expect(report.divergences.isEmpty)
  }

  /// A path contains a route that cannot be encoded, and later does not. The cached fingerprints must stay correct.
  @Test func `routes that cannot be encoded do not make later fingerprints wrong`() async throws {
    typealias State = NavigationState<Int, PartlyEncodableRoute>
    typealias Schema = ActionLogSchema<State, NavigationAction<Int, PartlyEncodableRoute>>
    let directory = try TemporaryDirectory()
    let store = Store(initialState: State(tabs: [0, 1]), reducer: NavigationReducer<Int, PartlyEncodableRoute>())
    let recorder = try ActionLogRecorder(of: store, Schema(), directory.path("s.navlog"), .init(stateInterval: 4))
    let paths = [
      [1, 2, 3], [1, -1], [1, 2, 3, 4], [1, 2, 3], [-1], [], [1, 2, -1], [1, 2], [1, 2], [5, 2], [5, 2, -3], [5, 2],
    ]
    for path in paths { store.send(.setPath(path.map(PartlyEncodableRoute.init), in: .tab(0))) }
    for path in paths { store.send(.setPath(path.map(PartlyEncodableRoute.init), in: .focused)) }
    try await recorder.close()
    let report = try ActionLog(path: directory.path("s.navlog")).replay(
      Schema(), reducer: NavigationReducer<Int, PartlyEncodableRoute>())
    #expect(report.state == store.state)
    #expect(report.divergences.isEmpty, "\(report.allDivergences.first)")
    #expect(recorder.status.recorded > 0)
  }

  /// A saved state omits such routes. A log must not: the next action would lead to another state.
  @Test func `a state with a route without a name is not recorded partially`() async throws {
    typealias State = NavigationState<AppTab, AnyRoute>
    typealias Schema = ActionLogSchema<State, NavigationAction<AppTab, AnyRoute>>
    let schema = Schema(routes: RouteRegistry(.route(Route.self, named: "route")))
    let directory = try TemporaryDirectory()
    let store = Store(initialState: State(tabs: AppTab.allCases), reducer: NavigationReducer<AppTab, AnyRoute>())
    let recorder = try ActionLogRecorder(of: store, schema, directory.path("s.navlog"), .init(stateInterval: 2))
    store.send(.push(AnyRoute(Route.song(1))))
    store.send(.push(AnyRoute(PartlyEncodableRoute(7))))
    store.send(.push(AnyRoute(Route.song(2))))
    store.send(.pop())
    store.send(.pop())
    store.send(.push(AnyRoute(Route.song(3))))
    try await recorder.close()
    #expect(recorder.status.lost == 1)
    #expect(recorder.status.unencodable == 1)
    let report = try ActionLog(path: directory.path("s.navlog")).replay(
      schema, reducer: NavigationReducer<AppTab, AnyRoute>())
    #expect(report.divergences.isEmpty)
    #expect(report.gaps.first.map(\.numbers) == [2...2])
    #expect(report.skipped == 3)
    #expect(report.state == store.state)
  }

  @Test func `a line that is too long for readers is not written`() async throws {
    let directory = try TemporaryDirectory()
    let store = makeTallyStore()
    let recorder = try ActionLogRecorder(of: store, TallySchema(), directory.path("s.navlog"))
    store.send(.add(1))
    store.send(.say(String(repeating: "x", count: LineBlockReader.longestLine)))
    store.send(.add(2))
    try await recorder.close()
    #expect(recorder.status.unencodable == 1)
    #expect(recorder.status.lost == 1)
    #expect("\(recorder.status.lastFailure.debugDescription)".contains("and the limit is 16777216"))
    let report = try ActionLog(path: directory.path("s.navlog")).replay(TallySchema(), reducer: TallyReducer())
    #expect(report.damage.isEmpty)
    #expect(report.gaps.first.map(\.numbers) == [2...2])
  }

  struct PartlyEncodableRoute: Hashable, Codable, Sendable {
    var number: Int
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      if number < 0 { throw Refused() }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
}
