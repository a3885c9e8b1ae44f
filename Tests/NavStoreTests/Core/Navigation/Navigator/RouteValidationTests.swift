import NavStore
import Testing

/// Validates restored routes against current data while the app continues.
@Suite(.hangLimit) struct RouteValidationTests {
  private typealias Finding = RouteValidation<String, String>.Finding

  struct Offline: Error {}

  private static func store(_ text: String) throws -> Store<TextState, TextAction> {
    Store(initialState: try TextState(text), reducer: NavigationReducer(rules: TextRules(backRule: .none)))
  }

  /// A route is replaced by its capitals. A route that begins with `x` no longer exists, and a lookup of `?` fails.
  private static let catalogue: @Sendable (String) async throws -> RouteValidity<String> = { route in
    switch route.first {
    case "x": return .drop
    case "?": throw Offline()
    case let first? where first.isLowercase: return .replace(with: route.uppercased())
    default: return .keep
    }
  }

  @Test func `the results of the lookups are applied in one transaction with the origin restore`() async throws {
    let store = try Self.store("*home: 1 a x 2 | search: ?b c | sheet 1 d: 3 | sheet 2 x: 4 | cover 3 5:")
    var transactions = store.transactions.makeAsyncIterator()
    let validation = try await Navigator(store).validate(Self.catalogue)
    #expect(store.state.text == "*home: 1 A | search: ?b C | sheet 1 D: 3")
    #expect(store.revision == 1)
    let (first, second) = (ModalID(rawValue: 1), ModalID(rawValue: 2))
    #expect(
      validation.findings == [
        Finding("1", in: .tab("home"), at: 0, .kept),
        Finding("a", in: .tab("home"), at: 1, .replaced(with: "A")),
        Finding("x", in: .tab("home"), at: 2, .dropped(above: ["2"])),
        Finding("?b", in: .tab("search"), at: 0, .failed("Offline()")),
        Finding("c", in: .tab("search"), at: 1, .replaced(with: "C")),
        Finding("d", in: .modal(first), at: nil, .replaced(with: "D")),
        Finding("3", in: .modal(first), at: 0, .kept),
        Finding("x", in: .modal(second), at: nil, .dropped(above: ["4", "5"])),
      ])
    let transaction = await transactions.next()
    #expect(transaction?.revision == 1 && transaction?.origin == .restore)
    #expect(
      transaction?.actions == [
        .replaceOrDrop("a", at: 1, in: .tab("home"), with: "A"),
        .replaceOrDrop("x", at: 2, in: .tab("home"), with: nil),
        .replaceOrDrop("c", at: 1, in: .tab("search"), with: "C"),
        .replaceOrDrop("d", at: nil, in: .modal(first), with: "D"),
        .replaceOrDrop("x", at: nil, in: .modal(second), with: nil),
      ])
  }

  @Test func `a change that the reducer refuses is reported as refused`() async throws {
    let reducer = NavigationReducer<String, String>()
    let store = Store(
      initialState: try TextState("*home: 1 a x 2 | search: c | sheet 1 d: | sheet 2 x: 4"),
      reducer: Reduce<TextState, TextAction> { state, action in
        if case .replaceOrDrop("c", _, _, _) = action { return reducer.reduce(into: &state, action: action) }
        return .none
      })
    let validation = try await Navigator(store).validate(Self.catalogue)
    #expect(store.state.text == "*home: 1 a x 2 | search: C | sheet 1 d: | sheet 2 x: 4")
    let outcomes: [RouteValidation<String, String>.Outcome] = [
      .kept, .refused, .refused, .replaced(with: "C"), .refused, .refused,
    ]
    #expect(validation.findings.map(\.outcome) == outcomes)
    #expect(
      validation.findings[2].description
        == "Route 3 of home, x, was not changed, because the reducer has not applied the action.")
  }

  @Test(arguments: ["*home: 1 2 | sheet 1 3:", "*home:", "*home: ? 1"])
  func `if no route changes, no action is sent`(text: String) async throws {
    let store = try Self.store(text)
    let validation = try await Navigator(store).validate(Self.catalogue)
    #expect(store.revision == 0)
    #expect(validation.isUnchanged == !text.contains("?"))
  }

  @Test func `each route is looked up once, even if it occurs several times`() async throws {
    let store = try Self.store("*home: a 1 a | search: a | sheet 1 a: 1")
    let asked = Locked<[String]>([])
    try await Navigator(store).validate { route in
      asked.withLock { $0.append(route) }
      return try await Self.catalogue(route)
    }
    #expect(asked.withLock(\.self).sorted() == ["1", "a"])
    #expect(store.state.text == "*home: A 1 A | search: A | sheet 1 A: 1")
  }

  @Test func `routes of any type are looked up by their types`() async throws {
    let store = Store(
      initialState: NavigationState<AppTab, AnyRoute>(
        tabs: AppTab.allCases,
        paths: [
          .home: .init(holding: [BookRoute(id: 1), SongRoute(id: 2), "text"]), .library: [AnyRoute(SongRoute(id: 3))],
        ]),
      reducer: NavigationReducer())
    try await Navigator(store).validate { route in
      if let book = route.as(BookRoute.self) { return .replace(with: AnyRoute(BookRoute(id: book.id + 10))) }
      return route.as(SongRoute.self)?.id == 3 ? .drop : .keep
    }
    #expect(store.state.path(of: .home) == [BookRoute(id: 11), SongRoute(id: 2), "text"])
    #expect(store.state.path(of: .library).isEmpty)
  }

  // MARK: - Concurrent lookups

  /// Lookups that end when the test finishes them.
  private final class ControlledLookups: Sendable {
    let begun: AsyncStream<String>
    private let begunContinuation: AsyncStream<String>.Continuation
    private let gates = Locked<[String: Gate]>([:])
    private let counts = Locked((running: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    init() {
      (begun, begunContinuation) = AsyncStream.makeStream()
    }

    func finish(_ route: String) { gate(of: route).open() }

    func lookUp(_ route: String) async throws -> RouteValidity<String> {
      counts.withLock {
        $0.running += 1
        $0.most = max($0.most, $0.running)
      }
      begunContinuation.yield(route)
      await gate(of: route).wait()
      counts.withLock { $0.running -= 1 }
      return try await RouteValidationTests.catalogue(route)
    }

    private func gate(of route: String) -> Gate {
      gates.withLock { gates in
        if let gate = gates[route] { return gate }
        let gate = Gate()
        gates[route] = gate
        return gate
      }
    }
  }

  @Test(arguments: [1, 3])
  func `the maximum number of lookups runs concurrently, and not more`(limit: Int) async throws {
    let store = try Self.store("*home: a b c d | search: e f g")
    let lookups = ControlledLookups()
    let task = Task { try await Navigator(store).validate(maxConcurrent: limit) { try await lookups.lookUp($0) } }
    var running: [String] = []
    var begun = 0
    for await route in lookups.begun {
      running.append(route)
      begun += 1
      // One lookup ends when the maximum number is running. The remaining ones end when no more will begin.
      if running.count == limit { lookups.finish(running.removeFirst()) }
      if begun == 7 { break }
    }
    for route in running { lookups.finish(route) }
    _ = try await task.value
    #expect(lookups.most == limit)
    #expect(store.state.text == "*home: A B C D | search: E F G")
  }

  // MARK: - Changes during a validation

  @Test func `changes by the user during a validation stay`() async throws {
    let store = try Self.store("*home: a x b | search: c x | sheet 1 d: e")
    let lookups = ControlledLookups()
    let navigator = Navigator(store)
    let task = Task { try await navigator.validate { try await lookups.lookUp($0) } }
    var begun = lookups.begun.makeAsyncIterator()
    #expect(await begun.next() != nil)
    store.send([
      .setPath(["a", "n", "b"], in: .tab("home")), .push("y", in: .tab("search")), .dismiss, .present("x"),
      .push("o"),
    ])
    for route in ["a", "x", "b", "c", "d", "e"] { lookups.finish(route) }
    let validation = try await task.value
    #expect(store.state.text == "*home: A n b | search: C | sheet 2 x: o")
    #expect(
      validation.findings == [
        Finding("a", in: .tab("home"), at: 0, .replaced(with: "A")),
        Finding("x", in: .tab("home"), at: 1, .overtaken),
        Finding("b", in: .tab("home"), at: 2, .overtaken),
        Finding("c", in: .tab("search"), at: 0, .replaced(with: "C")),
        Finding("x", in: .tab("search"), at: 1, .dropped(above: ["y"])),
        Finding("d", in: .modal(ModalID(rawValue: 1)), at: nil, .overtaken),
        Finding("e", in: .modal(ModalID(rawValue: 1)), at: 0, .overtaken),
      ])
  }

  @Test func `an action between the plan and its transaction causes another plan`() async throws {
    let store = try Self.store("*home: 1 a x")
    let isArmed = Locked(false)
    // This runs outside of the store's lock. Its action is sent after the state was read and before the plan is
    // created.
    let part = store.scope(
      state: { state in
        let isNow = isArmed.withLock { isArmed in
          defer { isArmed = false }
          return isArmed
        }
        if isNow { store.send(.pop()) }
        return state
      }, action: { $0 })
    let validation = try await Navigator(part).validate { route in
      if route == "x" { isArmed.withLock { $0 = true } }
      return try await Self.catalogue(route)
    }
    #expect(store.state.text == "*home: 1 A")
    #expect(store.revision == 2)
    #expect(validation.findings.map(\.outcome) == [.kept, .replaced(with: "A"), .overtaken])
  }

  @Test func `actions for an older revision are not sent`() throws {
    let store = try Self.store("*home: 1")
    let part = store.scope(state: \.self, action: { $0 }).scope(state: { $0 }, action: { $0 })
    #expect(part.send([.push("2")], origin: .restore, ifRevisionIs: 0)?.text == "*home: 1 2")
    #expect(part.send([.push("3")], origin: .restore, ifRevisionIs: 0) == nil)
    store.send(.push("4"))
    #expect(store.state.text == "*home: 1 2 4")
    #expect(store.revision == 2)
  }

  @Test func `a validation keeps the store alive until it ends`() async throws {
    let lookups = ControlledLookups()
    let (changes, task) = try {
      let store = try Self.store("*home: a x")
      let navigator = Navigator(store)
      let task = Task {
        let validation = try await navigator.validate { try await lookups.lookUp($0) }
        return (validation.findings.count, navigator.current.text)
      }
      return (store.changes, task)
    }()
    for await route in lookups.begun where route == "x" { break }
    lookups.finish("a")
    lookups.finish("x")
    let (count, text) = try await task.value
    #expect((count, text) == (2, "*home: A"))
    for await _ in changes {}  // ends when the store is released
  }

  @Test func `an undo does not restore dropped routes if the rules say so`() async throws {
    let store = Store(
      initialState: UndoState(try TextState("*home: a x 1")),
      reducer: NavigationReducer<String, String>().undoable(
        records: { action, _, _ in if case .replaceOrDrop = action { false } else { true } }, syncsUnrecorded: true))
    let navigator = Navigator(store.scope(state: \.present, action: { .action($0) }))
    try await navigator.validate(Self.catalogue)
    #expect(!store.state.canUndo)
    navigator.push("2")
    store.send(.undo)
    #expect(navigator.current.text == "*home: A")
  }

  // MARK: - Cancellation

  @Test func `a cancelled validation changes nothing and cancels its lookups`() async throws {
    let store = try Self.store("*home: a b c d e f")
    let navigator = Navigator(store)
    let (begun, begunContinuation) = AsyncStream<String>.makeStream()
    let cancelled = Locked(0)
    let task = Task {
      try await navigator.validate(maxConcurrent: 2) { route in
        begunContinuation.yield(route)
        // This ends only when the task is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        if Task.isCancelled { cancelled.withLock { $0 += 1 } }
        return .drop
      }
    }
    var routes: [String] = []
    for await route in begun {
      routes.append(route)
      if routes.count == 2 { break }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(routes.sorted() == ["a", "b"])
    #expect(cancelled.withLock(\.self) == 2)
    #expect(store.revision == 0)
  }

  @Test func `a validation in a cancelled task performs no lookup`() async throws {
    let navigator = Navigator(try Self.store("*home: x"))
    let asked = Locked(0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await navigator.validate { _ in
        asked.withLock { $0 += 1 }
        return .drop
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(asked.withLock(\.self) == 0)
    #expect(navigator.current.text == "*home: x")
  }

  @Test func `a lookup that throws a cancellation error has failed`() async throws {
    let store = try Self.store("*home: x")
    let validation = try await Navigator(store).validate { _ in throw CancellationError() }
    #expect(validation.findings.map(\.outcome) == [.failed("CancellationError()")])
    #expect(store.revision == 0)
  }
}

/// The programming errors that stop the program during a validation.
@Suite(.startsProcess) struct RouteValidationMistakeTests {
  @Test func `a maximum of zero concurrent lookups stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store(initialState: NumberState(tabs: [0]), reducer: NavigationReducer())
      _ = try await Navigator(store).validate(maxConcurrent: 0) { _ in .keep }
    }
    result?.expectMessage("validate(maxConcurrent: 0): pass the maximum number of concurrent lookups, at least 1.")
  }
}
