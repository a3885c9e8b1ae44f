internal import NavStore

/// Which row is selected in the list of each screen, so that a screen that is seen again is as it was left.
struct ListPositions: Equatable, Sendable {
  private var rows: [DemoStack: [Int]] = [:]

  /// The selected row of the top screen of a stack.
  subscript(stack: DemoStack) -> Int {
    get { rows[stack]?.last ?? 0 }
    set {
      guard let depth = rows[stack]?.count, depth > 0 else { return }
      rows[stack]?[depth - 1] = newValue
    }
  }

  /// Follows a change: a screen that stays keeps its row, and a new one begins at its top.
  mutating func follow(from old: DemoShown, to new: DemoShown) {
    var followed: [DemoStack: [Int]] = [:]
    for stack in new.stacks {
      let screens = new.screens(of: stack).count
      let routes = new.routes(of: stack)
      // A tab's root is in no path, and always the same.
      let same = screens - routes.count + zip(old.routes(of: stack), routes).prefix { $0 == $1 }.count
      let kept = (rows[stack] ?? []).prefix(same)
      followed[stack] = kept + Array(repeating: 0, count: screens - kept.count)
    }
    rows = followed
  }
}
