import Foundation
import NavStore
import NavStoreTesting
import Testing

/// How do I save a `NavigationPath` that mixes types, if its `codable` is nil or my types were renamed?
///
/// A mixed path is `[AnyRoute]`, and a `RouteRegistry` declares the name of each type in saved data. If a type in the
/// path has no name, only the screens below it are saved. A renamed type keeps its old name in the registry, because
/// a path ends at an unknown name.
@Suite struct SavingAMixedPathTests {
  enum AppTab: String, Codable, CaseIterable { case recipes, shopping }
  struct Recipe: Hashable, Codable { var id: Int }
  struct Ingredient: Hashable, Codable { var name: String }
  struct Alarm: Hashable, Codable { var minutes: Int }

  typealias AppNavigation = NavigationState<AppTab, AnyRoute>

  let routes = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Ingredient.self, named: "ingredient"))
  /// The registry of a later version of the app, which may have saved the file.
  let laterRoutes = RouteRegistry(.route(Recipe.self, named: "recipe"), .route(Alarm.self, named: "alarm"))
  let start = AppNavigation(tabs: AppTab.allCases)
  let storage = InMemoryStorage()

  @Test func `a path of several types is restored`() async throws {
    let store = Store(initialState: start, reducer: NavigationReducer(routes: routes))
    let persistence = Persistence(of: store, to: storage, schema: StateSchema(routes: routes))
    store.send(.push(Recipe(id: 7)))
    store.send(.push(Ingredient(name: "leek")))
    try await persistence.flush()

    let restored = Persistence.load(start, from: storage, schema: StateSchema(routes: routes))
    #expect(restored.state.path(of: .recipes) == [Recipe(id: 7), Ingredient(name: "leek")])
  }

  @Test func `a type without a name is reported when it is pushed, and ends the saved path`() async throws {
    let diagnostics = DiagnosticReceiver()  // a logger
    let store = Store(initialState: start, reducer: NavigationReducer(routes: routes, reportingTo: diagnostics.note))
    let persistence = Persistence(of: store, to: storage, schema: StateSchema(routes: routes))
    store.send(.push(Recipe(id: 7)))
    store.send(.push(Alarm(minutes: 5)))
    store.send(.push(Ingredient(name: "leek")))
    try await persistence.flush()

    #expect(diagnostics.all.count == 1)
    #expect(
      persistence.status.omissions == [
        "Alarm(…) in the path of recipes, together with 1 route above it: its type has no name in the RouteRegistry."
      ])
    let restored = Persistence.load(start, from: storage, schema: StateSchema(routes: routes))
    #expect(restored.state.path(of: .recipes) == [Recipe(id: 7)])
  }

  @Test func `a renamed type reads the paths of older versions`() throws {
    struct Component: Hashable, Codable { var name: String }  // was Ingredient, saved as "ingredient"
    let newRoutes = RouteRegistry(
      .route(Recipe.self, named: "recipe"),
      .route(Component.self, named: "component", formerly: ["ingredient"]))

    var old = start
    old.push(Ingredient(name: "leek"))
    let data = try Persistence.encoded(old, schema: StateSchema(routes: routes))
    let restored = Persistence.restored(start, from: data, schema: StateSchema(routes: newRoutes))
    #expect(restored.state.path(of: .recipes) == [Component(name: "leek")])
  }

  @Test func `an unknown name ends the path and is reported`() throws {
    var later = start
    later.push(Recipe(id: 7))
    later.push(Alarm(minutes: 5))
    storage[.current] = try Persistence.encoded(later, schema: StateSchema(routes: laterRoutes))
    let restored = Persistence.load(start, from: storage, schema: StateSchema(routes: routes))
    #expect(restored.state.path(of: .recipes) == [Recipe(id: 7)])
    #expect("\(restored.report)".contains("No type is registered as \"alarm\"."))
    #expect(storage[.current] != nil)  // kept until the second save after it, then moved aside
  }

  @Test func `the report explains that loading needs a registry`() throws {
    var saved = start
    saved.push(Recipe(id: 7))
    storage[.current] = try Persistence.encoded(saved, schema: StateSchema(routes: routes))
    let restored = Persistence.load(start, from: storage)
    #expect("\(restored.report)".contains("pass the same StateSchema(routes:) to Persistence and to load"))
    #expect(storage[.current] != nil)  // no save overwrites the file
  }

  @Test func `a separately saved path is read up to the first unknown type`() throws {
    let path = [AnyRoute](holding: [Recipe(id: 7), Alarm(minutes: 5), Recipe(id: 8)])
    let data = try JSONEncoder().encode(path.codable(laterRoutes))

    let decoder = JSONDecoder()
    decoder.userInfo[.routeRegistry] = routes
    let decoded = try decoder.decode(CodablePath.self, from: data)
    #expect(decoded.routes == [Recipe(id: 7)])
    #expect(
      decoded.omission == "Route 2 of the path, together with 1 route above it: No type is registered as \"alarm\".")
  }
}
