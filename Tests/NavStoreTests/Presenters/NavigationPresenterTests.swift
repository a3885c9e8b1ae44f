import NavStore
import NavStoreInspection
import Testing

@Suite(.hangLimit) struct NavigationPresenterTests {
  typealias TextStore = Store<TextState, TextAction>
  typealias Presenter = NavigationPresenter<String, String>

  static func makeStore(_ text: String) throws -> TextStore {
    TextStore(initialState: try TextState(text), reducer: NavigationReducer(rules: TextRules(backRule: .none)))
  }

  /// Creates a store, and a presenter whose interface shows the state of the store.
  static func make(_ text: String, limits: StepLimits = StepLimits()) throws -> (TextStore, Presenter) {
    let store = try makeStore(text)
    return (store, Presenter(of: store, showing: ShownNavigation(store.state), limits: limits))
  }

  @Test func `an empty interface gets the whole state, one step after the other`() async throws {
    let store = try Self.makeStore("home: 1 | *search: | sheet 1 a: b")
    let (presenter, interface) = (Presenter(of: store), StepRecorder())
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "tabs home, search, select search")
    #expect(await steps.next() == "push 1 in home")
    #expect(await steps.next() == "present sheet 1: a/b")
    store.send(.dismiss)
    #expect(await steps.next() == "dismiss 1, animated")
    interface.stop()
    await run
    #expect(presenter.shown == ShownNavigation(store.state))
  }

  @Test func `an action without animation leads to steps without animation, and the next action is animated`()
    async throws
  {
    let (store, presenter) = try Self.make("*home: | search:")
    let interface = StepRecorder()
    store.send(.push("1"), origin: .user.withoutAnimation)
    store.send([.selectTab("search"), .push("2")], origin: .deepLink.withoutAnimation)
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "select search")
    #expect(await steps.next() == "push 1 in home")
    #expect(await steps.next() == "push 2 in search")
    store.send(.pop())
    #expect(await steps.next() == "pop 1 in search, animated")
    interface.stop()
    await run
    store.send(.push("3"), origin: .user.withoutAnimation)
    store.send(.push("4"))
    store.send(.push("5"), origin: .user.withoutAnimation)
    let mixed = StepRecorder()
    async let second: Void = mixed.follow(presenter)
    steps = mixed.steps.makeAsyncIterator()
    #expect(await steps.next() == "set /3/4/5 in search, animated")
    mixed.stop()
    await second
  }

  @Test func `a step starts when the previous one has ended, and changes during a step are the next list`()
    async throws
  {
    let (store, presenter) = try Self.make("*home: 1 | search:")
    let interface = StepRecorder(holding: "select search, animated")
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    store.send([.selectTab("search"), .push("2")])
    #expect(await steps.next() == "select search, animated")
    store.send([.pop(), .selectTab("home"), .push("3")])
    store.send(.push("4"))
    interface.releaseHeldStep()
    #expect(await steps.next() == "select home, animated")
    #expect(await steps.next() == "set /1/3/4 in home, animated")
    interface.stop()
    await run
  }

  @Test func `changes by the user reach the store, and no step follows for them`() async throws {
    let (store, presenter) = try Self.make("*home: 1 2 | search: 3 | sheet 1 a: b")
    let interface = StepRecorder()
    async let run: Void = interface.follow(presenter)
    presenter.userSetPath([], of: .modal(ModalID(rawValue: 1)))
    presenter.userDismissed(ModalID(rawValue: 1))
    presenter.userSetPath(["1"], of: .tab("home"))
    presenter.userSelected("search")
    #expect(store.state.text == "home: 1 | *search: 3")
    #expect(store.revision == 4)
    store.send(.push("4"))
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "push 4 in search, animated")
    interface.stop()
    await run
  }

  @Test func `a tap on a tab that is selected in the store but not yet shown pops nothing`() throws {
    let (store, presenter) = try Self.make("*home: | search: 1 2")
    store.send(.selectTab("search"))
    presenter.userSelected("search")
    #expect(store.state.text == "home: | *search: 1 2")
    #expect(presenter.shown == ShownNavigation(store.state))
  }

  @Test func `a report of a step does not undo later changes`() async throws {
    let (store, presenter) = try Self.make("*home:")
    let interface = StepRecorder(holding: "push 1 in home, animated")
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    store.send(.push("1"))
    #expect(await steps.next() == "push 1 in home, animated")
    store.send(.push("2"))
    presenter.userSetPath(["1"], of: .tab("home"))
    #expect(store.state.text == "*home: 1 2")
    #expect(store.revision == 2)
    interface.releaseHeldStep()
    #expect(await steps.next() == "push 2 in home, animated")
    interface.stop()
    await run
  }

  @Test func `a report during a step works like any other report`() async throws {
    let (store, presenter) = try Self.make("*home: 1 | sheet 1 a:")
    let interface = StepRecorder { step in
      if step.change == .dismiss(ModalID(rawValue: 1)) { presenter.userSetPath([], of: .tab("home")) }
    }
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    store.send([.dismiss, .push("2")])
    #expect(await steps.next() == "dismiss 1, animated")
    store.send(.push("3"))
    #expect(await steps.next() == "push 3 in home, animated")
    interface.stop()
    await run
  }

  @Test func `if the reducer rejects a change, a step restores the interface`() async throws {
    let store = Store(initialState: try TextState("*home: 1"), reducer: Reduce<TextState, TextAction> { _, _ in .none })
    let (presenter, interface) = (Presenter(of: store, showing: ShownNavigation(store.state)), StepRecorder())
    async let run: Void = interface.follow(presenter)
    var steps = interface.steps.makeAsyncIterator()
    presenter.userSetPath([], of: .tab("home"))
    #expect(await steps.next() == "push 1 in home, animated")
    interface.stop()
    await run
  }

  @Test func `a cancelled run waits for its current step, and a later run continues`() async throws {
    let (store, presenter) = try Self.make("*home: | search:")
    let interface = StepRecorder(holding: "select search, animated")
    let run = Task { await presenter.run(interface.perform) }
    store.send([.selectTab("search"), .push("1")])
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "select search, animated")
    run.cancel()
    interface.releaseHeldStep()
    await run.value
    #expect(presenter.shown.description == "home / | [search] /")

    async let again: Void = interface.follow(presenter)
    #expect(await steps.next() == "push 1 in search, animated")
    interface.stop()
    await again
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a run waits for the step of another run and then continues`() async throws {
    let (store, presenter) = try Self.make("*home:")
    let interface = StepRecorder(holding: "push 1 in home, animated")
    let first = Task { await presenter.run(interface.perform) }
    store.send(.push("1"))
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "push 1 in home, animated")
    let second = Task.immediate { await presenter.run(interface.perform) }
    store.send(.push("2"))
    first.cancel()
    interface.releaseHeldStep()
    await first.value
    #expect(await steps.next() == "push 2 in home, animated")
    second.cancel()
    await second.value
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a run that waits for the step of another run ends when it is cancelled`() async throws {
    let (store, presenter) = try Self.make("*home:")
    let interface = StepRecorder(holding: "push 1 in home, animated")
    async let run: Void = interface.follow(presenter)
    store.send(.push("1"))
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "push 1 in home, animated")
    let second = Task.immediate { await presenter.run(interface.perform) }
    second.cancel()
    await second.value
    interface.releaseHeldStep()
    interface.stop()
    await run
  }

  @Test func `a run ends after the store is released and its last state is shown`() async throws {
    let interface = StepRecorder(holding: "select search, animated")
    var (store, presenter): (TextStore?, Presenter) = try Self.make("*home: | search:")
    weak let released = store
    async let run: Void = presenter.run(interface.perform)
    store?.send([.selectTab("search"), .push("1")])
    var steps = interface.steps.makeAsyncIterator()
    #expect(await steps.next() == "select search, animated")
    store?.send(.push("2"))
    store = nil
    #expect(released == nil)
    interface.releaseHeldStep()
    #expect(await steps.next() == "set /1/2 in search, animated")
    await run
    presenter.userSetPath([], of: .tab("search"))
    #expect(presenter.shown.description == "home / | [search] /")
  }

  @Test func `a presenter follows the navigation of an app's state and sends the app's actions`() async throws {
    let store = Store(initialState: AppState(), reducer: AppReducer())
    let presenter = NavigationPresenter(
      of: store, state: \.navigation, action: AppAction.navigation, showing: ShownNavigation(store.state.navigation))
    store.send(.navigation(.push(.settings)))
    store.send(.queryChanged(""))
    let (steps, continuation) = AsyncStream.makeStream(of: String.self)
    let run = Task { await presenter.run { continuation.yield($0.description) } }
    var iterator = steps.makeAsyncIterator()
    #expect(await iterator.next() == "push settings in home, animated")
    presenter.userSetPath([], of: .tab(.home))
    #expect(store.state.navigation.depth == 0)
    run.cancel()
    await run.value
  }

  @Test func `steps of two concurrent runs never overlap and lead to the last state`() async throws {
    let rounds = TestEnvironment.isLong ? 1_000 : 20
    for seed in TestEnvironment.seeds(UInt64(rounds)) {
      var store: Store<NumberState, NumberAction>? = Store(
        initialState: NumberState(tabs: [0, 1, 2]), reducer: NavigationReducer(rules: NumberRules(backRule: .history)))
      let last = Locked(NumberState(tabs: [0]))
      let interface = SimulatedUserInterface(try #require(store.map { NavigationPresenter(of: $0) }))
      async let first: Void = interface.run()
      async let second: Void = interface.run()
      await withTaskGroup { group in
        for sender in 0..<3 {
          group.addTask { [store] in
            var navigation = RandomNavigation(random: SplitMix64(seed: seed &* 3 &+ UInt64(sender)))
            for _ in 0..<50 {
              if sender == 0 {
                await interface.userActs(navigation.random.below(3), tab: navigation.tab())
              } else {
                store?.send(navigation.action())
              }
            }
          }
        }
      }
      if let state = store?.state { last.withLock { $0 = state } }
      store = nil
      _ = await (first, second)
      let shown = await interface.shown
      #expect(shown == ShownNavigation(last.withLock { $0 }), "NAVSTORE_SEED=\(seed)")
      #expect(await interface.mistakes == [], "NAVSTORE_SEED=\(seed)")
    }
  }
}
