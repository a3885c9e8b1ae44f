/// A reducer that performs an action of an inner reducer only if the rules of the navigation allow the result.
///
/// ```swift
/// let reducer = AppReducer().guarded(by: guards, storing: \.guarded) { action in
///   if case .guards(let action) = action { action } else { nil }
/// }
/// ```
///
/// The reducer compares the navigation before and after an action. It therefore guards every way in and out: actions of
/// the navigation, links, paths that a view sets, and actions of the app such as a sign-out. An action is performed as a
/// whole or not at all. If an action also brings a result, such as a placed order, return the change of the navigation
/// as `Effect.send`.
///
/// An action that changes the navigation also copies each array and every other buffer that it changes, because the
/// reducer keeps the state before the action.
public struct GuardedReducer<Base: Reducer, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  /// The state of the inner reducer.
  public typealias State = Base.State
  /// The action of the inner reducer.
  public typealias Action = Base.Action
  private typealias ExitCheck = NavigationGuards<State, Action, Tab, Route>.ExitCheck
  private typealias Destination = GuardedActions<Route, Action>.Destination

  private let base: Base
  private let guards: NavigationGuards<State, Action, Tab, Route>
  private let stored: any WritableKeyPath<State, GuardedActions<Route, Action>> & Sendable
  private let answer: @Sendable (Action) -> GuardAction<Action>?
  private let leavesFreely: @Sendable (Action) -> Bool
  private let report: (@Sendable (NavigationDiagnostic) -> Void)?

  fileprivate init(
    _ base: Base, guards: NavigationGuards<State, Action, Tab, Route>,
    stored: any WritableKeyPath<State, GuardedActions<Route, Action>> & Sendable,
    answer: @escaping @Sendable (Action) -> GuardAction<Action>?,
    leavesFreely: @escaping @Sendable (Action) -> Bool, report: (@Sendable (NavigationDiagnostic) -> Void)?
  ) {
    self.base = base
    self.guards = guards
    self.stored = stored
    self.answer = answer
    self.leavesFreely = leavesFreely
    self.report = report
  }

  /// Reduces an action if the rules allow the result. Otherwise the action is stored or refused.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let tab = state[keyPath: stored].destination == nil ? nil : guards.navigation(state).selectedTab
    let effect: Effect<Action>
    switch answer(action) {
    case nil:
      effect = perform(action, in: &state, leaving: leavesFreely(action) ? .none : .all)
    case .cancel:
      state[keyPath: stored].question = nil
      state[keyPath: stored].refusal = nil
      effect = perform(action, in: &state, leaving: .all)
    case .confirm(let confirmed):
      state[keyPath: stored].question = nil
      let answered = perform(action, in: &state, leaving: .none)
      effect = .merge(answered, perform(confirmed, in: &state, leaving: .refusals))
    }
    guard state[keyPath: stored].destination != nil else { return effect }
    return .merge(effect, continueToDestination(in: &state, from: tab ?? guards.navigation(state).selectedTab))
  }

  /// Updates the state for the inner reducer.
  public func update(_ state: inout State) -> Effect<Action> { base.update(&state) }

  private func perform(_ action: Action, in state: inout State, leaving check: ExitCheck) -> Effect<Action> {
    let before = state
    let effect = base.reduce(into: &state, action: action)
    let (answer, changes) = guards.answer(from: before, to: state, leaving: check)
    switch answer {
    case .allow:
      if let changes, !changes.left.isEmpty { dropObsoleteQuestion(in: &state) }
      return effect
    case .ask(let screens):
      state = before
      state[keyPath: stored].question = .init(action: action, screens: screens)
    case .refuse(let reason):
      state = before
      refuse(action, reason, in: &state)
    case .first(let first):
      state = before
      return perform(
        first, before: action, after: state[keyPath: stored].destination, in: &state,
        leaving: check)
    }
    return .none
  }

  private func refuse(_ action: Action, _ reason: String, in state: inout State) {
    state[keyPath: stored].refusal = reason
    report?(.refused(action: "\(action)".printable(limit: 200), reason: reason))
  }

  /// Drops the question if none of its screens is open.
  private func dropObsoleteQuestion(in state: inout State) {
    guard let question = state[keyPath: stored].question else { return }
    if !isOpen(question.screens, in: state) { state[keyPath: stored].question = nil }
  }

  private func isOpen(_ routes: [Route], in state: State) -> Bool {
    guards.navigation(state).screens.contains { routes.contains($0.route) }
  }

  // MARK: - Destinations

  /// Performs an action that must come before a destination, and stores the destination.
  private func perform(
    _ first: Action, before destination: Action, after earlier: Destination?, in state: inout State,
    leaving check: ExitCheck
  ) -> Effect<Action> {
    let before = state
    var next = first
    // Each action may in turn need another one before it. Five are enough for an app, and end a circle of rules.
    for _ in 0..<5 {
      let effect = base.reduce(into: &state, action: next)
      let (answer, changes) = guards.answer(from: before, to: state, leaving: check)
      let opened = changes?.entered.map(\.route) ?? []
      let isEarlierOpen = earlier.map { isOpen($0.screensBefore, in: before) } ?? false
      if let earlier, opened.isEmpty ? isEarlierOpen : guards.haveEqualContent(earlier.screensBefore, opened) {
        state = before
        // A second attempt finds these screens open. If they have been closed, the user does not want them.
        if isEarlierOpen {
          state[keyPath: stored].destination = .init(action: destination, screensBefore: earlier.screensBefore)
        }
        return .none
      }
      switch answer {
      case .allow:
        let visible = opened.isEmpty ? guards.navigation(state).top : nil
        state[keyPath: stored].destination = .init(
          action: destination, screensBefore: opened, visibleScreen: visible)
        dropObsoleteQuestion(in: &state)
        return effect
      case .ask(let screens):
        state = before
        state[keyPath: stored].question = .init(action: destination, screens: screens)
        return .none
      case .refuse(let reason):
        state = before
        refuse(destination, reason, in: &state)
        return .none
      case .first(let other):
        state = before
        next = other
      }
    }
    refuse(destination, "The rules of the navigation lead in a circle.", in: &state)
    return .none
  }

  /// Performs the action of the destination if the screens that come before it have left and the rules allow it.
  ///
  /// - Parameter tab: The tab that was selected before the last action.
  private func continueToDestination(in state: inout State, from tab: Tab) -> Effect<Action> {
    guard let destination = state[keyPath: stored].destination, !isOpen(destination.screensBefore, in: state) else {
      return .none
    }
    state[keyPath: stored].destination = nil
    let before = state
    let effect = base.reduce(into: &state, action: destination.action)
    let (answer, _) = guards.answer(from: before, to: state, leaving: .all)
    switch answer {
    case .allow:
      return effect
    case .ask(let screens):
      state = before
      state[keyPath: stored].question = .init(action: destination.action, screens: screens)
    case .refuse(let reason):
      state = before
      refuse(destination.action, reason, in: &state)
    case .first(let first):
      state = before
      guard destination.screensBefore.isEmpty else {
        return perform(
          first, before: destination.action, after: destination, in: &state, leaving: .all)
      }
      // The other action has opened no screen, but for example a tab with a form for sign-in.
      let isVisibleScreenOpen = destination.visibleScreen.map { isOpen([$0], in: state) } ?? true
      if isVisibleScreenOpen, guards.navigation(state).selectedTab == tab {
        state[keyPath: stored].destination = destination
      }
    }
    return .none
  }
}

extension Reducer {
  /// Returns a reducer that performs an action of this reducer only if rules of the navigation allow the result.
  ///
  /// - Parameters:
  ///   - guards: The rules.
  ///   - stored: The part of the state that contains the stored actions.
  ///   - leavesFreely: Returns whether an action may remove any screen, whatever the leaving rules decide. For example,
  ///     an action that saves a form and then closes it.
  ///   - listener: Receives refused actions. By default, a debug build prints the first one to standard error. The
  ///     reducer calls it while the store reduces, so it must not use the store.
  ///   - answer: Returns the user's answer that an action contains, or `nil` for any other action. This reducer receives
  ///     the answer, too. For example, it may empty a draft when the user discards it.
  public func guarded<Tab, Route>(
    by guards: NavigationGuards<State, Action, Tab, Route>,
    storing stored: any WritableKeyPath<State, GuardedActions<Route, Action>> & Sendable,
    leavesFreely: @escaping @Sendable (Action) -> Bool = { _ in false },
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.printOnce,
    answer: @escaping @Sendable (Action) -> GuardAction<Action>?
  ) -> GuardedReducer<Self, Tab, Route> {
    GuardedReducer(
      self, guards: guards, stored: stored, answer: answer, leavesFreely: leavesFreely, report: listener)
  }
}
