import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Routes whose `encode(to:)` throws.
///
/// A save omits these routes and saves the rest of the state.
@Suite struct UnencodableRoutesTests {
  /// A type of screens, one of which cannot be encoded.
  enum Screen: Hashable, Codable, Sendable {
    case song(Int)
    case shareImage
    case number(Double)
    indirect case over(Screen)

    struct Refusal: Error {}

    private enum Key: String, CodingKey { case song, share, number, over }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if let id = try container.decodeIfPresent(Int.self, forKey: .song) {
        self = .song(id)
      } else if let screen = try container.decodeIfPresent(Screen.self, forKey: .over) {
        self = .over(screen)
      } else {
        self = .number(try container.decode(Double.self, forKey: .number))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .song(let id): try container.encode(id, forKey: .song)
      case .number(let number): try container.encode(number, forKey: .number)
      case .over(let screen): try container.encode(screen, forKey: .over)
      case .shareImage:
        // The save must not contain the parts that were encoded before the error.
        var list = container.nestedUnkeyedContainer(forKey: .share)
        try list.encode([1, 2, 3])
        var nested = list.nestedContainer(keyedBy: Key.self)
        try nested.encode("half", forKey: .share)
        throw Refusal()
      }
    }
  }

  private typealias State = NavigationState<AppTab, Screen>
  private typealias Action = NavigationAction<AppTab, Screen>

  private let storage = InMemoryStorage()

  /// Saves a state and returns the reported omissions.
  private func omissions<Saved: Codable & Sendable>(whenSaving state: Saved) async throws -> [String] {
    let store = Store(initialState: state, reducer: Reduce<Saved, Int> { _, _ in .none })
    let persistence = Persistence(of: store, to: storage)
    // Nothing is saved before the first action.
    store.send(0)
    try await persistence.flush()
    return persistence.status.omissions
  }

  private func restored<Saved: Codable & Sendable>(_ initial: Saved) -> Saved {
    Persistence.load(initial, from: storage).state
  }

  private static func state(_ path: [Screen] = [], _ actions: [Action] = []) -> State {
    var state = State(tabs: AppTab.allCases, paths: [.home: path])
    for action in actions { state.apply(action) }
    return state
  }

  @Test func `a path is saved up to the route that cannot be encoded, and the status says why`() async throws {
    let store = Store(initialState: Self.state(), reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage)
    store.send([.push(.song(1)), .push(.shareImage), .push(.song(2)), .selectTab(.library), .push(.song(3))])
    try await persistence.flush()
    #expect(
      persistence.status.omissions == [
        "shareImage, number 2 in the path of home, together with 1 route above it: it cannot be encoded: "
          + "Refusal(…)."
      ])
    #expect(restored(Self.state()).path(of: .home) == [.song(1)])
    #expect(restored(Self.state()).path(of: .library) == [.song(3)])
    #expect(restored(Self.state()).selectedTab == .library)
    store.send([.selectTab(.home), .popToRoot])
    try await persistence.flush()
    #expect(persistence.status.omissions.isEmpty)
    #expect(persistence.status.failures == 0)
  }

  @Test func `a sheet that cannot be encoded is left out with the sheets above it`() async throws {
    let state = Self.state(
      [.song(1)],
      [.present(.song(2)), .push(.song(3)), .push(.shareImage), .present(.shareImage), .present(.song(4))])
    #expect(
      try await omissions(whenSaving: state) == [
        "shareImage, number 2 in the modals, together with 1 modal above it: it cannot be encoded: "
          + "Refusal(…).",
        "shareImage, number 2 in the path of modal 1: it cannot be encoded: Refusal(…).",
      ])
    let restored = restored(Self.state())
    #expect(restored.path(of: .home) == [.song(1)])
    #expect(restored.modals.map(\.root) == [.song(2)])
    #expect(restored.modals.map(\.path) == [[.song(3)]])
  }

  @Test(arguments: [
    (Screen.number(.nan), "number(nan)", "Unable to encode nan: JSON cannot represent this number."),
    (
      (0..<70).reduce(Screen.song(1)) { screen, _ in .over(screen) }, "over(",
      "More than 64 arrays and objects are nested, and such a value cannot be read. "
        + "Encode the nested values as a flat list, or omit them."
    ),
  ])
  func `a route that JSON cannot hold is left out in the same way`(
    screen: Screen, beginning: String, reason: String
  ) async throws {
    let omissions = try await omissions(whenSaving: Self.state([.song(1), screen]))
    #expect(omissions.count == 1)
    let omission = try #require(omissions.first)
    #expect(omission.hasPrefix(beginning), "\(omission)")
    #expect(omission.hasSuffix("number 2 in the path of home: it cannot be encoded: \(reason)"), "\(omission)")
    #expect(omission.count < 500)
    #expect(restored(Self.state()).path(of: .home) == [.song(1)])
  }

  @Test(arguments: 58...66) func `the depth limit includes the state around a route`(levels: Int) async throws {
    let screen = (0..<levels).reduce(Screen.song(1)) { screen, _ in .over(screen) }
    let omissions = try await omissions(whenSaving: [Self.state([.song(7), screen])])
    let restored = restored([Self.state()])[0].path(of: .home)
    // Five levels surround the route: the list of states, the state, the list of tabs, the tab and the path.
    #expect(restored == (omissions.isEmpty ? [.song(7), screen] : [.song(7)]))
    #expect(omissions.isEmpty == (levels + 1 + 5 <= 64), "\(omissions)")
  }

  // MARK: - A navigation within another state

  private struct Flat: Codable, Sendable {
    var navigation: State

    init(_ navigation: State) { self.navigation = navigation }
    init(from decoder: any Decoder) throws { navigation = try State(from: decoder) }
    func encode(to encoder: any Encoder) throws { try navigation.encode(to: encoder) }
  }

  private struct App: Codable, Sendable {
    var first = "first"
    var navigation: State
    var history: UndoState<State>
    var viewed: ViewedHistory<AppTab, Screen>
    var last = "last"
  }

  @Test func `routes are left out of a state that encodes only its navigation`() async throws {
    let state = Self.state([.song(1), .shareImage], [.present(.shareImage)])
    #expect(
      try await omissions(whenSaving: Flat(state)) == [
        "shareImage, number 2 in the path of home: it cannot be encoded: Refusal(…).",
        "shareImage, number 1 in the modals: it cannot be encoded: Refusal(…).",
      ])
    #expect(restored(Flat(Self.state())).navigation == Self.state([.song(1)]))
  }

  @Test func `routes are left out of an undo history and of viewed routes`() async throws {
    let bad = Self.state([.song(1), .shareImage], [.selectTab(.search)])
    let history = UndoState(past: [bad, Self.state([.song(3)])], present: bad, future: [Self.state(), bad])
    let app = App(
      navigation: bad, history: history,
      viewed: ViewedHistory([
        .init(.song(5), in: .home), .init(.shareImage, in: .home), .init(.song(6), in: .search),
      ]))
    #expect(
      try await omissions(whenSaving: app) == [
        "shareImage, number 2 in the path of home: it cannot be encoded: Refusal(…).",
        "shareImage among the viewed routes: it cannot be encoded: Refusal(…).",
      ])
    let restored = restored(App(navigation: Self.state(), history: UndoState(Self.state()), viewed: ViewedHistory()))
    #expect(restored.navigation == Self.state([.song(1)], [.selectTab(.search)]))
    #expect(restored.history.present == restored.navigation)
    #expect(restored.history.past.map { $0.path(of: .home) } == [[.song(1)], [.song(3)]])
    #expect(restored.history.future.map { $0.path(of: .home) } == [[], [.song(1)]])
    #expect(restored.viewed.entries.map(\.route) == [.song(5), .song(6)])
    #expect(restored.first == "first" && restored.last == "last")
  }

  // MARK: - Comparison with a model

  /// A route that cannot be encoded if its number is a multiple of four.
  private struct NumberRoute: Hashable, Codable, Sendable {
    let number: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if number.isMultiple(of: 8) { try container.encode([number]) }
      guard !number.isMultiple(of: 4) else { throw Screen.Refusal() }
      try container.encode(number)
    }

    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
  }

  /// Returns the same navigation with `NumberRoute` routes. Each stack ends before the first route that is not kept.
  private func truncated(
    _ state: NumberState, while isKept: (Int) -> Bool
  ) throws -> NavigationState<Int, NumberRoute> {
    var value = try JSONValue(parsing: Data(JSON.text(state).utf8))
    func path(_ saved: JSONValue?) throws -> JSONValue {
      guard case .array(let list)? = saved else { return [] }
      return .array(Array(list.prefix { if case .integer(let number) = $0 { isKept(number) } else { false } }))
    }
    guard case .array(var tabs)? = value["tabs"] else { throw Screen.Refusal() }
    for index in tabs.indices { tabs[index]["path"] = try path(tabs[index]["path"]) }
    value["tabs"] = .array(tabs)
    if case .array(let modals)? = value["modals"] {
      var kept = Array(modals.prefix { if case .integer(let root)? = $0["root"] { isKept(root) } else { false } })
      for index in kept.indices { kept[index]["path"] = try path(kept[index]["path"]) }
      value["modals"] = kept.isEmpty ? nil : .array(kept)
    }
    return try JSON.value(NavigationState<Int, NumberRoute>.self, String(decoding: value.canonicalBytes, as: UTF8.self))
  }

  @Test(arguments: TestEnvironment.seeds(20))
  func `a save has the bytes of the state without the routes that cannot be encoded`(seed: UInt64) throws {
    var random = RandomNavigation(random: SplitMix64(seed: seed))
    for _ in 0..<30 {
      let rules = random.rules()
      var numbers = random.start(rules: rules)
      for _ in 0..<12 { numbers.apply(random.action(), rules: rules) }
      let whole = try truncated(numbers) { _ in true }
      let cut = try truncated(numbers) { !$0.isMultiple(of: 4) }
      #expect(try Persistence.encoded(whole) == Persistence.encoded(cut), "\(whole)")
    }
  }

  // MARK: - Errors

  @Test func `a route of any type whose value cannot be encoded is left out, and one without a registry is not`()
    async throws
  {
    typealias Mixed = NavigationState<AppTab, AnyRoute>
    let mixed = Mixed(tabs: AppTab.allCases, paths: [.home: [AnyRoute](holding: [Screen.song(1), Screen.shareImage])])
    let store = Store(initialState: mixed, reducer: Reduce<Mixed, Int> { _, _ in .none })
    let routes = RouteRegistry(.route(Screen.self, named: "screen"))
    let persistence = Persistence(of: store, to: storage, schema: StateSchema(routes: routes))
    store.send(0)
    try await persistence.flush()
    #expect(
      persistence.status.omissions == [
        "shareImage, number 2 in the path of home: it cannot be encoded: Refusal(…)."
      ])
    #expect(
      Persistence.load(Mixed(tabs: AppTab.allCases), from: storage, schema: StateSchema(routes: routes)).state.path(
        of: .home)
        == [Screen.song(1)])
  }

  private enum Wrapping: Hashable, Codable { case other(AnyRoute) }

  @Test func `a route that holds a route of any type needs the registry, and the save says so`() async throws {
    let state = NavigationState<AppTab, Wrapping>(
      tabs: AppTab.allCases, paths: [.home: [.other(AnyRoute(Screen.song(1)))]])
    let error = await #expect(throws: PersistenceError.self) { try await omissions(whenSaving: state) }
    #expect("\(error, default: "nil")".contains("An AnyRoute needs a RouteRegistry. Pass it to StateSchema(routes:)"))
  }

  private enum RefusingTab: String, Hashable, Codable {
    case home, account

    func encode(to encoder: any Encoder) throws {
      guard self == .home else { throw Screen.Refusal() }
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  @Test func `a tab that cannot be encoded fails the save, because a state needs all its tabs`() async throws {
    let good = NavigationState<RefusingTab, Screen>(tabs: [.home], paths: [.home: [.song(1)]])
    #expect(try await omissions(whenSaving: good).isEmpty)
    let bad = NavigationState<RefusingTab, Screen>(tabs: [.home, .account], paths: [.home: [.song(1), .shareImage]])
    let error = await #expect(throws: PersistenceError.self) { try await omissions(whenSaving: bad) }
    #expect("\(error, default: "nil")" == "The state cannot be encoded: Refusal(…)")
    #expect(restored(NavigationState<RefusingTab, Screen>(tabs: [.home])) == good)
  }

  @Test func `another encoder throws, because it cannot report omissions`() {
    #expect(throws: Screen.Refusal.self) { try JSON.text(Self.state([.shareImage])) }
    #expect(throws: Screen.Refusal.self) { try JSON.text(Self.state([], [.present(.shareImage)])) }
  }

  @Test func `a log continues after routes that cannot be encoded`() async throws {
    typealias Schema = ActionLogSchema<State, Action>
    let directory = try TemporaryDirectory()
    let store = Store(initialState: Self.state(), reducer: NavigationReducer<AppTab, Screen>())
    let recorder = try ActionLogRecorder(of: store, Schema(), directory.path("s.navlog"), .init(stateInterval: 2))
    store.send(.push(.song(1)))
    store.send(.push(.shareImage))
    store.send(.push(.song(2)))
    store.send(.pop())
    store.send(.pop())
    store.send(.push(.song(3)))
    try await recorder.close()
    #expect(recorder.status.lost == 1)
    #expect(recorder.status.unencodable == 1)
    let report = try ActionLog(path: directory.path("s.navlog")).replay(
      Schema(), reducer: NavigationReducer<AppTab, Screen>())
    #expect(report.divergences.isEmpty)
    #expect(report.state == store.state)
  }

  // MARK: - Screens

  struct Draft: ScreenContent, Codable, Equatable {
    typealias Tab = AppTab

    var price = 0.0

    init?(route: Screen) {}
  }

  private typealias Drafts = ScreenNavigation<Draft>

  /// Screens with the given routes and prices in the tab home.
  private static func drafts(_ prices: KeyValuePairs<Screen, Double>) -> Drafts {
    var drafts = Drafts(state(prices.map(\.key)))
    for (screen, price) in zip(drafts.screens(of: .home), prices.map(\.value)) { drafts[screen.id]?.price = price }
    return drafts
  }

  private static func prices(_ drafts: Drafts) -> [Double?] {
    drafts.screens(of: .home).map { drafts[$0.id]?.price }
  }

  @Test func `the screens of omitted routes are omitted, and their states are not reported as lost`() async throws {
    let drafts = Self.drafts([.song(1): 7, .shareImage: 8, .song(2): 9])
    #expect(try await omissions(whenSaving: drafts).count == 1)
    let restored = Persistence.load(Self.drafts([:]), from: storage)
    #expect(Self.prices(restored.state) == [7])
    #expect(restored.report.repairs.description.isEmpty)
  }

  @Test func `a screen's state that cannot be encoded is omitted, and everything else is saved`() async throws {
    let drafts = Self.drafts([.song(1): .nan, .song(2): 9])
    let omissions = try await omissions(whenSaving: drafts)
    #expect(omissions.count == 1)
    #expect(omissions.first?.hasPrefix("The state of song(1) in home: it cannot be encoded: ") == true, "\(omissions)")
    let restored = Persistence.load(Self.drafts([:]), from: storage)
    #expect(Self.prices(restored.state) == [0, 9])
    #expect(restored.state.screens(of: .home).map(\.id.rawValue) == [1, 2])
  }
}
