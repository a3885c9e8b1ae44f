import Foundation
import NavStore
import NavStoreCore
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
        of: &state, actions: actions, from: &generator, reduce: { _ = reducer.reduce(into: &$0, action: $1) },
        unguarded: { _ = PlainGuardedApp.unguarded(rules: rules).reduce(into: &$0, actions: $1) },
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
        of: &state, actions: actions, from: &generator, reduce: { _ = reducer.reduce(into: &$0, action: $1) },
        unguarded: { _ = ScreensGuardedApp.unguarded(rules: rules).reduce(into: &$0, actions: $1) },
        restart: { UndoState(try Self.restored($0.present, rules.backRule)) },
        navigation: \.navigation.present.navigation,
        screens: { $0.navigation.present.identified.screens.map { ($0.stack, $0.route.route, $0.route.id.rawValue) } },
        // A screen that keeps its identity and gets a route without rules may be removed by the next action of a list,
        // or by the action of a destination.
        keepsRoutes: rules.sameRoute == nil,
        isListed: { action in if case .replaceOrDrop = action { false } else { rules.sameRoute == nil } })
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
    let schema = StateSchema(restoring: RestoreOptions(backRule: backRule))
    let restored = Persistence.restored(value, from: try Persistence.encoded(value), schema: schema)
    try #require(restored.report.generation != nil && restored.report.repairs.isEmpty)
    return restored.state
  }

  /// Performs random actions, and returns a description of the first one that breaks a rule.
  private static func violation<Navigation, Route: Codable>(
    of state: inout GuardedApp<Navigation, Route>, actions: Int, from generator: inout RandomNavigation,
    reduce: (inout GuardedApp<Navigation, Route>, GuardedAppAction) -> Void,
    unguarded: (inout GuardedApp<Navigation, Route>, [GuardedAppAction]) -> Void,
    restart: (Navigation) throws -> Navigation,
    navigation: (GuardedApp<Navigation, Route>) -> NumberState,
    screens: (GuardedApp<Navigation, Route>) -> [(stack: StackID<Int>, route: Int, id: Int)],
    keepsRoutes: Bool, isListed: (NumberAction) -> Bool
  ) -> String? {
    var asked = AskedChanges()
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
      let count = generator.random.once(in: 3) ? 2 + generator.random.below(4) : 1
      let text = ThreadContext.current.withTransaction { () -> String? in
        for index in 0..<count {
          let before = state
          let action = action(in: before, navigation(before), answering: asked.lastQuestion, from: &generator)
          if count > 1, case .navigation(let action) = action, !isListed(action) { continue }
          reduce(&state, action)
          let text =
            asked.violation(by: action, from: before, to: state, unguarded: unguarded, navigation, screens)
            ?? violation(
              by: action, from: before, to: state, navigation, screens, keepsRoutes: keepsRoutes, isAlone: count == 1)
          guard let text else { continue }
          return """
            transaction \(step), action \(index + 1) of \(count), \(action): \(text)
            before: \(navigation(before))
            after:  \(navigation(state))
            """
        }
        return nil
      }
      if let text { return text }
    }
    return nil
  }

  /// Returns a description of the rule that an action has broken.
  private static func violation<Navigation, Route>(
    by action: GuardedAppAction, from before: GuardedApp<Navigation, Route>, to after: GuardedApp<Navigation, Route>,
    _ navigation: (GuardedApp<Navigation, Route>) -> NumberState,
    _ screens: (GuardedApp<Navigation, Route>) -> [(stack: StackID<Int>, route: Int, id: Int)], keepsRoutes: Bool,
    isAlone: Bool
  ) -> String? {
    // A confirmed action may wait for sign-in, and is performed later.
    let isConfirmed =
      action == .saved || action.answer.map { $0 != .cancel } ?? false
      || before.guarded.destination?.confirmation != nil
    // A destination that leaves freely does so later.
    let isExempt = action == .saved || before.guarded.destination?.action == .saved
    let canLose = isExempt || !keepsRoutes && before.guarded.destination != nil
    if !canLose, let lost = lostScreen(from: before, to: after, screens, isConfirmed: isConfirmed) {
      return "the guarded screen \(lost) is gone"
    }
    let shown = navigation(after)
    if !after.isSignedIn {
      // If it was the only tab, a sign-out could select no other one.
      if shown.selectedTab == 6, navigation(before).selectedTab != 6 { return "the guarded tab is shown" }
      if let top = shown.top, GuardedRules.needsSignIn(tab: nil, route: top) {
        return "the guarded screen \(top) is shown"
      }
    }
    if after.guarded.question?.action == .saved, after.guarded.question?.following.isEmpty == true {
      return "an action that leaves freely asks"
    }
    // An action that asks has changed nothing.
    let isHeldBack = after.guarded.question != before.guarded.question && after.guarded.question != nil
    if isHeldBack, !isConfirmed, isAlone || before.guarded.question != nil, navigation(after) != navigation(before),
      before.guarded.destination == nil
    {
      return "the action asks, and has changed the navigation"
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
    in state: GuardedApp<Navigation, Route>, _ navigation: NumberState, answering last: GuardedAppAction?,
    from generator: inout RandomNavigation
  ) -> GuardedAppAction {
    switch generator.random.below(18) {
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
    // An answer to a question that may be open, or may have been answered, cancelled or replaced.
    case 9: .dropped
    case 8: .guards(.confirm(last ?? .navigation(generator.action(in: navigation))))
    default: .navigation(generator.action(in: navigation))
    }
  }
}

/// A model of the two rules about answers: what was asked about is what is done, or nothing, and an answer answers one
/// question. It counts the screens of each stack, and knows nothing of positions and of how actions are stored.
private struct AskedChanges {
  typealias Screens = [(stack: StackID<Int>, route: Int, id: Int)]

  /// The screens that actions remove and open.
  struct Changes {
    var left: [String: Int] = [:]
    /// By route, because a screen that opens later has another identity.
    var entered: [String: Int] = [:]
    /// All screens after the actions, by route. Of these, one that has left meanwhile may be opened again.
    var open: [String: Int] = [:]

    init(from old: Screens, to new: Screens) {
      let stacks = Set(old.map(\.stack))
      func counts(_ screens: Screens) -> [String: Int] {
        Dictionary(screens.map { ("\($0.stack) \($0.id)", 1) }, uniquingKeysWith: +)
      }
      let (before, after) = (counts(old), counts(new))
      left = before.merging(after, uniquingKeysWith: -).filter { before[$0.key] != nil && $0.value > 0 }
      var rest = before
      for screen in new {
        let key = "\(screen.stack) \(screen.id)"
        open["\(screen.stack) \(screen.route)", default: 0] += 1
        if let count = rest[key], count > 0 {
          rest[key] = count - 1
        } else {
          // A modal that is presented later has another identity.
          let isNew = screen.stack.isModal && !stacks.contains(screen.stack)
          entered["\(isNew ? "new modal" : "\(screen.stack)") \(screen.route)", default: 0] += 1
        }
      }
    }

    /// Returns a change that is not one of the given changes.
    func excess(over other: Changes) -> String? {
      left.first { $0.value > other.left[$0.key] ?? 0 }.map { "\($0.key) left" }
        ?? entered.first { $0.value > max(other.entered[$0.key] ?? 0, other.open[$0.key] ?? 0) }.map {
          "\($0.key) entered"
        }
    }
  }

  /// What the action of the open question would change; `nil` if the model does not know it.
  private var question: Changes?
  /// What the action of the destination would change; `nil` if the model does not know it.
  private var destination: Changes?
  /// The action of the latest question, whether or not it was answered.
  private(set) var lastQuestion: GuardedAppAction?
  /// The question that was cancelled last, if it can still be answered.
  private var cancelled: (action: GuardedAppAction, changes: Changes?)?

  mutating func violation<Navigation, Route>(
    by action: GuardedAppAction, from before: GuardedApp<Navigation, Route>,
    to after: GuardedApp<Navigation, Route>,
    unguarded: (inout GuardedApp<Navigation, Route>, [GuardedAppAction]) -> Void,
    _ navigation: (GuardedApp<Navigation, Route>) -> NumberState,
    _ screens: (GuardedApp<Navigation, Route>) -> Screens
  ) -> String? {
    let open = before.guarded.question.map { ($0.action, question) } ?? cancelled
    let isSame = navigation(before) == navigation(after) && screens(before).map(\.id) == screens(after).map(\.id)
    if !isSame || after.guarded.question != nil { cancelled = nil }
    defer { lastQuestion = after.guarded.question?.action ?? lastQuestion }
    let hasDestination = before.guarded.destination != nil
    switch action {
    case .guards(.cancel):
      if let question = before.guarded.question { cancelled = (question.action, self.question) }
    case .guards(.confirm(let confirmed)) where !hasDestination:
      guard let open, open.0 == confirmed else {
        return after == before ? nil : "an answer without a question has changed the state"
      }
      cancelled = nil
      let changes = Changes(from: screens(before), to: screens(after))
      if after.guarded.destination == nil {
        if let asked = open.1, let excess = changes.excess(over: asked) {
          return "\(excess), which was not asked about"
        }
        if changes.left.isEmpty, after.isDirty != before.isDirty { return "an answer that does nothing has an effect" }
      }
      destination = open.1
    case .signedIn where after.guarded.destination == nil && after.guarded.question == before.guarded.question:
      var signedIn = before
      unguarded(&signedIn, [.signedIn])
      guard hasDestination, let destination else { break }
      let changes = Changes(from: screens(signedIn), to: screens(after))
      if let excess = changes.excess(over: destination) { return "\(excess), which was not requested" }
    default: break
    }

    func changes(from start: GuardedApp<Navigation, Route>, by actions: [GuardedAppAction]) -> Changes {
      var end = start
      unguarded(&end, actions)
      return Changes(from: screens(start), to: screens(end))
    }
    if let stored = after.guarded.question {
      // An equal action that was performed is not the one that asks.
      let isSent = action == stored.action && isSame
      let isLonger =
        before.guarded.question.map { $0.action == stored.action && $0.following + [action] == stored.following }
        ?? false
      if isSent || stored != before.guarded.question || stored.following != before.guarded.question?.following {
        // The navigation has not changed since the first action was sent.
        let isKnown = isSent && stored.following.isEmpty || isLonger && question != nil
        question = isKnown && !hasDestination ? changes(from: after, by: [stored.action] + stored.following) : nil
      }
    } else {
      question = nil
    }
    // `==` compares only what the test of an app can write.
    func isOther(_ stored: GuardedActions<Int, Route, GuardedAppAction>.Destination) -> Bool {
      guard let old = before.guarded.destination, stored == old else { return true }
      return stored.following != old.following || stored.confirmation?.answer != old.confirmation?.answer
        || stored.confirmation?.screens != old.confirmation?.screens || stored.visibleScreen != old.visibleScreen
    }
    if let stored = after.guarded.destination, isOther(stored) || action == stored.action {
      if stored.confirmation == nil || hasDestination {
        destination = !hasDestination && action == stored.action ? changes(from: before, by: [action]) : nil
      }
    }
    return nil
  }
}

extension StackID {
  fileprivate var isModal: Bool { if case .modal = self { true } else { false } }
}
