import NavStore
import Testing

/// How do I use `NavigationLink(value:)` with several types on one `NavigationStack`, each with a
/// `navigationDestination(for:)` of its own?
///
/// Make the route an `AnyRoute`: values of any type are pushed as they are. `RouteDestinations` says what each type
/// shows, and says so when one has been forgotten.
@Suite struct ValueLinksOfSeveralTypesTests {
  enum AppTab: CaseIterable { case recipes }

  struct Recipe: Hashable, Codable { var id: Int }
  struct Ingredient: Hashable, Codable { var name: String }
  struct Cook: Hashable, Codable { var id: Int }

  let screens = RouteDestinations<String>(reportingTo: RouteDiagnostics { _ in }) {
    RouteDestination(for: Recipe.self) { "Recipe \($0.id)" }
    RouteDestination(for: Ingredient.self) { "Where to buy \($0.name)" }
  }

  let navigator = Navigator(
    Store(initialState: NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases), reducer: NavigationReducer()))

  @Test func `values of different types lie on one stack, and each shows its own screen`() {
    navigator.push(Recipe(id: 1))
    navigator.push(Ingredient(name: "basil"))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1), Ingredient(name: "basil")])
    #expect(navigator[pathOf: .recipes].map { screens.resolve($0).output } == ["Recipe 1", "Where to buy basil"])
  }

  @Test func `what the stack appends to its path is on the path`() {
    navigator[pathOf: .recipes].append(Recipe(id: 1))
    navigator[pathOf: .recipes].append(Ingredient(name: "basil"))
    navigator[pathOf: .recipes].removeLast()  // a swipe back
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `a double tap on a link pushes one screen, if the link says so`() {
    navigator.send(.pushUnlessTop(Recipe(id: 1)))
    navigator.send(.pushUnlessTop(Recipe(id: 1)))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `a type without a destination is a message that names it, and no empty screen`() {
    let outcome = screens.resolve(AnyRoute(Cook(id: 1)))
    #expect(
      outcome == .missing(.missingDestination(route: "Cook(id: 1)", type: "Cook", declared: ["Recipe", "Ingredient"])))
  }

  @Test func `a cook and a recipe with the same number are two screens`() {
    navigator[pathOf: .recipes] = [AnyRoute](holding: [Recipe(id: 1), Cook(id: 1), Ingredient(name: "basil")])
    navigator.send(.popTo(Recipe(id: 1)))
    #expect(navigator[pathOf: .recipes] == [Recipe(id: 1)])
  }

  @Test func `one line finds the type that has no destination, or no name to be saved under`() {
    let names = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Ingredient.self, named: "ingredient"))
    #expect(screens.check(names) == [])

    let moreNames = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Cook.self, named: "cook"))
    #expect(screens.check(moreNames).count == 2)  // nothing shows a cook, and an ingredient cannot be saved
  }
}
