import Foundation
import NavStore
import NavStoreCore
import NavStoreTesting
import Observation
import Testing

@Suite struct GuardedReducerTests {
  typealias App = PlainGuardedApp

  /// Two tabs above which the editor, the route 5, is open in the tab 0, and the tab 6, which needs a sign-in.
  static let start = App(
    navigation: UndoState(NumberState(tabs: [0, 1, 6], paths: [0: [2, 5, 4]])), isDirty: true)

  static func store(_ state: App, rules: NumberRules = NumberRules()) -> TestStore<App, GuardedAppAction> {
    TestStore(initialState: state, reducer: App.reducer(rules: rules))
  }

  // MARK: - Leaving

  static let leavingActions: [NumberAction] = [
    .pop(2), .popTo(2), .popToDepth(1), .popToRoot, .navigate(to: 2), .setPath([2], in: .tab(0)),
    .replaceOrDrop(5, at: 1, in: .tab(0), with: nil), .replaceOrDrop(5, at: 1, in: .tab(0), with: 6), .remove(5, at: 1),
    .tabTapped(0), .deepLink(DeepLink(tab: 0, path: [9])), .setTabs([1, 6]), .reset, .resetTab(0),
  ]

  @Test(arguments: leavingActions)
  func `every action that would remove a guarded screen asks first, and the next one replaces it`(
    action: NumberAction
  ) {
    var left = Self.start.navigation.present
    left.apply(action)
    let kept = left.path(of: 0)
    let gone = [2, 5, 4].filter { !kept.contains($0) }
    let store = Self.store(Self.start)
    store.send(.navigation(.popToRoot)) {
      $0.guarded.question = .init(action: .navigation(.popToRoot), screens: [2, 5, 4])
    }
    store.exhaustivity = .off
    store.send(.navigation(action))
    #expect(store.state.navigation == Self.start.navigation)
    #expect(store.state.guarded.question?.action == .navigation(action))
    #expect(store.state.guarded.question?.screens == gone)
    store.send(.guards(.cancel))
    #expect(store.state == Self.start)
    store.send(.navigation(action))
    store.send(.guards(.confirm(.navigation(action))))
    #expect(store.state.navigation.present == left)
    #expect(store.state.guarded == GuardedActions() && !store.state.isDirty)
  }

  static let keepingActions: [NumberAction] = [
    .pop(), .back, .push(9), .pushUnlessTop(9), .bringToFront(5), .replaceTop(9), .selectTab(1), .tabTapped(1),
    .present(9), .dismiss, .dismissAll, .dismissModal(ModalID(rawValue: 1)), .setPath([2, 5], in: .tab(0)),
    .deepLink(DeepLink(tab: 0, path: [2, 5])), .setTabs([1, 0]), .resetTab(1),
    .replaceOrDrop(2, at: 0, in: .tab(0), with: 6),
  ]

  @Test(arguments: keepingActions)
  func `an action that keeps the guarded screen is performed without a question`(action: NumberAction) {
    let store = Self.store(Self.start)
    store.exhaustivity = .off
    store.send(.navigation(action))
    var expected = Self.start.navigation.present
    expected.apply(action)
    #expect(store.state.navigation.present == expected && store.state.guarded == GuardedActions())
  }

  static let leavingActionsAtTheTop: [NumberAction] = [.pop(), .back, .replaceTop(9), .popToRoot, .remove(5, at: 1)]

  @Test(arguments: leavingActionsAtTheTop)
  func `an action that would remove the visible screen asks`(action: NumberAction) {
    var start = Self.start
    start.navigation.present.setPath([2, 5], in: .tab(0))
    let store = Self.store(start)
    store.send(.navigation(action)) {
      $0.guarded.question = .init(action: .navigation(action), screens: action == .popToRoot ? [2, 5] : [5])
    }
  }

  static let leavingModalActions: [NumberAction] = [
    .dismiss, .back, .dismissAll, .dismissModal(ModalID(rawValue: 1)), .deepLink(DeepLink(tab: 1)),
  ]

  @Test func `the tables of leaving and of entering contain every kind of action`() {
    let leaving = Self.leavingActions + Self.keepingActions + Self.leavingActionsAtTheTop + Self.leavingModalActions
    let entering = Self.enteringActions + Self.uncoveringActions.map(\.1)
    for actions in [leaving, entering] {
      let names = Set(actions.map { String($0.description.prefix { $0 != "(" && $0 != "." }) })
      let all = Set(NavigationActionName.allCases.map(\.caseName))
      #expect(all.subtracting(names) == [], "these actions are in no table")
    }
  }

  @Test(arguments: leavingModalActions)
  func `a guarded modal asks too`(action: NumberAction) {
    var start = App(navigation: UndoState(NumberState(tabs: [0, 1])), isDirty: true)
    start.navigation.present.present(5)
    let store = Self.store(start)
    store.send(.navigation(action)) {
      $0.guarded.question = .init(action: .navigation(action), screens: [5])
    }
  }

  @Test func `a refused action changes nothing and leaves its reason`() {
    var start = Self.start
    start.navigation.present.setPath([1, 5], in: .tab(0))
    start.isBusy = true
    let store = Self.store(start)
    store.send(.navigation(.popToRoot)) { $0.guarded.refusal = "The work is not done." }
    store.send(.guards(.cancel)) { $0.guarded.refusal = nil }
    store.exhaustivity = .off
    store.send(.guards(.confirm(.navigation(.popToRoot))))
    #expect(store.state.navigation == start.navigation)
  }

  @Test func `views see which ways back are guarded`() {
    let store = Store(initialState: Self.start, reducer: App.reducer())
    let navigation = store.scope(state: \.navigation.present, action: { GuardedAppAction.navigation($0) })
    let navigator = Navigator(navigation, guardedBy: App.guards, in: store)
    #expect(!navigator.isBackGuarded)  // the editor is covered
    let wasNotified = Locked(false)
    withObservationTracking {
      _ = navigator.isBackGuarded
    } onChange: {
      wasNotified.withLock { $0 = true }
    }
    store.send(.navigation(.selectTab(1)))
    #expect(!wasNotified.withLock { $0 })
    store.send([.navigation(.selectTab(0)), .navigation(.pop())])
    #expect(wasNotified.withLock { $0 } && navigator.isBackGuarded)

    navigator.present(2)
    navigator.present(2, style: .cover)
    navigator.push(5)
    navigator.present(2)
    let modals = navigator.current.modals.map(\.id)
    #expect(modals.map { navigator.isDismissalGuarded(of: $0) } == [true, true, false])
    #expect(!navigator.isBackGuarded && !Navigator(navigation).isDismissalGuarded(of: modals[0]))
  }

  @Test func `an action that saves leaves without a question`() {
    var start = Self.start
    start.navigation.present.setPath([5], in: .tab(0))
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.saved)
    #expect(store.state.navigation.present.depth == 0 && store.state.guarded.question == nil)
  }

  @Test func `an action that leaves freely leaves although a rule refuses`() {
    var start = Self.start
    start.navigation.present.setPath([2, 1], in: .tab(0))
    start.isBusy = true
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.saved)
    #expect(store.state.navigation.present.focusedPath == [2] && store.state.guarded == GuardedActions())
  }

  @Test func `of several equal routes, those that do not stay are asked about`() {
    var start = Self.start
    start.navigation.present.setPath([2, 5, 5], in: .tab(0))
    let action = GuardedAppAction.navigation(.setPath([5], in: .tab(0)))
    Self.store(start).send(action) { $0.guarded.question = .init(action: action, screens: [2, 5]) }
    start.navigation.present.setPath([2, 5, 4, 5, 5], in: .tab(0))
    let second = GuardedAppAction.navigation(.setPath([5, 5], in: .tab(0)))
    Self.store(start).send(second) { $0.guarded.question = .init(action: second, screens: [2, 4, 5]) }
    start.navigation.present.setPath([5, 2, 5], in: .tab(0))
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.navigation(.setPath([2, 5, 5], in: .tab(0))))
    #expect(store.state.guarded.question == nil && store.state.navigation.present.focusedPath == [2, 5, 5])
  }

  @Test func `a question is dropped when its screens have left`() {
    var start = Self.start
    start.navigation.present.setPath([5], in: .tab(0))
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.navigation(.popToRoot))
    #expect(store.state.guarded.question != nil)
    store.send(.saved)
    #expect(store.state.guarded.question == nil)
  }

  @Test func `a confirmed action is performed although the app keeps the changes`() {
    let reducer = Reduce<App, GuardedAppAction> { state, action in
      action.answer == nil ? App.unguarded().reduce(into: &state, action: action) : .none
    }.guarded(by: App.guards, storing: \.guarded) { $0.answer }
    var state = Self.start
    _ = reducer.reduce(into: &state, action: .navigation(.popToRoot))
    _ = reducer.reduce(into: &state, action: .guards(.confirm(.navigation(.popToRoot))))
    #expect(state.navigation.present.depth == 0 && state.isDirty && state.guarded == GuardedActions())
  }

  @Test func `the effects of performed actions start, and those of other actions do not`() async {
    let reducer = Reduce<App, GuardedAppAction> { state, action in
      _ = App.unguarded().reduce(into: &state, action: action)
      switch action {
      case .navigation(.push), .navigation(.popToRoot): return .send(.changed(isDirty: state.isDirty, isBusy: true))
      default: return .none
      }
    }.guarded(by: App.guards, storing: \.guarded) { $0.answer }
    let store = Store(initialState: Self.start, reducer: reducer)
    store.send(.navigation(.popToRoot))
    #expect(!store.state.isBusy)
    store.send(.navigation(.push(9)))
    #expect(store.state.isBusy)
    let confirmed = Store(initialState: Self.start, reducer: reducer)
    confirmed.send(.navigation(.popToRoot))
    confirmed.send(.guards(.confirm(.navigation(.popToRoot))))
    #expect(confirmed.state.isBusy)
    let guest = Store(initialState: Self.guests, reducer: reducer)
    guest.send(.navigation(.push(7)))
    #expect(!guest.state.isBusy)
    guest.send(.signedIn)
    #expect(guest.state.isBusy)
  }

  @Test func `undo and sign-out are asked like every other action`() {
    var start = App(navigation: UndoState(NumberState(tabs: [0, 1])), isSignedIn: true)
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.navigation(.push(5)))
    store.send(.changed(isDirty: true, isBusy: false))
    store.send(.undo)
    #expect(store.state.guarded.question == .init(action: .undo, screens: [5]))
    start = store.state
    start.navigation.present.push(7)
    start.navigation.present.push(5)
    let second = Self.store(start)
    second.exhaustivity = .off
    second.send(.signedOut)
    #expect(second.state.guarded.question == .init(action: .signedOut, screens: [7, 5]))
    #expect(second.state.isSignedIn)
  }

  // MARK: - Entering

  static let guests = App(navigation: UndoState(NumberState(tabs: [0, 1, 6], paths: [0: [2], 1: [3, 9]])))

  static let enteringActions: [NumberAction] = [
    .push(7), .push(7, in: .tab(1)), .pushUnlessTop(7), .navigate(to: 7), .bringToFront(7), .replaceTop(7),
    .setPath([2, 7], in: .tab(0)), .replaceOrDrop(2, at: 0, in: .tab(0), with: 7), .present(7),
    .present(7, style: .cover),
    .deepLink(DeepLink(tab: 0, path: [7, 2])), .deepLink(DeepLink(tab: 0, modals: [.init(2, path: [7])])),
    .selectTab(6), .tabTapped(6), .setTabs([6, 1]), .reset, .resetTab(0),
  ]

  @Test(arguments: enteringActions)
  func `every way in asks, presents the sign-in, and is performed afterwards, once`(action: NumberAction) {
    // `reset` opens the screen 7.
    let rules = NumberRules(initialState: NumberState(tabs: [0, 1, 6], paths: [0: [7]]))
    let store = Self.store(Self.guests, rules: rules)
    store.exhaustivity = .off
    store.send(.navigation(action))
    var waiting = Self.guests.navigation.present
    waiting.present(8)
    #expect(store.state.navigation.present == waiting)
    #expect(
      store.state.guarded.destination
        == .init(action: .navigation(action), screensBefore: [8], modalsBefore: [ModalID(rawValue: 1)]))

    store.send(.signedIn)
    var expected = waiting
    expected.dismiss()
    expected.apply(action, rules: rules)
    #expect(store.state.navigation.present == expected)
    #expect(store.state.guarded == GuardedActions())
    store.send(.navigation(.back))
    expected.apply(.back, rules: rules)
    #expect(store.state.navigation.present == expected)
  }

  /// Actions that uncover the screen 3 or, for `popToRoot`, the tab 6: by the path of the tab 1 and the modals.
  static let uncoveringActions: [(path: [Int], NumberAction)] = [
    ([3, 9], .back), ([3, 9], .pop()), ([3, 9], .popTo(3)), ([3, 9], .popToDepth(1)), ([3, 9], .remove(9, at: 1)),
    ([3], .dismiss), ([3], .dismissAll), ([3], .dismissModal(ModalID(rawValue: 1))), ([3], .back),
    ([3], .popToRoot),
  ]

  @Test(arguments: uncoveringActions)
  func `an action that uncovers a guarded screen asks`(path: [Int], action: NumberAction) {
    var start = Self.guests
    start.navigation.present.selectTab(1)
    start.navigation.present.setPath(path, in: .tab(1))
    if path.count == 1, action != .popToRoot { start.navigation.present.present(2) }
    let store = Self.store(start)
    store.exhaustivity = .off
    store.send(.navigation(action))
    if action == .popToRoot {
      // The root of a tab without rules may be shown.
      #expect(store.state.guarded == GuardedActions() && store.state.navigation.present.focusedPath.isEmpty)
    } else {
      #expect(store.state.guarded.destination?.action == .navigation(action))
      #expect(store.state.navigation.present.modals.last?.root == 8)
    }
  }

  @Test func `a second attempt replaces the destination, and presents no second sheet`() {
    let store = Self.store(Self.guests)
    store.exhaustivity = .off
    store.send(.navigation(.push(7)))
    let second = GuardedAppAction.navigation(.push(3, in: .tab(0)))
    store.send(second)
    #expect(store.state.navigation.present.modals.count == 1)
    #expect(
      store.state.guarded.destination == .init(action: second, screensBefore: [8], modalsBefore: [ModalID(rawValue: 1)])
    )
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 0) == [2, 3])
  }

  @Test func `a second attempt keeps the destination's screens also if the app ignores the second sheet`() {
    let reducer = Reduce<App, GuardedAppAction> { state, action in
      let modals = state.navigation.present.modals.count
      let effect = App.unguarded().reduce(into: &state, action: action)
      if state.navigation.present.modals.count > max(1, modals) { state.navigation.present.dismiss() }
      return effect
    }.guarded(by: App.guards, storing: \.guarded) { $0.answer }
    var state = Self.guests
    for route in [7, 3] { _ = reducer.reduce(into: &state, action: .navigation(.push(route, in: .tab(0)))) }
    #expect(
      state.guarded.destination
        == .init(action: .navigation(.push(3, in: .tab(0))), screensBefore: [8], modalsBefore: [ModalID(rawValue: 1)]))
    _ = reducer.reduce(into: &state, action: .navigation(.dismiss))
    #expect(state.guarded.destination == nil)

    // The sheet was open before the first attempt.
    state.navigation.present.present(8)
    let action = GuardedAppAction.navigation(.push(7, in: .tab(0)))
    _ = reducer.reduce(into: &state, action: action)
    #expect(state.guarded.destination == .init(action: action, screensBefore: []))
    #expect(state.guarded.destination?.visibleScreen == 8)
    var signedIn = state
    _ = reducer.reduce(into: &signedIn, action: .signedIn)
    #expect(signedIn.navigation.present.top == 7 && signedIn.guarded.destination == nil)
    _ = reducer.reduce(into: &state, action: .navigation(.dismiss))
    #expect(state.guarded.destination == nil && state.navigation.present.depth == 1)
  }

  @Test func `a screen that is uncovered is asked about`() {
    let store = Self.store(Self.guests)
    store.exhaustivity = .off
    store.send(.navigation(.selectTab(1)))
    store.send(.navigation(.pop()))
    #expect(store.state.navigation.present.path(of: 1) == [3, 9])
    #expect(store.state.guarded.destination?.action == .navigation(.pop()))
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 1) == [3])
  }

  @Test func `a user who closes the sign-in stays where they are`() {
    let store = Self.store(Self.guests)
    store.exhaustivity = .off
    store.send(.navigation(.push(7)))
    #expect(store.state.navigation.present.top == 8)
    store.send(.navigation(.dismiss))
    #expect(store.state.navigation.present == Self.guests.navigation.present)
    #expect(store.state.guarded == GuardedActions())
  }

  @Test func `an entry can be refused`() {
    let store = Self.store(Self.guests)
    store.send(.navigation(.push(11))) { $0.guarded.refusal = "Not for guests." }
    store.send(.guards(.cancel)) { $0.guarded.refusal = nil }
  }

  @Test func `leaving is asked before entering, and both are asked about one action`() {
    let store = Self.store(Self.start)
    let link = GuardedAppAction.navigation(.deepLink(DeepLink(tab: 0, path: [7])))
    store.exhaustivity = .off
    store.send(link)
    #expect(store.state.guarded.question?.action == link && store.state.guarded.destination == nil)
    store.send(.guards(.confirm(link)))
    #expect(store.state.guarded.destination?.action == link && store.state.guarded.question == nil)
    #expect(store.state.navigation.present.top == 8)
    store.send(.signedIn)
    #expect(store.state.navigation.present.path(of: 0) == [7])
  }

  @Test func `a destination is opened after a restart`() throws {
    var state = Self.guests
    _ = App.reducer().reduce(into: &state, action: .navigation(.push(7)))
    let data = try JSONEncoder().encode(state.guarded)
    state.guarded = try JSONDecoder().decode(GuardedActions<Int, Int, GuardedAppAction>.self, from: data)
    _ = App.reducer().reduce(into: &state, action: .signedIn)
    #expect(state.navigation.present.focusedPath == [2, 7])
  }

  @Test(arguments: ["destination", "question", "refusal"])
  func `a stored action that cannot be decoded is dropped, and the rest of the state is restored`(name: String) throws {
    struct Saved: Codable, Sendable {
      var count = 0
      var guarded = GuardedActions<Int, Int, GuardedAppAction>()
    }
    let action = GuardedAppAction.navigation(.push(7))
    var saved = Saved(count: 3)
    saved.guarded.question = .init(action: action, screens: [5])
    saved.guarded.destination = .init(action: action, screensBefore: [8])
    saved.guarded.refusal = "closed"
    var json = try JSONValue(parsing: CanonicalJSONEncoder().encode(saved))
    json["guarded"]?[name] = 7
    let payload = Data(try CanonicalJSONEncoder().encode(json))
    let restored = Persistence.restored(
      Saved(), from: Envelope(schema: 1, revision: 1, payload: payload).encode())
    let state = restored.state
    #expect(state.count == 3)
    #expect((state.guarded.question == nil) == (name == "question"))
    #expect((state.guarded.destination == nil) == (name == "destination"))
    #expect((state.guarded.refusal == nil) == (name == "refusal"))
    #expect(restored.report.repairs.corrections.count == 1)
    #expect("\(restored.report)".contains("The saved \(name) of a guarded action was dropped: "))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Saved.self, from: payload) }
  }

  @Test func `screens that are no longer allowed are closed on request`() {
    var state = Self.guests
    state.navigation.present.setPath([2, 3, 9], in: .tab(0))
    state.navigation.present.selectTab(6)
    state.navigation.present.present(9)
    state.navigation.present.present(7)
    state.navigation.present.present(9)
    App.guards.closeRefusedScreens(in: &state)
    #expect(state.navigation.present.description == "[0] /2 | 1 / | 6 / | sheet 1: 9")
  }

  @Test func `the tab that replaces one that is no longer allowed is a visit by the back rule`() {
    for (rule, visits) in [(BackRule.none, 1), (.history, 2)] {
      var state = App(navigation: UndoState(NumberState(tabs: [6, 1], backRule: rule)))
      App.guards.closeRefusedScreens(in: &state, backRule: rule)
      #expect(state.navigation.present.selectedTab == 1)
      #expect(state.navigation.present.visited.count == visits)
    }
  }

  @Test func `an undo that brings an equal screen back asks about the one that it removes`() {
    struct Screens: Equatable, Sendable {
      var history = UndoState(NumberScreens(NumberState(tabs: [0])))
      var guarded = GuardedActions<Int, StackEntry<Int>, UndoAction<NumberScreensAction>>()
    }
    let history = NumberScreensReducer.adding().undoable()
    let reducer = Reduce<Screens, UndoAction<NumberScreensAction>> { state, action in
      history.reduce(into: &state.history, action: action)
    }.guarded(
      by: NavigationGuards(screens: \.history.present) { screen, state in
        state.history.present[screen.route.id]?.sum == 5_000 ? .allow : .ask
      }, storing: \.guarded
    ) { _ in nil }
    let store = Store(initialState: Screens(), reducer: reducer)
    store.send(.action(.navigation(.push(5))))
    store.send(.action(.navigation(.pop())))
    store.send(.action(.navigation(.push(5))))
    store.send(.action(.screen(ScreenID(rawValue: 2), .add(1))))
    store.send(.jump(-3))
    #expect(store.state.guarded.question?.screens.map(\.id.rawValue) == [2])
    #expect(store.state.history.present.notation == "0: 2/5=5001")
  }

  // MARK: - A tab with a form for sign-in

  struct Tabs: Equatable, Sendable {
    var navigation = NumberState(tabs: [0, 1, 2], backRule: .none)
    var isSignedIn = false
    var guarded = GuardedActions<Int, Int, TabsAction>()
  }

  enum TabsAction: Equatable, Sendable {
    case navigation(NumberAction)
    case signedIn
  }

  static func tabs(_ entry: @escaping @Sendable (Int?) -> EntryDecision<TabsAction>) -> some Reducer<Tabs, TabsAction> {
    Reduce<Tabs, TabsAction> { state, action in
      switch action {
      case .navigation(let action): state.navigation.apply(action)
      case .signedIn: state.isSignedIn = true
      }
      return .none
    }.guarded(
      by: NavigationGuards<Tabs, TabsAction, Int, Int>(navigation: \.navigation) { _, _ in
        .allow
      } entering: { place, state in
        state.isSignedIn ? .allow : entry(place.route)
      }, storing: \.guarded
    ) { _ in nil }
  }

  @Test func `an entering rule receives the stack of each place`() {
    let places = Locked([NavigationPlace<Int, Int>]())
    let reductions = Locked(0)
    let reducer = Reduce<Tabs, TabsAction> { state, action in
      reductions.withLock { $0 += 1 }
      if case .navigation(let action) = action { state.navigation.apply(action) }
      return .none
    }.guarded(
      by: NavigationGuards<Tabs, TabsAction, Int, Int>(
        navigation: \.navigation,
        entering: { place, _ in
          places.withLock { $0.append(place) }
          if case .modal = place.stack, place.route == 7 { return .refuse("Not in a modal.") }
          return .allow
        }), storing: \.guarded
    ) { _ in nil }
    var state = Tabs()
    for action: NumberAction in [.push(7), .selectTab(1), .present(8), .push(7)] {
      _ = reducer.reduce(into: &state, action: .navigation(action))
    }
    #expect(state.navigation.description == "0 /7 | [1] / | 2 / | sheet 1: 8")
    #expect(
      places.withLock { $0.map(\.stack) } == [
        .tab(0), .tab(1), .modal(ModalID(rawValue: 1)), .modal(ModalID(rawValue: 1)), .modal(ModalID(rawValue: 1)),
      ])
    // The rule is asked again about what it has refused. No action is reduced again.
    #expect(places.withLock { $0.map(\.route) } == [7, nil, 8, 7, 7])
    #expect(reductions.withLock { $0 } == 4)
    #expect(state.guarded.refusal == "Not in a modal.")
  }

  @Test func `a destination is reached at once if the other action makes the rules allow it, or if it was restored`() {
    let reducer = Self.tabs { $0 == 7 ? .first(.signedIn) : .allow }
    var state = Tabs()
    _ = reducer.reduce(into: &state, action: .navigation(.push(7)))
    #expect(state.navigation.focusedPath == [7])
    #expect(state.guarded.destination == nil)

    let restoring = Reduce<Tabs, TabsAction> { state, action in
      switch action {
      case .navigation(let action): state.navigation.apply(action)
      case .signedIn: state.guarded.destination = .init(action: .navigation(.push(8)), screensBefore: [])
      }
      return .none
    }.guarded(
      by: NavigationGuards<Tabs, TabsAction, Int, Int>(navigation: \.navigation), storing: \.guarded
    ) { _ in nil }
    var restored = Tabs()
    _ = restoring.reduce(into: &restored, action: .signedIn)
    #expect(restored.navigation.focusedPath == [8])
    #expect(restored.guarded.destination == nil)
  }

  @Test func `a destination waits for a tab, and is dropped when the user selects another one`() {
    let reducer = Self.tabs { $0 == 7 ? .first(.navigation(.selectTab(2))) : .allow }
    var state = Tabs()
    _ = reducer.reduce(into: &state, action: .navigation(.push(7)))
    #expect(state.navigation.selectedTab == 2 && state.guarded.destination?.action == .navigation(.push(7)))
    _ = reducer.reduce(into: &state, action: .navigation(.push(9)))
    #expect(state.guarded.destination != nil)
    var signedIn = state
    _ = reducer.reduce(into: &signedIn, action: .signedIn)
    // The destination belongs to the tab in which it was requested.
    #expect(signedIn.navigation.description == "[0] /7 | 1 / | 2 /9" && signedIn.guarded.destination == nil)
    _ = reducer.reduce(into: &state, action: .navigation(.selectTab(1)))
    #expect(state.guarded.destination == nil)
  }

  @Test func `rules that lead in a circle end in a refusal`() {
    let reducer = Self.tabs { $0 == nil ? .allow : .first(.navigation(.push(($0 ?? 0) + 1))) }
    var state = Tabs()
    _ = reducer.reduce(into: &state, action: .navigation(.push(7)))
    #expect(state.navigation == Tabs().navigation)
    #expect(state.guarded.refusal == "The rules of the navigation lead in a circle.")
  }

  @Test func `one destination may need two actions before it`() {
    let reducer = Self.tabs { route in
      switch route {
      case 7: .first(.navigation(.present(8)))
      case 8: .first(.navigation(.present(9)))
      default: .allow
      }
    }
    var state = Tabs()
    _ = reducer.reduce(into: &state, action: .navigation(.push(7)))
    #expect(state.navigation.modals.map(\.root) == [9])
    #expect(
      state.guarded.destination
        == .init(action: .navigation(.push(7)), screensBefore: [9], modalsBefore: [ModalID(rawValue: 1)]))
  }

  // MARK: - Mirror

  @Test func `the mirror of the stored actions has its public members, and no storage`() {
    var guarded = GuardedActions<Int, Int, Int>()
    guarded.question = .init(action: 1, screens: [2])
    guarded.destination = .init(action: 3, screensBefore: [4])
    guarded.refusal = "no"
    let children = Mirror(reflecting: guarded).children
    #expect(children.map(\.label) == ["question", "destination", "refusal"])
    #expect(
      children.map { "\($0.value)" } == [
        "\(guarded.question as Any)", "\(guarded.destination as Any)", "\(guarded.refusal as Any)",
      ])
  }
}
