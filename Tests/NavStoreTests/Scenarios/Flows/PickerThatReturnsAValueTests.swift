import NavStore
import NavStoreTesting
import Testing

/// How do I get a value back from a picker that was pushed or presented?
///
/// The screen below has the value in the app's state, not in the route and not in a closure. The picker sends its
/// choice, and the reducer takes it and closes the picker, in one transaction. So a picker that was restored after a
/// restart works as well.
@Suite struct PickerThatReturnsAValueTests {
  enum AppTab: CaseIterable { case order }
  enum Route: Hashable { case form, colours, sizes }

  struct State: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.order: [.form]])
    var colour = "red"
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case colourPicked(String)
  }

  struct OrderReducer: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(Action.navigation)
      case .colourPicked(let colour):
        state.colour = colour
        // Only the picker is closed, wherever it is, and nothing if the user was faster.
        if state.navigation.top == .colours { state.navigation.back() }
        return .none
      }
    }
  }

  let store = TestStore(initialState: State(), reducer: OrderReducer())

  @Test func `the choice of a pushed picker changes the form beneath, and goes back to it`() {
    store.send(.navigation(.push(.colours))) { $0.navigation.push(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.pop()
    }
  }

  @Test func `a presented picker is dismissed by the same choice`() {
    store.send(.navigation(.present(.colours))) { $0.navigation.present(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.dismiss()
    }
  }

  @Test func `a second tap on the list, or a choice after the user went back, closes nothing else`() {
    store.send(.navigation(.push(.colours))) { $0.navigation.push(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.pop()
    }
    store.send(.colourPicked("green")) { $0.colour = "green" }
  }
}
