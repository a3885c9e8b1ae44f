import NavStore
import NavStoreInspection
import Testing

/// Searches for a shorter list of steps among all lists that a small user interface can perform.
@Suite struct NavigationStepSearchTests {
  @Test(arguments: [
    SmallUserInterface(tabs: [0], routes: [0, 1], depth: 3, modals: 0),
    SmallUserInterface(tabs: [0, 1], routes: [0], depth: 2, modals: 0),
    SmallUserInterface(tabs: [0, 1, 2], routes: [0], depth: 1, modals: 0),
    SmallUserInterface(tabs: [0], routes: [0, 1], depth: 1, modals: 2),
    SmallUserInterface(tabs: [0, 1], routes: [0], depth: 1, modals: 2),
  ])
  func `no shorter list of steps exists`(interface: SmallUserInterface) {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for _ in 0..<(TestEnvironment.isLong ? 500 : 8) {
      let (start, end) = (interface.state(&random), interface.state(&random))
      let limits = StepLimits(pushes: random.pick(1, 2, .max), dismissals: random.pick(1, .max))
      let steps = end.steps(from: start, limits: limits)
      if let shorter = interface.list(from: start, to: end, limits: limits, shorterThan: steps.count) {
        Issue.record("\(start) to \(end) by \(steps.map(\.description)), \(limits), but also by \(shorter)")
        return
      }
      // The search finds a list of the same length, so it would also find a shorter one.
      #expect(interface.list(from: start, to: end, limits: limits, shorterThan: steps.count + 1) != nil)
    }
  }
}

/// A user interface with few tabs, routes and modals, and all its changes.
struct SmallUserInterface: CustomTestStringConvertible, Sendable {
  typealias Shown = ShownNavigation<Int, Int>
  typealias Change = NavigationStep<Int, Int>.Change

  let tabs: [Int]
  let routes: [Int]
  let depth: Int
  let modals: Int

  var testDescription: String { "\(tabs.count) tabs, \(routes.count) routes, depth \(depth), \(modals) modals" }

  /// Returns a random state of the interface.
  func state(_ random: inout SplitMix64) -> NumberState {
    let tabs = Array(tabs.shuffled(using: &random).prefix(1 + random.below(tabs.count)))
    var state = NumberState(tabs: tabs, selectedTab: tabs[random.below(tabs.count)], backRule: .none)
    for tab in tabs { state.setPath(path(&random), in: .tab(tab)) }
    for _ in 0..<random.below(modals + 1) {
      if random.once(in: 4) {
        state.present(0)
        state.dismiss()
      }
      state.present(routes[random.below(routes.count)], style: random.once(in: 4) ? .cover : .sheet)
      state.setPath(path(&random), in: .focused)
    }
    return state
  }

  private func path(_ random: inout SplitMix64) -> [Int] {
    random.list(below: depth + 1) { $0.below(routes.count) }
  }

  /// Returns the shortest list of changes from one state to another if it is shorter than `length`. It searches through
  /// all lists.
  func list(from start: NumberState, to end: NumberState, limits: StepLimits, shorterThan length: Int) -> [String]? {
    let (first, goal) = (Shown(start), Shown(end))
    let kept = StepInvariants.kept(first, goal)
    let keptTabs = first.tabs.filter(goal.tabs.contains)
    var known: [Shown: [String]] = [first: []]
    var level = [first]
    for _ in 0..<max(0, length) {
      if let list = known[goal] { return list.count < length ? list : nil }
      var next: [Shown] = []
      for shown in level {
        for change in changes(of: shown, towards: goal, limits: limits) {
          var new = shown
          new.apply(change)
          guard known[new] == nil, keptTabs.allSatisfy(new.tabs.contains), StepInvariants.kept(first, new) >= kept
          else {
            continue
          }
          known[new] = (known[shown] ?? []) + ["\(change)"]
          next.append(new)
        }
      }
      level = next
    }
    return nil
  }

  /// Returns all changes that one step can make. It presents the modals of the goal only, with each prefix of their
  /// paths.
  private func changes(of shown: Shown, towards goal: Shown, limits: StepLimits) -> [Change] {
    var changes: [Change] = []
    for stack in shown.tabs.map(StackID.tab) + shown.modals.map({ .modal($0.id) }) {
      let old = shown.path(of: stack) ?? []
      changes += routes.map { .push($0, in: stack) }
      changes += old.indices.map { .pop($0 + 1, in: stack) }
      changes += Self.paths(routes, depth).filter { new in
        new.count - zip(old, new).prefix { $0 == $1 }.count <= limits.pushes
      }.map { .setPath($0, in: stack) }
    }
    changes += tabs.map { .selectTab($0) }
    for tabs in Self.orders(tabs) { changes += tabs.map { .setTabs(tabs, selecting: $0) } }
    for count in 1...max(1, min(shown.modals.count, limits.dismissals)) where count <= shown.modals.count {
      changes.append(.dismiss(shown.modals[shown.modals.count - count].id))
    }
    for modal in goal.modals where shown.path(of: .modal(modal.id)) == nil {
      for count in 0...modal.path.count where count < limits.pushes { changes.append(.present(modal.withPath(count))) }
    }
    return changes
  }

  /// Returns all paths up to a depth.
  private static func paths(_ routes: [Int], _ depth: Int) -> [[Int]] {
    depth == 0 ? [[]] : [[]] + routes.flatMap { route in paths(routes, depth - 1).map { [route] + $0 } }
  }

  /// Returns all selections of tabs in all orders.
  private static func orders(_ tabs: [Int]) -> [[Int]] {
    tabs.flatMap { tab in
      let others = tabs.filter { $0 != tab }
      return [[tab]] + orders(others).map { [tab] + $0 }
    }
  }
}

extension Modal<Int> {
  /// Returns the modal with the first `count` routes of its path.
  fileprivate func withPath(_ count: Int) -> Modal {
    var shown = ShownNavigation<Int, Int>()
    shown.apply(.present(self))
    shown.apply(.pop(path.count - count, in: .modal(id)))
    return shown.modals[0]
  }
}
