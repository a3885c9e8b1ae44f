import NavStore
import Testing

/// The diagnostics about routes, and how often they are reported.
@Suite struct RouteDiagnosticTests {
  static let messages: [(NavigationDiagnostic, String)] = [
    (
      .missingDestination(route: "Song(id: 7)", type: "Song", declared: ["Book", "Settings"]),
      "No destination is declared for Song, the type of Song(id: 7). These types have one: Book, Settings. "
        + "Add RouteDestination(for: Song.self) { … }."
    ),
    (
      .missingDestination(route: "Song(id: 7)", type: "Song", declared: []),
      "No destination is declared for Song, the type of Song(id: 7). No type has one. "
        + "Add RouteDestination(for: Song.self) { … }."
    ),
    (
      .repeatedDestination(type: "Song", used: "App/Screens.swift:3", unused: "Radio/Screens.swift:9"),
      "Song has two destinations. The one at App/Screens.swift:3 is used, because it is first or nearer to the root. "
        + "The one at Radio/Screens.swift:9 is never used. Remove one of them."
    ),
    (
      .destinationForAnyRoute(at: "App/Screens.swift:3"),
      "The destination for AnyRoute at App/Screens.swift:3 is never used: an AnyRoute is resolved by the type of its "
        + "value. Declare destinations for the types of the values."
    ),
    (
      .unregisteredRoute(route: "Song(id: 7)", type: "Song"),
      "Song(id: 7) was added to a path, but its type has no name in the RouteRegistry. "
        + "Only the routes below it can be saved. Add .route(Song.self, named: …)."
    ),
    (
      .noDestination(type: "Song", registeredAs: "song"),
      #"Song is registered as "song" but has no destination. Add RouteDestination(for: Song.self) { … }."#
    ),
    (
      .noName(type: "Song", at: "App/Screens.swift:3"),
      "Song has a destination at App/Screens.swift:3 but no name in the RouteRegistry, so its routes cannot be saved. "
        + "Add .route(Song.self, named: …)."
    ),
  ]

  @Test(arguments: messages.indices)
  func `a diagnostic says what is wrong and how to correct it`(index: Int) {
    let (diagnostic, message) = Self.messages[index]
    #expect("\(diagnostic)" == message)
  }

  @Test(arguments: [
    ("a\u{1B}[2J\nb\u{2028}", #"a\u{1B}[2J\u{A}b\u{2028}"#),
    (String(repeating: "é", count: 200), String(repeating: "é", count: 200)),
    (String(repeating: "é", count: 201), String(repeating: "é", count: 199) + "…"),
    ("", ""),
  ])
  func `a value in a message is shortened and contains no control characters`(text: String, shown: String) {
    let screens = RouteDestinations<Int>(reportingTo: nil) {}
    #expect(
      screens.resolve(text) == .failure(.missingDestination(route: shown, type: "String", declared: [])))
  }

  @Test func `a table reports each type once, and so does a reducer with the same receiver`() {
    let diagnostics = DiagnosticReceiver()
    let screens = RouteDestinations<Int>(reportingTo: diagnostics.note) { RouteDestination(for: Int.self) { $0 } }
    let reducer = NavigationReducer<Int, AnyRoute>(routes: RouteRegistry(), reportingTo: diagnostics.note)
    var state = NavigationState<Int, AnyRoute>(tabs: [0])
    for text in ["a", "b"] {
      _ = screens.resolve(text)
      reducer.apply(.push(AnyRoute(text)), to: &state)
    }
    _ = screens.resolve(1)
    #expect(
      diagnostics.all == [
        .missingDestination(route: "a", type: "String", declared: ["Int"]),
        .unregisteredRoute(route: "a", type: "String"),
      ])
  }

  @Test func `many threads report a diagnostic once`() async {
    let diagnostics = DiagnosticReceiver()
    let reducer = NavigationReducer<Int, AnyRoute>(routes: RouteRegistry(), reportingTo: diagnostics.note)
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          var state = NavigationState<Int, AnyRoute>(tabs: [0])
          for index in 0..<50 { reducer.apply(.push(AnyRoute(number * 50 + index)), to: &state) }
          reducer.apply(.push(AnyRoute("\(number)")), to: &state)
        }
      }
    }
    #expect(diagnostics.all.count == 2)
  }

  #if DEBUG
    @Test(.startsProcess) func `by default, a debug build prints diagnostics to standard error`() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let screens = RouteDestinations<Int> { RouteDestination(for: Int.self) { $0 } }
        _ = screens.resolve(BookRoute(id: 1))
        _ = screens.resolve(BookRoute(id: 2))
      }
      result?.expectMessage(
        "NavStore: No destination is declared for BookRoute, the type of BookRoute(…). These types have one: Int. "
          + "Add RouteDestination(for: BookRoute.self) { … }.\n")
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.matches(of: /No destination/).count == 1)
    }
  #endif
}
