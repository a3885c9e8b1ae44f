import Foundation
import NavStore
import Testing

/// Paths that mix types, with values that are not wrapped.
@Suite struct MixedPathTests {
  private typealias Navigation = NavigationState<AppTab, AnyRoute>
  private typealias Action = NavigationAction<AppTab, AnyRoute>
  private typealias Operation = @Sendable (inout Navigation) -> NavigationOutcome

  private static let routes = RouteRegistry(
    .route(BookRoute.self, named: "book"), .route(SongRoute.self, named: "song"))

  // MARK: - The array

  @Test func `a path is an array that accepts values of any type`() {
    var path: [AnyRoute] = []
    #expect(path.isEmpty)
    path.append(BookRoute(id: 1))
    path.append("text")
    path.append(AnyRoute(SongRoute(id: 2)))
    path.append(3)
    #expect(path.count == 4)
    #expect(path.last?.as(Int.self) == 3)
    #expect(path[2].base is SongRoute, "A route is not wrapped again.")
    path.removeLast(2)
    #expect(path == [BookRoute(id: 1), "text"])
    path.removeLast(2)
    #expect(path.isEmpty)
    let value: any RegistrableRoute = BookRoute(id: 5)
    path.append(value)
    #expect(path.last?.as(BookRoute.self) == BookRoute(id: 5))
  }

  @Test func `a path equals values only if their types are equal, too`() {
    let path = [AnyRoute](holding: [BookRoute(id: 1), SongRoute(id: 2), 3])
    #expect(path.map(\.description) == ["BookRoute(id: 1)", "SongRoute(id: 2)", "3"])
    #expect(path == [BookRoute(id: 1), SongRoute(id: 2), 3])
    #expect(path == [AnyRoute(BookRoute(id: 1)), AnyRoute(SongRoute(id: 2)), AnyRoute(3)])
    #expect(path != [BookRoute(id: 1), SongRoute(id: 2)])
    #expect(path != [BookRoute(id: 1), SongRoute(id: 2), 3, 4])
    #expect(path != [SongRoute(id: 2), BookRoute(id: 1), 3])
    #expect(path != [BookRoute(id: 1), SongRoute(id: 2), 3.0])
    #expect(path != [BookRoute(id: 1), SongRoute(id: 2), Int?.some(3)])
    #expect(path != [])
    #expect([AnyRoute](holding: []) == [])
    // The values have one type. The compiler could also treat them as an array of hashable values.
    #expect([AnyRoute](holding: ["a", "b"]) == ["a", "b"])
    #expect([AnyRoute](holding: ["a", "b"]) != ["a", "c"])
    let isEqual = [AnyRoute](holding: [SongRoute(id: 1)]) == [SongRoute(id: 1)]
    #expect(isEqual)
    let values: [any RegistrableRoute] = [BookRoute(id: 1), SongRoute(id: 2), 3]
    #expect(path == values)
    #expect(!(path != values))
  }

  // MARK: - Operations and actions

  private static let operations: [(String, Operation, Action)] = [
    ("push", { $0.push(SongRoute(id: 7)) }, .push(SongRoute(id: 7))),
    (
      "push into a tab", { $0.push(SongRoute(id: 7), in: .tab(.library)) },
      .push(SongRoute(id: 7), in: .tab(.library))
    ),
    ("present", { $0.present(BookRoute(id: 9)) }, .present(BookRoute(id: 9))),
    ("cover", { $0.present(BookRoute(id: 9), style: .cover) }, .present(BookRoute(id: 9), style: .cover)),
  ]

  private static let expected: [(home: [any RegistrableRoute], changes: Bool)] = [
    ([BookRoute(id: 1), SongRoute(id: 2), SongRoute(id: 3), SongRoute(id: 7)], true),
    ([BookRoute(id: 1), SongRoute(id: 2), SongRoute(id: 3)], true),
    ([BookRoute(id: 1), SongRoute(id: 2), SongRoute(id: 3)], true),
    ([BookRoute(id: 1), SongRoute(id: 2), SongRoute(id: 3)], true),
  ]

  @Test(arguments: operations.indices)
  func `each operation and each action accepts a value that is not wrapped`(index: Int) {
    let (name, operation, action) = Self.operations[index]
    let start = Navigation(
      tabs: AppTab.allCases,
      paths: [.home: [AnyRoute](holding: [BookRoute(id: 1), SongRoute(id: 2), SongRoute(id: 3)])])
    var (operated, acted) = (start, start)
    let outcome = operation(&operated)
    #expect(outcome == acted.apply(action), "\(name)")
    #expect(operated == acted, "\(name)")
    #expect(operated.path(of: .home) == Self.expected[index].home, "\(name)")
    #expect(outcome.isChange == Self.expected[index].changes, "\(name)")
    if name == "push into a tab" { #expect(operated.path(of: .library) == [SongRoute(id: 7)]) }
    if name == "cover" { #expect(operated.modals.map(\.style) == [.cover]) }
    #expect(operated.modals.map(\.root) == (["present", "cover"].contains(name) ? [BookRoute(id: 9)] : []), "\(name)")
  }

  @Test func `rules also apply to values`() {
    var state = Navigation(tabs: AppTab.allCases)
    let rules = NavigationRules<AppTab, AnyRoute>(maxDepth: 1, sameRoute: { "\($0)" == "\($1)" })
    state.push(1, rules: rules)
    #expect(state.push(2, rules: rules) == .unchanged(.tooDeep))
    #expect(state.pushUnlessTop(AnyRoute("1"), rules: rules) == .unchanged(.alreadyOnTop))
    #expect(state.navigate(to: AnyRoute("1"), rules: rules) == .unchanged(.alreadyOnTop))
    #expect(state.bringToFront(AnyRoute("1"), rules: rules) == .changed)
    #expect(state.path(of: .home).map(\.description) == ["1"])
    #expect(state.path(of: .home) == ["1"])
    #expect(state.popTo(AnyRoute(1), rules: rules) == .unchanged(.alreadyOnTop))
  }

  @Test func `a navigator accepts values, and its path appends them`() {
    let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    let navigator = Navigator(store)
    navigator.push(SongRoute(id: 7))
    navigator[pathOf: .home].append(BookRoute(id: 1))
    #expect(store.state.path(of: .home) == [SongRoute(id: 7), BookRoute(id: 1)])
    navigator.present(SongRoute(id: 8), style: .cover)
    #expect(store.state.top == AnyRoute(SongRoute(id: 8)))
    #expect(store.state.modals.map(\.style) == [.cover])
  }

  // MARK: - Prefixes of one type

  @Test func `a prefix of a path with routes of one type is a path of that type`() {
    let store = Store(
      initialState: Navigation(
        tabs: AppTab.allCases,
        paths: [.home: [AnyRoute](holding: [SongRoute(id: 1), SongRoute(id: 2), BookRoute(id: 3), SongRoute(id: 4)])]),
      reducer: NavigationReducer())
    let navigator = Navigator(store)
    #expect(navigator[pathOf: .home, covering: .holding(SongRoute.self)] == [SongRoute(id: 1), SongRoute(id: 2)])
    #expect(navigator[pathOf: .home, covering: .holding(BookRoute.self)] == [])
    let songs = navigator.binding(\.[pathOf: .home, covering: .holding(SongRoute.self)])
    songs.value = [SongRoute(id: 1), SongRoute(id: 2)]
    #expect(store.revision == 0)
    songs.value.append(SongRoute(id: 9))
    #expect(store.state.path(of: .home) == [SongRoute(id: 1), SongRoute(id: 2), SongRoute(id: 9)])
  }

  @Test func `path parts of one type are equal, and extract only values of exactly that type`() {
    let songs = PathPart.holding(SongRoute.self)
    #expect(songs == .holding(SongRoute.self))
    #expect(Set([songs, .holding(SongRoute.self)]).count == 1)
    #expect(songs != PathPart(embed: songs.embed, extract: songs.extract))
    #expect(songs.extract(songs.embed(SongRoute(id: 1))) == SongRoute(id: 1))
    let numbers = PathPart.holding(Int.self)
    #expect(numbers.prefix(of: [AnyRoute](holding: [1, Int?.some(2), 3])) == [1])
    #expect(PathPart.holding(Int?.self).prefix(of: [AnyRoute](holding: [Int?.none, Int?.some(2), 3])) == [nil, 2])
  }

  // MARK: - Types without a name

  private static let unsavable: [(String, [Action], [String])] = [
    ("push", [.push(SecretRoute()), .push("text"), .push(SecretRoute())], ["SecretRoute(…)", "text"]),
    ("push into a tab", [.push(SecretRoute(), in: .tab(.library))], ["SecretRoute(…)"]),
    ("into no modal", [.push(SecretRoute(), in: .modal(ModalID(rawValue: 9)))], []),
    ("push unless top", [.pushUnlessTop(AnyRoute("a")), .pushUnlessTop(AnyRoute("b"))], ["a"]),
    ("navigate", [.navigate(to: AnyRoute("a"))], ["a"]),
    ("replace nothing", [.replaceTop(AnyRoute("a"))], []),
    (
      "refresh",
      [
        .push(SongRoute(id: 1)), .replaceOrDrop(AnyRoute(1), at: 0, in: .focused, with: AnyRoute("b")),
        .replaceOrDrop(AnyRoute(SongRoute(id: 1)), at: 0, in: .focused, with: AnyRoute("a")),
        .replaceOrDrop(AnyRoute("a"), at: 0, in: .focused, with: nil),
      ], ["a"]
    ),
    ("present", [.present("a")], ["a"]),
    ("a path", [.setPath([AnyRoute](holding: [SongRoute(id: 1), 1, "a", 2]), in: .focused)], ["1", "a"]),
    ("an unknown place", [.popTo(AnyRoute("a"))], []),
    ("no way", [.back, .popToRoot, .tabTapped(.home), .reset], []),
    (
      "a link",
      [
        .deepLink(
          .init(
            tab: .library, path: [AnyRoute(1)],
            modals: [.init(AnyRoute("a"), path: [AnyRoute](holding: [SongRoute(id: 1), 2.5])), .init(AnyRoute(true))]))
      ], ["1", "a", "2.5", "true"]
    ),
  ]

  @Test(arguments: unsavable.indices)
  func `a route whose type has no name is reported when it is added, once for its type`(index: Int) {
    let (name, actions, expected) = Self.unsavable[index]
    let diagnostics = DiagnosticReceiver()
    let store = Store(
      initialState: Navigation(tabs: AppTab.allCases),
      reducer: NavigationReducer(routes: Self.routes, reportingTo: diagnostics.note))
    for action in actions { store.send(action) }
    // Other mistakes, such as a modal that is not presented, are reported, too.
    let routes = diagnostics.all.compactMap { diagnostic in
      let parts = "\(diagnostic)".components(separatedBy: " was added to a path, but its type has no name")
      return parts.count == 2 ? parts[0] : nil
    }
    #expect(routes == expected, "\(name)")
  }

  @Test func `a reducer with a registry has the same results as one without`() {
    let diagnostics = DiagnosticReceiver()
    let rules = NavigationRules<AppTab, AnyRoute>(maxDepth: 1)
    let reducer = NavigationReducer(rules: rules, routes: Self.routes, reportingTo: diagnostics.note)
    var state = Navigation(tabs: AppTab.allCases, backRule: .none)
    #expect(reducer.apply(.push(SecretRoute()), to: &state) == .changed)
    #expect(reducer.apply(.push("text"), to: &state) == .unchanged(.tooDeep))
    #expect(reducer.rules.maxDepth == 1)
    #expect(diagnostics.all.first == .unregisteredRoute(route: "SecretRoute(…)", type: "SecretRoute"))
    #expect(diagnostics.all.count == 2)  // The second one is about the depth.
    #expect(reducer.apply(.back, to: &state) == .changed)
    #expect(reducer.apply(.back, to: &state) == .exit)
  }
}
