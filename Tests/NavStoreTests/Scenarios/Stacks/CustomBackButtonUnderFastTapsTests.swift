import NavStore
import Testing

/// How do I write a custom back button that handles fast taps: a double tap, a tap at the root, a tap during the
/// animation of the stack?
///
/// `back()` never stops the program, and at the root it changes nothing. The button of a screen first checks whether
/// its screen is still on top. The app's reducer can refuse late writes of the stack.
@Suite struct CustomBackButtonUnderFastTapsTests {
  enum AppTab: CaseIterable { case home }
  enum Route: Hashable { case list, song(Int) }

  typealias Navigation = NavigationState<AppTab, Route>
  typealias Action = NavigationAction<AppTab, Route>

  // snippet: back button of a screen
  /// The back button in the toolbar of one screen.
  struct BackButton {
    let navigator: Navigator<AppTab, Route>
    let screen: Route

    func tap() {
      if navigator.current.top == screen { navigator.back() }
    }
  }
  // end

  let store = Store(
    initialState: Navigation(tabs: AppTab.allCases, paths: [.home: [.list, .song(1), .song(2)]]),
    reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  @Test func `a double tap on the button of a screen leaves that screen, and not the screen below it`() {
    let button = BackButton(navigator: navigator, screen: .song(2))
    button.tap()
    button.tap()
    #expect(navigator[pathOf: .home] == [.list, .song(1)])
  }

  @Test func `without the check of the top screen, every tap pops`() {
    navigator.back()
    navigator.back()
    #expect(navigator[pathOf: .home] == [.list])
  }

  @Test func `more taps than screens end at the root, where removeLast() would stop the program`() {
    for _ in 1...10 { navigator.back() }
    #expect(navigator[pathOf: .home].isEmpty)
    #expect(!navigator.canGoBack)
    var state = store.state
    #expect(state.back() == .exit)  // the outcome, for an app that closes at the root
  }

  @Test func `the stack may write the same pop twice`() {
    navigator[pathOf: .home] = [.list, .song(1)]
    navigator[pathOf: .home] = [.list, .song(1)]
    #expect(navigator[pathOf: .home] == [.list, .song(1)])
    #expect(store.revision == 1)
  }

  // MARK: - Late writes of the stack

  // snippet: stacks that only pop
  /// A reducer for an app whose links are `RouteLink`s. The stack itself then only pops.
  struct StacksOnlyPop: Reducer {
    let navigation = NavigationReducer<AppTab, Route>()

    func reduce(into state: inout Navigation, action: Action) -> Effect<Action> {
      if case .setPath(let path, in: .tab(let tab)) = action {
        guard case .popped = PathChange(from: state.path(of: tab), to: path) else { return .none }
      }
      return navigation.reduce(into: &state, action: action)
    }
  }
  // end

  @Test func `a swipe back that ends after the app has popped to the root restores its screens`() {
    navigator.popToRoot()
    navigator[pathOf: .home] = [.list, .song(1)]  // the late end of the swipe
    #expect(navigator[pathOf: .home] == [.list, .song(1)])
  }

  @Test func `a reducer that accepts only pops from the stack refuses a late write`() {
    let store = Store(initialState: store.state, reducer: StacksOnlyPop())
    let navigator = Navigator(store)
    navigator[pathOf: .home].removeLast()
    #expect(navigator[pathOf: .home] == [.list, .song(1)])
    navigator.popToRoot()
    navigator[pathOf: .home] = [.list]
    #expect(navigator[pathOf: .home].isEmpty)
    navigator.push(.song(3))
    #expect(navigator.top == .song(3))
  }
}
