internal import NavStoreInspection

extension StateExplorer {
  /// Tries random sequences of actions, for systems that are too large to explore.
  ///
  /// For each check that fails, the report shows one violation, usually with a shortened sequence from which no action
  /// can be left out. A sequence is not shortened if its actions do not lead to the violation again. The function makes
  /// at most 10,000 attempts to shorten a sequence. A shorter sequence may exist. Random walks cannot decide whether a
  /// goal is always reachable.
  ///
  /// The function runs on the calling thread, and stops early if the calling task is cancelled. It uses 16 to 32 bytes
  /// of memory for each state.
  ///
  /// - Parameters:
  ///   - count: The number of sequences.
  ///   - length: The maximum number of actions in each sequence.
  ///   - seed: The seed of the random numbers. Equal seeds result in equal sequences.
  /// - Returns: The report.
  /// - Complexity: O(n) time and memory, where n is the number of actions in all sequences.
  public func walk(count: Int = 100, length: Int = 100, seed: UInt64 = 1) -> ExplorationReport<State, Action> {
    var walks = Walks(system, checks: checks)
    walks.run(count: count, length: length, seed: seed)
    return Report(
      states: walks.seen.count,
      transitions: walks.transitions,
      duplicates: walks.duplicates,
      unchanged: walks.unchanged,
      depth: walks.depth,
      end: walks.end,
      untriedStates: nil,
      unreachedActions: unreachedActions(walks.hasChanged),
      effectsNotRun: walks.effectsNotRun,
      foundViolations: violations(walks.failedChecks.list.map(shrunk)),
      undecided: zip(checks.goals, walks.missing).filter { $0.1 > 0 }.map { .init(name: $0.0.name, states: $0.1) },
      seed: seed,
      system: system,
      statesToTry: { nil },
      forEachTransition: { [system, checks = checks.withoutGoals] body in
        var walks = Walks(system, checks: checks)
        walks.run(count: count, length: length, seed: seed, observe: body)
      })
  }

  private func shrunk(_ failedCheck: FailedChecks.FailedCheck) -> FailedChecks.FailedCheck {
    func show(_ steps: [ShrinkingStep]) -> FailedChecks.FailedCheck? {
      var walks = Walks(system, checks: checks.withoutGoals)
      walks.run(steps) { $0.choice(among: $1) }
      return walks.failedChecks.list.first { $0.check == failedCheck.check }
    }
    let steps: [ShrinkingStep]
    switch system.offer {
    case .list: steps = failedCheck.choices.map { .number($0) }
    case .function: steps = system.replay(failedCheck.choices).actions.map { .named(swiftSource($0)) }
    }
    let shrunkSteps = SequenceShrinker(simpler: \.simpler).shrink(steps) { show($0) != nil }?.elements
    guard var shrunk = shrunkSteps.flatMap(show) else { return failedCheck }
    shrunk.count = failedCheck.count
    return shrunk
  }
}

private enum ShrinkingStep {
  /// The index of an action in the fixed list of actions that the explorer offers in every state.
  case number(Int)
  /// The source of an action that a function of the state offers. The action is identified by its source because its
  /// index may change when earlier actions are left out.
  case named(String)

  func choice(among offered: [some Any]) -> Int? {
    switch self {
    case .number(let number): number < offered.count ? number : nil
    case .named(let name): offered.firstIndex { swiftSource($0) == name }
    }
  }

  /// The actions before this one in the list. They are tried in place of this action, because a list begins with the
  /// simplest actions.
  var simpler: [ShrinkingStep] {
    if case .number(let number) = self { (0..<number).map { .number($0) } } else { [] }
  }
}

/// A sequence of walks, each of which begins in the initial state and reduces offered actions, and the statistics of
/// these walks.
struct Walks<State: Hashable & Sendable, Action: Sendable> {
  let system: TransitionSystem<State, Action>
  let checks: StateChecks<State, Action>

  private(set) var failedChecks = FailedChecks()
  private(set) var end = ExplorationEnd.walks
  private(set) var seen: Set<Int> = []
  /// For each goal, the number of visited states that are not the goal.
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

  /// Performs random walks. Equal seeds result in equal walks.
  mutating func run(
    count: Int, length: Int, seed: UInt64, observe: (TransitionSystem<State, Action>.Transition) -> Void = { _ in }
  ) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<max(count, 0) {
      if Task.isCancelled { break }
      walk(observe: observe) { offered, taken in
        taken < length && !offered.isEmpty && !Task.isCancelled ? random.below(offered.count) : nil
      }
    }
    if Task.isCancelled { end = .cancelled }
  }

  mutating func run<Step>(_ steps: [Step], _ choose: (Step, [Action]) -> Int?) {
    walk { offered, taken in taken < steps.count ? choose(steps[taken], offered) : nil }
  }

  /// Performs one walk. The walk ends at a state that violates an invariant, at an action whose effects send actions
  /// without end, or when `choose` returns `nil`.
  private mutating func walk(
    observe: (TransitionSystem<State, Action>.Transition) -> Void = { _ in },
    choose: (_ offered: [Action], _ taken: Int) -> Int?
  ) {
    var state = system.initialState
    var choices: [Int] = []
    guard !failedChecks.check(state, by: checks, choices: []) else { return }
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
        failedChecks.add(.endOfEffects, choices: choices)
        return
      }
      observe(.init(before: before, choice: choice, action: actions[choice], after: state))
      failedChecks.check(before, actions[choice], state, by: checks, choices: choices)
      if system.areEqual(before, state) {
        unchanged += 1
        duplicates += 1
        continue
      }
      if choice < hasChanged.count { hasChanged[choice] = true }
      if !see(state) { duplicates += 1 }
      guard !failedChecks.check(state, by: checks, choices: choices) else { return }
    }
  }

  private mutating func see(_ state: State) -> Bool {
    guard seen.insert(system.hash(state)).inserted else { return false }
    for (number, goal) in checks.goals.enumerated() where !goal.isReached(in: state) { missing[number] += 1 }
    return true
  }
}
