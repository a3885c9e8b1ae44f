internal import NavStore
internal import NavStoreInspection

/// The failures of a test store, except those about state changes.
extension TestStore {
  typealias Step = TestProgress<State, Action>.Step

  /// Reports received actions that the test did not assert before it sent another action.
  func reportUnreceived(_ skipped: [Step], before actions: [Action], exhaustivity: Exhaustivity, at site: CallSite) {
    let skipped = requiringAssertion(skipped, exhaustivity: exhaustivity, at: site)
    guard !skipped.isEmpty else { return }
    reporter.fail(
      """
      Unasserted: before send(\(describe(actions))), \(list(skipped.map(\.transaction)))

      Assert the received actions first, in this order, with `await store.receive(…)`, or skip them with \
      `skipReceived()`.
      """, at: site)
  }

  func reportMistakes(at site: CallSite) {
    let (steps, exhaustivity) = progress.withLock { ($0.takeMistaken(), $0.exhaustivity) }
    guard exhaustivity.isOn else { return }
    for step in steps {
      let isHandled = step.transaction.hasEffects || step.before != step.after
      for mistake in step.transaction.mistakes where !(isHandled && mistake.isForgivenIfHandled) {
        reporter.fail("Mistake: in \(describe(step.transaction.actions)). \(mistake.message)", at: site)
      }
    }
  }

  func reportEarlier(
    _ skipped: [Step], than expected: ExpectedActions<Action>, exhaustivity: Exhaustivity, at site: CallSite
  ) {
    let skipped = requiringAssertion(skipped, exhaustivity: exhaustivity, at: site)
    guard !skipped.isEmpty else { return }
    reporter.fail(
      """
      Unasserted: before \(expected.description()), \(list(skipped.map(\.transaction)))

      Assert these actions first, in this order, or skip them with `skipReceived()`.
      """, at: site)
  }

  func reportOther(
    _ pending: [InspectedTransaction<State, Action>], than expected: ExpectedActions<Action>, at site: CallSite
  ) {
    let others = pending.dropFirst()
    reporter.fail(
      """
      Unexpected action: expected \(expected.description()), but \(list([pending[0]]))\(
        expected.known.map { "\n\n" + $0.difference(pending[0].actions) } ?? "")

      \(pending[0].actions.count > 1
        ? "These actions were sent as one transaction. Assert them together with `receive([…])`. " : "")\
      If this action is correct, expect it. If not, fix the effect that sent it.\(
        others.isEmpty ? "" : "\n\nAfter it, " + list(Array(others)))
      """, at: site)
  }

  func reportNothing(
    for expected: ExpectedActions<Action>, pending: [InspectedTransaction<State, Action>], deadline: Deadline,
    at site: CallSite
  ) {
    var text = "Not received: expected \(expected.description()), and "
    if deadline.isOver {
      text += "it was not sent within \(deadline.limit).\n\n\(describeRunningEffects())"
    } else if Task.isCancelled {
      text += "the test was cancelled while it waited.\n\n\(describeRunningEffects())"
    } else {
      text += """
        no effect is left that could send it.

        Either the effect ended or was cancelled before it sent the action, or the reducer started no effect, or the \
        action has already been asserted or skipped.
        """
    }
    reporter.fail(text + describePending(pending, beside: expected), at: site)
  }

  func reportRunning(after limit: Duration, at site: CallSite) {
    reporter.fail(
      "Not finished: effects are still running after \(limit).\n\n\(describeRunningEffects())", at: site)
  }

  private func requiringAssertion(_ skipped: [Step], exhaustivity: Exhaustivity, at site: CallSite) -> [Step] {
    if exhaustivity.isOn { return skipped }
    noteSkipped(skipped, exhaustivity: exhaustivity, at: site)
    return []
  }

  func noteSkipped(_ skipped: [Step], exhaustivity: Exhaustivity, at site: CallSite) {
    guard exhaustivity.showsSkipped, !skipped.isEmpty else { return }
    reporter.note("Not asserted: \(list(skipped.map(\.transaction)))", at: site)
  }

  func expectNothingLeft(at site: CallSite) {
    catchUp(at: site)
    let live = inspection.liveEffects
    let (progress, effects, isFirst) = progress.withLock { progress in
      let effects = live.filter { !progress.reportedEffects.contains($0.number) }
      let tells = progress.exhaustivity.isOn || progress.exhaustivity.showsSkipped
      defer { if tells, !progress.pending.isEmpty || !effects.isEmpty { progress.hasReportedLeftovers = true } }
      return (progress, effects, !progress.hasReportedLeftovers)
    }
    guard isFirst, progress.exhaustivity.isOn || progress.exhaustivity.showsSkipped else { return }
    let report = progress.exhaustivity.isOn ? reporter.fail : reporter.note

    for (site, transactions) in byLine(progress.received.map { ($0.cause, $0) }) {
      report(
        """
        Unasserted: before the test ended, \(list(transactions))

        Assert the received actions with `await store.receive(…)`, skip them with `skipReceived()`, or assert less \
        with `store.exhaustivity = .off`.
        """, site)
    }
    for (site, effects) in byLine(effects.map { ($0.cause, $0) }) {
      let names = effects.map(name).joined(separator: ", ")
      report(
        """
        Not finished: the test ended while \(effects.count == 1 ? "an effect" : "\(effects.count) effects") of this \
        line still ran: \(names).\(clockHint)

        Wait for its end with `await store.finish()`, cancel it with an action or with the handle of `send`, or cancel \
        all effects with `skipInFlight()`.
        """, site)
    }
  }

  // MARK: Descriptions

  private func byLine<Value>(_ values: [(cause: Int?, value: Value)]) -> [(site: CallSite, values: [Value])] {
    var groups: [(site: CallSite, values: [Value])] = []
    for (cause, value) in values {
      let site = origin(of: cause)?.site ?? site
      if let index = groups.firstIndex(where: { $0.site == site }) {
        groups[index].values.append(value)
      } else {
        groups.append((site, [value]))
      }
    }
    return groups
  }

  private func origin(of cause: Int?) -> (site: CallSite, description: String)? {
    progress.withLock { $0 }.origin(of: cause)
  }

  /// Returns the received actions and their causes as text. Several actions are listed on separate lines. An example of
  /// a single action: `.loaded(3) was received, which follows from .load at AppTests/CartTests.swift:12.`
  private func list(_ transactions: [InspectedTransaction<State, Action>]) -> String {
    var lines: [(text: String, origin: String, count: Int)] = []
    for transaction in transactions {
      let text = describe(transaction.actions)
      let origin =
        origin(of: transaction.cause).map { ", which follows from \($0.description)" }
        ?? (transaction.cause == nil
          ? ", which was sent to the store directly" : ", which follows from what was sent to the store directly")
      if let last = lines.indices.last, lines[last].text == text, lines[last].origin == origin {
        lines[last].count += 1
      } else if lines.count == 10 {
        break
      } else {
        lines.append((text, origin, 1))
      }
    }
    if transactions.count == 1 { return lines[0].text + " was received" + lines[0].origin + "." }
    let rest = transactions.count - lines.reduce(0) { $0 + $1.count }
    return "these actions were received:\n"
      + lines.map { "\n    " + ($0.count > 1 ? "\($0.count) × " : "") + $0.text + $0.origin }.joined()
      + (rest > 0 ? "\n    and \(rest) more" : "")
  }

  private func describePending(
    _ pending: [InspectedTransaction<State, Action>], beside expected: ExpectedActions<Action>
  ) -> String {
    guard !pending.isEmpty else { return "" }
    let text = "\n\nWithout an assertion, " + list(pending)
    guard let known = expected.known, let index = indexOfNearest(to: known.actions, in: pending.map(\.actions))
    else { return text }
    let nearest = pending[index].actions
    return text + "\n\nThe most similar is \(describe(nearest)):\n\n" + known.difference(nearest)
  }

  /// Returns a description of the running effects for a failure message, and excludes these effects from the report at
  /// the end of the test.
  private func describeRunningEffects() -> String {
    let effects = inspection.liveEffects
    progress.withLock { $0.reportedEffects.formUnion(effects.map(\.number)) }
    guard !effects.isEmpty else {
      return inspection.hasRunningEffects
        ? "The running effects were cancelled, but their work has not returned. Check for cancellation in that work."
        : "No effect is running."
    }
    let lines = effects.prefix(10).map { effect in
      "    \(name(effect))" + (origin(of: effect.cause).map { ", which follows from \($0.description)" } ?? "")
    }
    let rest = effects.count > lines.count ? "\n    and \(effects.count - lines.count) more" : ""
    return "Still running:\n\n" + lines.joined(separator: "\n") + rest + clockHint
  }

  private func name(_ effect: StoreInspection<State, Action>.LiveEffect) -> String {
    switch (effect.id, effect.scope) {
    case (nil, nil): "an effect without an id"
    case (nil, let scope?): "an effect of \(scope)"
    case (let id?, nil): "the effect \(swiftSource(id))"
    case (let id?, let scope?): "the effect \(swiftSource(id)) of \(scope)"
    }
  }

  private var clockHint: String {
    if let clock = clock as? TestClock, let deadline = clock.nextDeadline {
      let next = "the next sleeper wakes at \(deadline)"
      return "\n\n"
        + (hasOwnClock
          ? "The test store was created without a clock, so its time does not move, and \(next). Pass a TestClock or "
            + "an ImmediateClock as `clock:`."
          : "The time of the store's clock is \(clock.now), and \(next). Move the time with `clock.advance(by:)`."
            + (clock.now.offset == .zero
              ? " If the test has moved another clock, pass that clock as `clock:`." : ""))
    }
    // Other types of clocks do not expose the tasks that sleep on them.
    guard clock is TestClock || clock is ImmediateClock else { return "" }
    return """


      No effect sleeps on the test store's clock. If the reducer has a clock of its own, also pass that clock to the \
      test store: `clock: clock`. Then `clock.advance(by:)` waits for the effects at each deadline. Otherwise, \
      `advance(by:)` wakes only the tasks that are asleep when it is called, and a timer misses the rest of the time. \
      In that case, use `await clock.advance(by: …, sleepers: 1)`.
      """
  }
}

/// Returns the index of the transaction that is most similar to the expected actions. If several are equally similar,
/// returns the index of the first one.
///
/// A transaction with the same enum cases is more similar than one with other cases. Among transactions that are equal
/// in this respect, the one whose printed source has the smallest edit distance is the most similar.
private func indexOfNearest<Action>(to expected: [Action], in transactions: [[Action]]) -> Int? {
  let text = source(of: expected)
  let cases = caseNames(of: expected)
  let candidates = transactions.prefix(100).enumerated().map { index, actions in
    (index: index, isOther: caseNames(of: actions) != cases, changes: changeRatio(text, source(of: actions)))
  }
  return candidates.min { first, second in
    first.isOther == second.isOther ? first.changes < second.changes : second.isOther
  }?.index
}

private func source<Action>(of actions: [Action]) -> [UInt8] {
  Array((actions.count == 1 ? swiftSource(actions[0], limit: 200) : swiftSource(actions, limit: 200)).utf8)
}

private func caseNames<Action>(of actions: [Action]) -> [Substring] {
  actions.map { swiftSource($0, limit: 200).prefix { $0 != "(" } }
}

/// Returns the edit distance between two byte sequences, divided by the length of the longer sequence.
///
/// - Complexity: O(n · m), where n and m are the lengths of the sequences.
private func changeRatio(_ first: [UInt8], _ second: [UInt8]) -> Double {
  // The distances from a prefix of `first` to all prefixes of `second`.
  var distances = Array(0...second.count)
  for (row, byte) in first.enumerated() {
    var diagonal = distances[0]
    distances[0] = row + 1
    for (column, other) in second.enumerated() {
      let above = distances[column + 1]
      distances[column + 1] = byte == other ? diagonal : 1 + min(diagonal, above, distances[column])
      diagonal = above
    }
  }
  return Double(distances[second.count]) / Double(max(first.count, second.count, 1))
}
