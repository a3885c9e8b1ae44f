import NavStore

/// SplitMix64, by Sebastiano Vigna (https://prng.di.unimi.it/splitmix64.c): the same actions in every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The workload: tab taps, pushes, pops, pops to the root and links in the proportions 12, 52, 32, 1.5 and 2.5 per cent,
/// at depths that are mostly between 0 and 20.
func workload(count: Int, seed: UInt64 = 2026) -> [Action] {
  var generator = SeededGenerator(state: seed)
  let queries = (0..<64).map { "query \($0) that is too long for a small string" }
  var depths = [Int](repeating: 0, count: AppTab.allCases.count)
  var selected = 0
  func route() -> Route {
    let number = Int.random(in: 0..<1_000, using: &generator)
    return Bool.random(using: &generator)
      ? .item(id: number) : .search(text: queries[number % queries.count], page: number % 7)
  }
  return (0..<count).map { _ in
    switch Int.random(in: 0..<200, using: &generator) {
    case 0..<24:
      let tab = Int.random(in: 0..<depths.count, using: &generator)
      if tab == selected { depths[tab] = 0 }
      selected = tab
      return .tabTapped(AppTab.allCases[tab])
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
      selected = Int.random(in: 0..<depths.count, using: &generator)
      let path = (0..<Int.random(in: 1...4, using: &generator)).map { _ in route() }
      depths[selected] = path.count
      return .deepLink(DeepLink(tab: AppTab.allCases[selected], path: path))
    }
  }
}
