package import NavStore

extension SessionDifference {
  /// Replays a log up to the first state that differs from the recorded one. Returns `nil` if the log has none.
  ///
  /// - Parameter kind: A function that describes a transaction without values of the session. The state before the
  ///   transaction is `nil` if it is not known.
  package init?<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    kind: @escaping (_ actions: [Action], _ before: State?, _ after: State) -> String
  ) {
    var before: State?
    var last: (actions: [Action], before: State?, after: State)?
    var found: SessionDifference?
    do {
      let report = try log.replayEvents(schema, reducer: reducer) { event in
        switch event {
        case .began(_, let state): before = state
        case .transaction(let transaction):
          last = (transaction.actions, before, transaction.state)
          before = transaction.state
        case .diverged(let number):
          if let last, found == nil {
            found = SessionDifference(
              kind: kind(last.actions, last.before, last.after), transaction: number, details: "")
          }
        case .replaced(_, _, _, let state), .resumed(_, _, let state): before = state
        case .mark, .skipped, .undecodable, .damaged, .gap, .end: break
        }
      }
      if let divergence = report.divergences.first {
        self.init(
          kind: found?.kind ?? kind(divergence.actions, nil, divergence.state), transaction: divergence.number,
          details: "\(divergence)")
      } else if let action = report.undecodable.first.first {
        self.init(undecodable: action)
      } else {
        return nil
      }
    } catch {
      self.init(unreadable: error)
    }
  }

  /// Replays a log with the reducer of its recording, and beside it with a changed reducer. Returns the first
  /// transaction after which the two states differ, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the recording. If it does not lead to the recorded states, the states are not compared
  ///     any further.
  ///   - areEqual: A function that returns whether a user sees the same in two states.
  ///   - kind: A function that describes a transaction without values of the session. `recorded` is the state after the
  ///     transaction in the recording.
  package init?<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    changed: some Reducer<State, Action>, areEqual: @escaping (State, State) -> Bool,
    kind: @escaping (_ actions: [Action], _ before: State, _ after: State, _ recorded: State) -> String
  ) {
    var state: State?
    var found: SessionDifference?
    do {
      _ = try log.replayEvents(schema, reducer: reducer) { event in
        // The divergence of a transaction follows its state, and is the reason not to trust that state.
        if found != nil {
          guard case .diverged = event else { throw CancellationError() }
        }
        switch event {
        case .began(_, let recorded): state = recorded
        case .replaced(_, _, _, let recorded), .resumed(_, _, let recorded): state = recorded
        case .transaction(let transaction):
          // The replay reports a transaction only if the state before it is known.
          guard let before = state else { return }
          var after = before
          _ = changed.reduce(into: &after, actions: transaction.actions)
          state = after
          guard !areEqual(after, transaction.state) else { return }
          found = SessionDifference(
            kind: kind(transaction.actions, before, after, transaction.state), transaction: transaction.number,
            details: "transaction \(transaction.number)")
        case .diverged(let number):
          found = SessionDifference(
            kind: "the reducer of the recording does not lead to the recorded states", transaction: number,
            details: "transaction \(number)", isCompared: false)
          throw CancellationError()
        case .undecodable(let action):
          found = SessionDifference(undecodable: action)
          throw CancellationError()
        case .mark, .skipped, .damaged, .gap, .end: break
        }
      }
    } catch is CancellationError {} catch {
      found = SessionDifference(unreadable: error)
    }
    guard let found else { return nil }
    self = found
  }

  private init(undecodable action: UndecodableAction) {
    self.init(
      kind: "the action \(action.action.caseName) cannot be decoded", transaction: action.number, details: "\(action)",
      isCompared: false)
  }

  package init(unreadable error: any Error) {
    self.init(kind: "the log cannot be read", transaction: 0, details: "\(error)", isCompared: false)
  }
}

extension SessionDifference {
  /// Replays the log of a navigation under changed rules, and compares what its user sees with the recording.
  package init?(replaying log: NavigationLog, changed: NavigationRules<JSONText, JSONText>) {
    self.init(
      replaying: log.log, log.schema, reducer: log.reducer,
      changed: NavigationReducer(rules: changed, reportingTo: nil), areEqual: { $0.looksLike($1) }
    ) { actions, before, after, recorded in
      LoggedState.kind(of: actions.map(\.name), from: before, to: after, recorded: recorded)
    }
  }
}

extension LoggedState {
  /// Returns a sentence about a transaction that names the kinds of screens before and after it, and no values: `back
  /// from cart in a cover leads to /home`. With a recorded state, the sentence has a second part: `; it led to /search`.
  package static func kind(
    of actions: [String], from before: LoggedState?, to after: LoggedState?, recorded: LoggedState? = nil
  ) -> String {
    let names = actions.isEmpty ? "a transaction" : actions.joined(separator: ", ")
    guard let after else { return "\(names) leads to another state" }
    guard let before else { return "\(names) leads to \(after.kindOfScreen)" }
    let start = "\(names) from \(before.kindOfScreen)"
    let screen = before.kindOfChange(to: after)
    let now = screen.map { "leads to \($0)" } ?? "does not change the navigation"
    guard let recorded else { return "\(start) \(now)" }
    let recordedScreen = before.kindOfChange(to: recorded)
    if screen == recordedScreen { return "\(start) \(now); it led to a different state" }
    return "\(start) \(now); it " + (recordedScreen.map { "led to \($0)" } ?? "did not change the navigation")
  }

  /// Whether the tabs, the selected tab, the paths and the modals are equal. A user does not see the visits until `back`
  /// selects another tab.
  fileprivate func looksLike(_ other: LoggedState) -> Bool {
    var other = other
    other.visited = visited
    return self == other
  }

  private func kindOfChange(to after: LoggedState) -> String? {
    if looksLike(after) { return nil }
    if kindOfScreen != after.kindOfScreen { return after.kindOfScreen }
    return top == after.top && selectedTab == after.selectedTab ? "other paths" : "another \(kindOfScreen)"
  }

  private var kindOfScreen: String {
    guard let top else { return "/" + selectedTab.displayText }
    return top.caseName + (modals.last.map { " in a \($0.style)" } ?? "")
  }
}

extension AppValues {
  /// Returns a sentence about a transaction of an app, without values of the session.
  package func kind<State, Action>(
    of actions: [Action], from before: State?, to after: State, recorded: State? = nil
  ) -> String {
    LoggedState.kind(
      of: actions.map { action in
        navigationAction(in: action)?.name ?? String(swiftSource(action).drop { $0 == "." }.prefix { $0 != "(" })
      }, from: before.flatMap { navigation(in: $0) }, to: navigation(in: after),
      recorded: recorded.flatMap { navigation(in: $0) })
  }

  /// Returns whether two states of an app are equal, except for the visits of their navigations.
  package func areEqual<State>(_ first: State, _ second: State) -> Bool {
    let (first, second) = (json(of: first) { "\(first)" }, json(of: second) { "\(second)" })
    if first == second { return true }
    guard let first = try? JSONValue(parsing: first), let second = try? JSONValue(parsing: second) else { return false }
    return first.withoutVisits == second.withoutVisits
  }
}

extension JSONValue {
  fileprivate var withoutVisits: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutVisits))
    case .object(var members):
      if case .array? = members["tabs"] { members["visits"] = nil }
      return .object(members.mapValues(\.withoutVisits))
    default: return self
    }
  }
}
