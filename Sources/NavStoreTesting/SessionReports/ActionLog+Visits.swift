internal import NavStoreInspection
public import NavStore

extension ActionLog {
  /// Returns how often each screen came to the top of the navigation in a recorded session.
  ///
  /// The log is replayed with the app's reducer. If a state differs from the recorded one, the count continues with the
  /// recorded state. To count the visits of several sessions, merge the results:
  ///
  /// ```swift
  /// var visits: [String: Int] = [:]
  /// for log in logs { visits.merge(try log.screenVisits(schema, reducer: AppReducer()), uniquingKeysWith: +) }
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The schema that the log was recorded with.
  ///   - reducer: The reducer that computes the states.
  /// - Returns: The number of visits, by the name that a ``SessionReport`` shows. The dictionary is empty if no state
  ///   contains a navigation.
  /// - Throws: `ActionLogError` if the log cannot be read.
  /// - Complexity: O(n), where n is the length of the log. Each transaction takes tens of microseconds, because the
  ///   navigation is found by reflection.
  public func screenVisits<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>
  ) throws -> [String: Int] {
    let values = AppValues()
    var visits: [String: Int] = [:]
    var last: String?
    func visit(_ state: State?) {
      let name = state.flatMap { values.navigation(in: $0)?.screenName }
      if let name, name != last { visits[name, default: 0] += 1 }
      last = name
    }
    let options = ReplayOptions(atDivergence: .adoptRecorded, atUndecodable: .skipToNextState)
    _ = try replayEvents(schema, reducer: reducer, options: options) { event in
      switch event {
      case .began(_, let state): visit(state)
      case .transaction(let transaction): visit(transaction.state)
      case .replaced(_, _, _, let state), .resumed(_, _, let state): visit(state)
      case .diverged, .mark, .gap, .undecodable, .damaged, .skipped, .end: break
      }
    }
    return visits
  }
}
