internal import NavStoreInspection
public import NavStore

/// What makes a test of what was recorded.
extension ActionLog {
  /// A log, or a part of it, as a test for Swift Testing, to be pasted.
  ///
  /// The test begins with the state before the part, as JSON; sends every action; and compares the fingerprint of the
  /// state that the log ends with. Where today's reducer comes to another state than was recorded, the test ends there,
  /// expects what was recorded, and fails until the reducer does. What no value tells is left open as `<#…#>`. Actions
  /// print as reflection shows them; those of enums with literals, enums and arrays in them compile. Memory and time
  /// grow with the part.
  ///
  /// Throws `ActionLogError`, also when the reducer comes to another state than was recorded on the way to the part.
  ///
  /// - Parameters:
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: Today's reducer, to find the state before the part.
  ///   - transactions: The part, by the numbers of its transactions; nil for the whole log.
  ///   - name: The test's name.
  ///   - reducerSource: How the reducer is made, in Swift.
  ///   - schemaSource: How the schema is called, in Swift.
  public func swiftTest<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    transactions: ClosedRange<Int>? = nil, named name: String = "recorded session",
    reducerSource: String = "<#reducer#>", schemaSource: String = "<#schema#>"
  ) throws -> String {
    let first = transactions?.lowerBound ?? 1
    let before = first > 1 ? try state(after: first - 1, schema, reducer: reducer) : try initialState(schema)
    var lines: [String] = []
    let options = ReplayOptions(
      from: first > 1 ? first - 1 : nil, until: transactions?.upperBound)
    let report = try replay(schema, reducer: reducer, options: options) { event in
      switch event {
      case .transaction(let transaction) where transaction.number >= first:
        lines.append("store.send(\(describe(transaction.actions)))")
      case .replaced(let number, _, _, _) where number >= first:
        lines.append("<#transaction \(number) replaced the state, and no action of the log says how#>")
      case .gap(let gap) where gap.numbers.upperBound >= first:
        lines.append("<#transactions \(gap.numbers.lowerBound) to \(gap.numbers.upperBound) are missing#>")
      default: break
      }
    }
    guard let state = report.state else {
      throw ActionLogError.noSuchTransaction(transactions?.upperBound ?? report.number, last: report.lastReplayed)
    }
    let expected = try report.divergences.first.first?.expected ?? schema.fingerprint(of: state)
    let json = try schema.json(of: before).printableJSON
    let marks = String(repeating: "#", count: json.rawStringMarks)
    let body =
      [
        "let before = \(marks)\"\(json)\"\(marks)",
        "let initialState = try JSONDecoder().decode(\(State.self).self, from: Data(before.utf8))",
        "let store = TestStore(initialState: initialState, reducer: \(reducerSource))",
        "store.exhaustivity = .off",
      ] + lines + [
        "#expect(try \(schemaSource).fingerprint(of: store.state).description == \"\(expected)\")"
      ]
    return "@Test func `\(name)`() throws {\n" + body.map { "  \($0)\n" }.joined() + "}"
  }

  /// The shortest sequence of the log's transactions that leads to a state which shows something, or nil when the
  /// actions alone lead to none: a state that took the place of another, and what was not recorded, are not found again
  /// by sending actions.
  ///
  /// It looks for the first state of the replay that shows it and leaves out what is not needed to get there, as
  /// ``StateExplorer`` does for a walk. Memory grows with the transactions up to that state, and time with the logarithm of
  /// their number for each that stays, at worst with its square.
  ///
  /// Throws `ActionLogError` when the log cannot be read.
  ///
  /// - Parameters:
  ///   - schema: How states and actions stand in the log: the recorder's.
  ///   - reducer: Today's reducer.
  ///   - shows: Whether a state shows what is looked for, for example that it violates an invariant.
  /// - Returns: The actions of each transaction, to be sent to a store with the log's initial state.
  public func shortestSequence<State, Action>(
    _ schema: ActionLogSchema<State, Action>, reducer: some Reducer<State, Action>,
    where shows: @escaping (State) -> Bool
  ) throws -> [[Action]]? {
    let initial = try initialState(schema)
    if shows(initial) { return [] }
    var transactions: [[Action]] = []
    do {
      _ = try replay(schema, reducer: reducer, options: ReplayOptions(atDivergence: .keepGoing)) { event in
        guard case .transaction(let transaction) = event else { return }
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

extension String {
  /// How many marks a raw string needs around this text, so that no quote in it ends the string and no backslash
  /// escapes.
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
