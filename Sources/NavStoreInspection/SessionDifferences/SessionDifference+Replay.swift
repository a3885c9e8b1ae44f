package import NavStore

extension SessionDifference {
  /// Replays a log up to its first difference. Returns `nil` if the log has none.
  ///
  /// - Parameter kind: A function that describes a transaction without values of the session. The state before the
  ///   transaction is `nil` if it is not known.
  package init?<State, Action>(
    replaying log: ActionLog, _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    kind: (_ actions: [Action], _ before: State?, _ after: State) -> String
  ) {
    var before: State?
    var last: (actions: [Action], before: State?, after: State)?
    var found: SessionDifference?
    do {
      let report = try withoutActuallyEscaping(kind) { kind in
        try log.replayEvents(schema, reducer: reducer) { event in
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
      }
      if let divergence = report.divergences.first {
        self.init(
          kind: found?.kind ?? kind(divergence.actions, nil, divergence.state), transaction: divergence.number,
          details: "\(divergence)")
      } else if let action = report.undecodable.first.first {
        self.init(
          kind: "the action \(action.action.caseName) cannot be decoded", transaction: action.number,
          details: "\(action)")
      } else {
        return nil
      }
    } catch {
      self.init(kind: "the log cannot be read", transaction: 0, details: "\(error)")
    }
  }
}

extension LoggedState {
  /// Returns a sentence about a transaction that names the kinds of screens before and after it, and no values: `back
  /// from cart in a cover leads to /home`.
  package static func kind(of actions: [String], from before: LoggedState?, to after: LoggedState?) -> String {
    let names = actions.isEmpty ? "a transaction" : actions.joined(separator: ", ")
    guard let after else { return "\(names) leads to another state" }
    guard let before else { return "\(names) leads to \(after.kindOfScreen)" }
    let start = "\(names) from \(before.kindOfScreen)"
    if before == after { return "\(start) does not change the navigation" }
    return "\(start) leads to \(before.kindOfScreen == after.kindOfScreen ? "another " : "")\(after.kindOfScreen)"
  }

  private var kindOfScreen: String {
    guard let top else { return "/" + selectedTab.displayText }
    return top.caseName + (modals.last.map { " in a \($0.style)" } ?? "")
  }
}

extension AppValues {
  /// Returns a sentence about a transaction of an app, without values of the session.
  package func kind<State, Action>(of actions: [Action], from before: State?, to after: State) -> String {
    LoggedState.kind(
      of: actions.map { action in
        navigationAction(in: action)?.name ?? String(swiftSource(action).drop { $0 == "." }.prefix { $0 != "(" })
      }, from: before.flatMap { navigation(in: $0) }, to: navigation(in: after))
  }
}
