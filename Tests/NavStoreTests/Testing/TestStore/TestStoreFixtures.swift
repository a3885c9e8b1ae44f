import NavStore
import NavStoreTesting

/// Creates a test store that adds its failures to a log. Its call site is `line`.
func makeTestStore<R: Reducer>(
  _ reducer: R, from state: R.State, clock: any Clock<Duration> = TestClock(), log: FailureLog,
  testTimeout: TestTimeout = TestTimeout(limit: .seconds(60)), line: UInt = #line
) -> TestStore<R.State, R.Action> where R.State: Equatable {
  TestStore(
    Store(initialState: state, reducer: reducer, clock: clock), initialState: state, clock: clock,
    testTimeout: testTimeout,
    reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: line, column: 1))
}

/// A feature as in an app: a search that is debounced, loads results, and can be cancelled.
struct Search: Reducer {
  struct State: Equatable, Sendable {
    var text = ""
    var results: [String] = []
    var isLoading = false
    var ticks = 0
  }

  enum Action: Equatable, Sendable {
    case typed(String)
    case search
    case found([String])
    case cleared
    case startTimer
    case tick
    case stopTimer
    case nothing

    var found: [String]? { if case .found(let results) = self { results } else { nil } }
  }

  var find: @Sendable (String) async -> [String] = { ["\($0)!"] }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      state.text = text
      return .run(id: "search", cancelInFlight: true) { context throws(CancellationError) in
        try await context.sleep(for: .milliseconds(300))
        context.send(.search)
      }
    case .search:
      state.isLoading = true
      return .run(id: "search") { [find, text = state.text] context in
        context.send(.found(await find(text)))
      }
    case .found(let results):
      state.isLoading = false
      state.results = results
      return .none
    case .cleared:
      state = State()
      return .cancel(id: "search")
    case .startTimer:
      return .run(id: "timer") { context throws(CancellationError) in
        while true {
          try await context.sleep(for: .seconds(1))
          context.send(.tick)
        }
      }
    case .tick:
      state.ticks += 1
      return .none
    case .stopTimer:
      return .cancel(id: "timer")
    case .nothing:
      return .none
    }
  }
}
