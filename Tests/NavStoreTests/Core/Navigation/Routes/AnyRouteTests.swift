import NavStore
import Testing

struct BookRoute: Hashable, Codable, Sendable {
  var id: Int
}

struct SongRoute: Hashable, Codable, Sendable {
  var id: Int
}

struct SecretRoute: Hashable, Codable, Sendable {}

private let routes = RouteRegistry(
  .route(BookRoute.self, named: "book"),
  .route(SongRoute.self, named: "song", formerly: ["track", "tune"]))

private let noRegistry =
  "An AnyRoute needs a RouteRegistry. Pass it to StateSchema(routes:) or ActionLogSchema(routes:), or store it in the "
  + "userInfo of your encoder or decoder under CodingUserInfoKey.routeRegistry"

@Suite struct AnyRouteTests {
  @Test func `a path is searched by a value, and routes are compared by their values`() {
    let path: [AnyRoute] = [AnyRoute("a"), AnyRoute(7)]
    #expect(path.contains(AnyRoute("a")))
    #expect(!path.contains(AnyRoute("b")))
    #expect(path.contains(AnyRoute(7)))
    #expect(path.last?.as(Int.self) == 7)
  }

  @Test func `an instance of a subclass with the static type of its base class equals itself`() {
    let (value, other): (Base, Base) = (Derived(), Base())
    #expect(AnyRoute(value) == AnyRoute(value))
    #expect(AnyRoute(value) == AnyRoute(Derived()))
    #expect(AnyRoute(Derived()) == AnyRoute(value))
    #expect(AnyRoute(value) != AnyRoute(other))
    #expect(Set([AnyRoute(value), AnyRoute(Derived())]).count == 1)
  }

  private class Base: Hashable, Codable, @unchecked Sendable {
    init() {}
    static func == (first: Base, second: Base) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private final class Derived: Base, @unchecked Sendable {}

  @Test func `routes are equal if their types and their values are equal`() {
    #expect(AnyRoute(BookRoute(id: 1)) == AnyRoute(BookRoute(id: 1)))
    #expect(AnyRoute(BookRoute(id: 1)) != AnyRoute(BookRoute(id: 2)))
    #expect(AnyRoute(BookRoute(id: 1)) != AnyRoute(SongRoute(id: 1)))
    #expect(AnyRoute(1) != AnyRoute(Int8(1)))
    #expect(AnyRoute(1) != AnyRoute(1.0))
    #expect(AnyRoute(Int?.some(1)) != AnyRoute(1))
    #expect(AnyRoute(1) != AnyRoute(Int?.some(1)))
    let mixed: Set = [AnyRoute(BookRoute(id: 1)), AnyRoute(SongRoute(id: 1)), AnyRoute(BookRoute(id: 1))]
    #expect(mixed.count == 2)
  }

  @Test func `a route that wraps another route equals the inner one`() {
    let inner = AnyRoute(BookRoute(id: 1))
    let outer = AnyRoute(AnyRoute(inner))
    #expect(outer == inner)
    #expect(outer.as(BookRoute.self) == BookRoute(id: 1))
    #expect(outer.base is BookRoute)
  }

  @Test func `the value is returned as exactly its own type only`() {
    let route = AnyRoute(BookRoute(id: 1))
    #expect(route.as(BookRoute.self) == BookRoute(id: 1))
    #expect(route.as(SongRoute.self) == nil)
    #expect(AnyRoute(Int?.some(1)).as(Int.self) == nil)
    #expect(AnyRoute(Int?.some(1)).as(Int?.self) == .some(1))
    #expect(AnyRoute(1).as(Int?.self) == .none)
    #expect(route.description == "BookRoute(id: 1)")
  }

  @Test func `a route is encoded and decoded with its registered name`() throws {
    let path = [AnyRoute(BookRoute(id: 1)), AnyRoute(SongRoute(id: 2))]
    let json = try JSON.text(path, routes: routes)
    #expect(json == #"[{"book":{"id":1}},{"song":{"id":2}}]"#)
    #expect(try JSON.value([AnyRoute].self, json, routes: routes) == path)
  }

  @Test(arguments: ["song", "track", "tune"])
  func `former names are decoded and never encoded`(name: String) throws {
    let route = try JSON.value(AnyRoute.self, #"{"\#(name)":{"id":2}}"#, routes: routes)
    #expect(route == AnyRoute(SongRoute(id: 2)))
    #expect(try JSON.text(route, routes: routes) == #"{"song":{"id":2}}"#)
  }

  @Test func `without a registry, encoding and decoding fail with an error that names it`() {
    #expect(JSON.refusal(toEncode: AnyRoute(BookRoute(id: 1))) == noRegistry)
    #expect(JSON.refusal(of: #"{"book":{"id":1}}"#, as: AnyRoute.self) == noRegistry)
    let state = NavigationState<AppTab, AnyRoute>(tabs: [.home], paths: [.home: [AnyRoute(BookRoute(id: 1))]])
    #expect(JSON.refusal(toEncode: state) == noRegistry)
  }

  @Test func `a type that is not registered cannot be encoded, and the error says what to add`() {
    #expect(
      JSON.refusal(toEncode: AnyRoute(SecretRoute()), routes: routes)
        == "The type SecretRoute has no name in the RouteRegistry. Add .route(…, named:) for it.")
  }

  @Test(arguments: [
    (#"{"secret":{}}"#, #"No type is registered as "secret"."#),
    (#"{"BookRoute":{"id":1}}"#, #"No type is registered as "BookRoute"."#),
    (#"{}"#, "A route must be an object with exactly one key, the registered name of its type."),
    (
      #"{"book":{"id":1},"song":{"id":1}}"#,
      "A route must be an object with exactly one key, the registered name of its type."
    ),
  ])
  func `data without a registered type name is rejected`(json: String, message: String) {
    #expect(JSON.refusal(of: json, as: AnyRoute.self, routes: routes) == message)
  }

  @Test(arguments: [#"{"book":{}}"#, #"{"book":null}"#, #"{"book":{"id":"1"}}"#, #"["book"]"#, #""book""#])
  func `a value that cannot be decoded as its type is rejected`(json: String) {
    #expect(JSON.refusal(of: json, as: AnyRoute.self, routes: routes) != nil)
  }

  @Test func `the routes of a path below the first one without a name are saved`() throws {
    let book = AnyRoute(BookRoute(id: 1))
    let secret = AnyRoute(SecretRoute())
    var state = NavigationState<AppTab, AnyRoute>(
      tabs: [.home, .search], paths: [.home: [book, secret, book], .search: [secret]])
    state.present(book)
    state.push(book)
    state.push(secret)
    state.present(secret)
    state.present(book)
    let saved = try JSON.value(
      NavigationState<AppTab, AnyRoute>.self, JSON.text(state, routes: routes), routes: routes)
    #expect(saved.path(of: .home) == [book])
    #expect(saved.path(of: .search) == [])
    #expect(saved.modals.map(\.root) == [book])
    #expect(saved.modals.map(\.path) == [[book]])
    #expect(saved.tabs == state.tabs)
  }
}
