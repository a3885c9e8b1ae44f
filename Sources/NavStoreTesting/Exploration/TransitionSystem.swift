public import NavStore

/// The system to explore: an initial state, a reducer, and the actions to try in each state, which are called the
/// offered actions.
@usableFromInline
struct TransitionSystem<State: Hashable & Sendable, Action: Sendable>: Sendable {
  @usableFromInline
  enum Offer: Sendable {
    case list([Action])
    case function(@Sendable (State) -> [Action])
  }

  @usableFromInline let initialState: State
  @usableFromInline let offer: Offer
  // These closures are compiled for the concrete types where the explorer is created. Without them, the calls would use
  // the witness tables of generic types, and a transition of a navigation would take three times as long.
  @usableFromInline let reduce: @Sendable (inout State, Action) -> Effect<Action>
  @usableFromInline let areEqual: @Sendable (State, State) -> Bool
  @usableFromInline let hash: @Sendable (State) -> Int

  @inlinable
  init(initialState: State, reducer: some Reducer<State, Action>, offer: Offer) {
    self.initialState = initialState
    self.offer = offer
    reduce = { reducer.reduce(into: &$0, action: $1) }
    areEqual = { $0 == $1 }
    hash = { $0.hashValue }
  }

  func actions(in state: State) -> [Action] {
    switch offer {
    case .list(let actions): actions
    case .function(let actions): actions(state)
    }
  }
}

extension TransitionSystem {
  /// The results of reducing an action, apart from the new state.
  struct Step {
    var effectsNotRun = 0
    /// A Boolean value that indicates whether the effects sent more actions than `maxFollowing` allows.
    var isEndless = false
  }

  struct Transition {
    let before: State
    let choice: Int
    let action: Action
    let after: State
  }

  /// The maximum number of actions that effects send synchronously in one transition, and the maximum number of
  /// generations of such actions. The effects of each generation send the actions of the next one.
  static var maxFollowing: (generations: Int, actions: Int) { (1_000, 100_000) }

  /// Reduces an action and the actions that its effects send synchronously, in the same order as a store.
  func step(_ state: inout State, _ action: Action) -> Step {
    let effect = reduce(&state, action)
    return effect.isNone ? Step() : follow(effect, into: &state)
  }

  private func follow(_ effect: Effect<Action>, into state: inout State) -> Step {
    var step = Step()
    var sent = effect.sentActions
    step.effectsNotRun = sent.others
    var pending = sent.actions
    var next = 0
    var (generation, generationEnd) = (1, pending.count)
    while next < pending.count {
      if next == generationEnd { (generation, generationEnd) = (generation + 1, pending.count) }
      guard generation <= Self.maxFollowing.generations, next < Self.maxFollowing.actions else {
        step.isEndless = true
        break
      }
      sent = reduce(&state, pending[next]).sentActions
      step.effectsNotRun += sent.others
      pending += sent.actions
      next += 1
    }
    return step
  }
}

extension TransitionSystem {
  struct Replay {
    var actions: [Action] = []
    var before: State?
    var after: State
    var isEndless = false
    /// A Boolean value that indicates whether every action was offered in its state. The replay ends at the first
    /// action that was not offered.
    var isOffered = true
  }

  /// Reduces a sequence of actions. Each number is the index of an action in the list that is offered at that point.
  func replay(_ choices: [Int]) -> Replay {
    var replay = Replay(after: initialState)
    for choice in choices {
      let actions = actions(in: replay.after)
      guard choice < actions.count else {
        replay.isOffered = false
        break
      }
      replay.before = replay.after
      replay.actions.append(actions[choice])
      replay.isEndless = step(&replay.after, actions[choice]).isEndless
    }
    return replay
  }
}
