/// A search for all states that can be reached with the offered actions. The search finds states in the order of their
/// distance from the initial state.
struct BreadthFirstSearch<State: Hashable & Sendable, Action: Sendable> {
  let system: TransitionSystem<State, Action>
  let checks: StateChecks<State, Action>
  let maxDepth: Int
  let maxStates: Int
  private let checksTransitions: Bool
  private let keepsTargets: Bool

  private(set) var table = StateTable<State>()
  private(set) var tree = SearchTree()
  /// The number of the state whose actions the search is trying. The search has already tried the actions of all states
  /// with lower numbers, except the states in ``broken``.
  private(set) var current = -1
  /// The depth of the current state. ``levelEnd`` is the number of the first state at the next depth.
  private var depth = 0
  private var levelEnd = 1
  private(set) var end = ExplorationEnd.complete
  /// The numbers of the states that violate an invariant. The search does not continue from them.
  private(set) var broken: Set<Int> = []
  private(set) var failedChecks = FailedChecks()

  private(set) var transitions = 0
  /// The number of transitions that led to another state that had already been found. ``unchanged`` counts the
  /// transitions that did not change the state.
  private(set) var known = 0
  private(set) var unchanged = 0
  private(set) var effectsNotRun = 0
  private(set) var hasChanged: [Bool] = []
  /// For each transition, in the order of discovery, the number of the state that the transition leads to. The
  /// transitions of state `n` begin at the index `firstTransitions[n]`.
  private(set) var targets: [UInt32] = []
  private(set) var firstTransitions: [Int] = []

  init(
    _ system: TransitionSystem<State, Action>, checks: StateChecks<State, Action>, maxDepth: Int, maxStates: Int
  ) {
    self.system = system
    self.checks = checks
    self.maxDepth = maxDepth
    self.maxStates = min(max(maxStates, 1), StateTable<State>.capacity)
    checksTransitions = !checks.transitionInvariants.isEmpty
    keepsTargets = !checks.goals.isEmpty
    if case .list(let actions) = system.offer { hasChanged = actions.map { _ in false } }
    _ = insert(system.initialState)
    checkState(0)
  }

  mutating func run() {
    while let actions = nextActions() {
      let before = table.states[current]
      for choice in actions.indices {
        var after = before
        let step = system.step(&after, actions[choice])
        transitions += 1
        effectsNotRun += step.effectsNotRun
        var target = current
        if step.isEndless {
          noteEndless(choice)
        } else {
          if checksTransitions { checkTransition(before, actions[choice], after, choice: choice) }
          if system.areEqual(after, before) {
            unchanged += 1
          } else {
            if choice < hasChanged.count { hasChanged[choice] = true }
            switch insert(after) {
            case .known(let number):
              target = number
              known += 1
            case .new(let number):
              target = number
              tree.append(source: current, choice: choice)
              checkState(number)
            case .full:
              let (tree, source) = (tree, current)
              _ = failedChecks.check(after, by: checks, choices: tree.choices(to: source, then: choice))
              end = .states
              return
            }
          }
        }
        if keepsTargets { targets.append(UInt32(truncatingIfNeeded: target)) }
      }
    }
  }
}

extension BreadthFirstSearch {
  private mutating func nextActions() -> [Action]? {
    current += 1
    while broken.contains(current) {
      if keepsTargets { firstTransitions.append(targets.count) }
      current += 1
    }
    guard current < table.states.count else { return nil }
    if current >= levelEnd {
      depth += 1
      levelEnd = table.states.count
    }
    guard depth < maxDepth else {
      end = .depth
      return nil
    }
    guard !Task.isCancelled else {
      end = .cancelled
      return nil
    }
    if keepsTargets { firstTransitions.append(targets.count) }
    return system.actions(in: table.states[current])
  }

  private mutating func insert(_ state: State) -> StateTable<State>.Insertion {
    table.insert(state, hash: system.hash(state), limit: maxStates, areEqual: system.areEqual)
  }

  private mutating func checkState(_ number: Int) {
    guard !checks.invariants.isEmpty else { return }
    let tree = tree
    let isBroken = failedChecks.check(table.states[number], by: checks, choices: tree.choices(to: number))
    if isBroken { broken.insert(number) }
  }

  private mutating func checkTransition(_ before: State, _ action: Action, _ after: State, choice: Int) {
    let (tree, source) = (tree, current)
    failedChecks.check(before, action, after, by: checks, choices: tree.choices(to: source, then: choice))
  }

  private mutating func noteEndless(_ choice: Int) {
    let (tree, source) = (tree, current)
    failedChecks.add(.endOfEffects, choices: tree.choices(to: source, then: choice))
  }
}

/// A tree of the transitions that first led to each state. The tree returns the actions that lead to a state, and uses
/// 8 bytes of memory for each state.
struct SearchTree: Sendable {
  private struct Parent {
    let source: UInt32
    let choice: UInt32
  }

  // State 0 is the initial state and has no parent. The parent of state n is at n - 1.
  private var parents: [Parent] = []

  /// Adds the next state. In the state `source`, the offered action with the index `choice` led to the new state.
  mutating func append(source: Int, choice: Int) {
    parents.append(Parent(source: UInt32(truncatingIfNeeded: source), choice: UInt32(truncatingIfNeeded: choice)))
  }

  /// Returns the indices of the actions that lead to a state, followed by `last`. In a breadth-first search, no shorter
  /// sequence leads to the state without passing through a state that violates an invariant.
  func choices(to state: Int, then last: Int? = nil) -> [Int] {
    var choices = last.map { [$0] } ?? []
    var state = state
    while state > 0 {
      choices.append(Int(parents[state - 1].choice))
      state = Int(parents[state - 1].source)
    }
    return choices.reversed()
  }
}
