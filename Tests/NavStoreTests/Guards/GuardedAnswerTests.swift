import NavStore
import NavStoreTesting
import Testing

/// What was asked about is what is done, or nothing. An answer answers one question.
@Suite struct GuardedAnswerTests {
  typealias App = PlainGuardedApp
  typealias Guarded = GuardedActions<Int, Int, GuardedAppAction>

  private static func app(_ paths: [Int: [Int]], isDirty: Bool = true) -> App {
    App(navigation: UndoState(NumberState(tabs: [0, 1, 6], paths: paths, backRule: .none)), isDirty: isDirty)
  }

  private static func store(_ state: App) -> Store<App, GuardedAppAction> {
    Store(initialState: state, reducer: App.reducer(rules: NumberRules(backRule: .none)))
  }

  // MARK: - Changes between a question and its answer

  /// Actions that close the editor, the route 5, on the path `[2, 5]` of the tab 0.
  static let waysOut: [NumberAction] = [
    .back, .pop(), .pop(2), .popTo(2), .popToDepth(1), .popToRoot, .navigate(to: 2), .tabTapped(0), .replaceTop(9),
    .setPath([2], in: .focused), .setPath([2], in: .tab(0)), .remove(5, at: 1), .resetTab(0),
    .replaceOrDrop(5, at: 1, in: .focused, with: nil),
    .replaceOrDrop(5, at: 1, in: .tab(0), with: 6),
  ]

  /// Changes that select the tab 1, in which another editor is open.
  static let otherTabs: [[NumberAction]] = [
    [.selectTab(1)], [.tabTapped(1)], [.selectTab(1), .push(10)],
    [.deepLink(DeepLink(tab: 1, path: [2, 5, 10]))], [.selectTab(1), .selectTab(6), .selectTab(1)],
  ]

  @Test(arguments: waysOut, otherTabs)
  func `an action closes the screens that were asked about, after another tab was selected`(
    action: NumberAction, changes: [NumberAction]
  ) throws {
    let start = Self.app([0: [2, 5], 1: [2, 5]])
    var asked = start.navigation.present
    asked.apply(action)
    for cancels in [false, true] {
      let store = Self.store(start)
      store.send(.signedIn)
      store.send(.navigation(action))
      #expect(store.state.guarded.question != nil)
      for change in changes { store.send(.navigation(change)) }
      if cancels { store.send(.guards(.cancel)) }
      var expected = store.state.navigation.present
      expected.setPath(asked.path(of: 0), in: .tab(0))
      // A replay can begin before the answer.
      var restored = store.state
      restored.guarded = try JSON.value(Guarded.self, JSON.text(restored.guarded))
      for store in [store, Self.store(restored)] {
        store.send(.guards(.confirm(.navigation(action))))
        #expect(store.state.navigation.present == expected)
        #expect(!store.state.isDirty && store.state.guarded == Guarded())
      }
    }
  }

  @Test(arguments: waysOut)
  func `under a modal that was presented meanwhile, an action on the tab is done, and one on the modal does nothing`(
    action: NumberAction
  ) {
    var asked = Self.app([0: [2, 5]]).navigation.present
    asked.apply(action)
    let store = Self.store(Self.app([0: [2, 5]]))
    store.send(.navigation(action))
    store.send(.navigation(.present(4)))
    store.send(.navigation(.push(10)))
    let before = store.state
    var done = before.navigation.present
    done.setPath(asked.path(of: 0), in: .tab(0))
    store.send(.guards(.confirm(.navigation(action))))
    #expect(store.state.guarded == Guarded())
    // The other actions would change the modal.
    let actsOnTab = [
      .tabTapped(0), .setPath([2], in: .tab(0)), .resetTab(0), .replaceOrDrop(5, at: 1, in: .tab(0), with: 6),
    ].contains(action)
    #expect(store.state.navigation.present == (actsOnTab ? done : before.navigation.present))
    #expect(store.state.isDirty == !actsOnTab)
  }

  @Test(arguments: [NumberAction.back, .pop(), .dismiss, .popToRoot, .replaceTop(9)])
  func `an action on what covers the editor now does nothing`(action: NumberAction) {
    var start = Self.app([0: [2], 1: [4]])
    start.navigation.present.present(5)
    if action != .dismiss, action != .back { start.navigation.present.push(5) }
    let store = Self.store(start)
    store.send(.navigation(action))
    #expect(store.state.guarded.question != nil)
    store.send(.navigation(.present(4)))
    store.send(.navigation(.push(9)))
    let before = store.state
    store.send(.guards(.confirm(.navigation(action))))
    #expect(store.state.navigation == before.navigation && store.state.isDirty)
    #expect(store.state.guarded == Guarded())
  }

  @Test
  func `an action that would also remove a later screen asks about it, and one for that screen alone does nothing`() {
    for action in [NumberAction.popToRoot, .popTo(2), .setPath([], in: .tab(0)), .tabTapped(0)] {
      let store = Self.store(Self.app([0: [2, 5]]))
      store.send(.navigation(action))
      store.send(.navigation(.push(9)))
      store.send(.guards(.confirm(.navigation(action))))
      let screens = action == .popTo(2) ? [5, 9] : [2, 5, 9]
      #expect(store.state.guarded.question == .init(action: .navigation(action), screens: screens))
      #expect(store.state.navigation.present.focusedPath == [2, 5, 9] && store.state.isDirty)
      store.send(.guards(.confirm(.navigation(action))))
      #expect(store.state.navigation.present.focusedPath == (action == .popTo(2) ? [2] : []))
      #expect(store.state.guarded == Guarded() && !store.state.isDirty)
    }
    for action in [NumberAction.back, .pop(), .pop(2), .replaceTop(4)] {
      let store = Self.store(Self.app([0: [2, 5]]))
      store.send(.navigation(action))
      store.send(.navigation(.push(9)))
      store.send(.guards(.confirm(.navigation(action))))
      #expect(store.state.navigation.present.focusedPath == [2, 5, 9] && store.state.isDirty)
      #expect(store.state.guarded == Guarded())
    }
  }

  @Test func `a screen with an equal route in another place is not the one that was asked about`() {
    // The same stack, another position.
    var store = Self.store(Self.app([0: [5, 5]]))
    store.send(.navigation(.back))
    store.send([.saved, .changed(isDirty: true, isBusy: false)])
    store.send(.guards(.confirm(.navigation(.back))))
    #expect(store.state.navigation.present.focusedPath == [5] && store.state.isDirty)

    // A modal that was presented again.
    var start = Self.app([0: [2]])
    start.navigation.present.present(5)
    for action in [NumberAction.dismiss, .back, .dismissAll] {
      store = Self.store(start)
      store.send(.navigation(action))
      store.send([.saved, .navigation(.present(5)), .changed(isDirty: true, isBusy: false)])
      #expect(store.state.guarded.question == nil)
      store.send(.guards(.confirm(.navigation(action))))
      #expect(store.state.navigation.present.modals.map(\.root) == [5] && store.state.isDirty)
    }

    // Another tab.
    store = Self.store(Self.app([0: [5], 1: [5]]))
    store.send(.navigation(.back))
    store.send([.saved, .navigation(.selectTab(1)), .changed(isDirty: true, isBusy: false)])
    store.send(.guards(.confirm(.navigation(.back))))
    #expect(store.state.navigation.present.path(of: 1) == [5] && store.state.isDirty)
  }

  @Test func `a later screen with an equal route is another screen in a navigation with identities`() {
    typealias App = ScreensGuardedApp
    var navigation = NumberScreens(NumberState(tabs: [0, 1], paths: [0: [2, 5]], backRule: .none))
    let store = Store(
      initialState: App(navigation: UndoState(navigation), isDirty: true),
      reducer: App.reducer(rules: NumberRules(backRule: .none)))
    store.send(.navigation(.back))
    // The screen below leaves, so the editor has another position. It is the same screen.
    store.send([.navigation(.remove(2, at: 0)), .navigation(.selectTab(1))])
    store.send(.guards(.confirm(.navigation(.back))))
    navigation = store.state.navigation.present
    #expect(navigation.navigation.description == "0 / | [1] /" && !store.state.isDirty)

    store.send([.navigation(.push(5)), .changed(isDirty: true, isBusy: false)])
    store.send(.navigation(.back))
    store.send([.saved, .navigation(.push(5)), .changed(isDirty: true, isBusy: false)])
    store.send(.guards(.confirm(.navigation(.back))))
    #expect(store.state.navigation.present.navigation.path(of: 1) == [5] && store.state.isDirty)
  }

  @Test func `the actions of a list act where they were sent`() {
    let store = Self.store(Self.app([0: [2, 5], 1: [4]]))
    store.send([.navigation(.back), .navigation(.push(9)), .navigation(.push(10))])
    #expect(store.state.guarded.question?.screens == [5])
    store.send(.navigation(.selectTab(1)))
    store.send(.guards(.confirm(.navigation(.back))))
    #expect(store.state.navigation.present.description == "0 /2/9/10 | [1] /4 | 6 /")
  }

  @Test func `a list that keeps its screens as a whole is performed without a question`() {
    let store = Self.store(Self.app([0: [2, 5]]))
    store.send([.navigation(.back), .navigation(.push(5)), .navigation(.push(9))])
    #expect(store.state.navigation.present.focusedPath == [2, 5, 9] && store.state.guarded == Guarded())
    #expect(store.state.isDirty)
  }

  @Test(arguments: [[], [4]])
  func `an answer about screens that have gone with their tab does nothing`(path: [Int]) {
    var state = Self.app([0: [2, 5], 1: path])
    _ = App.reducer().reduce(into: &state, action: .navigation(.back))
    _ = App.reducer().reduce(into: &state, action: .navigation(.selectTab(1)))
    // Not by an action, as a restore does it.
    state.navigation.present.setTabs([1])
    let store = Self.store(state)
    store.send(.guards(.confirm(.navigation(.back))))
    #expect(store.state.navigation == state.navigation && store.state.isDirty && store.state.guarded == Guarded())
  }

  // MARK: - One answer for one question

  @Test func `an answer without a question does nothing, and is reported`() {
    let reported = Locked<[NavigationDiagnostic]>([])
    let reducer = App.unguarded().guarded(
      by: App.guards, storing: \.guarded, ignoringLeavingRulesFor: { $0 == .saved },
      reportingTo: { diagnostic in reported.withLock { $0.append(diagnostic) } }
    ) { $0.answer }
    let start = Self.app([0: [2, 5]])
    for action in [GuardedAppAction.navigation(.back), .navigation(.push(9)), .signedOut, .saved, .undo] {
      let store = Store(initialState: start, reducer: reducer)
      store.send(.guards(.confirm(action)))
      #expect(store.state == start)
      store.send(.guards(.cancel))
      store.send(.guards(.confirm(action)))
      #expect(store.state == start)
      #expect(reported.withLock { $0.count } == 2)
      reported.withLock { $0 = [] }
    }
  }

  @Test(arguments: [[], [GuardAction<GuardedAppAction>.cancel]])
  func `each further answer to a question does nothing`(before: [GuardAction<GuardedAppAction>]) {
    struct Notes: Equatable, Sendable {
      var navigation = NumberState(tabs: [0], paths: [0: [1, 2]])
      var drafts: Set<Int> = [1, 2]
      var answers = 0
      var guarded = Guarded()
    }
    let reducer = Reduce<Notes, GuardedAppAction> { state, action in
      if case .navigation(let action) = action { state.navigation.apply(action) }
      if case .guards(.confirm) = action { state.answers += 1 }
      state.drafts.formIntersection(state.navigation.focusedPath)
      return .none
    }.guarded(
      by: NavigationGuards<Notes, GuardedAppAction, Int, Int>(navigation: \.navigation) { screen, state in
        state.drafts.contains(screen.route) ? .ask : .allow
      }, storing: \.guarded, reportingTo: nil
    ) { $0.answer }
    let store = Store(initialState: Notes(), reducer: reducer)
    let back = GuardedAppAction.navigation(.back)
    store.send(back)
    store.send(before.map { .guards($0) })
    for _ in 1...3 { store.send(.guards(.confirm(back))) }
    #expect(store.state == Notes(navigation: NumberState(tabs: [0], paths: [0: [1]]), drafts: [1], answers: 1))
    store.send(.guards(.cancel))
    store.send(.guards(.confirm(back)))
    #expect(store.state.drafts == [1])
    store.send([back, .guards(.confirm(back)), .guards(.confirm(back))])
    #expect(store.state.drafts.isEmpty && store.state.navigation.depth == 0 && store.state.answers == 2)
  }

  @Test(arguments: [false, true])
  func `an answer to a question that another action has replaced does nothing`(cancels: Bool) {
    let start = Self.app([0: [2, 5, 4]])
    let store = Self.store(start)
    let first = GuardedAppAction.navigation(.popTo(2))
    store.send(first)
    // An effect replaces the question while the user sees the first one.
    store.send([.navigation(.popToRoot), .navigation(.push(10))])
    let question = store.state.guarded.question
    if cancels { store.send(.guards(.cancel)) }
    store.send(.guards(.confirm(first)))
    #expect(store.state.guarded.question == (cancels ? nil : question))
    #expect(store.state.navigation == start.navigation && store.state.isDirty)
  }

  // MARK: - Destinations

  /// Actions that open or uncover the screen 7 in the tab 1, whose path is `[7, 2]`, or in the tab 0.
  static let destinations: [NumberAction] = [
    .push(7), .push(7, in: .tab(0)), .push(7, in: .tab(1)), .pushUnlessTop(7), .navigate(to: 7), .bringToFront(7),
    .replaceTop(7), .setPath([7], in: .focused), .setPath([2, 7], in: .tab(0)),
    .replaceOrDrop(2, at: 1, in: .focused, with: 7),
    .pop(), .back,
    .popTo(7), .popToDepth(1), .remove(2, at: 1), .deepLink(DeepLink(tab: 0, path: [7])), .selectTab(6),
    .tabTapped(6), .present(7), .deepLink(DeepLink(tab: 0, modals: [.init(7, path: [2])])),
  ]

  @Test(arguments: destinations, [nil, 0, 1, 4])
  func `a destination is performed where it was requested`(action: NumberAction, tabMeanwhile: Int?) throws {
    for tab in [0, 1] {
      var start = Self.app([0: [3, 2], 1: [7, 2]], isDirty: false)
      start.navigation.present.setTabs([0, 1, 4, 6])
      start.navigation.present.selectTab(tab, rules: NumberRules(backRule: .none))
      let store = Self.store(start)
      store.send(.navigation(action))
      guard store.state.guarded.destination != nil else { continue }
      var expected = start.navigation.present
      expected.present(8)
      expected.dismiss()
      expected.apply(action, rules: NumberRules(backRule: .none))
      if let tabMeanwhile { store.send(.navigation(.selectTab(tabMeanwhile))) }
      // The app ends and starts again.
      var restored = store.state
      restored.guarded = try JSON.value(Guarded.self, JSON.text(restored.guarded))
      let restarted = Self.store(restored)
      for store in [store, restarted] {
        store.send(.signedIn)
        #expect(store.state.navigation.present == expected)
        #expect(store.state.guarded == Guarded())
      }
    }
  }

  @Test func `a destination that would now replace or remove another screen is dropped`() {
    for action in [
      NumberAction.replaceTop(7), .pop(), .back, .replaceOrDrop(2, at: 1, in: .focused, with: 7), .remove(2, at: 1),
    ] {
      var start = Self.app([0: [3, 2]], isDirty: false)
      let store = Self.store(start)
      store.send(.navigation(action))
      #expect(store.state.guarded.destination != nil)
      store.send(.navigation(.setPath([3, 4], in: .tab(0))))
      store.send(.signedIn)
      start.navigation.present.setPath([3, 4], in: .tab(0))
      #expect(store.state.navigation.present == start.navigation.present && store.state.guarded == Guarded())
    }
  }

  @Test func `a destination that would also remove a later screen is asked about`() {
    for action in [
      NumberAction.setPath([7], in: .tab(0)), .deepLink(DeepLink(tab: 0, path: [7])),
      .deepLink(DeepLink(tab: 0, path: [2, 7])),
    ] {
      let store = Self.store(Self.app([0: [2]], isDirty: false))
      store.send(.navigation(action))
      store.send(.navigation(.push(9, in: .tab(0))))
      store.send(.signedIn)
      #expect(store.state.guarded.question?.action == .navigation(action))
      #expect(store.state.guarded.question?.screens.last == 9 && store.state.guarded.destination == nil)
      #expect(store.state.navigation.present.description == "[0] /2/9 | 1 / | 6 /")
      store.send(.guards(.confirm(.navigation(action))))
      #expect(store.state.navigation.present.top == 7 && store.state.guarded == Guarded())
    }
  }

  @Test func `a destination is opened although its stack has a further screen`() {
    for action in [NumberAction.push(7), .pushUnlessTop(7), .navigate(to: 7)] {
      let store = Self.store(Self.app([0: [2]], isDirty: false))
      store.send(.navigation(action))
      store.send(.navigation(.push(9, in: .tab(0))))
      store.send(.signedIn)
      #expect(store.state.navigation.present.path(of: 0) == [2, 9, 7])
    }
  }

  @Test func `a destination opens a screen again that it would have kept`() {
    let app = Self.app([0: [2, 4], 1: [9]], isDirty: false)
    let link = GuardedAppAction.navigation(.deepLink(DeepLink(tab: 0, path: [2, 4, 7])))
    let store = Self.store(app)
    store.send(link)
    #expect(store.state.guarded.destination != nil)
    store.send([.navigation(.setPath([2], in: .tab(0))), .navigation(.setPath([], in: .tab(1)))])
    store.send(.signedIn)
    #expect(store.state.navigation.present.description == "[0] /2/4/7 | 1 / | 6 /" && store.state.guarded == Guarded())
  }

  @Test func `a destination in a modal is opened in that modal, or not at all`() {
    var start = Self.app([0: [2]], isDirty: false)
    start.navigation.present.present(4)
    let store = Self.store(start)
    store.send(.navigation(.push(7)))
    #expect(store.state.navigation.present.modals.map(\.root) == [4, 8])
    store.send(.navigation(.selectTab(1)))
    store.send(.signedIn)
    #expect(store.state.navigation.present.description == "[0] /2 | 1 / | 6 / | sheet 1: 4/7")

    // A sign-in that dismisses all modals.
    let reducer = Reduce<App, GuardedAppAction> { state, action in
      let effect = App.unguarded().reduce(into: &state, action: action)
      if action == .signedIn { state.navigation.present.dismissAll() }
      return effect
    }.guarded(by: App.guards, storing: \.guarded, reportingTo: nil) { $0.answer }
    let other = Store(initialState: start, reducer: reducer)
    other.send(.navigation(.push(7)))
    other.send(.signedIn)
    #expect(other.state.navigation.present.description == "[0] /2 | 1 / | 6 /" && other.state.guarded == Guarded())
  }

  @Test func `a second tap, which finds the sheet open, opens the destination once`() {
    for action in [NumberAction.push(7), .pushUnlessTop(7), .navigate(to: 7), .bringToFront(7)] {
      let store = Self.store(Self.app([0: [2]], isDirty: false))
      for _ in 1...3 { store.send(.navigation(action)) }
      #expect(store.state.navigation.present.modals.count == 1)
      store.send(.navigation(.selectTab(1)))
      store.send(.signedIn)
      #expect(store.state.navigation.present.path(of: 0) == [2, 7] && store.state.guarded == Guarded())
      #expect(store.state.navigation.present.path(of: 1).isEmpty)
    }
  }

  @Test func `the actions of a list that waits act where they were sent, or not at all`() {
    let actions: [NumberAction] = [.push(7), .push(10), .pop(3), .push(9)]
    for meanwhile in [NumberAction.selectTab(1), .setPath([2, 4, 10], in: .tab(0))] {
      let store = Self.store(Self.app([0: [2, 4], 1: [5]], isDirty: false))
      store.send(actions.map { .navigation($0) })
      #expect(store.state.guarded.destination?.following.count == 3)
      store.send(.navigation(meanwhile))
      let before = store.state.navigation.present
      store.send(.signedIn)
      let path = store.state.navigation.present.path(of: 0)
      #expect(path == (meanwhile == .selectTab(1) ? [2, 9] : before.path(of: 0)))
      #expect(store.state.navigation.present.path(of: 1) == [5] && store.state.guarded == Guarded())
    }
  }

  @Test func `an action that was confirmed acts where it was sent, also after sign-in`() {
    let store = Self.store(Self.app([0: [2, 5], 1: [4]]))
    let replace = GuardedAppAction.navigation(.replaceTop(7))
    store.send(replace)
    store.send(.navigation(.selectTab(1)))
    store.send(.guards(.confirm(replace)))
    #expect(store.state.guarded.destination?.confirmation?.screens == [5] && store.state.isDirty)
    store.send(.signedIn)
    #expect(store.state.navigation.present.description == "[0] /2/7 | 1 /4 | 6 /" && !store.state.isDirty)
  }

  // MARK: - Saved data

  @Test func `stored actions of an earlier version are decoded, and act on what is visible`() throws {
    let store = Self.store(Self.app([0: [2, 5]]))
    let link = GuardedAppAction.navigation(.setPath([7], in: .tab(0)))
    store.send(link)
    store.send(.guards(.confirm(link)))
    var json = try JSONValue(parsing: CanonicalJSONEncoder().encode(store.state.guarded))
    #expect(json["destination"]?["origin"] != nil)
    json["destination"]?["origin"] = nil
    json["destination"]?["confirmation"]?["screens"] = nil
    var state = store.state
    state.guarded = try JSON.value(Guarded.self, String(decoding: CanonicalJSONEncoder().encode(json), as: UTF8.self))
    #expect(state.guarded.destination?.action == link && state.guarded.destination?.confirmation?.screens == [])
    let restarted = Self.store(state)
    restarted.send(.signedIn)
    // Which screens the user has agreed to leave was not saved.
    #expect(restarted.state.guarded.question == .init(action: link, screens: [2, 5]) && restarted.state.isDirty)
  }

  @Test func `a destination is decoded without the screens that no longer exist`() throws {
    let store = Self.store(Self.app([0: [2, 4]], isDirty: false))
    store.send(.navigation(.push(7)))
    store.send(.navigation(.selectTab(1)))
    var json = try JSONValue(parsing: CanonicalJSONEncoder().encode(store.state.guarded))
    json["destination"]?["origin"]?["kept"] = .array([["tab": 0, "route": "gone"], ["tab": "gone", "route": 4]])
    json["destination"]?["origin"]?["visits"] = .array(["gone", 0])
    var state = store.state
    state.guarded = try JSON.value(Guarded.self, String(decoding: CanonicalJSONEncoder().encode(json), as: UTF8.self))
    let restarted = Self.store(state)
    restarted.send(.signedIn)
    #expect(restarted.state.navigation.present.description == "[0] /2/4/7 | 1 / | 6 /")
  }
}
