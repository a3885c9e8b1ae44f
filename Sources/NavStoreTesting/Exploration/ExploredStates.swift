/// The states of an exploration, numbered in the order in which they were found, and the transitions between them.
struct ExploredStates<State: Hashable & Sendable, Action: Sendable> {
  struct Transition {
    let source: UInt32
    let target: UInt32
    let choice: UInt32
    let isLink: Bool
  }

  private(set) var states: [State] = []
  /// Whether not all actions of a state were tried, for each state.
  private(set) var isUndecided: [Bool]
  private let system: TransitionSystem<State, Action>
  /// The transitions to another state, ordered by their source. Those of state `n` begin at `firstTransitions[n]`.
  private var transitions: [Transition] = []
  private var firstTransitions: [Int] = []

  init(_ exploration: ExplorationReport<State, Action>, isLink: (Action) -> Bool) {
    system = exploration.system
    var numbers = [system.initialState: UInt32(0)]
    var (states, transitions) = ([system.initialState], [Transition]())
    func number(of state: State) -> UInt32 {
      if let number = numbers[state] { return number }
      let number = UInt32(states.count)
      numbers[state] = number
      states.append(state)
      return number
    }
    exploration.forEachTransition { transition in
      let (source, target) = (number(of: transition.before), number(of: transition.after))
      guard source != target else { return }
      transitions.append(
        Transition(
          source: source, target: target, choice: UInt32(transition.choice), isLink: isLink(transition.action)))
    }
    if let statesToTry = exploration.statesToTry() {
      isUndecided = states.map { _ in false }
      for state in statesToTry { if let number = numbers[state] { isUndecided[Int(number)] = true } }
    } else {
      isUndecided = states.map { _ in true }
    }
    // Random walks come back to a state, so its transitions are not consecutive.
    transitions.sort { $0.source < $1.source }
    var next = 0
    for source in states.indices {
      firstTransitions.append(next)
      while next < transitions.count, transitions[next].source == source { next += 1 }
    }
    firstTransitions.append(next)
    (self.states, self.transitions) = (states, transitions)
  }

  /// Returns the transitions in the opposite direction, without those of links.
  func reversedWithoutLinks() -> ReverseTransitions {
    var (targets, first) = ([UInt32](), [Int]())
    for source in states.indices {
      first.append(targets.count)
      for transition in transitions(from: source) where !transition.isLink { targets.append(transition.target) }
    }
    return ReverseTransitions(count: states.count, targets: targets, firstTransitions: first)
  }

  private func transitions(from source: Int) -> ArraySlice<Transition> {
    transitions[firstTransitions[source]..<firstTransitions[source + 1]]
  }
}

extension ExploredStates {
  /// The shortest ways from the initial state to all other states.
  struct Ways {
    /// The states in the order of their distance. A state without a way is not in the list.
    fileprivate(set) var order = [0]
    /// For each state, the index of the last transition on the way to it.
    fileprivate var last: [Int?]
  }

  /// Returns the shortest ways that the explored actions offer. With `usesLinks` set to `false`, no action of a way is a
  /// link.
  func ways(usesLinks: Bool) -> Ways {
    var ways = Ways(last: states.map { _ in nil })
    var next = 0
    while next < ways.order.count {
      let source = ways.order[next]
      next += 1
      for index in firstTransitions[source]..<firstTransitions[source + 1] {
        let target = Int(transitions[index].target)
        if transitions[index].isLink && !usesLinks || target == 0 || ways.last[target] != nil { continue }
        ways.last[target] = index
        ways.order.append(target)
      }
    }
    return ways
  }

  func actions(to state: Int, by ways: Ways) -> [Action] {
    var choices: [Int] = []
    var state = state
    while let index = ways.last[state] {
      choices.append(Int(transitions[index].choice))
      state = Int(transitions[index].source)
    }
    return system.replay(choices.reversed()).actions
  }
}
