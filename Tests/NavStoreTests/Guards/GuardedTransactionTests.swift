import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Transactions of several actions: the rules are asked about each action that changes the navigation.
@Suite struct GuardedTransactionTests {
  struct App: Hashable, Sendable {
    var navigation = NumberState(tabs: [0, 1], paths: [0: [5]], backRule: .none)
    var isSignedIn = false
    var hasDraft = true
    var guarded = GuardedActions<Int, Int, Action>()
  }

  indirect enum Action: Hashable, Sendable {
    case navigation(NumberAction)
    case guards(GuardAction<Action>)
    case signedIn, signedOut
    /// Drops or replaces what is stored, as an app's own reducer can do it.
    case dropQuestion, dropDestination, dropAll, replaceQuestion, replaceDestination
    case tick
    /// A tick that pushes a screen if the path of the tab 1 is empty.
    case pushOnce

    var answer: GuardAction<Action>? { if case .guards(let answer) = self { answer } else { nil } }
  }

  /// The editor, the route 5, asks while there is a draft. The route 7 needs a sign-in in the tab 1, or in a sheet.
  private static func reducer(
    signIn: NumberAction = .selectTab(1), reduced: @escaping @Sendable () -> Void = {}
  ) -> some Reducer<App, Action> {
    Reduce<App, Action> { app, action in
      reduced()
      switch action {
      case .navigation(let action): app.navigation.apply(action, rules: NumberRules(backRule: .none))
      case .guards(.confirm): app.hasDraft = false
      case .guards(.cancel), .tick: break
      case .signedIn: app.isSignedIn = true
      case .signedOut: app.isSignedIn = false
      case .dropQuestion: app.guarded.question = nil
      case .dropDestination: app.guarded.destination = nil
      case .dropAll: app.guarded = GuardedActions()
      case .replaceQuestion: app.guarded.question = .init(action: .tick, screens: [])
      case .replaceDestination: app.guarded.destination = .init(action: .tick, screensBefore: [])
      case .pushOnce: if app.navigation.path(of: 1).isEmpty { app.navigation.push(9, in: .tab(1)) }
      }
      return .none
    }.guarded(
      by: NavigationGuards<App, Action, Int, Int>(navigation: \.navigation) { screen, app in
        screen.route == 5 && app.hasDraft ? .ask : .allow
      } entering: { place, app in
        place.route == 7 && !app.isSignedIn ? .first(.navigation(signIn)) : .allow
      }, storing: \.guarded, reportingTo: nil
    ) { $0.answer }
  }

  private static let push = Action.navigation(.push(7))
  private static let back = Action.navigation(.back)
  private static let close = Action.navigation(.setPath([], in: .tab(0)))

  /// Actions after which nothing is stored any more that the rules have held back in the same transaction.
  static let ends: [[Action]] = [
    // The destination is performed or dropped.
    [push, .signedIn], [push, .signedIn, .navigation(.selectTab(0))], [push, .signedIn, .tick],
    [push, .dropDestination], [push, .dropAll], [push, .replaceDestination],
    [push, .guards(.cancel), .dropDestination],
    [push, .tick, .signedIn], [push, push, .signedIn], [push, back, .signedIn],
    // The question is answered, dropped or replaced.
    [back, .dropQuestion], [back, .dropAll], [back, .replaceQuestion], [back, .guards(.cancel)],
    [back, .guards(.cancel), .guards(.cancel)], [back, .guards(.confirm(.tick))], [back, .tick, .dropQuestion],
    [back, .navigation(.push(9)), .dropQuestion], [back, .guards(.cancel), push, .signedIn],
    [back, .dropQuestion, push, .signedIn], [push, .dropDestination, back, .dropQuestion],
  ]

  @Test(arguments: ends)
  func `an action after an action that is not stored any more is asked about`(ends: [Action]) {
    for signIn in [NumberAction.selectTab(1), .push(8), .present(8)] {
      let store = Store(initialState: App(), reducer: Self.reducer(signIn: signIn))
      store.send(ends + [.navigation(.dismissAll), .navigation(.selectTab(0)), .navigation(.popToRoot), Self.close])
      #expect(store.state.navigation.path(of: 0).first == 5, "\(signIn)")
      #expect(store.state.hasDraft, "\(signIn)")
      // A screen for sign-in that is still open holds all later actions back.
      let isWaiting = signIn != .selectTab(1) && store.state.guarded.destination != nil
      #expect(store.state.guarded.question != nil || isWaiting, "\(signIn)")
    }
  }

  @Test func `random transactions never remove a draft or show a guarded screen without an answer`() {
    var random = SplitMix64(seed: TestEnvironment.seeds(1).first ?? 1)
    let signIns: [NumberAction] = [.selectTab(1), .push(8), .present(8)]
    for _ in 1...(TestEnvironment.isLong ? 50_000 : 500) {
      let store = Store(initialState: App(), reducer: Self.reducer(signIn: signIns[random.below(3)]))
      for _ in 1...4 {
        let actions = (0...random.below(6)).map { _ in Self.action(from: &random) }
        let before = store.state
        store.send(actions)
        let after = store.state
        func hasDraft(_ app: App) -> Bool { app.hasDraft && app.navigation.path(of: 0).contains(5) }
        guard !hasDraft(before) || hasDraft(after), after.isSignedIn || after.navigation.top != 7 || before.isSignedIn
        else {
          Issue.record("\(actions)\nbefore: \(before)\nafter: \(after)")
          return
        }
      }
    }
  }

  private static func action(from random: inout SplitMix64) -> Action {
    let actions: [Action] = [
      push, back, close, .signedIn, .dropQuestion, .dropDestination, .dropAll, .replaceQuestion, .replaceDestination,
      .tick, .pushOnce, .guards(.cancel), .navigation(.selectTab(0)),
      .navigation(.selectTab(1)), .navigation(.popToRoot), .navigation(.push(9)), .navigation(.replaceTop(9)),
      .navigation(.dismissAll), .navigation(.resetTab(0)),
    ]
    return actions[random.below(actions.count)]
  }

  @Test(arguments: [
    [push], [back], [back, .navigation(.push(9))], [back, .tick], [push, .tick], [push, .navigation(.push(9))],
    [back, .dropQuestion], [back, .navigation(.push(5))], [back, .guards(.cancel)], [push, .dropDestination],
  ])
  func `the number of reductions grows with the number of actions`(repeated: [Action]) {
    for first in [[Self.back], [Self.push], []] {
      let reductions = Locked(0)
      let store = Store(
        initialState: App(), reducer: Self.reducer(signIn: .present(8)) { reductions.withLock { $0 += 1 } })
      let actions = first + Array(repeatElement(repeated, count: 400 / repeated.count).joined())
      store.send(actions)
      #expect(reductions.withLock(\.self) <= 6 * actions.count)
    }
  }

  @Test func `an action that depends on an earlier one of its list is stored with it`() {
    // Alone, the second `pushOnce` would change nothing. After the reset, it pushes a screen.
    var app = App()
    app.navigation.push(9, in: .tab(1))
    let store = Store(initialState: app, reducer: Self.reducer())
    store.send([Self.back, .navigation(.resetTab(1)), .tick, .pushOnce])
    #expect(store.state.guarded.question?.following == [.navigation(.resetTab(1)), .pushOnce])
    store.send(.guards(.confirm(Self.back)))
    #expect(store.state.navigation.description == "[0] / | 1 /9" && store.state.guarded == GuardedActions())
  }

  // MARK: - The answer to a cancelled question

  /// Actions that keep the answer to a cancelled question valid, and actions that do not.
  static let betweenAnswers: [([Action], Bool)] = [
    ([], true), ([.tick], true), ([.tick, .tick], true), ([.signedIn], true), ([.guards(.cancel)], true),
    ([.guards(.cancel), .tick, .guards(.cancel)], true), ([.guards(.confirm(.tick))], true),
    ([.navigation(.selectTab(0))], true), ([.navigation(.popTo(99))], true), ([.dropQuestion], true),
    ([.navigation(.push(9))], false), ([.navigation(.selectTab(1))], false),
    ([.navigation(.push(9)), .navigation(.pop())], false), ([close], false), ([close, .guards(.cancel)], false),
    ([.replaceQuestion], false), ([.replaceQuestion, .dropQuestion], false), ([push], false),
    ([.guards(.confirm(back))], false), ([.pushOnce], false),
  ]

  @Test(arguments: betweenAnswers, [false, true])
  func `the answer to a cancelled question is valid until the navigation changes or another question is stored`(
    between: ([Action], Bool), isOneTransaction: Bool
  ) {
    let store = Store(initialState: App(), reducer: Self.reducer())
    store.send(Self.back)
    store.send(.guards(.cancel))
    if isOneTransaction { store.send(between.0) } else { for action in between.0 { store.send(action) } }
    let before = store.state
    store.send(.guards(.confirm(Self.back)))
    if between.1 {
      #expect(store.state.navigation.path(of: 0) == [] && !store.state.hasDraft)
    } else {
      #expect(store.state == before)
    }
  }
}
