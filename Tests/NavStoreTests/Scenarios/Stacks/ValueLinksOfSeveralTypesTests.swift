import NavStore
import Testing

/// How do I use `NavigationLink(value:)` with several types on one `NavigationStack`, each with its own
/// `navigationDestination(for:)`?
///
/// Use `AnyRoute` as the route type: values of any type can be pushed directly. `RouteDestinations` declares the
/// screen of each type and reports a type without a screen.
@Suite struct ValueLinksOfSeveralTypesTests {
  enum AppTab: CaseIterable { case recipes }

  struct Recipe: Hashable, Codable { var id: Int }
  struct Ingredient: Hashable, Codable { var name: String }
  struct Cook: Hashable, Codable { var id: Int }

  let screens = RouteDestinations<String>(reportingTo: nil) {
    RouteDestination(for: Recipe.self) { "Recipe \($0.id)" }
    RouteDestination(for: Ingredient.self) { "Where to buy \($0.name)" }
  }

  let navigator = Navigator(
    Store(initialState: NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases), reducer: NavigationReducer()))

  @Test func `one stack shows values of different types, each with its own screen`() {
    navigator.push(Recipe(id: 1))
    navigator.push(Ingredient(name: "basil"))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1), Ingredient(name: "basil")])
    #expect(navigator[pathOf: .recipes].map { screens.resolve($0).output } == ["Recipe 1", "Where to buy basil"])
  }

  @Test func `a value that the stack appends is in the path`() {
    navigator[pathOf: .recipes].append(Recipe(id: 1))
    navigator[pathOf: .recipes].append(Ingredient(name: "basil"))
    navigator[pathOf: .recipes].removeLast()  // a swipe back
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `a double tap on a link with pushUnlessTop pushes one screen`() {
    navigator.send(.pushUnlessTop(AnyRoute(Recipe(id: 1))))
    navigator.send(.pushUnlessTop(AnyRoute(Recipe(id: 1))))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `a type without a destination produces a message that names the type, not an empty screen`() {
    let outcome = screens.resolve(AnyRoute(Cook(id: 1)))
    #expect(
      outcome == .failure(.missingDestination(route: "Cook(…)", type: "Cook", declared: ["Recipe", "Ingredient"])))
  }

  @Test func `a cook and a recipe with the same number are two screens`() {
    navigator[pathOf: .recipes] = [AnyRoute](holding: [Recipe(id: 1), Cook(id: 1), Ingredient(name: "basil")])
    navigator.send(.popTo(AnyRoute(Recipe(id: 1))))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `check finds each type without a destination or without a name for saving`() {
    let names = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Ingredient.self, named: "ingredient"))
    #expect(screens.check(names) == [])

    let moreNames = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Cook.self, named: "cook"))
    #expect(screens.check(moreNames).count == 2)  // a cook has no screen, and an ingredient cannot be saved
  }
}
