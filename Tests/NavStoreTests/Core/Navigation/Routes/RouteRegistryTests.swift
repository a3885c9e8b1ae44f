import NavStore
import Testing

@Suite struct RouteRegistryTests {
  typealias Entry = RouteRegistry.Entry

  @Test func `a registry returns the current name of a type, and which routes can be saved`() {
    let registry = RouteRegistry(.route(BookRoute.self, named: "book", formerly: ["novel"]))
    #expect(registry.name(of: BookRoute.self) == "book")
    #expect(registry.name(of: SongRoute.self) == nil)
    #expect(registry.contains(AnyRoute(BookRoute(id: 1))))
    #expect(!registry.contains(AnyRoute(SongRoute(id: 1))))
    #expect(RouteRegistry().name(of: BookRoute.self) == nil)
  }

  static let mistakes: [([Entry], String)] = [
    (
      [.route(BookRoute.self, named: "")],
      "The type BookRoute is registered with an empty name. Give it a name that will never change."
    ),
    (
      [.route(BookRoute.self, named: "book", formerly: [""])],
      "The type BookRoute is registered with an empty name. Give it a name that will never change."
    ),
    (
      [.route(BookRoute.self, named: "item"), .route(SongRoute.self, named: "item")],
      #"The name "item" is registered for BookRoute and for SongRoute. Give each type a different name."#
    ),
    (
      [.route(BookRoute.self, named: "book", formerly: ["item"]), .route(SongRoute.self, named: "item")],
      #"The name "item" is registered for BookRoute and for SongRoute. Give each type a different name."#
    ),
    (
      [.route(SongRoute.self, named: "song"), .route(BookRoute.self, named: "book", formerly: ["song"])],
      #"The name "song" is registered for SongRoute and for BookRoute. Give each type a different name."#
    ),
    (
      [.route(BookRoute.self, named: "book"), .route(BookRoute.self, named: "novel")],
      #"The type BookRoute is registered as "book" and as "novel". "#
        + "Keep the one that saved data should have and move the other to `formerly`."
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `a mistake in a list of entries is thrown, and its message says how to correct it`(index: Int) {
    let (entries, message) = Self.mistakes[index]
    #expect(throws: DeclarationError(message)) { try RouteRegistry(validating: entries) }
  }

  @Test(.startsProcess) func `a registry with a mistake in source stops the program with the message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RouteRegistry(.route(BookRoute.self, named: "item"), .route(SongRoute.self, named: "item"))
    }
    result?.expectMessage(
      #"RouteRegistry: The name "item" is registered for BookRoute and for SongRoute. Give each type a different name."#
    )
  }
}
