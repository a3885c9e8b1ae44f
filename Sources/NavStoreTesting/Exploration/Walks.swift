internal import NavStoreInspection

/// Walks through the offered actions, from the initial state on, and what is seen on the way.
struct Walks<State: Hashable & Sendable, Action: Sendable> {
  let system: TransitionSystem<State, Action>
  let checks: StateChecks<State, Action>

  private(set) var findings = Findings()
  private(set) var end = ExplorationEnd.walks
  /// The hash values of the states that were seen, which stand for them.
  private(set) var seen: Set<Int> = []
  /// How many of these do not reach each goal by themselves.
  private(set) var missing: [Int]
  private(set) var depth = 0
  private(set) var transitions = 0
  private(set) var duplicates = 0
  private(set) var unchanged = 0
  private(set) var effectsNotRun = 0
  private(set) var hasChanged: [Bool] = []

  init(_ system: TransitionSystem<State, Action>, checks: StateChecks<State, Action>) {
    self.system = system
    self.checks = checks
    missing = checks.goals.map { _ in 0 }
    if case .list(let actions) = system.offer { hasChanged = actions.map { _ in false } }
    _ = see(system.initialState)
  }

  /// Makes random walks. The same seed makes the same ones.
  mutating func run(
    count: Int, length: Int, seed: UInt64, observe: (TransitionSystem<State, Action>.Transition) -> Void = { _ in }
  ) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<max(count, 0) {
      guard !Task.isCancelled else {
        end = .cancelled
        return
      }
      walk(observe: observe) { offered, taken in
        taken < length && !offered.isEmpty && !Task.isCancelled ? random.below(offered.count) : nil
      }
    }
  }

  /// Takes a step for each of these, as far as `choose` finds it among the actions offered.
  mutating func run<Step>(_ steps: [Step], _ choose: (Step, [Action]) -> Int?) {
    walk { offered, taken in taken < steps.count ? choose(steps[taken], offered) : nil }
  }

  /// Makes one walk. It ends where an invariant of states breaks, or where `choose` says nil.
  private mutating func walk(
    observe: (TransitionSystem<State, Action>.Transition) -> Void = { _ in },
    choose: (_ offered: [Action], _ taken: Int) -> Int?
  ) {
    var state = system.initialState
    var choices: [Int] = []
    guard !findings.check(state, by: checks, choices: []) else { return }
    while true {
      let actions = system.actions(in: state)
      guard let choice = choose(actions, choices.count) else { return }
      choices.append(choice)
      let before = state
      let step = system.step(&state, actions[choice])
      transitions += 1
      depth = max(depth, choices.count)
      effectsNotRun += step.effectsNotRun
      guard !step.isEndless else {
        findings.add(.endOfEffects, choices: choices)
        return
      }
      observe(.init(before: before, choice: choice, action: actions[choice], after: state))
      findings.check(before, actions[choice], state, by: checks, choices: choices)
      if system.areEqual(before, state) {
        unchanged += 1
        duplicates += 1
        continue
      }
      if choice < hasChanged.count { hasChanged[choice] = true }
      if !see(state) { duplicates += 1 }
      guard !findings.check(state, by: checks, choices: choices) else { return }
    }
  }

  /// Notes a state, and says whether it is new.
  private mutating func see(_ state: State) -> Bool {
    guard seen.insert(system.hash(state)).inserted else { return false }
    for (number, goal) in checks.goals.enumerated() where !goal.isReached(in: state) { missing[number] += 1 }
    return true
  }
}
