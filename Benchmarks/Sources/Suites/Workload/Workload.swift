import NavStore

/// The actions of a user, the same in every run.
public enum Workload {
  /// 200,000 actions; see ``actions(count:seed:)``.
  public static let actions = actions(count: 200_000)

  /// The same actions for the floor.
  static let byHand = actions.map(HandAction.init)

  /// Tab taps, pushes, pops, pops to the root and links in the proportions 12, 52, 32, 1.5 and 2.5 per cent, at depths
  /// that are mostly between 0 and 20. Half of the routes have a string that needs an allocation.
  public static func actions(count: Int, seed: UInt64 = 2026) -> [Action] {
    var generator = SeededGenerator(seed: seed)
    let queries = (0..<64).map { "query \($0) that is too long for a small string" }
    let tabs = AppTab.allCases
    var depths = [Int](repeating: 0, count: tabs.count)
    var selected = 0
    func route() -> Route {
      let number = Int.random(in: 0..<1_000, using: &generator)
      return Bool.random(using: &generator)
        ? .item(number) : .search(text: queries[number % queries.count], page: number % 7)
    }
    return (0..<count).map { _ in
      switch Int.random(in: 0..<200, using: &generator) {
      case 0..<24:
        let tab = Int.random(in: 0..<tabs.count, using: &generator)
        if tab == selected { depths[tab] = 0 }
        selected = tab
        return .tabTapped(tabs[tab])
      case 24..<128 where depths[selected] < 20:
        depths[selected] += 1
        return .push(route())
      case 24..<192:
        depths[selected] = max(0, depths[selected] - 1)
        return .pop()
      case 192..<195:
        depths[selected] = 0
        return .popToRoot
      default:
        selected = Int.random(in: 0..<tabs.count, using: &generator)
        let path = (0..<Int.random(in: 1...4, using: &generator)).map { _ in route() }
        depths[selected] = path.count
        return .deepLink(DeepLink(tab: tabs[selected], path: path))
      }
    }
  }

  /// Eight pushes and eight pops in turns, at more than one depth, because a route's position in a cache line affects
  /// time.
  public static func pushesAndPops(count: Int) -> [Action] {
    (0..<count).map { ($0 / 8).isMultiple(of: 2) ? .push(.item($0)) : .pop() }
  }
}
