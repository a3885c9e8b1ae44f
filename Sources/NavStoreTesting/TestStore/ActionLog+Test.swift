internal import NavStoreInspection
public import NavStore

/// Tests that are created from a recorded session.
extension ActionLog {
  /// Returns the source of a test for Swift Testing that replays the log, or part of the log.
  ///
  /// The test decodes the state before the first transaction from JSON, sends every action, and compares the
  /// fingerprint of the last state with the recorded fingerprint. If, with the given reducer, a transaction leads to a
  /// state that differs from the recorded one, the test ends with that transaction. Such a test expects the recorded
  /// state, and fails until you have fixed the reducer. Source that cannot be derived from the log is left as a
  /// placeholder, `<#…#>`.
  ///
  /// Actions are printed as reflection shows them. The source of an action compiles if the action is an enum whose
  /// payloads are literals, enums and arrays.
  ///
  /// - Parameters:
  ///   - schema: The schema that the log was recorded with.
  ///   - reducer: The reducer that computes the states.
  ///   - transactions: The numbers of the transactions that the test replays. Pass `nil` for the whole log.
  ///   - last: The largest number of transactions of the test. It replays the last ones. Pass `nil` for all.
  ///   - minimized: Whether the test leaves out each transaction that has no influence on the last one: the states
  ///     before and after the last transaction stay the same. Such a test begins after the last gap of the log, and
  ///     after the last state that the log contains instead of an action.
  ///   - name: The name of the test.
  ///   - reducerSource: The Swift expression that creates the reducer.
  ///   - schemaSource: The Swift expression that refers to the schema.
  /// - Returns: The source of the test.
  /// - Throws: `ActionLogError` if the log cannot be read, if a transaction does not exist, or if, with the given
  ///   reducer, the state before the first of these transactions differs from the recorded state.
  /// - Complexity: O(n) time and memory, where n is the number of transactions up to the last one that the test
  ///   replays. If `minimized` is `true`, the transactions are reduced again in each of up to 10,000 attempts.
  public func swiftTest<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    transactions: ClosedRange<Int>? = nil, last: Int? = nil, minimized: Bool = false,
    named name: String = "recorded session", reducerSource: String = "<#reducer#>",
    schemaSource: String = "<#schema#>"
  ) throws -> String {
    let first = transactions?.lowerBound ?? 1
    var before = first > 1 ? try state(after: first - 1, schema, reducer: reducer) : try initialState(schema)
    var steps: [TestStep<State, Action>] = []
    var gap: String?
    let options = ReplayOptions(
      from: first > 1 ? first - 1 : nil, until: transactions?.upperBound)
    let report = try replayEvents(schema, reducer: reducer, options: options) { event in
      switch event {
      case .transaction(let transaction) where transaction.number >= first:
        steps.append(
          TestStep(
            source: "store.send(\(describe(transaction.actions)))", actions: transaction.actions,
            state: transaction.state))
      case .replaced(let number, _, _, let state) where number >= first:
        steps.append(
          TestStep(source: "<#transaction \(number) replaced the state without an action#>", state: state))
      case .gap(let missing) where missing.numbers.upperBound >= first:
        gap = "<#transactions \(missing.numbers.lowerBound) to \(missing.numbers.upperBound) are missing#>"
      case .resumed(_, _, let state):
        if let gap { steps.append(TestStep(source: gap, state: state)) }
        gap = nil
      default: break
      }
    }
    guard let state = report.state else {
      throw ActionLogError.noSuchTransaction(transactions?.upperBound ?? report.number, last: report.lastReplayed)
    }
    let expected = try report.allDivergences.first.first?.expected ?? schema.makeFingerprint(of: state)
    if minimized, let index = steps.lastIndex(where: { $0.actions.isEmpty }) {
      before = steps[index].state
      steps.removeFirst(index + 1)
    }
    if let last, steps.count > last {
      before = steps[steps.count - last - 1].state
      steps.removeFirst(steps.count - last)
    }
    if minimized {
      steps = SequenceShrinker().influential(
        steps, from: before, apply: { step, state in _ = reducer.reduce(into: &state, actions: step.actions) },
        areEqual: { first, second in
          guard let first = try? schema.makeFingerprint(of: first) else { return false }
          return first == (try? schema.makeFingerprint(of: second))
        })
    }
    let json = try schema.json(of: before).printableJSON
    let marks = String(repeating: "#", count: json.rawStringMarks)
    let body =
      [
        "let before = \(marks)\"\(json)\"\(marks)",
        "let initialState = try JSONDecoder().decode(\(typeSource(of: State.self)).self, from: Data(before.utf8))",
        "let store = TestStore(initialState: initialState, reducer: \(reducerSource))",
        "store.exhaustivity = .off",
      ] + steps.map(\.source) + [
        "#expect(try \(schemaSource).fingerprint(of: store.state) == \"\(expected)\")"
      ]
    return "@Test func `\(name)`() throws {\n" + body.map { "  \($0)\n" }.joined() + "}"
  }

  /// Returns a shortened sequence of the log's transactions that leads to a state with a property, or `nil` if no such
  /// state occurs when the recorded actions are sent.
  ///
  /// The function replays the log up to the first state with the property. Then it removes transactions until none of
  /// the remaining ones can be left out, or until it has tried 10,000 sequences. A shorter sequence may exist. Sending
  /// the recorded actions does not replay transactions that are missing from the log, or transactions that replaced the
  /// state without an action.
  ///
  /// - Parameters:
  ///   - schema: The schema that the log was recorded with.
  ///   - reducer: The reducer that computes the states.
  ///   - shows: A closure that returns whether a state has the property, for example whether it violates an invariant.
  /// - Returns: The actions of each remaining transaction, to send to a store with the log's initial state.
  /// - Throws: `ActionLogError` if the log cannot be read.
  /// - Complexity: O(m · log n) attempts, where n is the number of transactions up to the first state with the property
  ///   and m is the number of transactions that remain. In the worst case, O(n²) attempts. Each attempt reduces up to n
  ///   transactions.
  public func shortestSequence<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    where shows: @escaping (State) -> Bool
  ) throws -> [[Action]]? {
    let initial = try initialState(schema)
    if shows(initial) { return [] }
    var transactions: [[Action]] = []
    do {
      _ = try replay(schema, reducer: reducer, options: ReplayOptions(atDivergence: .keepGoing)) { transaction in
        transactions.append(transaction.actions)
        if shows(transaction.state) { throw CancellationError() }
      }
      return nil
    } catch is CancellationError {}
    return SequenceShrinker<[Action]>().shrink(transactions) { transactions in
      var state = initial
      return transactions.contains { actions in
        _ = reducer.reduce(into: &state, actions: actions)
        return shows(state)
      }
    }?.elements
  }
}

private struct TestStep<State, Action> {
  let source: String
  /// The actions of a transaction. The list is empty if the step is a placeholder.
  var actions: [Action] = []
  let state: State
}

extension String {
  /// The number of `#` characters that a raw string literal of this text needs, so that no quotation mark in the text
  /// ends the literal and no backslash in it begins an escape.
  fileprivate var rawStringMarks: Int {
    var (longest, current) = (0, 0)
    for character in utf8 {
      let isSpecial = character == UInt8(ascii: "\"") || character == UInt8(ascii: "\\")
      current = isSpecial ? 1 : character == UInt8(ascii: "#") && current > 0 ? current + 1 : 0
      longest = max(longest, current)
    }
    return max(1, longest)
  }
}
