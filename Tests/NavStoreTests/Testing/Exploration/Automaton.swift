import NavStore
import NavStoreInspection

/// A state machine with numbered states: action a in state s leads to `targets[s][a]`.
struct Automaton: Reducer {
  /// A number whose hash values collide, so that a table of states must compare.
  struct State: Hashable, Sendable {
    let number: Int

    func hash(into hasher: inout Hasher) {
      hasher.combine(number % 3)
    }
  }

  let targets: [[Int]]

  static let start = State(number: 0)

  var actions: [Int] { Array(targets[0].indices) }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    state = State(number: targets[state.number][action])
    return .none
  }
}

extension Automaton {
  init(_ random: inout SplitMix64) {
    let (states, actions) = (1 + random.below(12), 1 + random.below(3))
    // Some states have no way out and some lead only forward, so that depths and ways back differ.
    targets = (0..<states).map { source in
      let isEnd = random.once(in: 4)
      return (0..<actions).map { _ in
        isEnd ? source : random.once(in: 3) ? random.below(states) : min(source + random.below(3), states - 1)
      }
    }
  }
}

/// The expected result of an exploration, found by trying every sequence of actions.
struct NaiveExploration {
  /// The length of the shortest sequence to each state.
  private(set) var depths: [Int: Int] = [:]
  private(set) var transitions = 0
  private(set) var unchanged = 0
  /// The length of the shortest sequence that ends with a bad transition.
  private(set) var badTransition: Int?
  private var changing: Set<Int> = []
  private let automaton: Automaton
  private let maxDepth: Int
  private let broken: Set<Int>

  init(
    _ automaton: Automaton, maxDepth: Int, broken: Set<Int>, isBad: (Int, Int, Int) -> Bool = { _, _, _ in false }
  ) {
    self.automaton = automaton
    self.maxDepth = maxDepth
    self.broken = broken
    visit(0, depth: 0, isBad)
    for (state, depth) in depths where depth < maxDepth && !broken.contains(state) {
      for (action, target) in automaton.targets[state].enumerated() {
        transitions += 1
        if target == state { unchanged += 1 } else { changing.insert(action) }
      }
    }
  }

  var unreached: [Int] { automaton.actions.filter { !changing.contains($0) } }

  /// Returns the length of the shortest sequence to one of the states.
  func depth(of states: Set<Int>) -> Int? { depths.filter { states.contains($0.key) }.values.min() }

  private mutating func visit(_ state: Int, depth: Int, _ isBad: (Int, Int, Int) -> Bool) {
    depths[state] = min(depths[state] ?? depth, depth)
    guard depth < maxDepth, !broken.contains(state) else { return }
    for (action, target) in automaton.targets[state].enumerated() {
      if isBad(state, action, target) { badTransition = min(badTransition ?? .max, depth + 1) }
      visit(target, depth: depth + 1, isBad)
    }
  }

  /// Returns the states from which no goal can be reached, and those for which this is undecided.
  func unreachable(_ goals: Set<Int>) -> (lost: Set<Int>, open: Set<Int>) {
    let isOpen = { (state: Int) in depths[state] == maxDepth || broken.contains(state) }
    var lost: Set<Int> = []
    var open: Set<Int> = []
    for state in depths.keys {
      var reached: Set = [state]
      for _ in depths {
        for state in reached where !isOpen(state) { reached.formUnion(automaton.targets[state]) }
      }
      guard reached.isDisjoint(with: goals) else { continue }
      if reached.contains(where: isOpen) { open.insert(state) } else { lost.insert(state) }
    }
    return (lost, open)
  }
}
