import NavStore
import NavStoreTesting

private enum ScreenTab: Sendable, CaseIterable {
  case home, search, library
}

private enum Screen: Sendable, CaseIterable {
  case song, album, settings
}

private typealias Laws = NavigationLaws<ScreenTab, Screen>

extension Suite {
  /// The cost of each transition that the explorer tries, for the navigation reducer with 3 tabs, 3 routes and each
  /// back rule. It must find as many states as a search by hand, and as many as recorded.
  static var explorer: Suite {
    let core = Laws.coreActions(ScreenTab.allCases, Screen.allCases)
    let all = Laws.allActions(ScreenTab.allCases, Screen.allCases)
    return Suite(
      "explorer",
      [
        exploration(
          "what users do all the time, \(core.count) actions", core,
          [4: [3_370, 12_448], 5: [13_974, 53_920], 6: [55_900, 223_584]]),
        exploration(
          "what users do all the time, \(core.count) actions, with the laws", core, [5: [13_974, 53_920]],
          withLaws: true),
        exploration(
          "every kind of action, \(all.count) actions", all, [3: [6_599, 44_944], 4: [45_536, 349_747]]),
        exploration(
          "every kind of action, \(all.count) actions, with the laws", all, [3: [6_599, 44_944]], withLaws: true),
        exploration("what users do all the time, deep", core, [8: [821_776, 3_472_512]], isLong: true),
        exploration(
          "what users do all the time, deep, with the laws", core, [8: [821_776, 3_472_512]], withLaws: true,
          isLong: true),
        exploration(
          "every kind of action, deep", all, [5: [289_876, 2_413_408], 6: [1_745_911, 15_363_428]], isLong: true),
        exploration(
          "every kind of action, deep, with the laws", all, [5: [289_876, 2_413_408]], withLaws: true, isLong: true),
      ])
  }

  /// - Parameter counts: The numbers of states and transitions for each length of the sequences.
  private static func exploration(
    _ name: String, _ actions: [Laws.Action], _ counts: [Int: [Int]], withLaws: Bool = false, isLong: Bool = false
  ) -> Series {
    Series(
      name, over: "depth", isLong: isLong,
      counts.sorted { $0.key < $1.key }.map { depth, counts in
        Point(
          depth, operations: counts[1],
          floor: Contender(
            withLaws ? "a Set of states and a list by hand, and the laws" : "a Set of states and a list by hand"
          ) {
            Run {
              let found = try searchByHand(actions, depth: depth, withLaws: withLaws)
              return { found }
            }
          },
          [
            Contender("StateExplorer") {
              Run {
                var found = [0, 0]
                for rule in BackRule.allCases {
                  let report = explorer(rule, actions, withLaws: withLaws).explore(maxDepth: depth, maxStates: .max)
                  try WorkNotDone.unless(report.violations.isEmpty, "\(report)")
                  found[0] += report.states
                  found[1] += report.transitions
                }
                return { [found] in
                  try WorkNotDone.unless(found == counts, "\(found) states and transitions instead of \(counts)")
                  return found
                }
              }
            }
          ])
      })
  }

  private static func explorer(
    _ rule: BackRule, _ actions: [Laws.Action], withLaws: Bool
  ) -> StateExplorer<Laws.State, Laws.Action> {
    let rules = NavigationRules<ScreenTab, Screen>(backRule: rule)
    let initialState = Laws.State(tabs: ScreenTab.allCases, backRule: rule)
    return withLaws
      ? Laws(rules: rules).explorer(initialState, actions: actions)
      : StateExplorer(initialState: initialState, reducer: NavigationReducer(rules: rules), actions: actions)
  }

  /// Counts the states and transitions for all rules, with a search that stores no paths. Checks the laws of each state
  /// and of each transition, or nothing.
  private static func searchByHand(_ actions: [Laws.Action], depth: Int, withLaws: Bool) throws -> [Int] {
    var (states, transitions, broken) = (0, 0, 0)
    for rule in BackRule.allCases {
      let rules = NavigationRules<ScreenTab, Screen>(backRule: rule)
      let reducer = NavigationReducer(rules: rules)
      let lawsOfStates = withLaws ? Laws(rules: rules).states : []
      let lawsOfTransitions = withLaws ? Laws(rules: rules).transitions : []
      let initialState = Laws.State(tabs: ScreenTab.allCases, backRule: rule)
      var seen: Set = [initialState]
      var newest = [initialState]
      for _ in 0..<depth {
        var next: [Laws.State] = []
        for state in newest {
          for action in actions {
            var following = state
            _ = reducer.reduce(into: &following, action: action)
            transitions += 1
            broken += lawsOfTransitions.count { _, holds in !holds(state, action, following) }
            guard seen.insert(following).inserted else { continue }
            next.append(following)
            broken += lawsOfStates.count { _, holds in !holds(following) }
          }
        }
        newest = next
      }
      states += seen.count
    }
    try WorkNotDone.unless(broken == 0, "\(broken) laws do not hold.")
    return [states, transitions]
  }
}
