import Foundation
import NavStore
import NavStoreTesting
import Testing

// snippet: schema
struct Note: Codable, Hashable, Sendable {
  var text: String
}

enum Page: Codable, Hashable, Sendable {
  case list
  case note(Note)
}

typealias Notes = NavigationState<AppTab, Page>

let schema = ActionLogSchema<Notes, NavigationAction<AppTab, Page>>()
// end

private struct WholeApp: Reducer {
  struct State: Codable, Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
  }

  enum Action: Codable, Equatable {
    case navigation(NavigationAction<AppTab, Route>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      NavigationReducer().reduce(into: &state.navigation, action: action).map(Action.navigation)
    }
  }
}

@Suite struct ActionLogSnippets {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("session.navlog")
  }

  @Test func `replay many sessions`() async throws {
    let recorder = try ActionLogRecorder(
      of: Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer()), schema: schema,
      to: path)
    try await recorder.close()
    let folder = directory.path
    let originalReducer = NavigationReducer<AppTab, Page>()
    let changedReducer = NavigationReducer<AppTab, Page>(rules: NavigationRules(maxDepth: 1))
    // snippet: back-test
    let test = try await BackTest(
      replaying: folder, schema, reducer: changedReducer, insteadOf: originalReducer
    ) { replayed, sessions in
      if replayed.isMultiple(of: 1_000) { print("\(replayed) of \(sessions)") }
    }
    for difference in test.differences {
      print(difference)
      print(difference.test ?? "")
    }
    // end
    #expect(test.sessions == 1 && test.differences.isEmpty)
  }

  @Test func `record and replay`() async throws {
    // snippet: record
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    async let _: Void = recorder.run()

    store.send(.push(.list))
    recorder.mark("before the crash")
    store.send(.push(.note(Note(text: "milk"))))
    try await recorder.close()
    // end

    // snippet: replay
    let log = ActionLog(path: path)
    let report = try log.replay(schema, reducer: NavigationReducer()) { transaction in
      print(transaction.number, transaction.actions)
    }
    if let divergence = report.divergences.first, let nearest = divergence.nearest {
      print("transaction \(divergence.number) led elsewhere: \(nearest.recorded), and now \(nearest.replayed)")
    }
    print(report.isFaithful, report.isComplete, report.verified)
    // end
    #expect(report.isFaithful && report.isComplete && report.verified == 2)
    #expect(report.state == store.state)

    // snippet: seek
    let state = try log.state(after: 1, schema, reducer: NavigationReducer())
    // end
    #expect(state.path(of: .home) == [.list])

    let clock = ImmediateClock()
    // snippet: replay into store
    let other = Store(initialState: try log.initialState(schema), reducer: NavigationReducer())
    let again = try await log.replay(into: other, schema, speed: 2, clock: clock)
    // end
    #expect(other.state == store.state && again.isFaithful)

    // snippet: log test
    let tested = try TestStore(replaying: log, schema, reducer: NavigationReducer())
    tested.send(.back) { $0.pop() }
    // end
    // snippet: log source
    print(try log.swiftTest(schema, reducer: NavigationReducer(), transactions: 2...2))
    // end
    // snippet: log shortest
    let shortest = try log.shortestSequence(schema, reducer: NavigationReducer(reportingTo: nil)) {
      $0.depth == 2
    }
    // end
    #expect(shortest?.count == 2)
  }

  @Test func `record a part`() async throws {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let recorder = try ActionLogRecorder(
      of: store, state: \.navigation, action: { if case .navigation(let action) = $0 { action } else { nil } },
      schema: ActionLogSchema(), to: path)
    store.send(.navigation(.push(.song(7))))
    try await recorder.close()
    #expect(recorder.status.recorded == 1)
  }

  // snippet: recorder of a model
  /// Create it once, before the first view.
  @MainActor final class AppModel {
    typealias Navigation = NavigationState<AppTab, Route>

    let store: Store<AppState, AppAction>
    let recorder: ActionLogRecorder<Navigation, NavigationAction<AppTab, Route>>?

    init(log path: String) {
      let reducer = AppReducer()
      store = Store(initialState: AppState(), reducer: reducer)
      recorder = try? ActionLogRecorder(
        of: store, state: \.navigation,
        action: { if case .navigation(let action) = $0 { action } else { nil } },
        schema: ActionLogSchema(rules: reducer.navigation.rules), to: path)
    }
  }
  // end

  @MainActor @Test func `a model has a recorder`() async throws {
    let model = AppModel(log: path)
    model.store.send(.navigation(.push(.song(7))))
    try await model.recorder?.close()
    #expect(model.recorder?.status.recorded == 1)
    #expect(AppModel(log: "").recorder == nil)
  }

  @Test func `a log is a fixture`() async throws {
    let folder = URL(filePath: directory.path)
    let store = Store(initialState: WholeApp.State(), reducer: WholeApp())
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(), to: directory.path("bug-214.navlog"))
    store.send(.navigation(.push(.song(7))))
    try await recorder.close()
    // snippet: log fixture
    let fixture = ActionLog(path: folder.appending(path: "bug-214.navlog").path)
    let schema = ActionLogSchema<WholeApp.State, WholeApp.Action>()
    let replayed = try fixture.replay(schema, reducer: WholeApp())
    #expect(replayed.isFaithful && replayed.isComplete, "\(replayed)")
    // end
    #expect(replayed.verified == 1)
  }

  @Test func `redact`() async throws {
    // snippet: redaction
    let schema = ActionLogSchema<Notes, NavigationAction<AppTab, Page>>(
      redacting: [.type(Note.self) { note in Note(text: String(repeating: "x", count: note.text.count)) }])
    // end
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    store.send(.push(.note(Note(text: "milk"))))
    try await recorder.close()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("milk") && text.contains("xxxx"))
    #expect(try ActionLog(path: path).replay(schema, reducer: NavigationReducer()).isFaithful)
  }

  @Test func `bring an old log up to date`() async throws {
    let store = Store(initialState: Notes(tabs: AppTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: path)
    store.send(.push(.list))
    try await recorder.close()
    let old = try String(contentsOfFile: path, encoding: .utf8).replacing(#""list""#, with: #""overview""#)
    let unchecked = old.replacing(#/,"c":"[0-9a-f]{8}"/#, with: "")
    try unchecked.write(toFile: path, atomically: true, encoding: .utf8)
    // snippet: versions
    let schema = ActionLogSchema<Notes, NavigationAction<AppTab, Page>>(
      version: 2,
      stateMigrations: [.step(from: 1, "overview is called list") { _ in }],
      actionMigrations: [
        .step(from: 1, "overview is called list") { action in
          if action["push"]?[0] == ["overview": [:]] { action["push"]?[0] = ["list": [:]] }
        }
      ])
    // end
    let report = try ActionLog(path: path).replay(schema, reducer: NavigationReducer())
    #expect(report.state == store.state && report.verified == 0 && report.isFaithful)
  }
}
