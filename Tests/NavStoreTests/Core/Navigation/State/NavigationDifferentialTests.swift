import NavStore
import NavStoreInspection
import Testing

/// Compares the state with the naive model under random rules and random actions.
@Suite struct NavigationDifferentialTests {
  typealias Model = NaiveNavigation<Int, Int>

  @Test func `the state does what the naive model does, whatever the rules and the actions`() {
    let runs = TestEnvironment.isLong ? 25_000 : 200
    for run in 0..<UInt64(runs) {
      let seed = TestEnvironment.seed &+ run
      if let difference = Self.difference(seed: seed, actions: 40) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }

  /// Returns a description of the first difference in a run, or `nil`.
  static func difference(seed: UInt64, actions count: Int) -> String? {
    var navigation = RandomNavigation(random: SplitMix64(seed: seed))
    var rules = navigation.rules()
    if navigation.random.once(in: 2) { rules.initialState = navigation.state(rules: rules) }
    var state = navigation.start(rules: rules)
    if let initial = rules.initialState, navigation.random.once(in: 2) { state = initial }

    var model = Model(parts: Model.Parts(state), rules: rules)
    for tab in state.tabs { model.scrolls[tab] = state.scrollSignal(of: tab) }
    model.nextModal = nextModal(of: state)
    model.initialNextModal = rules.initialState.map(nextModal) ?? 1

    for step in 1...count {
      if navigation.random.once(in: 40) {
        rules.backRule = navigation.backRule()
        model.rules = rules
      }
      let action = navigation.action(in: state)
      let before = state
      let outcome = state.apply(action, rules: rules)
      let expected = model.apply(action)
      let differences = differences(state, outcome, model, expected, before: before)
      if !differences.isEmpty {
        return """
          action \(step), \(action), with \(describe(rules))
          before:   \(before), visits \(before.visits)
          after:    \(state), visits \(state.visits), \(outcome)
          expected: \(model.parts), \(expected)
          differs:  \(differences.joined(separator: ", "))
          """
      }
    }
    return nextModal(of: state) == model.nextModal ? nil : "the number of the next modal differs"
  }

  private static func differences(
    _ state: NumberState, _ outcome: NavigationOutcome, _ model: Model, _ expected: NavigationOutcome,
    before: NumberState
  ) -> [String] {
    var result: [String] = []
    if Model.Parts(state) != model.parts { result.append("the state") }
    if outcome != expected { result.append("the outcome") }
    if outcome.isChange != (state != before) { result.append("whether it is a change") }
    if state == before, state.hashValue != before.hashValue { result.append("the hash of equal states") }
    if state.canGoBack != model.canGoBack { result.append("canGoBack") }
    if state.focusedPath != model.focused { result.append("the focused path") }
    if state.depth != model.focused.count { result.append("the depth") }
    if state.visibleScreen != state.screens.first(where: \.isVisible) { result.append("the visible screen") }
    if state.top != model.focused.last ?? model.parts.modals.last?.root { result.append("the top") }
    for tab in RandomNavigation.tabs where state.scrollSignal(of: tab) != model.scrolls[tab] ?? 0 {
      result.append("the scroll counter of \(tab)")
    }
    return result
  }

  private static func nextModal(of state: NumberState) -> Int {
    var copy = state
    copy.present(0)
    return copy.modals.last?.id.rawValue ?? 0
  }

  private static func describe(_ rules: NumberRules) -> String {
    """
    \(rules.backRule), maxDepth \(rules.maxDepth), maxVisits \(rules.maxVisits), onLeave \(rules.onLeave), \
    \(rules.sameRoute == nil ? "==" : "sameRoute"), \
    initial \(rules.initialState.map { "\($0), visits \($0.visits)" } ?? "none")
    """
  }
}
