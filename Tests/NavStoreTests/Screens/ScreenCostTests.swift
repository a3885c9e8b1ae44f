import NavStore
import NavStoreCore
import Testing

/// The costs of changes with many screens.
@Suite(.serialized) struct ScreenCostTests {
  /// A route that counts its comparisons.
  struct CountedRoute: Hashable, Sendable {
    static let comparisons = Locked(0)
    let number: Int

    static func == (first: CountedRoute, second: CountedRoute) -> Bool {
      comparisons.withLock { $0 += 1 }
      return first.number == second.number
    }
  }

  struct Page: ScreenContent {
    typealias Tab = Int

    init?(route: CountedRoute) {}
  }

  typealias Pages = ScreenNavigation<Page>
  typealias PagesReducer = ScreenNavigationReducer<Page, Int>

  private static func pages(_ count: Int, modals: Int = 0) -> Pages {
    let path = (0..<count).map { CountedRoute(number: $0) }
    var navigation = NavigationState(tabs: [1, 2], paths: [1: path])
    for number in 0..<modals { navigation.present(CountedRoute(number: number)) }
    return Pages(navigation)
  }

  /// Returns the number of comparisons of routes in an operation.
  private static func comparisons(_ operation: () -> Void) -> Int {
    CountedRoute.comparisons.withLock { $0 = 0 }
    operation()
    return CountedRoute.comparisons.withLock(\.self)
  }

  @Test(arguments: ["path", "modals"])
  func `a chain of results compares no routes of the screens that stay`(stack: String) {
    let count = 2_000
    let reducer = PagesReducer { screen, action in
      if let route = screen.route, route.number > 0 { screen.finish(with: action) }
      return .none
    }
    var pages = stack == "path" ? Self.pages(count) : Self.pages(0, modals: count)
    let top = pages.visibleScreen?.id ?? ScreenID(rawValue: 0)
    #expect(Self.comparisons { _ = reducer.reduce(into: &pages, action: .screen(top, 1)) } == 0)
    #expect(pages.navigation.path(of: 1).count + pages.navigation.modals.count == 1)
  }

  @Test func `the end of a screen compares no routes`() {
    let reducer = PagesReducer { _, _ in .none }
    var pages = Self.pages(100, modals: 100)
    for id in [150, 50] {
      let end = PagesReducer.Action.finish(ScreenID(rawValue: id), with: nil)
      #expect(Self.comparisons { _ = reducer.reduce(into: &pages, action: end) } == 0)
    }
    #expect(pages.navigation.path(of: 1).count == 49 && pages.navigation.modals.count == 49)
  }

  @Test func `a change without an action compares each route at most twice`() {
    var pages = Self.pages(1_000, modals: 1_000)
    for _ in 0..<3 {
      #expect(Self.comparisons { pages.navigation.dismiss() } <= 2 * 2_000)
      #expect(Self.comparisons { pages.navigation.present(CountedRoute(number: 5_000)) } <= 2 * 2_001)
    }
  }

  @Test func `the start and an undo compare each route at most once`() {
    let count = 2_000
    var pages = Self.pages(0, modals: count)
    let reducer = PagesReducer { _, _ in
      .none
    } lifecycle: { _, _ in
      .none
    }
    #expect(Self.comparisons { _ = reducer.reduce(into: &pages, action: .start) } <= count)
    let bottom = ScreenID(rawValue: 1)
    #expect(pages.route(of: bottom)?.number == 0)
    #expect(pages.visibleScreen?.id.rawValue == count)
    var past = pages
    pages.navigation.dismiss()
    #expect(Self.comparisons { past.preserve(from: pages) } <= count)
    #expect(past.visibleScreen?.route.number == count - 1)
    #expect(past.navigation.modals.count == count)
  }
}
