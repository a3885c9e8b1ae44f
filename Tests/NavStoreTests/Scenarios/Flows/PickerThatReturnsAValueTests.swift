import NavStore
import NavStoreTesting
import Testing

/// How do I get a value back from a picker that was pushed or presented?
///
/// The screen below reads the value from the app's state, not from the route and not from a closure. The picker sends
/// its choice. The reducer stores the choice and closes the picker in one transaction. A picker that was restored
/// after a restart therefore works too.
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
        // Closes only the picker, wherever it is, and nothing if the user has already left it.
        if state.navigation.top == .colours { state.navigation.back() }
        return .none
      }
    }
  }

  let store = TestStore(initialState: State(), reducer: OrderReducer())

  @Test func `a choice in a pushed picker changes the form below and returns to it`() {
    store.send(.navigation(.push(.colours))) { $0.navigation.push(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.pop()
    }
  }

  @Test func `the same choice dismisses a presented picker`() {
    store.send(.navigation(.present(.colours))) { $0.navigation.present(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.dismiss()
    }
  }

  @Test func `a second choice, or a choice after the user went back, closes nothing else`() {
    store.send(.navigation(.push(.colours))) { $0.navigation.push(.colours) }
    store.send(.colourPicked("blue")) {
      $0.colour = "blue"
      $0.navigation.pop()
    }
    store.send(.colourPicked("green")) { $0.colour = "green" }
  }
}
