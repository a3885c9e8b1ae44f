import NavStore
import NavStoreTesting
import Testing

/// Parts of a state that come and go, with their effects.
@Suite struct ChildReducerTests {
  /// A part that counts seconds until it ends.
  struct Timer: Equatable, Sendable, Identifiable {
    var id = 0
    var seconds = 0
  }

  enum TimerAction: Equatable, Sendable {
    case start
    case tick
  }

  struct TimerReducer: Reducer {
    func reduce(into timer: inout Timer, action: TimerAction) -> Effect<TimerAction> {
      switch action {
      case .start:
        return .run(id: "timer") { context throws(CancellationError) in
          while true {
            try await context.sleep(for: .seconds(1))
            context.send(.tick)
          }
        }
      case .tick:
        timer.seconds += 1
        return .none
      }
    }

    func update(_ timer: inout Timer) -> Effect<TimerAction> { .send(.tick) }
  }

  // MARK: - Optional parts

  struct Kitchen: Equatable, Sendable {
    var egg: Timer?
    var bread: Timer?
    var log: [String] = []
  }

  enum KitchenAction: Equatable, Sendable {
    case egg(TimerAction)
    case bread(TimerAction)
    case begin
    case takeOutEgg

    var egg: TimerAction? { if case .egg(let action) = self { action } else { nil } }
    var bread: TimerAction? { if case .bread(let action) = self { action } else { nil } }
  }

  struct KitchenReducer: Reducer {
    typealias State = Kitchen
    typealias Action = KitchenAction

    var body: some Reducer<Kitchen, KitchenAction> {
      Reduce { kitchen, action in
        switch action {
        case .begin: (kitchen.egg, kitchen.bread) = (Timer(), Timer())
        case .takeOutEgg: kitchen.egg = nil
        case .egg(let action): kitchen.log.append("egg \(action) \(kitchen.egg?.seconds ?? -1)")
        case .bread: break
        }
        return .none
      }
      .ifLet(\.egg, extract: \.egg, embed: KitchenAction.egg) { TimerReducer() }
      .ifLet(\.bread, extract: \.bread, embed: KitchenAction.bread) { TimerReducer() }
    }
  }

  struct Form: Equatable, Sendable {
    var part: Int?
    var results: [Int] = []
  }

  enum FormAction: Equatable, Sendable {
    case part(PartAction)

    var part: PartAction {
      switch self {
      case .part(let action): action
      }
    }
  }

  enum PartAction: Equatable, Sendable {
    case done
    case finished(Int)
  }

  @Test func `an action that a part sends is reduced although the part ends in the same transaction`() {
    let reducer = Reduce<Form, FormAction> { form, action in
      switch action {
      case .part(.done): form.part = nil
      case .part(.finished(let result)): form.results.append(result)
      }
      return .none
    }.ifLet(\.part, extract: { $0.part }, embed: FormAction.part) {
      Reduce<Int, PartAction> { part, action in action == .done ? .send(.finished(part)) : .none }
    }
    let store = Store(initialState: Form(part: 7), reducer: reducer)
    store.send(.part(.done))
    #expect(store.state == Form(results: [7]))
  }

  @Test func `the effects of an optional part end with the part, and those of other parts continue`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Kitchen(), reducer: KitchenReducer(), clock: clock)
    store.send(.egg(.start)) { $0.log = ["egg start -1"] }
    store.send(.begin) { ($0.egg, $0.bread) = (Timer(), Timer()) }
    store.send(.egg(.start)) { $0.log.append("egg start 0") }
    let bread = store.send(.bread(.start))
    clock.advance(by: .seconds(1))
    store.exhaustivity = .off
    await store.receive(.egg(.tick))
    await store.receive(.bread(.tick))
    #expect(store.state.egg?.seconds == 1 && store.state.bread?.seconds == 1)
    // The part's reducer runs first.
    #expect(store.state.log.last == "egg tick 1")
    store.send(.takeOutEgg)
    clock.advance(by: .seconds(1))
    await store.receive(.bread(.tick))
    #expect(store.state.egg == nil && store.state.bread?.seconds == 2)
    store.send(.egg(.tick))
    #expect(store.state.log.last == "egg tick -1")
    #expect(store.state.log.count == 4)
    bread.cancel()
  }

  @Test func `after a change without an action, the part is updated, or its effects end`() async {
    var kitchen = Kitchen(bread: Timer())
    let effect = KitchenReducer().update(&kitchen)
    #expect(effect.sentActions.actions == [.bread(.tick)])
    // The effects of the absent part are cancelled, and those of earlier parts in the place of the present part.
    #expect(effect.sentActions.others == 2)
  }

  // MARK: - Cases

  enum Session: Equatable, Sendable {
    case guest
    case member(Timer)

    var member: Timer? { if case .member(let timer) = self { timer } else { nil } }
  }

  enum SessionAction: Equatable, Sendable {
    case signIn
    case signOut
    case member(TimerAction)

    var member: TimerAction? { if case .member(let action) = self { action } else { nil } }
  }

  @Test func `the effects of a case end when the state becomes another case`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Session.guest,
      reducer: Reduce<Session, SessionAction> { session, action in
        if action == .signIn { session = .member(Timer()) }
        if action == .signOut { session = .guest }
        return .none
      }
      .ifCaseLet(state: \.member, embedState: Session.member, extract: \.member, embed: SessionAction.member) {
        TimerReducer()
      }, clock: clock)
    store.exhaustivity = .off
    store.send(.member(.start))
    store.exhaustivity = .on
    store.send(.signIn) { $0 = .member(Timer()) }
    store.send(.member(.start))
    clock.advance(by: .seconds(1))
    await store.receive(.member(.tick)) { $0 = .member(Timer(seconds: 1)) }
    store.send(.signOut) { $0 = .guest }
    // No effect runs any more: `finish` would otherwise wait for the timer.
    await store.finish()
  }

  // MARK: - Collections

  struct Board: Equatable, Sendable {
    var timers: [Timer] = []
  }

  enum BoardAction: Equatable, Sendable {
    case timer(Int, TimerAction)
    case set([Int])
  }

  static let board: some Reducer<Board, BoardAction> = Reduce { board, action in
    if case .set(let ids) = action {
      board.timers = ids.map { id in board.timers.first { $0.id == id } ?? Timer(id: id) }
    }
    return .none
  }
  .forEach(\.timers) {
    if case .timer(let id, let action) = $0 { (id, action) } else { nil }
  } embed: {
    .timer($0, $1)
  } then: {
    TimerReducer()
  }

  @Test func `the effects of an element end with the element, wherever it moves`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Board(), reducer: Self.board, clock: clock)
    store.send(.set([1, 2, 3])) { $0.timers = [Timer(id: 1), Timer(id: 2), Timer(id: 3)] }
    for id in [1, 2, 3] { store.send(.timer(id, .start)) }
    store.exhaustivity = .off
    store.send(.timer(9, .start))
    store.exhaustivity = .on
    store.send(.set([3, 1])) { $0.timers = [Timer(id: 3), Timer(id: 1)] }
    clock.advance(by: .seconds(1))
    store.exhaustivity = .off
    await store.receive(.timer(1, .tick))
    await store.receive(.timer(3, .tick))
    #expect(store.state.timers == [Timer(id: 3, seconds: 1), Timer(id: 1, seconds: 1)])
    store.send(.set([]))
    await store.finish()
  }

  @Test func `after a change without an action, each element is updated`() {
    var board = Board(timers: [Timer(id: 4), Timer(id: 7)])
    let effect = Self.board.update(&board)
    #expect(effect.sentActions.actions == [.timer(4, .tick), .timer(7, .tick)])
    // The effects of absent elements are cancelled.
    #expect(effect.sentActions.others == 1)
  }

  // MARK: - The same reducer in two places

  @Test func `with different ids, the effects of two copies of a reducer are separate`() async {
    struct Pair: Equatable, Sendable {
      var left = Kitchen()
      var right = Kitchen()
    }
    enum PairAction: Equatable, Sendable {
      case left(KitchenAction)
      case right(KitchenAction)
    }
    func kitchen(_ id: String) -> some Reducer<Kitchen, KitchenAction> {
      Reduce<Kitchen, KitchenAction> { kitchen, action in
        if action == .begin { kitchen.egg = Timer() }
        if action == .takeOutEgg { kitchen.egg = nil }
        return .none
      }
      .ifLet(\.egg, extract: \.egg, embed: KitchenAction.egg, id: id) { TimerReducer() }
    }
    let clock = TestClock()
    let store = TestStore(
      initialState: Pair(),
      reducer: CombineReducers<Pair, PairAction, _> {
        Scope(
          state: \.left, extract: { if case .left(let action) = $0 { action } else { nil } }, embed: PairAction.left
        ) { kitchen("left") }
        Scope(
          state: \.right, extract: { if case .right(let action) = $0 { action } else { nil } }, embed: PairAction.right
        ) { kitchen("right") }
      }, clock: clock)
    store.exhaustivity = .off
    var timer: TestEffectHandle?
    for action in [KitchenAction.begin, .egg(.start)] {
      store.send(.left(action))
      timer = store.send(.right(action))
    }
    store.send(.left(.takeOutEgg))
    clock.advance(by: .seconds(1))
    await store.receive(.right(.egg(.tick)))
    #expect(store.state.right.egg?.seconds == 1 && store.state.left.egg == nil)
    timer?.cancel()
  }

  // MARK: - Changes

  @Test func `a closure is called for changes of a value, and may change the state`() {
    struct Page: Equatable, Sendable {
      var query = ""
      var other = 0
      var history: [String] = []
    }
    enum PageAction: Sendable {
      case query(String)
      case other
    }
    let store = Store(
      initialState: Page(),
      reducer: Reduce<Page, PageAction> { page, action in
        switch action {
        case .query(let query): page.query = query
        case .other: page.other += 1
        }
        return .none
      }
      .onChange(of: \.query) { old, new, page in
        page.history.append("\(old) > \(new)")
        page.query = new.uppercased()
        return new == "a" ? .send(.other) : .none
      })
    store.send(.query("a"))
    #expect(store.state == Page(query: "A", other: 1, history: [" > a"]))
    store.send(.query("A"))
    #expect(store.state.history.count == 1)
    store.send(.query("b"))
    #expect(store.state.history == [" > a", "A > b"])
  }
}
