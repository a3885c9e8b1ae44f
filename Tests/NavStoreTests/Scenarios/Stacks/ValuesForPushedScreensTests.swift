import NavStore
import NavStoreTesting
import Testing

/// Where must an environment value stand so that pushed screens get it?
///
/// Above the stack, because a value that is set on the stack's root view does not reach what lies on it. For views that
/// is `.environment(value)` around the `NavigationStack`, as `Docs/SwiftUI.md` shows. Without views it is the same:
/// what all screens need is given to the table that makes them, or is a part of the app's state, and is never put into
/// a route.
@Suite struct ValuesForPushedScreensTests {
  enum AppTab: String, Codable, CaseIterable { case recipes }
  enum Units: String, Codable { case grams, ounces }
  struct Recipe: Hashable, Codable { var grams: Int }
  struct Scale: Hashable, Codable {}

  struct AppState: Equatable {
    var navigation = NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases)
    var units = Units.grams
  }

  enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, AnyRoute>)
    case unitsChosen(Units)
  }

  static let reducer = Reduce<AppState, AppAction> { state, action in
    switch action {
    case .navigation(let action): state.navigation.apply(action)
    case .unitsChosen(let units): state.units = units
    }
    return .none
  }

  let store = Store(initialState: AppState(), reducer: Self.reducer)

  /// What the stack shows, given from above what its screens need.
  func screens(units: @escaping @Sendable () -> Units) -> RouteDestinations<String> {
    RouteDestinations {
      RouteDestination(for: Recipe.self) { recipe in
        units() == .grams ? "\(recipe.grams) g" : "\(recipe.grams * 10 / 284) oz"
      }
      RouteDestination(for: Scale.self) { _ in "A scale in \(units())" }
    }
  }

  /// The screens of the path as they are shown now.
  func shown(_ screens: RouteDestinations<String>) -> [String] {
    store.state.navigation.focusedPath.compactMap { route in
      if case .found(let screen) = screens.resolve(route) { screen } else { nil }
    }
  }

  @Test func `what stands above the stack reaches every screen of it, and those of a sheet`() {
    let screens = screens(units: { .ounces })
    store.send(.navigation(.push(Recipe(grams: 284))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["10 oz", "A scale in ounces"])
    store.send(.navigation(.present(Recipe(grams: 568))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["A scale in ounces"])
  }

  @Test func `a value of the app's state is new on screens that were pushed before it changed`() {
    let screens = screens(units: { [store] in store.state.units })
    store.send(.navigation(.push(Recipe(grams: 284))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["284 g", "A scale in grams"])
    store.send(.unitsChosen(.ounces))
    #expect(shown(screens) == ["10 oz", "A scale in ounces"])
  }

  @Test func `a value that was put into the route stays what it was at the push, and makes it another screen`() {
    struct RecipeIn: Hashable, Codable { var grams: Int, units: Units }
    store.send(.navigation(.push(RecipeIn(grams: 284, units: store.state.units))))
    store.send(.unitsChosen(.ounces))
    #expect(store.state.navigation.top == AnyRoute(RecipeIn(grams: 284, units: .grams)))
    store.send(.navigation(.pushUnlessTop(RecipeIn(grams: 284, units: store.state.units))))
    #expect(store.state.navigation.depth == 2)  // the recipe lies on itself
  }
}
