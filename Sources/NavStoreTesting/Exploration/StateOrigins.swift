/// The transition by which each state was found first, to tell the actions that lead to it. It takes 8 bytes a state.
struct StateOrigins: Sendable {
  private struct Origin {
    let source: UInt32
    let choice: UInt32
  }

  // State 0 is the initial one and has none: the origin of state n is at n - 1.
  private var origins: [Origin] = []

  /// The next state is found from `source` by the action with that number among those offered there.
  mutating func append(source: Int, choice: Int) {
    origins.append(Origin(source: UInt32(truncatingIfNeeded: source), choice: UInt32(truncatingIfNeeded: choice)))
  }

  /// The numbers of the actions that lead to a state, and one more. In a breadth-first search they are as few as can
  /// be.
  func choices(to state: Int, then last: Int? = nil) -> [Int] {
    var choices = last.map { [$0] } ?? []
    var state = state
    while state > 0 {
      choices.append(Int(origins[state - 1].choice))
      state = Int(origins[state - 1].source)
    }
    return choices.reversed()
  }
}
