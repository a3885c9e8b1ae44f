import NavStore
import Testing

/// How do I give each tab an enum of routes of its own? How do I pop to the root when the selected tab is tapped again,
/// and scroll to the top when it is tapped at its root?
///
/// One enum of the app holds the enums of the tabs, and a `PathPart` is what a tab's stack shows of its path. To set
/// `selectedTab` is a tap: it selects, then pops, then raises the scroll signal.
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

  @Test func `the stack of a tab reads and writes routes of its own`() {
    navigator[pathOf: .recipes, covering: Self.recipes].append(.recipe(1))
    navigator[pathOf: .shop, covering: Self.shop].append(.product(7))
    #expect(navigator[pathOf: .recipes] == [.recipes(.recipe(1))])
    #expect(navigator[pathOf: .shop, covering: Self.shop] == [.product(7)])
  }

  @Test func `a route of another kind lies above them, until the tab's own routes change`() {
    navigator[pathOf: .recipes] = [.recipes(.recipe(1)), .recipes(.cook("Ada")), .settings]
    #expect(navigator[pathOf: .recipes, covering: Self.recipes] == [.recipe(1), .cook("Ada")])
    navigator[pathOf: .recipes, covering: Self.recipes] = [.recipe(1), .cook("Ada")]  // a stack that writes it again
    #expect(navigator.top == .settings)
    navigator[pathOf: .recipes, covering: Self.recipes] = [.recipe(1)]
    #expect(navigator[pathOf: .recipes] == [.recipes(.recipe(1))])
  }

  @Test func `a tap selects the tab and keeps its stack, a second one pops it, a third one scrolls`() {
    navigator.push(.recipes(.recipe(1)))
    navigator.selectedTab = .shop
    let signal = navigator.scrollSignal(of: .recipes)

    navigator.selectedTab = .recipes
    #expect(navigator.top == .recipes(.recipe(1)))
    navigator.selectedTab = .recipes
    #expect(navigator[pathOf: .recipes].isEmpty)
    #expect(navigator.scrollSignal(of: .recipes) == signal)
    navigator.selectedTab = .recipes
    #expect(navigator.scrollSignal(of: .recipes) != signal)
  }

  @Test func `a tab that is selected by code is not tapped: nothing pops and nothing scrolls`() {
    navigator.push(.recipes(.recipe(1)))
    let signal = navigator.scrollSignal(of: .recipes)
    navigator.send(.selectTab(.recipes))
    #expect(navigator.top == .recipes(.recipe(1)))
    navigator.popToRoot()
    navigator.send(.selectTab(.recipes))
    #expect(navigator.scrollSignal(of: .recipes) == signal)
  }
}
