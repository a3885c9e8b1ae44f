import NavStore
import Testing

/// How do I give each tab its own route enum? How do I pop to the root when the selected tab is tapped again, and
/// scroll to the top when it is tapped at its root?
///
/// One enum of the app contains the enums of the tabs. A `PathPart` selects the routes that a tab's stack shows.
/// Setting `selectedTab` is a tap: the first selects the tab, the second pops, the third raises the scroll signal.
@Suite struct RoutesPerTabAndSecondTapTests {
  enum AppTab: CaseIterable { case recipes, shop }
  enum AppRoute: Hashable { case recipes(RecipesRoute), shop(ShopRoute), settings }
  enum RecipesRoute: Hashable { case recipe(Int), cook(String) }
  enum ShopRoute: Hashable { case product(Int) }

  static let recipes = PathPart<AppRoute, RecipesRoute>(embed: AppRoute.recipes) {
    if case .recipes(let route) = $0 { route } else { nil }
  }
  static let shop = PathPart<AppRoute, ShopRoute>(embed: AppRoute.shop) {
    if case .shop(let route) = $0 { route } else { nil }
  }

  let navigator = Navigator(
    Store(initialState: NavigationState<AppTab, AppRoute>(tabs: AppTab.allCases), reducer: NavigationReducer()))

  @Test func `the stack of a tab reads and writes its own route type`() {
    navigator[pathOf: .recipes, covering: Self.recipes].append(.recipe(1))
    navigator[pathOf: .shop, covering: Self.shop].append(.product(7))
    #expect(navigator[pathOf: .recipes] == [.recipes(.recipe(1))])
    #expect(navigator[pathOf: .shop, covering: Self.shop] == [.product(7)])
  }

  @Test func `a route of another kind stays on top until the tab's own routes change`() {
    navigator[pathOf: .recipes] = [.recipes(.recipe(1)), .recipes(.cook("Ada")), .settings]
    #expect(navigator[pathOf: .recipes, covering: Self.recipes] == [.recipe(1), .cook("Ada")])
    navigator[pathOf: .recipes, covering: Self.recipes] = [.recipe(1), .cook("Ada")]  // written again
    #expect(navigator.top == .settings)
    navigator[pathOf: .recipes, covering: Self.recipes] = [.recipe(1)]
    #expect(navigator[pathOf: .recipes] == [.recipes(.recipe(1))])
  }

  @Test func `the first tap selects the tab and keeps its stack, the second pops, the third scrolls`() {
    navigator.push(.recipes(.recipe(1)))
    navigator.selectedTab = .shop
    let signal = navigator.scrollSignal(of: .recipes)

    // snippet: three taps on a tab
    navigator.selectedTab = .recipes
    #expect(navigator.top == .recipes(.recipe(1)))
    navigator.selectedTab = .recipes
    #expect(navigator[pathOf: .recipes].isEmpty)
    #expect(navigator.scrollSignal(of: .recipes) == signal)
    navigator.selectedTab = .recipes
    #expect(navigator.scrollSignal(of: .recipes) != signal)
    // end
  }

  @Test func `selecting a tab in code neither pops nor scrolls`() {
    navigator.push(.recipes(.recipe(1)))
    let signal = navigator.scrollSignal(of: .recipes)
    navigator.send(.selectTab(.recipes))
    #expect(navigator.top == .recipes(.recipe(1)))
    navigator.popToRoot()
    navigator.send(.selectTab(.recipes))
    #expect(navigator.scrollSignal(of: .recipes) == signal)
  }
}
