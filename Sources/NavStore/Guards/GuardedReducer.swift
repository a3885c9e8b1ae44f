/// A reducer that performs an action of an inner reducer only if the rules of the navigation allow the result.
@usableFromInline
struct GuardedReducer<Base: Reducer, Tab: Hashable & Sendable, Route: Hashable & Sendable>: Reducer {
  @usableFromInline typealias State = Base.State
  @usableFromInline typealias Action = Base.Action
  private typealias ExitCheck = NavigationGuards<State, Action, Tab, Route>.ExitCheck
  private typealias Answer = NavigationGuards<State, Action, Tab, Route>.Answer
  private typealias Origin = NavigationGuards<State, Action, Tab, Route>.Origin
  private typealias Destination = GuardedActions<Tab, Route, Action>.Destination
  private typealias Confirmation = GuardedActions<Tab, Route, Action>.Confirmation

  @usableFromInline let base: Base
  @usableFromInline let guards: NavigationGuards<State, Action, Tab, Route>
  @usableFromInline let stored: any WritableKeyPath<State, GuardedActions<Tab, Route, Action>> & Sendable
  @usableFromInline let answer: @Sendable (Action) -> GuardAction<Action>?
  private let isExempt: @Sendable (Action) -> Bool
  private let report: (@Sendable (NavigationDiagnostic) -> Void)?

  @usableFromInline
  init(
    _ base: Base, guards: NavigationGuards<State, Action, Tab, Route>,
    stored: any WritableKeyPath<State, GuardedActions<Tab, Route, Action>> & Sendable,
    answer: @escaping @Sendable (Action) -> GuardAction<Action>?,
    isExempt: @escaping @Sendable (Action) -> Bool, report: (@Sendable (NavigationDiagnostic) -> Void)?
  ) {
    self.base = base
    self.guards = guards
    self.stored = stored
    self.answer = answer
    self.isExempt = isExempt
    self.report = report
  }

  // Inlinable, because most actions are allowed, and looking up the app's types would take most of the time.
  @inlinable
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard state[keyPath: stored].isEmpty, answer(action) == nil else { return reduceAfterStored(action, in: &state) }
    let (before, mistakes) = (state, ThreadContext.current.mistakeCount)
    let effect = base.reduce(into: &state, action: action)
    if guards.allowsAll(from: before, to: state), state[keyPath: stored].isEmpty { return effect }
    return reconsider(action, effect, from: before, mistakes: mistakes, in: &state)
  }

  /// Reduces an answer, or an action after which a stored action may have to be performed, extended or dropped.
  @usableFromInline
  func reduceAfterStored(_ action: Action, in state: inout State) -> Effect<Action> {
    let tab = state[keyPath: stored].destination == nil ? nil : guards.navigation(state).selectedTab
    if let held = state[keyPath: stored].uncompared.held, TransactionID.current != held.transaction {
      state[keyPath: stored].uncompared.held = nil
    }
    let before = state[keyPath: stored].uncompared.cancelled == nil ? nil : state
    var effect: Effect<Action>
    switch answer(action) {
    case nil:
      if let held = state[keyPath: stored].uncompared.held {
        guard let following = follow(held, with: action, in: &state) else { return .none }
        effect = following
      } else {
        effect = perform(Request(action, leaving: exitCheck(for: [action])), in: &state)
      }
    case .cancel:
      state[keyPath: stored].uncompared.held = nil
      if let question = state[keyPath: stored].question { state[keyPath: stored].uncompared.cancelled = question }
      state[keyPath: stored].question = nil
      state[keyPath: stored].refusal = nil
      effect = perform(Request(action, leaving: .all), in: &state)
    case .confirm(let confirmed):
      state[keyPath: stored].uncompared.held = nil
      effect = confirm(confirmed, answer: action, in: &state)
    }
    effect = continued(effect, from: tab, in: &state)
    if let before, state[keyPath: stored].question != nil || guards.changes(before, state) != nil {
      state[keyPath: stored].uncompared.cancelled = nil
    }
    return effect
  }

  @usableFromInline
  func update(_ state: inout State) -> Effect<Action> { base.update(&state) }

  // MARK: - Requests

  /// Actions that are performed together or not at all.
  ///
  /// This is a class, so that its size does not depend on the type of the actions. See decision 0043.
  private final class Request {
    let action: Action
    let following: [Action]
    let confirmation: Confirmation?
    let leaving: ExitCheck
    /// What the actions would have changed when they were sent; `nil` if they have just been sent.
    let origin: Origin?
    /// Whether the user has just answered the question about the actions.
    let isAnswer: Bool
    /// The transaction whose later actions are stored together with the request; `nil` for a destination, which an
    /// action of another transaction has requested.
    let transaction: TransactionID?

    init(
      _ action: Action, following: [Action] = [], confirmation: Confirmation? = nil, leaving: ExitCheck,
      origin: Origin? = nil, isAnswer: Bool = false, transaction: TransactionID? = .current
    ) {
      (self.action, self.following, self.confirmation) = (action, following, confirmation)
      (self.leaving, self.origin, self.isAnswer) = (leaving, origin, isAnswer)
      self.transaction = transaction
    }

    var actions: [Action] { [action] + following }
  }

  private func exitCheck(for actions: [Action], _ confirmation: Confirmation? = nil) -> ExitCheck {
    if actions.allSatisfy(isExempt) { return .none }
    return confirmation.map { .allExcept($0.screens) } ?? .all
  }

  /// Performs the action of the question. Without a question about the action, nothing is performed.
  private func confirm(_ confirmed: Action, answer: Action, in state: inout State) -> Effect<Action> {
    // A user interface may dismiss the dialog, and thereby cancel the question, before it performs a button's action.
    let question = state[keyPath: stored].question ?? state[keyPath: stored].uncompared.cancelled
    // The question of another action may have replaced that of the confirmed action. The user has not seen it.
    guard let question, areEqual(question.action, confirmed) ?? true else {
      reportRefusal(of: answer, "No question about this action is open.")
      return .none
    }
    state[keyPath: stored].uncompared.cancelled = nil
    state[keyPath: stored].question = nil
    let confirmation = Confirmation(answer: answer, screens: question.screens)
    return perform(
      Request(
        confirmed, following: question.following, confirmation: confirmation,
        leaving: exitCheck(for: [confirmed] + question.following, confirmation), origin: question.origin,
        isAnswer: true), in: &state)
  }

  /// The state before reductions that may be undone, and the number of mistakes that were noted before.
  private struct Snapshot {
    let state: State
    let mistakes: Int

    init(_ state: State, mistakes: Int = ThreadContext.current.mistakeCount) {
      (self.state, self.mistakes) = (state, mistakes)
    }
  }

  private func undo(to before: Snapshot, in state: inout State) {
    state = before.state
    ThreadContext.current.discardMistakes(after: before.mistakes)
  }

  /// Handles an action of a transaction in which an earlier action was not performed. If the action changes the
  /// navigation, it is stored together with the earlier action, or dropped if the earlier action was refused.
  /// Otherwise, the action is performed.
  ///
  /// - Returns: The effect of what was performed, or `nil` if the action was only stored or dropped.
  private func follow(
    _ held: GuardedActions<Tab, Route, Action>.Held, with action: Action, in state: inout State
  ) -> Effect<Action>? {
    let before = Snapshot(state)
    let effect = base.reduce(into: &state, action: action)
    let changesNavigation = guards.changes(before.state, state) != nil
    let guarded = before.state[keyPath: stored]
    let earlier: () -> [Action]
    let origin: Origin?
    switch held.handling {
    case .refused:
      guard changesNavigation else { return effect }
      undo(to: before, in: &state)
      reportRefusal(of: action, guarded.refusal ?? "An earlier action of the list was refused.")
      return nil
    case .question: (earlier, origin) = ({ guarded.question?.actions ?? [] }, guarded.question?.origin)
    case .destination: (earlier, origin) = ({ guarded.destination?.actions ?? [] }, guarded.destination?.origin)
    }

    // Later, the action is performed after the earlier ones, in the tab in which they were sent.
    var start = held.start as? State ?? before.state
    if let origin { guards.returnToVisits(origin.visits, &start) }
    let (middle, end) = reduce(action, after: earlier, from: start, knownEnd: held.end as? State)
    guard changesNavigation || guards.changes(middle, end) != nil else {
      if let held = state[keyPath: stored].uncompared.held {
        state[keyPath: stored].uncompared.held = held.with(end: end)
      }
      return effect
    }
    undo(to: before, in: &state)
    if held.handling == .question, let question = guarded.question {
      state[keyPath: stored].question = nil
      let (answer, changes) = guards.answer(from: start, to: end, leaving: .all)
      guard case .ask(let screens) = answer else {
        return perform(
          Request(
            question.action, following: question.following + [action], leaving: exitCheck(for: earlier() + [action])),
          in: &state)
      }
      var longer = GuardedActions<Tab, Route, Action>.Question(
        action: question.action, following: question.following + [action], screens: screens)
      longer.origin = guards.origin(of: changes, visits: guards.navigation(start).visits, from: start, to: end)
      state[keyPath: stored].question = longer
    } else if var destination = guarded.destination {
      destination.following.append(action)
      let origin = guards.origin(
        of: guards.changes(start, end), visits: guards.navigation(start).visits, from: start, to: end)
      destination.origin = guards.replacing(destination.modalsBefore, in: origin, of: start)
      state[keyPath: stored].destination = destination
    }
    state[keyPath: stored].uncompared.held = held.with(end: end)
    return nil
  }

  /// Returns the states before and after an action that is not performed now. `start` is the state before all actions.
  /// `knownEnd` is the state after the earlier actions; `nil` if they must be reduced.
  private func reduce(
    _ action: Action, after earlier: () -> [Action], from start: State, knownEnd: State?
  ) -> (middle: State, end: State) {
    let mistakes = ThreadContext.current.mistakeCount
    var middle = knownEnd ?? start
    if knownEnd == nil {
      for action in earlier() { _ = base.reduce(into: &middle, action: action) }
    }
    var end = middle
    _ = base.reduce(into: &end, action: action)
    ThreadContext.current.discardMistakes(after: mistakes)
    // The end does not keep the ends of earlier actions.
    end[keyPath: stored].uncompared.held = nil
    return (middle, end)
  }

  private func perform(_ request: Request, in state: inout State) -> Effect<Action> {
    let before = Snapshot(state)
    return complete(request, attempt(request, in: &state), before, in: &state)
  }

  /// Asks the rules again about an action that has just been reduced, if a rule does not allow the change, or if the
  /// app's reducer has stored an action.
  @usableFromInline
  func reconsider(
    _ action: Action, _ effect: Effect<Action>, from before: State, mistakes: Int, in state: inout State
  ) -> Effect<Action> {
    let request = Request(action, leaving: exitCheck(for: [action]))
    let attempt = attempt(request, effect, from: before, to: state)
    let following = complete(request, attempt, Snapshot(before, mistakes: mistakes), in: &state)
    return continued(following, from: nil, in: &state)
  }

  private func complete(
    _ request: Request, _ attempt: Attempt, _ before: Snapshot, in state: inout State
  ) -> Effect<Action> {
    if case .allow = attempt.answer {
      if let changes = attempt.changes, !changes.left.isEmpty { dropObsoleteQuestion(in: &state) }
      return attempt.effect
    }
    undo(to: before, in: &state)
    return hold(request, attempt, in: &state)
  }

  /// What the actions of a request have changed, and the answer of the rules.
  private struct Attempt {
    var effect: Effect<Action>
    var answer: Answer
    var changes: ScreenChanges<Tab, Route>?
    var origin: Origin?
  }

  /// Performs the actions of a request. The caller restores the state if the answer is not `allow`.
  private func attempt(_ request: Request, in state: inout State) -> Attempt {
    let before = state
    guard request.origin != nil || request.confirmation != nil || !request.following.isEmpty else {
      let effect = base.reduce(into: &state, action: request.action)
      return attempt(request, effect, from: before, to: state)
    }

    // Stored actions are performed in the tab in which they were sent.
    let visits = guards.navigation(before).visits
    if let origin = request.origin { guards.returnToVisits(origin.visits, &state) }
    // The app receives the answer of the user first, for example to empty a draft.
    var effects = request.confirmation.map { [base.reduce(into: &state, action: $0.answer)] } ?? []
    let start = state
    effects += request.actions.map { base.reduce(into: &state, action: $0) }
    let changed = guards.changes(start, state)
    let origin = guards.origin(of: changed, visits: request.origin?.visits ?? visits, from: start, to: state)
    let match =
      request.origin.map { guards.match(origin, with: $0, in: start, isAnswer: request.isAnswer) } ?? .same
    // The user stays in the tab that was selected in the meantime.
    if request.isAnswer, let earlier = request.origin, earlier.selectedTab == nil, earlier.visits != visits {
      guards.returnToVisits(visits, &state)
    }
    let (answer, changes) = guards.answer(from: before, to: state, leaving: request.leaving)
    var attempt = Attempt(effect: .merge(effects), answer: answer, changes: changes, origin: origin)
    switch (match, answer) {
    case (.same, _), (.more, .ask), (.more, .refuse): break
    case (.more, _) where request.leaving.isNone: break
    case (.more, _): attempt.answer = .ask(leaving: changed?.left.map { $0.route } ?? [])
    case (.other, _): attempt.answer = .obsolete
    }
    return attempt
  }

  /// Returns the answer of the rules to an action that has just been sent, and that has been reduced.
  private func attempt(_ request: Request, _ effect: Effect<Action>, from before: State, to after: State) -> Attempt {
    let (answer, changes) = guards.answer(from: before, to: after, leaving: request.leaving)
    if case .allow = answer { return Attempt(effect: effect, answer: answer, changes: changes) }
    let visits = guards.navigation(before).visits
    return Attempt(
      effect: effect, answer: answer, changes: changes,
      origin: guards.origin(of: changes, visits: visits, from: before, to: after))
  }

  private func note(
    _ request: Request, as handling: GuardedActions<Tab, Route, Action>.Held.Handling, sentIn before: State? = nil,
    in state: inout State
  ) {
    guard let transaction = request.transaction else { return }
    state[keyPath: stored].uncompared.held = .init(transaction, handling, start: before)
  }

  private func hold(_ request: Request, _ attempt: Attempt, in state: inout State) -> Effect<Action> {
    switch attempt.answer {
    case .allow: break
    case .ask(let screens):
      var question = GuardedActions<Tab, Route, Action>.Question(
        action: request.action, following: request.following, screens: screens)
      question.origin = attempt.origin
      state[keyPath: stored].question = question
      note(request, as: .question, in: &state)
    case .refuse(let reason): refuse(request, reason, in: &state)
    case .first(let first):
      return perform(first, before: request, attempt, after: state[keyPath: stored].destination, in: &state)
    case .obsolete:
      for action in request.actions {
        reportRefusal(of: action, "The action would now change other screens than when it was sent.")
      }
    }
    return .none
  }

  private func refuse(_ request: Request, _ reason: String, in state: inout State) {
    state[keyPath: stored].refusal = reason
    note(request, as: .refused, in: &state)
    for action in request.actions { reportRefusal(of: action, reason) }
  }

  private func reportRefusal(of action: Action, _ reason: String) {
    report?(.refused(action: ValueOutline.text(of: action), reason: reason))
  }

  private func dropObsoleteQuestion(in state: inout State) {
    guard let question = state[keyPath: stored].question, !guards.isOpen(question, in: state) else { return }
    state[keyPath: stored].question = nil
  }

  // MARK: - Destinations

  private func isWaiting(_ destination: Destination, in state: State) -> Bool {
    guards.navigation(state).screens.contains { screen in
      guard destination.screensBefore.contains(screen.route) else { return false }
      guard case .modal(let id) = screen.stack else { return destination.modalsBefore.isEmpty }
      return destination.modalsBefore.contains(id)
    }
  }

  private func perform(
    _ first: Action, before request: Request, _ attempt: Attempt, after earlier: Destination?, in state: inout State
  ) -> Effect<Action> {
    let snapshot = Snapshot(state)
    let before = snapshot.state
    func destination(screensBefore: [Route], modalsBefore: [ModalID], visibleScreen: Route? = nil) -> Destination {
      var destination = Destination(
        action: request.action, following: request.following, confirmation: request.confirmation,
        screensBefore: screensBefore, modalsBefore: modalsBefore, visibleScreen: visibleScreen)
      // If the action was sent from a screen that comes first, the screen below is the one to go on from.
      destination.origin = attempt.origin.map { guards.replacing(modalsBefore, in: $0, of: before) }
      return destination
    }
    var next = first
    // Each action may in turn need another action before it. Five actions are enough for an app. The limit stops rules
    // that require each other's actions in a circle.
    for _ in 0..<5 {
      let effect = base.reduce(into: &state, action: next)
      let check = exitCheck(for: [next], request.confirmation)
      let (answer, changes) = guards.answer(from: before, to: state, leaving: check)
      let entered = changes?.entered ?? []
      let opened = entered.map { $0.route }
      let isEarlierOpen = earlier.map { isWaiting($0, in: before) } ?? false
      if let earlier,
        opened.isEmpty
          ? isEarlierOpen : earlier.screensBefore.elementsEqual(opened, by: guards.hasEqualContent)
      {
        undo(to: snapshot, in: &state)
        // If the screens of the earlier destination are still open, the new destination waits for them. If the user has
        // closed the screens, they are not opened again.
        if isEarlierOpen {
          state[keyPath: stored].destination = destination(
            screensBefore: earlier.screensBefore, modalsBefore: earlier.modalsBefore)
        }
        note(request, as: isEarlierOpen ? .destination : .refused, sentIn: before, in: &state)
        return .none
      }
      switch answer {
      case .allow:
        state[keyPath: stored].destination = destination(
          screensBefore: opened, modalsBefore: entered.compactMap { $0.stack.modal },
          visibleScreen: opened.isEmpty ? guards.navigation(state).top : nil)
        note(request, as: .destination, sentIn: before, in: &state)
        dropObsoleteQuestion(in: &state)
        return effect
      case .ask, .refuse, .obsolete:
        undo(to: snapshot, in: &state)
        var attempt = attempt
        attempt.answer = answer
        return hold(request, attempt, in: &state)
      case .first(let other):
        undo(to: snapshot, in: &state)
        next = other
      }
    }
    refuse(request, "The rules of the navigation lead in a circle.", in: &state)
    return .none
  }

  /// Adds the effect of the destination's action to an effect, if there is a destination that need not wait. `tab` is the
  /// tab that was selected before the last action, or `nil` if the action has stored the destination.
  private func continued(_ effect: Effect<Action>, from tab: Tab?, in state: inout State) -> Effect<Action> {
    if state[keyPath: stored].destination == nil { return effect }
    return .merge(effect, continueToDestination(in: &state, from: tab ?? guards.navigation(state).selectedTab))
  }

  /// Performs the action of the destination if the screens that come before the destination have been removed and the
  /// rules allow the action. `tab` is the tab that was selected before the last action.
  private func continueToDestination(in state: inout State, from tab: Tab) -> Effect<Action> {
    guard let destination = state[keyPath: stored].destination, !isWaiting(destination, in: state) else {
      return .none
    }
    let waiting = state
    state[keyPath: stored].destination = nil
    let before = Snapshot(state)
    let check = exitCheck(for: [destination.action] + destination.following, destination.confirmation)
    let request = Request(
      destination.action, following: destination.following, confirmation: destination.confirmation, leaving: check,
      origin: destination.origin, transaction: nil)
    let attempt = attempt(request, in: &state)
    if case .allow = attempt.answer {
      dropObsoleteQuestion(in: &state)
      return attempt.effect
    }
    undo(to: before, in: &state)
    guard case .first(let first) = attempt.answer else { return hold(request, attempt, in: &state) }
    guard destination.screensBefore.isEmpty else {
      return perform(first, before: request, attempt, after: destination, in: &state)
    }
    // The other action has opened no screen. For example, it has selected a tab with a form for sign-in.
    let screens = guards.navigation(state).screens
    let isVisibleScreenOpen = destination.visibleScreen.map { route in screens.contains { $0.route == route } } ?? true
    if isVisibleScreenOpen, guards.navigation(state).selectedTab == tab { state = waiting }
    return .none
  }
}

extension Reducer {
  /// Returns a reducer that performs an action of this reducer only if rules of the navigation allow the result.
  ///
  /// ```swift
  /// let reducer = AppReducer().guarded(by: guards, storing: \.guarded) { action in
  ///   if case .guards(let action) = action { action } else { nil }
  /// }
  /// ```
  ///
  /// The reducer compares the navigation before and after an action. It therefore guards every way in and out: actions
  /// of the navigation, links, paths that a view sets, and actions of the app such as a sign-out. An action is
  /// performed as a whole or not at all. If an action also delivers a result that must not be lost, such as a placed
  /// order, return an `Effect.send` with a second action that changes the navigation.
  ///
  /// Add undo to the inner reducer: `reducer.undoable().guarded(…)`. If undo is added to a guarded reducer, an undo or
  /// redo does not ask the rules.
  ///
  /// An action also copies each array and every other buffer that it changes, because the reducer keeps the state
  /// before the action.
  ///
  /// - Parameters:
  ///   - guards: The rules.
  ///   - stored: The key path of the stored actions in the state.
  ///   - isExempt: Returns whether an action is allowed to remove any screen without asking the leaving rules. An
  ///     example is an action that saves a form and then closes the form.
  ///   - listener: Receives refused actions. By default, a debug build prints the first one to standard error. The
  ///     reducer calls the closure while the store reduces an action, so the closure must not use the store.
  ///   - answer: Returns the user's answer that an action contains, or `nil` for an action without an answer. This
  ///     reducer also receives the answer, for example to empty a draft that the user discards.
  @inlinable
  public func guarded<Tab, Route>(
    by guards: NavigationGuards<State, Action, Tab, Route>,
    storing stored: any WritableKeyPath<State, GuardedActions<Tab, Route, Action>> & Sendable,
    ignoringLeavingRulesFor isExempt: @escaping @Sendable (Action) -> Bool = { _ in false },
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print,
    answer: @escaping @Sendable (Action) -> GuardAction<Action>?
  ) -> some Reducer<State, Action> {
    GuardedReducer(
      self, guards: guards, stored: stored, answer: answer, isExempt: isExempt, report: listener)
  }
}

private func areEqual<Value>(_ first: Value, _ second: Value) -> Bool? {
  func isEqual<Known: Equatable>(_ first: Known) -> Bool { second as? Known == first }
  guard let first = first as? any Equatable else { return nil }
  return isEqual(first)
}
