import Foundation
import NavStore
import NavStoreInspection
import Testing

/// No guarded screen disappears without a confirmation, and no guarded place is ever shown, whatever the actions.
@Suite struct GuardedRandomTests {
  @Test func `random actions never break the rules of a navigation with undo`() {
    check { seed, actions in
      var generator = RandomNavigation(random: SplitMix64(seed: seed))
      var rules = generator.rules()
      if generator.random.once(in: 2) { rules.initialState = generator.state(rules: rules) }
      var state = PlainGuardedApp(navigation: UndoState(generator.start(rules: rules)))
      PlainGuardedApp.guards.closeRefusedScreens(in: &state)
      let reducer = PlainGuardedApp.reducer(rules: rules)
      return Self.violation(
        of: &state, actions: actions, from: &generator, reduce: { _ = reducer.reduce(into: &$0, actions: $1) },
        restart: { UndoState(try Self.restored($0.present, rules.backRule)) }, navigation: \.navigation.present,
        screens: { $0.navigation.present.screens.map { ($0.stack, $0.route, $0.route) } }, keepsRoutes: true,
        isListed: { _ in true })
    }
  }

  @Test func `random actions never break the rules of a navigation with screens`() {
    check { seed, actions in
      var generator = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = generator.rules()
      var state = ScreensGuardedApp(navigation: UndoState(NumberScreens(generator.start(rules: rules))))
      ScreensGuardedApp.guards.closeRefusedScreens(in: &state)
      let reducer = ScreensGuardedApp.reducer(rules: rules)
      return Self.violation(
        of: &state, actions: actions, from: &generator, reduce: { _ = reducer.reduce(into: &$0, actions: $1) },
        restart: { UndoState(try Self.restored($0.present, rules.backRule)) },
        navigation: \.navigation.present.navigation,
        screens: { $0.navigation.present.identified.screens.map { ($0.stack, $0.route.route, $0.route.id.rawValue) } },
        // A screen that keeps its identity and gets a route without rules may be removed by the next action of a list, or
        // by the action of a destination.
        keepsRoutes: rules.sameRoute == nil,
        isListed: { action in if case .refresh = action { false } else { rules.sameRoute == nil } })
    }
  }

  private func check(_ violation: (_ seed: UInt64, _ actions: Int) -> String?) {
    let runs = TestEnvironment.isLong ? 25_000 : 100
    for seed in TestEnvironment.seeds(UInt64(runs)) {
      if let violation = violation(seed, 40) {
        Issue.record("NAVSTORE_SEED=\(seed): \(violation)")
        return
      }
    }
  }

  /// Returns what a persistence restores from a file with a value.
  private static func restored<Value: Codable & Sendable>(
    _ value: Value, _ backRule: BackRule = .platformDefault
  ) throws -> Value {
    let schema = StateSchema(restoring: RestoreRules(backRule: backRule))
    let restored = Persistence.restored(value, from: try Persistence.encoded(value), schema: schema)
    try #require(restored.report.generation != nil && restored.report.repairs.isEmpty)
    return restored.state
  }

  /// Performs random actions, and returns a description of the first one that breaks a rule.
  private static func violation<Navigation, Route: Codable>(
    of state: inout GuardedApp<Navigation, Route>, actions: Int, from generator: inout RandomNavigation,
    reduce: (inout GuardedApp<Navigation, Route>, [GuardedAppAction]) -> Void,
    restart: (Navigation) throws -> Navigation,
    navigation: (GuardedApp<Navigation, Route>) -> NumberState,
    screens: (GuardedApp<Navigation, Route>) -> [(stack: StackID<Int>, route: Int, id: Int)],
    keepsRoutes: Bool, isListed: (NumberAction) -> Bool
  ) -> String? {
    for step in 1...actions {
      if generator.random.once(in: 20) {
        // The app ends and starts again.
        do {
          let before = state
          state.guarded = try restored(state.guarded)
          state.navigation = try restart(state.navigation)
          if state.guarded != before.guarded { return "other actions were restored" }
          // The initial tab may be missing among the tabs. Then another one is restored.
          let (old, new) = (navigation(before), navigation(state))
          if new.screens != old.screens || new.tabs != old.tabs || new.selectedTab != old.selectedTab {
            return "\(new) was restored instead of \(old)"
          }
        } catch {
          return "\(error)"
        }
      }
      let before = state
      let action = action(in: before, navigation(before), from: &generator)
      var actions = [action]
      if case .navigation(let first) = action, isListed(first), generator.random.once(in: 4) {
        for _ in 0...generator.random.below(2) {
          let next = generator.action(in: navigation(before))
          if isListed(next) { actions.append(.navigation(next)) }
        }
      }
      reduce(&state, actions)
      func violation(_ text: String) -> String {
        "actions \(step), \(actions): \(text)\nbefore: \(navigation(before))\nafter:  \(navigation(state))"
      }
      // A confirmed action may wait for sign-in, and is performed later.
      let isConfirmed =
        action == .saved || action.answer.map { $0 != .cancel } ?? false
        || before.guarded.destination?.confirmation != nil
      // A destination that leaves freely does so later.
      let leavesFreely = action == .saved || before.guarded.destination?.action == .saved
      let canLose = leavesFreely || !keepsRoutes && before.guarded.destination != nil
      if !canLose, let lost = lostScreen(from: before, to: state, screens, isConfirmed: isConfirmed) {
        return violation("the guarded screen \(lost) is gone")
      }
      let shown = navigation(state)
      if !state.isSignedIn {
        // If it was the only tab, a sign-out could select no other one.
        if shown.selectedTab == 6, navigation(before).selectedTab != 6 {
          return violation("the guarded tab is shown")
        }
        if let top = shown.top, GuardedRules.needsSignIn(tab: nil, route: top) {
          return violation("the guarded screen \(top) is shown")
        }
      }
      if state.guarded.question?.action == .saved { return violation("an action that leaves freely asks") }
      // A refused action has changed nothing.
      let isHeldBack = state.guarded.question != before.guarded.question && state.guarded.question != nil
      if isHeldBack, !isConfirmed, actions.count == 1, navigation(state) != navigation(before),
        before.guarded.destination == nil
      {
        return violation("the action asks, and has changed the navigation")
      }
    }
    return nil
  }

  /// Returns the route of a screen that may not be removed, if its stack contains fewer such screens than before.
  private static func lostScreen<Navigation, Route>(
    from before: GuardedApp<Navigation, Route>, to after: GuardedApp<Navigation, Route>,
    _ screens: (GuardedApp<Navigation, Route>) -> [(stack: StackID<Int>, route: Int, id: Int)], isConfirmed: Bool
  ) -> Int? {
    for screen in screens(before) {
      let decision = GuardedRules.exit(screen.route, isDirty: before.isDirty, isBusy: before.isBusy)
      guard decision != .allow, decision != .ask || !isConfirmed else { continue }
      func count(_ state: GuardedApp<Navigation, Route>) -> Int {
        screens(state).count { $0.stack == screen.stack && $0.id == screen.id }
      }
      if count(after) < count(before) { return screen.route }
    }
    return nil
  }

  private static func action<Navigation, Route>(
    in state: GuardedApp<Navigation, Route>, _ navigation: NumberState, from generator: inout RandomNavigation
  ) -> GuardedAppAction {
    switch generator.random.below(16) {
    case 0: .signedIn
    case 1: .signedOut
    case 2: .changed(isDirty: generator.random.once(in: 2), isBusy: generator.random.once(in: 3))
    case 3: .guards(.cancel)
    case 4: state.guarded.question.map { .guards(.confirm($0.action)) } ?? .guards(.cancel)
    case 5: generator.random.once(in: 2) ? .undo : .jump(generator.random.below(7) - 4)
    case 6: generator.random.once(in: 2) ? .redo : .saved
    case 7:
      .screens(
        generator.random.once(in: 2)
          ? .finish(ScreenID(rawValue: 1 + generator.random.below(40)), with: nil)
          : .screen(
            ScreenID(rawValue: 1 + generator.random.below(40)), .navigate(generator.action(in: navigation))))
    default: .navigation(generator.action(in: navigation))
    }
  }
}
