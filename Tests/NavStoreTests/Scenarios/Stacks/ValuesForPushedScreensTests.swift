import NavStore
import NavStoreTesting
import Testing

/// Where do I set an environment value so that pushed screens receive it?
///
/// Set it above the stack, because pushed screens do not inherit a value from the root view of the stack. In SwiftUI
/// that is `.environment(value)` on the `NavigationStack`, as `Docs/HowTo/Views/Environment.md` shows. Without views,
/// pass values that all screens need to the table that creates the screens, or store them in the app's state. Do not
/// store them in a route.
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

  /// The screens of the stack, with the values that they need.
  func screens(units: @escaping @Sendable () -> Units) -> RouteDestinations<String> {
    RouteDestinations {
      RouteDestination(for: Recipe.self) { recipe in
        units() == .grams ? "\(recipe.grams) g" : "\(recipe.grams * 10 / 284) oz"
      }
      RouteDestination(for: Scale.self) { _ in "A scale in \(units())" }
    }
  }

  /// The screens of the current path.
  func shown(_ screens: RouteDestinations<String>) -> [String] {
    store.state.navigation.focusedPath.compactMap { route in
      if case .success(let screen) = screens.resolve(route) { screen } else { nil }
    }
  }

  @Test func `a value set above the stack reaches each of its screens, and those of a sheet`() {
    let screens = screens(units: { .ounces })
    store.send(.navigation(.push(Recipe(grams: 284))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["10 oz", "A scale in ounces"])
    store.send(.navigation(.present(Recipe(grams: 568))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["A scale in ounces"])
  }

  @Test func `screens that were pushed earlier read the new value from the app's state`() {
    let screens = screens(units: { [store] in store.state.units })
    store.send(.navigation(.push(Recipe(grams: 284))))
    store.send(.navigation(.push(Scale())))
    #expect(shown(screens) == ["284 g", "A scale in grams"])
    store.send(.unitsChosen(.ounces))
    #expect(shown(screens) == ["10 oz", "A scale in ounces"])
  }

  @Test func `a value stored in a route keeps its value at the time of the push, and makes a different screen`() {
    struct RecipeIn: Hashable, Codable { var grams: Int, units: Units }
    store.send(.navigation(.push(RecipeIn(grams: 284, units: store.state.units))))
    store.send(.unitsChosen(.ounces))
    #expect(store.state.navigation.top == AnyRoute(RecipeIn(grams: 284, units: .grams)))
    store.send(.navigation(.pushUnlessTop(AnyRoute(RecipeIn(grams: 284, units: store.state.units)))))
    #expect(store.state.navigation.depth == 2)  // the recipe is in the path twice
  }
}
