import NavStore
import NavStoreTesting

/// A test store whose failures are kept in a log. Its line is `line`.
func makeTestStore<R: Reducer>(
  _ reducer: R, from state: R.State, clock: any Clock<Duration> = TestClock(), log: FailureLog,
  backstop: TestTimeout = TestTimeout(limit: .seconds(60)), line: UInt = #line
) -> TestStore<R.State, R.Action> where R.State: Equatable {
  TestStore(
    Store(initialState: state, reducer: reducer, clock: clock), initialState: state, clock: clock, backstop: backstop,
    reporter: log.reporter, site: CallSite(fileID: #fileID, filePath: #filePath, line: line, column: 1))
}
