import NavStore
import Testing

/// The destinations of routes by their types.
@Suite struct RouteDestinationsTests {
  private enum Tab: Hashable { case feed, saved }

  private func destination<Route: Hashable & Sendable>(
    _ type: Route.Type, _ text: String, line: Int = 1
  ) -> RouteDestination<String> {
    RouteDestination(for: type, fileID: "App/Screens.swift", line: line) { "\(text) \($0)" }
  }

  private func table(
    _ diagnostics: DiagnosticReceiver? = nil,
    @DestinationBuilder<String> _ elements: () -> [RouteDestination<String>]
  ) -> RouteDestinations<String> {
    RouteDestinations(reportingTo: diagnostics?.note, elements)
  }

  // MARK: - Resolving

  @Test func `a route is resolved by its own type, and AnyRoute by the type of its value`() {
    let screens = RouteDestinations<String> {
      RouteDestination(for: BookRoute.self) { "book \($0.id)" }
      RouteDestination(for: SongRoute.self) { "song \($0.id)" }
      RouteDestination(for: Tab.self) { "tab \($0)" }
    }
    #expect(screens.resolve(BookRoute(id: 1)) == .success("book 1"))
    #expect(screens.resolve(AnyRoute(SongRoute(id: 2))) == .success("song 2"))
    #expect(screens.resolve(AnyRoute(AnyRoute(BookRoute(id: 3)))).output == "book 3")
    #expect(screens.resolve(Tab.saved) == .success("tab saved"))
    let path: [any RegistrableRoute] = [SongRoute(id: 1), BookRoute(id: 2)]
    #expect(path.map { screens.resolve($0).output } == ["song 1", "book 2"])
    #expect(screens.diagnostics.isEmpty)
  }

  @Test func `types that a cast would convert are different types`() {
    let screens = table {
      destination(Int.self, "int")
      destination(Int?.self, "optional")
      destination(Double.self, "double")
    }
    #expect(screens.resolve(AnyRoute(1)).output == "int 1")
    #expect(screens.resolve(AnyRoute(Int?.some(1))).output == "optional Optional(1)")
    #expect(screens.resolve(AnyRoute(1.0)).output == "double 1.0")
    #expect(screens.resolve(AnyRoute(UInt8(1))).output == nil)
    #expect(table { destination(Int.self, "int") }.resolve(AnyRoute(Int?.some(1))).output == nil)
  }

  @Test func `a table may contain conditions, loops and lists`() {
    func screens(withSongs: Bool) -> RouteDestinations<String> {
      table {
        if withSongs { destination(SongRoute.self, "song") }
        if withSongs { destination(Int.self, "some") } else { destination(Int.self, "no") }
        for line in 1...2 {
          if line == 2 { destination(BookRoute.self, "book", line: line) }
        }
      }
    }
    #expect(screens(withSongs: true).resolve(SongRoute(id: 1)).output != nil)
    #expect(screens(withSongs: false).resolve(SongRoute(id: 1)).output == nil)
    #expect(screens(withSongs: true).resolve(7).output == "some 7")
    #expect(screens(withSongs: false).resolve(7).output == "no 7")
    #expect(screens(withSongs: false).resolve(BookRoute(id: 1)).output != nil)
    #expect(table {}.resolve(7).output == nil)
  }

  // MARK: - Missing

  @Test func `a missing destination is a diagnostic with the declared types, reported once for each type`() {
    let diagnostics = DiagnosticReceiver()
    let screens = table(diagnostics) {
      destination(SongRoute.self, "song")
      destination(BookRoute.self, "book")
    }
    let secret = NavigationDiagnostic.missingDestination(
      route: "SecretRoute(…)", type: "SecretRoute", declared: ["SongRoute", "BookRoute"])
    let seven = NavigationDiagnostic.missingDestination(route: "7", type: "Int", declared: ["SongRoute", "BookRoute"])
    #expect(screens.resolve(AnyRoute(SecretRoute())) == .failure(secret))
    #expect(screens.resolve(SecretRoute()) == .failure(secret))
    #expect(screens.resolve(7) == .failure(seven))
    #expect(screens.resolve(8) != .failure(seven))
    #expect(screens.resolve(8).output == nil)
    #expect(diagnostics.all == [secret, seven])
    #expect(screens.diagnostics.isEmpty)
  }

  enum Radio { struct SongRoute: Hashable, Codable, Sendable {} }

  @Test func `types with the same name are distinguished by their modules`() {
    let screens = table {
      destination(SongRoute.self, "song")
      destination(BookRoute.self, "book")
    }
    #expect(
      screens.resolve(Radio.SongRoute())
        == .failure(
          .missingDestination(
            route: "SongRoute(…)", type: "NavStoreTests.RouteDestinationsTests.Radio.SongRoute",
            declared: ["NavStoreTests.SongRoute", "BookRoute"])))
  }

  // MARK: - Nearest to the root

  @Test func `of two destinations for one type, the first is used and the other is reported`() {
    let diagnostics = DiagnosticReceiver()
    let screens = table(diagnostics) {
      destination(SongRoute.self, "first", line: 1)
      destination(BookRoute.self, "book", line: 2)
      destination(SongRoute.self, "second", line: 3)
      destination(SongRoute.self, "third", line: 4)
    }
    #expect(screens.resolve(SongRoute(id: 1)) == .success("first SongRoute(id: 1)"))
    #expect(screens.resolve(BookRoute(id: 1)).output == "book BookRoute(id: 1)")
    let expected = [3, 4].map { line in
      NavigationDiagnostic.repeatedDestination(
        type: "SongRoute", used: "App/Screens.swift:1", unused: "App/Screens.swift:\(line)")
    }
    #expect(screens.diagnostics == expected)
    #expect(diagnostics.all == expected)
  }

  @Test func `a destination of a table comes before one of a nested table, whatever their order`() {
    let innermost = table {
      destination(SongRoute.self, "innermost", line: 1)
      destination(Int.self, "innermost", line: 2)
    }
    let inner = table {
      innermost
      destination(SongRoute.self, "inner", line: 3)
    }
    let other = table { destination(Int.self, "other", line: 4) }
    let diagnostics = DiagnosticReceiver()
    let screens = table(diagnostics) {
      inner
      other
      destination(BookRoute.self, "own", line: 5)
    }
    #expect(screens.resolve(BookRoute(id: 1)).output == "own BookRoute(id: 1)")
    #expect(screens.resolve(SongRoute(id: 1)).output == "inner SongRoute(id: 1)")
    #expect(screens.resolve(1).output == "other 1")
    let between = NavigationDiagnostic.repeatedDestination(
      type: "Int", used: "App/Screens.swift:4", unused: "App/Screens.swift:2")
    let within = NavigationDiagnostic.repeatedDestination(
      type: "SongRoute", used: "App/Screens.swift:3", unused: "App/Screens.swift:1")
    #expect(screens.diagnostics == [between, within])
    #expect(diagnostics.all == [between], "The diagnostics of a nested table are not reported again.")
    #expect(innermost.resolve(1).output == "innermost 1", "A nested table does not change.")
  }

  @Test func `a destination for AnyRoute is reported as never used`() {
    let diagnostics = DiagnosticReceiver()
    let screens = table(diagnostics) {
      destination(AnyRoute.self, "any", line: 9)
      destination(Int.self, "int")
    }
    #expect(screens.diagnostics == [.destinationForAnyRoute(at: "App/Screens.swift:9")])
    #expect(diagnostics.all == screens.diagnostics)
    #expect(screens.resolve(AnyRoute(1)).output == "int 1")
    #expect(screens.resolve(AnyRoute("1")).output == nil)
  }

  @Test func `a destination records where it is declared`() {
    let line = #line
    let screens = RouteDestinations<Int>(reportingTo: nil) {
      RouteDestination(for: Int.self) { $0 }
      RouteDestination(for: Int.self) { -$0 }
    }
    let file = #fileID
    #expect(
      screens.diagnostics
        == [.repeatedDestination(type: "Int", used: "\(file):\(line + 2)", unused: "\(file):\(line + 3)")])
  }

  // MARK: - A registry

  @Test func `a check reports types without a destination, types without a name, and destinations that are never used`()
  {
    let routes = RouteRegistry(
      .route(SecretRoute.self, named: "secret"), .route(BookRoute.self, named: "book", formerly: ["novel"]),
      .route(String.self, named: "text"))
    let diagnostics = DiagnosticReceiver()
    let screens = table(diagnostics) {
      destination(SongRoute.self, "song", line: 1)
      destination(BookRoute.self, "book", line: 2)
      destination(Tab.self, "tab", line: 3)
      destination(BookRoute.self, "book", line: 4)
    }
    #expect(
      screens.check(routes) == [
        .repeatedDestination(type: "BookRoute", used: "App/Screens.swift:2", unused: "App/Screens.swift:4"),
        .noDestination(type: "SecretRoute", registeredAs: "secret"),
        .noDestination(type: "String", registeredAs: "text"),
        .noName(type: "SongRoute", at: "App/Screens.swift:1"),
        .noName(type: "Tab", at: "App/Screens.swift:3"),
      ])
    #expect(diagnostics.all.count == 1, "A check returns its diagnostics and does not report them.")
    #expect(
      table { destination(BookRoute.self, "book") }.check(RouteRegistry(.route(BookRoute.self, named: "book"))) == [])
  }
}

/// A screen on the main actor, as views are.
@MainActor private final class Screen {
  let title: String

  init(_ title: String) { self.title = title }
}

/// A screen that cannot leave the actor that created it.
private final class Label {
  var text: String

  @MainActor init(_ text: String) { self.text = text }
}

/// Tables of screens that belong to the main actor.
@MainActor @Suite struct MainActorDestinationsTests {
  private static let screens = RouteDestinations<Screen> {
    RouteDestination(for: SongRoute.self) { Screen("song \($0.id)") }
    RouteDestination(for: BookRoute.self) { Screen("book \($0.id)") }
  }

  private static let labels = RouteDestinations<Label> {
    RouteDestination(for: SongRoute.self) { song in
      let screen = Screen("song \(song.id)")
      return Label(screen.title)
    }
  }

  private let prefix = "my"

  @Test func `closures of a table on the main actor create objects that belong to it`() {
    #expect(Self.screens.resolve(AnyRoute(SongRoute(id: 7))).output?.title == "song 7")
    #expect(Self.screens.resolve(BookRoute(id: 8)).output?.title == "book 8")
    #expect(Self.labels.resolve(SongRoute(id: 9)).output?.text == "song 9")
    let own = RouteDestinations<Label> {
      Self.labels
      RouteDestination(for: BookRoute.self) { Label("\(prefix) book \($0.id)") }
    }
    #expect(own.resolve(BookRoute(id: 1)).output?.text == "my book 1")
    #expect(own.resolve(SongRoute(id: 1)).output?.text == "song 1")
  }
}
