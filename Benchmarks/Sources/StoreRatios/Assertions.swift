import NavStore
import NavStoreTesting

/// 10,000 pushes, pops and selected tabs, each with an assertion of the state after it, beside the least that could
/// assert it: a copy, the reducer, the change that is expected, and `==`.
func assertions(_ initial: State) -> [Contender] {
  let steps: [(action: Action, change: (inout State) -> Void)] = (0..<10_000).map { number in
    switch number % 4 {
    case 0, 1: (.push(.item(number)), { $0.push(.item(number)) })
    case 2: (.popToRoot, { $0.popToRoot() })
    default:
      (.selectTab(number % 8 == 3 ? .search : .home), { $0.selectTab(number % 8 == 3 ? .search : .home) })
    }
  }
  return [
    Contender(name: "copy, bare reducer, expected change, ==") {
      let reducer = NavigationReducer<AppTab, Route>()
      return {
        var state = initial
        for (action, change) in steps {
          var expected = state
          _ = reducer.reduce(into: &state, action: action)
          change(&expected)
          precondition(state == expected)
        }
        return state
      }
    },
    Contender(name: "TestStore, send with an expected change") {
      let store = TestStore(initialState: initial, reducer: NavigationReducer())
      return {
        for (action, change) in steps { store.send(action, change) }
        return store.state
      }
    },
  ]
}
