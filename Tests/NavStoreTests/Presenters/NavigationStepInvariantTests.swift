import NavStore
import NavStoreInspection
import Testing

/// Checks the invariants of the lists of steps between random states.
@Suite struct NavigationStepInvariantTests {
  @Test func `steps between random states satisfy the invariants`() {
    let pairs = TestEnvironment.isLong ? 1_000_000 : 5_000
    var steps = RandomSteps(random: SplitMix64(seed: TestEnvironment.seed))
    for pair in 0..<pairs {
      let (shown, state, limits) = steps.next()
      let violated = StepInvariants(from: shown, to: state, limits: limits).violated
      if !violated.isEmpty {
        Issue.record(
          """
          NAVSTORE_SEED=\(TestEnvironment.seed), pair \(pair), \(limits)
          from:     \(shown)
          to:       \(state)
          steps:    \(shown.steps(to: state, limits: limits).map(\.description))
          violated: \(violated.joined(separator: ", "))
          """)
        return
      }
    }
  }

  @Test func `the random pairs contain every kind of step`() {
    var steps = RandomSteps(random: SplitMix64(seed: TestEnvironment.seed))
    var seen: [String: Int] = [:]
    for _ in 0..<5_000 {
      let (shown, state, limits) = steps.next()
      let list = shown.steps(to: state, limits: limits)
      for step in list {
        let kind = "\(step.change)".prefix { $0 != " " }
        seen["\(kind)\(step.isAnimated ? ", animated" : "")", default: 0] += 1
      }
      if shown.tabs.isEmpty { seen["from nothing", default: 0] += 1 }
      if list.isEmpty { seen["no step", default: 0] += 1 }
      if list.count > 6 { seen["many steps", default: 0] += 1 }
      if zip(shown.modals, state.modals).contains(where: { $0.id == $1.id && $0.root != $1.root }) {
        seen["another root", default: 0] += 1
      }
    }
    for kind in ["push", "pop", "set", "select", "tabs", "present"] {
      #expect(seen[kind, default: 0] >= 50, "\(seen)")
      #expect(seen["\(kind), animated", default: 0] >= 50, "\(seen)")
    }
    for kind in ["dismiss, animated", "from nothing", "no step", "many steps", "another root"] {
      #expect(seen[kind, default: 0] >= 50, "\(seen)")
    }
  }
}

/// Random pairs of a shown navigation and a state. Some states follow each other closely, and others are independent.
struct RandomSteps {
  var random: SplitMix64
  private var recent: [NumberState] = []

  init(random: SplitMix64) {
    self.random = random
  }

  mutating func next() -> (shown: ShownNavigation<Int, Int>, state: NumberState, limits: StepLimits) {
    var navigation = RandomNavigation(random: random)
    defer { random = navigation.random }
    let rules = NumberRules(backRule: .history)
    if recent.isEmpty || navigation.random.once(in: 50) {
      // Another app, whose identities of modals start again.
      if recent.count >= 8 { recent.removeFirst(4) }
      recent.append(navigation.start(rules: rules))
    }
    var state = recent[navigation.random.below(recent.count)]
    let start = state
    for _ in 0..<navigation.random.below(8) {
      state.apply(navigation.random.once(in: 3) ? .present(navigation.route()) : navigation.action(), rules: rules)
    }
    if recent.count >= 16 { recent.removeFirst() }
    recent.append(state)
    let shown: ShownNavigation<Int, Int> =
      switch navigation.random.below(20) {
      case 0: ShownNavigation()
      case 1...9: ShownNavigation(recent[navigation.random.below(recent.count)])
      default: ShownNavigation(start)
      }
    let limits = StepLimits(
      pushes: navigation.random.pick(.max, .max, 1, 2, 3), dismissals: navigation.random.pick(.max, .max, 1, 2))
    return (shown, state, limits)
  }
}
