import NavStore
import NavStoreTesting
import Testing

/// Views that reach the newest state step by step, while the state changes immediately.
@Suite(.noMainLoop, .hangLimit) struct SteppedNavigationTests {
  private typealias Stepped = SteppedNavigation<String, String>

  private let store: Store<TextState, TextAction>
  private let stepped: SteppedNavigation<String, String>
  private var navigator: Navigator<String, String> { stepped.navigator }

  init() throws {
    store = Store(
      initialState: try TextState("*home: 1 2 | search: | sheet 1 a: | sheet 2 b:"),
      reducer: NavigationReducer(rules: TextRules(backRule: .none)))
    stepped = SteppedNavigation(of: store.scope(state: \.self, action: { $0 }))
  }

  /// The parts of the navigator as the text of a state.
  private var seen: String {
    let tabs = navigator.tabs.map { tab in
      (tab == navigator.selectedTab ? "*\(tab):" : "\(tab):") + navigator[pathOf: tab].map { " \($0)" }.joined()
    }
    let modals = navigator.modals.map { modal in
      "\(modal.style) \(modal.id.rawValue) \(modal.root):" + navigator[pathOf: modal.id].map { " \($0)" }.joined()
    }
    return (tabs + modals).joined(separator: " | ")
  }

  /// Runs a number of steps, and returns what the views show after each step.
  private func steps(_ count: Int) async -> [String] {
    let (steps, continuation) = AsyncStream.makeStream(of: String.self)
    let run = Task {
      await stepped.run { step in continuation.yield("\(step.change) -> \(seen)") }
    }
    var shown: [String] = []
    for await step in steps {
      shown.append(step)
      if shown.count == count { break }
    }
    run.cancel()
    await run.value
    return shown
  }

  @Test func `one action changes the state once, and views follow one step at a time`() async {
    store.send(.deepLink(DeepLink(tab: "search", path: ["3"], modals: [TextLink.Presentation("c", style: .cover)])))
    #expect(store.state.text == "home: 1 2 | *search: 3 | cover 3 c:")
    #expect(store.revision == 1)
    #expect(seen == "*home: 1 2 | search: | sheet 1 a: | sheet 2 b:")
    #expect(
      await steps(4) == [
        "dismiss 1 -> *home: 1 2 | search:",
        "select search -> home: 1 2 | *search:",
        "push 3 in search -> home: 1 2 | *search: 3",
        "present cover 3: c -> home: 1 2 | *search: 3 | cover 3 c:",
      ])
  }

  /// A path that is set while its stack is off the screen is not shown:
  /// https://github.com/manaflow-ai/cmux/pull/9820 (iOS 26).
  @Test func `a link to a hidden stack selects the tab, and the next step sets the path`() async {
    store.send(.dismissAll)
    _ = await steps(1)
    store.send(.deepLink(DeepLink(tab: "search", path: ["3", "4"])))
    #expect(
      await steps(2) == [
        "select search -> home: 1 2 | *search:",
        "set /3/4 in search -> home: 1 2 | *search: 3 4",
      ])
  }

  @Test func `a step of an action without animation is not animated, and the next one is`() async {
    let (steps, continuation) = AsyncStream.makeStream(of: Bool.self)
    let run = Task { await stepped.run { continuation.yield($0.isAnimated) } }
    var isAnimated = steps.makeAsyncIterator()
    store.send(.dismiss)
    _ = await isAnimated.next()
    store.send(.dismiss, origin: .user.withoutAnimation)
    #expect(await isAnimated.next() == false)
    store.send(.push("3"))
    #expect(await isAnimated.next() == true)
    run.cancel()
  }

  @Test func `changes by the user are visible immediately, and no step follows for them`() async {
    let top = ModalID(rawValue: 2)
    navigator[modal: top] = nil
    #expect(seen == "*home: 1 2 | search: | sheet 1 a:")
    navigator[pathOf: ModalID(rawValue: 1)] = ["5"]
    navigator[modal: ModalID(rawValue: 1)] = nil
    navigator[pathOf: "home"] = ["1"]
    navigator.selectedTab = "search"
    navigator.sidebarSelection = "home"
    #expect(seen == "*home: 1 | search:")
    #expect(store.state.text == seen)
    #expect(store.revision == 6)
    navigator[modal: top] = nil  // late
    navigator[pathOf: "home"] = ["1"]  // already has this value
    navigator.sidebarSelection = "home"
    #expect(store.revision == 6)
    store.send(.push("7"))
    #expect(await steps(1) == ["push 7 in home -> *home: 1 7 | search:"])
  }

  @Test func `a tap on the selected tab pops, and a tap on another tab selects it`() async {
    store.send(.dismissAll)
    _ = await steps(1)
    navigator.selectedTab = "home"
    #expect(store.state.text == "*home: | search:")
    #expect(await steps(1) == ["pop 2 in home -> *home: | search:"])
    let signal = navigator.scrollSignal(of: "home")
    navigator.selectedTab = "home"
    #expect(navigator.scrollSignal(of: "home") == signal + 1)
  }

  /// The framework dismisses the lowest sheet, and those above it leave the screen with it. Users dislike a cascade:
  /// https://github.com/johnpatrickmorgan/FlowStacks/issues/44 (iOS 15 and 16).
  @Test func `a chain of sheets is dismissed in one step`() async {
    navigator.dismiss(ModalID(rawValue: 1))
    #expect(store.state.text == "*home: 1 2 | search:")
    #expect(await steps(1) == ["dismiss 1 -> *home: 1 2 | search:"])
  }

  @Test func `a dismissal and the presentation that follows it are two steps`() async {
    store.send([.dismissAll, .present("c")])
    #expect(
      await steps(2) == [
        "dismiss 1 -> *home: 1 2 | search:", "present sheet 3: c -> *home: 1 2 | search: | sheet 3 c:",
      ])
  }

  @Test func `a limit lets views dismiss one modal at a time`() async {
    let stepped = Stepped(of: store.scope(state: \.self, action: { $0 }), limits: StepLimits(dismissals: 1))
    store.send(.dismissAll)
    let run = Task {
      var changes: [String] = []
      await stepped.run { step in
        changes.append("\(step.change)")
        if changes.count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return changes
    }
    #expect(await run.value == ["dismiss 2", "dismiss 1"])
  }

  @Test func `if the reducer rejects a change by the user, a step restores the views`() async throws {
    let store = Store(
      initialState: try TextState("*home: 1 | search:"), reducer: Reduce<TextState, TextAction> { _, _ in .none })
    let stepped = Stepped(of: store.scope(state: \.self, action: { $0 }))
    stepped.navigator[pathOf: "home"] = []
    #expect(stepped.navigator[pathOf: "home"] == [])
    let run = Task {
      await stepped.run { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await run.value
    #expect(stepped.navigator[pathOf: "home"] == ["1"])
  }

  @Test func `each part is observed separately and notified of its own steps`() async {
    let home = ObservingReader { [navigator] in _ = navigator[pathOf: "home"] }
    let search = ObservingReader { [navigator] in _ = navigator[pathOf: "search"] }
    let modals = ObservingReader { [navigator] in _ = navigator.modals }
    store.send([.dismissAll, .push("3")])
    #expect((home.notificationCount, search.notificationCount, modals.notificationCount) == (0, 0, 0))
    _ = await steps(2)
    #expect((home.notificationCount, search.notificationCount, modals.notificationCount) == (1, 0, 1))
  }

  @Test func `each part has the shown value, and canGoBack has the store's`() {
    store.send([.dismissAll, .setTabs(["home", "radio"])])
    #expect(store.state.text == "*home: 1 2 | radio:")
    #expect(navigator.tabs == ["home", "search"])
    #expect(navigator.focusedPath == [])
    #expect(navigator.top == "b")
    #expect(navigator.canGoBack)
    store.send(.popToRoot)
    #expect(!navigator.canGoBack)
  }

  @Test func `added and removed tabs are shown by a step, with their stacks`() async {
    store.send([.dismissAll, .setTabs(["search", "radio"]), .push("4", in: .tab("radio"))])
    #expect(await steps(3).last == "push 4 in radio -> *search: | radio: 4")
  }

  // MARK: - Steps that the stepped navigation runs itself

  /// A view under a full-screen cover may count as gone, and appears again when the cover is dismissed.
  @Test func `steps continue while the root view appears, disappears under a cover and appears again`() async {
    let clock = TestClock()
    let appears = { [stepped] in stepped.start(clock: clock) }
    appears()
    store.send(.dismissAll)
    await clock.sleepers(atLeast: 1)  // the pause after the first step
    #expect(seen == "*home: 1 2 | search:")
    // The view disappears: nothing is called. The steps continue.
    store.send(.present("c", style: .cover))
    clock.advance(by: .milliseconds(700))
    await clock.sleepers(atLeast: 1)
    #expect(seen == "*home: 1 2 | search: | cover 3 c:")
    appears()
    store.send(.push("d"))
    clock.advance(by: .milliseconds(700))
    await clock.sleepers(atLeast: 1)
    #expect(seen == "*home: 1 2 | search: | cover 3 c: d")
    #expect(clock.sleeperCount == 1)
  }

  /// A second task would retain the store: only one task is cancelled with the stepped navigation.
  @Test func `a stepped navigation that is started twice and released ends its steps and releases the store`() async {
    await withCheckedContinuation { continuation in
      let token = ReleaseTests.Token(number: 0) { continuation.resume() }
      let store = Store(
        initialState: TextState(tabs: ["home"]),
        reducer: Reduce<TextState, TextAction> { _, _ in withExtendedLifetime(token) { .none } })
      let stepped = SteppedNavigation(of: store)
      for _ in 1...2 { stepped.start(clock: TestClock()) }
    }
  }
}
