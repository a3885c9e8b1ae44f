import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// Logs of a part of a store, and redaction.
@Suite struct SubstateRecordingTests {
  struct App: Codable, Equatable, Sendable {
    var tally = Tally()
    var secret = Secret(text: "none")
  }

  enum AppAction: Codable, Equatable, Sendable {
    case tally(TallyAction)
    case login(Secret)
    case clear
  }

  struct Secret: Codable, Hashable, Sendable {
    var text: String
  }

  struct AppReducer: Reducer {
    func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .tally(let action): return TallyReducer().reduce(into: &state.tally, action: action).map(AppAction.tally)
      case .login(let secret): state.secret = secret
      case .clear: state = App()
      }
      return .none
    }
  }

  private static func part(_ action: AppAction) -> TallyAction? {
    if case .tally(let action) = action { action } else { nil }
  }

  // MARK: - Parts

  @Test func `a log of a part has the part's actions, and the state after changes by other actions`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: App(), reducer: AppReducer())
    let recorder = try ActionLogRecorder(
      of: store, state: \.tally, action: Self.part, schema: TallySchema(), to: directory.path("s.navlog"),
      clock: TestClock())
    store.send(.tally(.add(1)))
    store.send(.login(Secret(text: "hush")))  // changes something else
    recorder.mark("here")
    store.send(.tally(.addLater(2)), origin: .deepLink)
    store.send([.tally(.add(3)), .tally(.add(4))])
    store.send([.tally(.add(5)), .clear, .tally(.add(6))], origin: .undo)
    store.send(.clear, origin: .restore)
    store.send(.clear)
    store.send(.tally(.say("x")))
    try await recorder.close()
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("s.navlog")).replayEvents(TallySchema(), reducer: TallyReducer()) {
      event in
      switch event {
      case .transaction(let transaction):
        seen.append(
          "\(transaction.number) \(transaction.origin.rawValue) \(transaction.actions.count) \(transaction.state.sum)")
      case .replaced(let number, _, let origin, let state):
        seen.append("\(number) set by \(origin.rawValue) \(state.sum)")
      case .mark(let number, _, _, _): seen.append("mark \(number)")
      default: break
      }
    }
    #expect(
      seen == [
        "1 user 1 1", "mark 1", "2 deeplink 1 1", "3 effect 1 3", "4 user 2 10", "5 set by undo 6",
        "6 set by restore 0",
        "7 user 1 0",
      ])
    #expect(report.isComplete && report.isFaithful)
    #expect(report.state == store.state.tally)
    #expect(directory.text("s.navlog")?.contains("hush") == false)
  }

  @Test func `transactions of a part that do not fit are a gap`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: App(), reducer: AppReducer())
    let recorder = try ActionLogRecorder(
      of: store, state: \.tally, action: Self.part, schema: TallySchema(), to: directory.path("s.navlog"),
      options: .init(capacity: 2))
    for number in 1...6 { store.send(.tally(.add(number))) }
    try await recorder.close()
    #expect(recorder.status.lost == 4)
    let report = try ActionLog(path: directory.path("s.navlog")).replay(TallySchema(), reducer: TallyReducer())
    #expect(report.gaps.first.map(\.numbers) == [3...6])
    #expect(report.state == Tally(sum: 21))
  }

  @Test func `a replaced state is in the log of a part`() async throws {
    let directory = try TemporaryDirectory()
    let schema = ActionLogSchema<App, AppAction>()
    // A log of the whole app. The replay replaces the state of the store at its beginning.
    let other = Store(initialState: App(tally: Tally(sum: 40)), reducer: AppReducer())
    let whole = try ActionLogRecorder(of: other, schema: schema, to: directory.path("whole.navlog"))
    other.send(.tally(.add(2)))
    try await whole.close()

    let store = Store(initialState: App(), reducer: AppReducer())
    let recorder = try ActionLogRecorder(
      of: store, state: \.tally, action: Self.part, schema: TallySchema(), to: directory.path("part.navlog"),
      clock: TestClock())
    store.send(.tally(.add(1)))
    _ = try ActionLog(path: directory.path("whole.navlog")).replay(into: store, schema)
    try await recorder.close()
    var seen: [String] = []
    let report = try ActionLog(path: directory.path("part.navlog")).replayEvents(TallySchema(), reducer: TallyReducer())
    {
      event in
      switch event {
      case .transaction(let transaction): seen.append("\(transaction.number): \(transaction.state.sum)")
      case .replaced(let number, _, let origin, let state): seen.append("\(number) \(origin.rawValue): \(state.sum)")
      default: break
      }
    }
    #expect(seen == ["1: 1", "2 restore: 40", "3: 42"])
    #expect(report.isComplete && report.isFaithful, "\(report.summary)")
  }

  // MARK: - Redaction

  private static let hiding = Redaction.type(Secret.self) { _ in Secret(text: "…") }
  private static let schema = ActionLogSchema<App, AppAction>(redacting: [hiding])

  @Test func `redacted values are not in the log, and the replay uses their replacements`() async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: App(secret: Secret(text: "hush")), reducer: AppReducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: Self.schema, to: directory.path("s.navlog"), options: .init(stateInterval: 1),
      clock: TestClock())
    store.send(.login(Secret(text: "hush again")))
    store.send([.tally(.add(1)), .login(Secret(text: "hush too"))])
    try await recorder.close()
    let text = try #require(directory.text("s.navlog"))
    #expect(!text.contains("hush"))
    #expect(text.contains(#"{"login":{"_0":{"text":"…"}}}"#))
    let report = try ActionLog(path: directory.path("s.navlog")).replay(Self.schema, reducer: AppReducer())
    #expect(report.isComplete && report.isFaithful)
    #expect(report.verified == 2)
    #expect(report.state == App(tally: Tally(sum: 1), secret: Secret(text: "…")))
    #expect(
      try Self.schema.fingerprint(of: store.state) == Self.schema.fingerprint(of: try #require(report.state)))
    #expect(
      try Self.schema.fingerprint(of: store.state) != ActionLogSchema<App, AppAction>().fingerprint(of: store.state))
  }

  typealias Screens = NavigationState<Int, Secret?>

  /// Redaction by the type of routes, of paths, of states, or of actions.
  private static let waysToHide: [[Redaction]] = [
    [hiding],
    [.type([Secret?].self) { $0.map { _ in Secret(text: "…") } }, hidingPushes],
    [
      .type(Screens.self) { state in
        var state = state
        state.setPath(state.path(of: 0).map { _ in Secret(text: "…") }, in: .tab(0))
        return state
      },
      hidingPushes,
    ],
  ]

  private static let hidingPushes = Redaction.type(NavigationAction<Int, Secret?>.self) { action in
    if case .push = action { .push(Secret(text: "…")) } else { action }
  }

  @Test(arguments: waysToHide.indices)
  func `fingerprints are computed after redaction, for navigations, too`(way: Int) async throws {
    let schema = ActionLogSchema<Screens, NavigationAction<Int, Secret?>>(redacting: Self.waysToHide[way])
    let directory = try TemporaryDirectory()
    let store = Store(
      initialState: Screens(tabs: [0, 1], paths: [0: [Secret(text: "hush")]]),
      reducer: NavigationReducer<Int, Secret?>())
    let recorder = try ActionLogRecorder(
      of: store, schema: schema, to: directory.path("s.navlog"), options: .init(stateInterval: 2), clock: TestClock())
    for number in 0..<6 { store.send(.push(Secret(text: "hush \(number)"))) }
    store.send(.back)
    try await recorder.close()
    #expect(directory.text("s.navlog")?.contains("hush") == false)
    let report = try ActionLog(path: directory.path("s.navlog")).replay(
      schema, reducer: NavigationReducer<Int, Secret?>())
    #expect(report.isComplete && report.isFaithful, "\(report.allDivergences.first.first?.number ?? 0)")
    #expect(report.verified == 7)
    // A reader that does not know the app's types reads the same.
    typealias AnySchema = ActionLogSchema<NavigationState<JSONText, JSONText>, NavigationAction<JSONText, JSONText>>
    let other = try ActionLog(path: directory.path("s.navlog")).replay(AnySchema(), reducer: NavigationReducer())
    #expect(other.isFaithful)
    #expect(other.verified == 7)
    let states = try #require(directory.text("s.navlog")).split(separator: "\n").filter { $0.contains(#""state":"#) }
    for line in states {
      let object = try #require(try ReferenceJSON.value(String(line)) as? [String: Any])
      #expect(
        object["sum"] as? String == ReferenceFingerprints.sum("json", of: try #require(object["state"])), "\(line)")
    }
  }
}
