import NavStore
import NavStoreTesting

extension Suite {
  /// The cost of an assertion of a test compared with the shortest code for it: a copy, the reducer, the expected
  /// change, and `==`.
  static var testStore: Suite {
    Suite(
      "teststore",
      [
        Series(
          "send with an expected change", over: "depth",
          [0, 10, 100].map { depth in
            let steps = Step.list(10_000)
            let initial = Navigation.deep(depth)
            return Point(
              depth, operations: steps.count,
              floor: Contender("a copy, the reducer, the change, ==") {
                let reducer = NavigationReducer<AppTab, Route>()
                return Run {
                  var state = initial
                  for step in steps {
                    var expected = state
                    _ = reducer.reduce(into: &state, action: step.action)
                    step.change(&expected)
                    try WorkNotDone.unless(state == expected, "The expected change is not the reducer's.")
                  }
                  return { [state] in Place(state) }
                }
              },
              [
                Contender("TestStore", .atMost(6)) {
                  let store = TestStore(initialState: initial, reducer: NavigationReducer())
                  return Run {
                    for step in steps { store.send(step.action, step.change) }
                    return { Place(store.state) }
                  }
                }
              ])
          }),
        receiving,
      ])
  }

  /// Actions that effects send and a test receives.
  private static var receiving: Series {
    let count = 2_000
    return Series(
      "receive what an effect sends", waits: true,
      [
        Point(
          operations: count,
          floor: Contender("two copies, the reducer, the changes, ==") {
            let reducer = Answering()
            return Run {
              var state = 0
              for _ in 0..<count {
                for action in [Answering.Action.ask, .answer] {
                  var expected = state
                  _ = reducer.reduce(into: &state, action: action)
                  expected += action == .ask ? 1 : 2
                  try WorkNotDone.unless(state == expected, "The expected change is not the reducer's.")
                }
              }
              return { [state] in state }
            }
          },
          [
            Contender("TestStore, send and receive") {
              let store = TestStore(initialState: 0, reducer: Answering())
              return Run.waiting {
                for _ in 0..<count {
                  store.send(.ask) { $0 += 1 }
                  await store.receive(.answer) { $0 += 2 }
                }
                return { store.state }
              }
            }
          ])
      ])
  }
}

/// An action of a test with the expected change.
private struct Step: Sendable {
  let action: Action
  let change: @Sendable (inout Navigation) -> Void

  static func list(_ count: Int) -> [Step] {
    (0..<count).map { number in
      switch number % 4 {
      case 0: Step(action: .push(.item(number))) { $0.push(.item(number)) }
      case 1: Step(action: .pop()) { $0.pop() }
      default:
        Step(action: .selectTab(number % 4 == 2 ? .search : .home)) {
          $0.selectTab(number % 4 == 2 ? .search : .home)
        }
      }
    }
  }
}

/// A reducer in which an effect answers each question.
private struct Answering: Reducer {
  enum Action: Sendable {
    case ask, answer
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      state += 1
      return .run { $0.send(.answer) }
    case .answer:
      state += 2
      return .none
    }
  }
}
