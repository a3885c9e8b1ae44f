import Foundation
import NavStore
import NavStoreTesting
import Testing

/// A value whose code must not run. Each member that a message could use stops the test.
private struct Untouchable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, Sendable {
  var description: String { fail("description") }
  var debugDescription: String { fail("debugDescription") }
  var customMirror: Mirror {
    _ = fail("customMirror")
    return Mirror(self, children: [])
  }

  private func fail(_ member: String) -> String {
    Issue.record("\(member) was called")
    return member
  }
}

@Suite struct ValueOutlineTests {
  private enum Place: Hashable, Codable, Sendable, CustomStringConvertible {
    case home
    case song(Int)
    case story(id: Int, text: String)
    case labelled(id: Int)
    case day(Date)
    case list([Int])
    case maybe(Int?)
    indirect case inside(Place)

    var description: String {
      Issue.record("the description of a case was used")
      return ""
    }
  }

  private struct Song: Hashable, Codable, Sendable { var id = 7 }

  @Test func `numbers, strings, lists and cases are written as Swift prints them`() {
    let values: [(Any, String)] = [
      (7, "7"), (UInt8(7), "7"), (1.5, "1.5"), (true, "true"), ("Help", "Help"), ([1, 2], "[1, 2]"), (["a"], "[\"a\"]"),
      (Int?.none as Any, "nil"), (Int?.some(3) as Any, "3"), (Place.home, "home"), (Place.song(7), "song(7)"),
      (Place.story(id: 7, text: "x"), "story(id: 7, text: \"x\")"), (Place.labelled(id: 7), "labelled(id: 7)"),
      (Place.list([1, 2]), "list([1, 2])"), (Place.maybe(nil), "maybe(nil)"), (Place.maybe(3), "maybe(3)"),
      (Place.inside(.song(7)), "inside(song(7))"), ([Place.home, .song(1)], "[home, song(1)]"),
      (AnyRoute(Place.song(7)), "song(7)"), (AnyRoute(Song()), "Song(…)"),
    ]
    for (value, text) in values { #expect(ValueOutline.text(of: value) == text) }
  }

  @Test func `of any other value, the text contains only the type`() {
    let nan = Date(timeIntervalSinceReferenceDate: .nan)
    let values: [(Any, String)] = [
      (Song(), "Song(…)"), (nan, "Date(…)"), (Place.day(nan), "day(Date(…))"), (Untouchable(), "Untouchable(…)"),
      ([Untouchable()], "[Untouchable(…)]"), (Untouchable?.some(Untouchable()) as Any, "Untouchable(…)"),
      (["a": 1], "Dictionary<String, Int>(…)"), (URL(fileURLWithPath: "/"), "URL(…)"),
      ((1, Untouchable()), "(Int, Untouchable)(…)"),
    ]
    for (value, text) in values { #expect(ValueOutline.text(of: value) == text) }
  }

  @Test func `the text is short and on one line, whatever the value contains`() {
    var place = Place.home
    for _ in 1...1_000 { place = .inside(place) }
    #expect(ValueOutline.text(of: place) == "inside(inside(inside(inside(inside(…)))))")
    #expect(ValueOutline.text(of: "a\nb\u{1B}") == "a\\u{A}b\\u{1B}")
    #expect(ValueOutline.text(of: Place.story(id: 1, text: String(repeating: "x", count: 1_000))).count == 200)
    #expect(ValueOutline.text(of: Array(1...1_000)).count == 200)
  }
}

/// What the library does on its own with values of the app: it saves, records and reports them without their
/// descriptions, comparisons and hashes.
@Suite struct UntouchedValueTests {
  /// The calls of the members of a route that the library must not call.
  private static let calls = Locked<[String]>([])

  private enum Route: Hashable, Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    case song(Int)
    case day(Date)
    case guarded(Guarded)

    var description: String { note("description") }
    var debugDescription: String { note("debugDescription") }

    private func note(_ call: String) -> String {
      UntouchedValueTests.calls.withLock { $0.append(call) }
      return call
    }
  }

  private struct Guarded: Hashable, Codable, Sendable, CustomStringConvertible, CustomReflectable {
    static let isSaving = Locked(false)

    var number = 1.0

    var description: String { note("description") }
    var customMirror: Mirror {
      _ = note("customMirror")
      return Mirror(self, children: [])
    }

    static func == (first: Self, second: Self) -> Bool {
      _ = first.note("==")
      return first.number == second.number
    }

    func hash(into hasher: inout Hasher) {
      _ = note("hash")
      hasher.combine(number)
    }

    private func note(_ call: String) -> String {
      if Self.isSaving.withLock({ $0 }) { UntouchedValueTests.calls.withLock { $0.append(call) } }
      return call
    }
  }

  private typealias State = NavigationState<String, Route>
  private typealias Action = NavigationAction<String, Route>

  private static let notANumber = Date(timeIntervalSinceReferenceDate: .nan)

  private static let routes: [Route] = [.day(notANumber), .guarded(Guarded(number: .nan)), .guarded(Guarded())]

  private func expectNoCalls(_ body: () async throws -> Void) async rethrows {
    Guarded.isSaving.withLock { $0 = true }
    defer { Guarded.isSaving.withLock { $0 = false } }
    try await body()
    #expect(Self.calls.withLock { $0.count } == 0, "\(Self.calls.withLock { $0 })")
    Self.calls.withLock { $0 = [] }
  }

  @Test func `saving, recording and reporting use no description, comparison or hash of a value`() async throws {
    for route in Self.routes {
      try await save(route)
      try await record(route)
      report(route)
    }
  }

  private func save(_ route: Route) async throws {
    var state = State(tabs: ["home"])
    state.push(.song(1))
    state.push(route)
    state.present(route)
    let storage = InMemoryStorage()
    let store = Store(initialState: State(tabs: ["home"]), reducer: NavigationReducer<String, Route>())
    let persistence = Persistence(of: store, to: storage)
    store.send(.setPath([.song(1), route], in: .tab("home")))
    store.send(.present(route))
    try await expectNoCalls {
      try await persistence.flush()
      let status = persistence.status
      if case .guarded(let guarded) = route, !guarded.number.isNaN {
        #expect(status.omissions == [])
      } else {
        let name = if case .day = route { "day(Date(…))" } else { "guarded(Guarded(…))" }
        #expect(status.omissions.count == 2)
        #expect(status.omissions.first?.hasPrefix("\(name), number 2 in the path of home: ") == true, "\(status)")
      }
      #expect(try storage.read(.current) != nil)
      try await persistence.stop()
    }
  }

  /// An error that an app's `encode(to:)` throws.
  private struct Failure: Error, CustomStringConvertible {
    let route: Route

    var description: String { "\(route)" }
  }

  /// A state that cannot be encoded.
  private struct Unencodable: Codable, Sendable {
    var route = Route.song(1)

    func encode(to encoder: any Encoder) throws { throw Failure(route: route) }
  }

  @Test func `the error of a value that cannot be encoded is not described`() async throws {
    let store = Store(initialState: Unencodable(), reducer: Reduce<Unencodable, Int> { _, _ in .none })
    let persistence = Persistence(of: store, to: InMemoryStorage())
    let directory = try TemporaryDirectory()
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema<Unencodable, Int>(), to: directory.path("s.navlog"))
    store.send(1)
    await #expect(throws: PersistenceError.encodingFailed("Failure(…)")) { try await persistence.flush() }
    try? await recorder.close()
    #expect(recorder.status.lastFailure == .encodingFailed("Failure(…)"))
    #expect(Self.calls.withLock { $0.count } == 0, "\(Self.calls.withLock { $0 })")
    Self.calls.withLock { $0 = [] }
  }

  private func record(_ route: Route) async throws {
    let directory = try TemporaryDirectory()
    let store = Store(initialState: State(tabs: ["home"]), reducer: NavigationReducer<String, Route>())
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema<State, Action>(), to: directory.path("s.navlog"))
    store.send(.push(route))
    store.send(.pop(1))
    try await expectNoCalls {
      try await recorder.close()
      _ = "\(recorder.status)"
    }
  }

  /// A screen whose actions are routes. Its effects are dropped, because it finishes.
  private struct Screen: ScreenContent, Hashable {
    typealias Tab = String

    init?(route: Route) {}

    static func reducer(
      reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)?
    ) -> ScreenNavigationReducer<Screen, Route> {
      ScreenNavigationReducer(reportingTo: listener) { screen, action in
        screen.finish(with: action)
        return .send(action)
      }
    }
  }

  private func report(_ route: Route) {
    let reported = Locked<[String]>([])
    let reducer = NavigationReducer<String, Route>(
      rules: NavigationRules(maxDepth: 0),
      reportingTo: { diagnostic in reported.withLock { $0.append("\(diagnostic)") } })
    var state = State(tabs: ["home"])
    reducer.apply(.push(route), to: &state)
    reducer.apply(.push(route, in: .tab("away")), to: &state)
    reducer.apply(.deepLink(DeepLink(tab: "away", path: [route], modals: [.init(route)])), to: &state)

    let note: @Sendable (NavigationDiagnostic) -> Void = { diagnostic in
      reported.withLock { $0.append("\(diagnostic)") }
    }
    let mixed = NavigationReducer<String, AnyRoute>(routes: RouteRegistry(), reportingTo: note)
    var paths = NavigationState<String, AnyRoute>(tabs: ["home"])
    mixed.apply(.push(AnyRoute(route)), to: &paths)
    _ = RouteDestinations<Int>(reportingTo: note) {}.resolve(AnyRoute(route))

    let screens = Screen.reducer { diagnostic in reported.withLock { $0.append("\(diagnostic)") } }
    let store = Store(
      initialState: ScreenNavigation(State(tabs: ["home"], paths: ["home": [.song(1)]])), reducer: screens)
    for _ in 1...2 { store.send(.screen(ScreenID(rawValue: 1), route)) }
    // The result of the second action has no receiver, because the root has no state.
    #expect(reported.withLock { $0.count } == 8)
    #expect(Self.calls.withLock { $0.count } == 0, "\(Self.calls.withLock { $0 })")
  }
}
