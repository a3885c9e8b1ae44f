/// A point in the life of a screen.
public enum ScreenPhase: Hashable, Sendable, CaseIterable {
  /// The screen has entered its stack, or was on its stack when the app started.
  case appeared
  /// The screen has become visible: it is on top of the focused path, or in a column beside that screen.
  case becameVisible
  /// The screen is no longer visible, and is still on its stack. If the app sends
  /// ``ScreenNavigationAction/setVisible(_:)``, a screen is also hidden while the scene is in the background.
  case becameHidden
  /// The screen has left its stack. Its effects are cancelled.
  case left
}

/// A reducer of a navigation and of its screens.
///
/// ```swift
/// let reducer = ScreenNavigationReducer<ShopScreen, ShopScreenAction> { screen, action in
///   switch (action, screen.state) {
///   case (.loaded(let product), .product): screen.state = .product(product)
///   case (.picked(let color), .product(var product)):
///     product.color = color
///     screen.state = .product(product)
///   default: break
///   }
///   return .none
/// } lifecycle: { screen, phase in
///   guard phase == .appeared, case .product(let id) = screen.route else { return .none }
///   return .run { context throws(CancellationError) in context.send(.loaded(await load(id))) }
/// }
/// ```
///
/// The effects of a screen are cancelled when the screen leaves its stack, and none of their actions is reduced
/// afterwards. Each screen has its own effect identifiers, so one screen never cancels an effect of another screen.
///
/// If the app changes the navigation without an action of this reducer, the app must also call ``update(_:)``.
public struct ScreenNavigationReducer<Content: ScreenContent, ScreenAction: Sendable>: Reducer {
  /// The navigation with its screens.
  public typealias State = ScreenNavigation<Content>
  /// An action of the navigation or of a screen.
  public typealias Action = ScreenNavigationAction<Content.Tab, Content.Route, ScreenAction>
  @usableFromInline typealias Tab = Content.Tab
  @usableFromInline typealias Scope = ScreenScope<Content.Tab, Content.Route, Content, ScreenAction>

  /// The rules of the navigation. Pass them to the schema of an action log too.
  public let rules: NavigationRules<Content.Tab, Content.Route>
  /// Reduces an action, or returns `nil` if no feature reduces it.
  @usableFromInline var reduceScreen: @Sendable (inout Scope, ScreenAction) -> Effect<ScreenAction>?
  @usableFromInline var lifecycle: (@Sendable (Scope, ScreenPhase) -> Effect<ScreenAction>)?
  @usableFromInline let columns: (@Sendable (Tab) -> Int)?
  private let listener: (@Sendable (NavigationDiagnostic) -> Void)?
  private let scope: EffectID
  /// The scope for the effects of screens that have left. A cancellation of ``scope`` does not cancel these effects.
  private let leavingScope: EffectID

  /// Creates a reducer.
  ///
  /// - Parameters:
  ///   - rules: The rules of the navigation.
  ///   - id: An identity that distinguishes the effects of this navigation from those of other navigations in the same
  ///     store. If `id` is `nil`, the place of the call identifies the effects. Pass different identities if one place
  ///     creates the reducers of several navigations.
  ///   - listener: Receives mistakes. By default, a debug build prints them to standard error. The closure is called
  ///     while the store reduces an action, so the closure must not use the store. Mistakes other than navigation
  ///     mistakes also fail the test of a `TestStore` that asserts everything.
  ///   - columns: Returns the number of columns that the split view of a tab has: 2 or 3, or 1 for a tab without a
  ///     split view. The first column shows the root, and the last column shows the top screen of the path. With three
  ///     columns, the middle column shows the first screen above the root. The app sends
  ///     ``ScreenNavigationAction/setColumnCount(_:)``.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - reduce: Reduces an action of a screen. The closure is not called for a screen without a state.
  ///   - lifecycle: Returns the effects of a screen at a point in its life. The closure is not called for a screen
  ///     without a state. To change the state of a screen that has appeared, return `Effect.send`. The effects of
  ///     ``ScreenPhase/left`` are not cancelled when the screen has left, and the actions that they send are dropped.
  public init(
    rules: NavigationRules<Content.Tab, Content.Route> = NavigationRules(),
    id: (any Hashable & Sendable)? = nil,
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print,
    columns: (@Sendable (Content.Tab) -> Int)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    reduce:
      @escaping @Sendable (
        inout ScreenScope<Content.Tab, Content.Route, Content, ScreenAction>, ScreenAction
      ) -> Effect<ScreenAction>,
    lifecycle: (
      @Sendable (
        ScreenScope<Content.Tab, Content.Route, Content, ScreenAction>, ScreenPhase
      ) -> Effect<ScreenAction>
    )? = nil
  ) {
    self.init(
      rules: rules, id: .part(id, fileID, line, column), columns: columns, listener: listener, reduce: reduce,
      lifecycle: lifecycle)
  }

  /// Creates a reducer without screens, to which ``screen(_:reducedBy:)`` adds each kind of screen.
  ///
  /// - Parameters:
  ///   - rules: The rules of the navigation.
  ///   - id: An identity that distinguishes the effects of this navigation; see the other initializer.
  ///   - listener: Receives mistakes; see the other initializer.
  ///   - columns: Returns the number of columns in the split view of a tab; see the other initializer.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    rules: NavigationRules<Content.Tab, Content.Route> = NavigationRules(),
    id: (any Hashable & Sendable)? = nil,
    reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = NavigationDiagnostic.print,
    columns: (@Sendable (Content.Tab) -> Int)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      rules: rules, id: .part(id, fileID, line, column), columns: columns, listener: listener,
      reduce: { _, _ in nil }, lifecycle: nil)
  }

  private init(
    rules: NavigationRules<Content.Tab, Content.Route>, id: EffectID, columns: (@Sendable (Tab) -> Int)?,
    listener: (@Sendable (NavigationDiagnostic) -> Void)?,
    reduce: @escaping @Sendable (inout Scope, ScreenAction) -> Effect<ScreenAction>?,
    lifecycle: (@Sendable (Scope, ScreenPhase) -> Effect<ScreenAction>)?
  ) {
    self.rules = rules
    let type = ObjectIdentifier(Self.self)
    self.scope = EffectID(NavigationScope(reducer: type, id: id, hasLeft: false))
    self.leavingScope = EffectID(NavigationScope(reducer: type, id: id, hasLeft: true))
    self.columns = columns
    self.listener = listener
    self.reduceScreen = reduce
    self.lifecycle = lifecycle
  }

  /// Changes the navigation or a screen, and returns the effects of the screens.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if state.table.pending.handledCount == 0 { return reduceFirst(action, in: &state) }
    if state.table.pending.outsideChange != nil { checkUpdate(of: state) }
    // Separate from the other cases, because a switch copies the whole action.
    if case .navigation(let navigation) = action {
      if let reason = state.apply(navigation, rules: rules) { diagnose(reason, action, in: state) }
      return update(&state)
    }
    let effect =
      if case .screen(let id, let action) = action { reduce(action, of: id, in: &state) } else {
        apply(action, to: &state)
      }
    let following = update(&state)
    if following.isNone { return effect }
    return effect.isNone ? following : .merge(effect, following)
  }

  /// Reports a change of an earlier transaction after which the app has not called ``update(_:)``.
  @usableFromInline
  func checkUpdate(of state: State) {
    if state.table.pending.outsideChange != .current { report(.missingUpdate) }
  }

  /// Reduces the first action of a state. Before that, the initial screens of the state appear. If the action is
  /// `start`, they appear afterwards.
  @usableFromInline
  func reduceFirst(_ action: Action, in state: inout State) -> Effect<Action> {
    var beginning: Effect<Action> = .none
    if case .start = action {} else { beginning = update(&state) }
    let effect = apply(action, to: &state)
    return .merge(beginning, effect, update(&state))
  }

  /// Returns the lifecycle effects of the screens whose phase has changed, and an effect that cancels the effects of
  /// the screens that have left.
  ///
  /// Call this method after a change of the navigation that this reducer has not made:
  ///
  /// ```swift
  /// case .signedOut:
  ///   state.shop.navigation.reset()
  ///   return screens.update(&state.shop).map(AppAction.shop)
  /// ```
  @inlinable
  @inline(__always)
  public func update(_ state: inout State) -> Effect<Action> {
    let isNew = state.table.pending.handledCount == 0
    if !isNew, !state.table.pending.isUrgent {
      guard lifecycle != nil else { return .none }
      if state.table.pending.entered.isEmpty,
        state.table.shown(in: state.current, columns: columns) == state.table.pending.shown
      {
        return .none
      }
    }
    return handleChanges(of: &state, isNew: isNew)
  }

  @inlinable
  @inline(never)
  func handleChanges(of state: inout State, isNew: Bool) -> Effect<Action> {
    var effects: [Effect<Action>] = []
    if isNew { effects.append(begin(&state)) }
    if state.table.pending.isUrgent {
      // `endEffects` is not specialized for the app's types, so it is called only if it is needed.
      if !state.table.pending.awaited.isEmpty || state.table.pending.departed.contains(where: { $0.hasEffects }) {
        endEffects(of: &state, effects: &effects)
      }
      for element in state.table.pending.departed where element.hasAppeared {
        if let effect = effect(of: element, .left) { effects.append(leaving(effect, of: element.id)) }
      }
      state.table.pending.departed.removeAll(keepingCapacity: true)
      state.table.pending.isUrgent = false
    }
    if lifecycle != nil { handleEntries(of: &state, isNew: isNew, effects: &effects) }
    state.table.pending.handledCount &+= 1
    state.table.pending.outsideChange = nil
    return effects.isEmpty ? .none : .merge(effects)
  }

  @inlinable
  func handleEntries(of state: inout State, isNew: Bool, effects: inout [Effect<Action>]) {
    let (old, shown) = (state.table.pending.shown, state.table.shown(in: state.current, columns: columns))
    let isChanged = old != shown
    if isChanged { add(.becameHidden, of: old, except: shown, in: &state, to: &effects) }
    if !isNew, state.table.pending.entered.count == 1 {
      add(.appeared, of: state.table.pending.entered[0], in: &state, to: &effects)
    } else if isNew || !state.table.pending.entered.isEmpty {
      for position in state.table.enteredPositions(isNew: isNew) {
        add(.appeared, at: position, in: &state, to: &effects)
      }
    }
    state.table.pending.entered.removeAll(keepingCapacity: true)
    if isChanged { add(.becameVisible, of: shown, except: old, in: &state, to: &effects) }
    state.table.pending.shown = shown
    state.table.pending.tracksEntries = true
  }

  @inlinable
  func add(
    _ phase: ScreenPhase, of screens: ScreenTable<Content>.ShownScreens,
    except others: ScreenTable<Content>.ShownScreens, in state: inout State, to effects: inout [Effect<Action>]
  ) {
    for id in screens.beside where !others.contains(id) { add(phase, of: id, in: &state, to: &effects) }
    if let top = screens.top, !others.contains(top) { add(phase, of: top, in: &state, to: &effects) }
  }

  @inlinable
  func add(_ phase: ScreenPhase, of id: ScreenID, in state: inout State, to effects: inout [Effect<Action>]) {
    if let position = state.table.position(of: id) { add(phase, at: position, in: &state, to: &effects) }
  }

  @inlinable
  func add(
    _ phase: ScreenPhase, at position: StackPosition, in state: inout State, to effects: inout [Effect<Action>]
  ) {
    if phase == .appeared { state.table[position].hasAppeared = true }
    if let effect = effect(of: state.table[position], phase) {
      effects.append(own(effect, at: position, in: &state))
    }
  }

  @inlinable
  func effect(of element: ScreenTable<Content>.Element, _ phase: ScreenPhase) -> Effect<ScreenAction>? {
    guard let lifecycle, let content = element.content else { return nil }
    let effect = lifecycle(Scope(id: element.id, route: element.route, present: content), phase)
    return effect.isNone ? nil : effect
  }

  // MARK: - Actions

  @usableFromInline
  func apply(_ action: Action, to state: inout State) -> Effect<Action> {
    switch action {
    case .navigation(let navigation):
      if let reason = state.apply(navigation, rules: rules) { diagnose(reason, action, in: state) }
    case .screen(let id, let action):
      return reduce(action, of: id, in: &state)
    case .finish(let id, let result):
      return perform([.finish(result)], of: id, in: &state, after: nil)
    case .start: state.table.restart()
    case .setVisible(let isVisible): state.table.pending.isHidden = !isVisible
    case .setColumnCount(let count): state.table.pending.columnCount = max(1, count)
    }
    return .none
  }

  func report(_ diagnostic: NavigationDiagnostic) {
    listener?(diagnostic)
    // The state shows that a navigation action has changed nothing.
    if diagnostic.kind != nil { return }
    ThreadContext.current.note(
      ReducerMistake(diagnostic.description, isForgivenIfHandled: diagnostic.isForgivenIfHandled))
  }

  @usableFromInline
  func diagnose(_ reason: UnchangedReason, _ action: Action, in state: State) {
    let diagnostic = NavigationDiagnostic(
      reason, action: action.outline, tabs: state.navigation.tabs, limit: rules.maxDepth)
    if let diagnostic { report(diagnostic) }
  }

  @inlinable
  func reduce(_ action: ScreenAction, of id: ScreenID, in state: inout State) -> Effect<Action> {
    let (effect, requests) = reduceState(action, of: id, in: &state)
    return requests.isEmpty ? effect : perform(requests, of: id, in: &state, after: (effect, action))
  }

  @inlinable
  func reduceState(
    _ action: ScreenAction, of id: ScreenID, in state: inout State,
    asResult result: (of: ScreenID, isAwaited: Bool)? = nil
  ) -> (effect: Effect<Action>, requests: [Scope.Request]) {
    guard let position = state.table.position(of: id), state.table[position].content != nil else {
      reportUnreduced(action, of: id, in: state)
      return (.none, [])
    }
    // The state is moved out of the table, so that the reducer changes it in place.
    var screen = Scope(
      id: id, route: state.table[position].route, present: state.table[position].content.take())
    let effect = reduceScreen(&screen, action)
    state.table[position].content = screen.present.take()
    guard let effect else {
      reportUnreduced(action, of: id, in: state, asResult: result)
      return (.none, [])
    }
    return (effect.isNone ? .none : own(effect, at: position, in: &state), screen.requests)
  }

  @usableFromInline
  func reportUnreduced(
    _ action: ScreenAction, of id: ScreenID, in state: State, asResult result: (of: ScreenID, isAwaited: Bool)? = nil
  ) {
    let text = ValueOutline.text(of: action)
    if let result {
      // An effect that waits receives the result.
      if !result.isAwaited { report(.unhandledResult(of: result.of, for: id, text)) }
      return
    }
    guard let element = state.table.element(id) else { return report(.unknownScreen(id, text)) }
    report(element.content == nil ? .noState(id, text) : .unhandled(id, text))
  }

  @usableFromInline
  func perform(
    _ requests: [Scope.Request], of id: ScreenID, in state: inout State,
    after reduced: (effect: Effect<Action>, action: ScreenAction)?
  ) -> Effect<Action> {
    var effects: [(effect: Effect<Action>, owner: (id: ScreenID, action: ScreenAction)?)] = []
    if let reduced, !reduced.effect.isNone { effects.append((reduced.effect, (id, reduced.action))) }
    // The next request is last. The list replaces a recursion that would be as deep as a chain of results.
    var pending = requests.reversed().map { (screen: id, request: $0) }
    while let (screen, request) = pending.popLast() {
      switch request {
      case .navigate(let action):
        let reason = state.apply(action, rules: rules, requestedBy: screen)
        if let reason { diagnose(reason, .navigation(action), in: state) }
      case .open(let action, let opened):
        effects.append((open(action, as: opened, by: screen, in: &state), nil))
      case .finish(let result):
        let (receiver, isAwaited, end) = finish(screen, with: result, in: &state)
        if let receiver, let result {
          let (effect, requests) = reduceState(
            result, of: receiver, in: &state, asResult: (of: screen, isAwaited: isAwaited))
          if !effect.isNone { effects.append((effect, (receiver, result))) }
          pending += requests.reversed().map { (receiver, $0) }
        }
        if !end.isNone { effects.append((end, nil)) }
      }
    }
    return .merge(
      effects.map { effect, owner in
        guard let owner, state.table.position(of: owner.id) == nil else { return effect }
        if effect.startsAnything { report(.droppedEffect(of: owner.id, ValueOutline.text(of: owner.action))) }
        // Reducing the actions of a screen that has left would report another mistake.
        return effect.withoutActions()
      })
  }

  /// Removes a screen. Returns the screen whose reducer receives the result, if any, whether an effect waits for the
  /// result, and an effect that passes the result to it.
  func finish(
    _ id: ScreenID, with result: ScreenAction?, in state: inout State
  ) -> (receiver: ScreenID?, isAwaited: Bool, effect: Effect<Action>) {
    guard let position = state.table.position(of: id) else {
      report(.unknownScreen(id, result.map { "finish with \(ValueOutline.text(of: $0))" } ?? "finish"))
      return (nil, false, .none)
    }
    guard let opener = state.table[position].opener else {
      report(.rootCannotFinish(id))
      return (nil, false, .none)
    }
    let awaited = result == nil ? nil : takeAwaited(id, in: &state)
    state.remove(position)
    guard let result else { return (nil, false, .none) }
    let end = awaited.map { close($0.opened, with: result) } ?? .none
    // An effect of a screen does not wait any more if that screen has left.
    let isAwaited =
      if let waiter = awaited?.waiter { state.table.position(of: waiter) != nil } else { awaited != nil }
    guard let receiver = state.table.element(opener) else {
      if !isAwaited { report(.droppedResult(of: id, ValueOutline.text(of: result))) }
      return (nil, isAwaited, end)
    }
    guard receiver.content != nil else {
      if !isAwaited { report(.resultWithoutState(of: id, for: opener, ValueOutline.text(of: result))) }
      return (nil, isAwaited, end)
    }
    return (opener, isAwaited, end)
  }

  // MARK: - Opened screens

  /// Changes the navigation, and returns an object with which an effect of the app's reducer can wait for the result of
  /// the screen that the change adds. After this method, call ``update(_:)``.
  ///
  /// ```swift
  /// case .addressTapped:
  ///   let picker = screens.open(.push(.addresses), in: &state.shop)
  ///   let following = screens.update(&state.shop).map(OrderAction.shop)
  ///   return .merge(
  ///     following,
  ///     .run { context throws(CancellationError) in
  ///       if let picked = try await picker.result() { context.send(.addressPicked(picked)) }
  ///     })
  /// ```
  ///
  /// If the change adds several screens, the object represents the last one. If the change adds none, the result of the
  /// wait is `nil`. For the other cases in which the result is `nil`, see ``ScreenResult/result()``.
  public func open(
    _ action: NavigationAction<Content.Tab, Content.Route>, in state: inout State
  ) -> ScreenResult<ScreenAction> {
    let (opened, last) = (ScreenResult<ScreenAction>(), state.table.lastID)
    if let reason = state.apply(action, rules: rules) { diagnose(reason, .navigation(action), in: state) }
    state.table.noteOutsideChange()
    if !add(opened, after: last, for: nil, in: &state) { opened.close(with: nil) }
    return opened
  }

  func open(
    _ action: NavigationAction<Content.Tab, Content.Route>, as opened: ScreenResult<ScreenAction>, by screen: ScreenID,
    in state: inout State
  ) -> Effect<Action> {
    let last = state.table.lastID
    if let reason = state.apply(action, rules: rules, requestedBy: screen) {
      diagnose(reason, .navigation(action), in: state)
    }
    // The waiting effect belongs to the requesting screen, and is cancelled together with all effects of the
    // navigation.
    return add(opened, after: last, for: screen, in: &state) ? .none : close(opened, with: nil)
  }

  /// Registers the last screen that was added after the screen with the number `last`, so that an effect can wait for
  /// its result. The effect is one of the screen `waiter` or, if that is `nil`, of the app's reducer. Returns whether a
  /// screen was added.
  private func add(
    _ opened: ScreenResult<ScreenAction>, after last: Int, for waiter: ScreenID?, in state: inout State
  ) -> Bool {
    let id = ScreenID(rawValue: state.table.lastID)
    guard state.table.lastID > last, let position = state.table.position(of: id) else { return false }
    state.table[position].hasEffects = true
    state.table.pending.awaited.append(.init(id: id, opened: opened, waiter: waiter, needsEnd: waiter == nil))
    if waiter == nil { state.table.pending.isUrgent = true }
    return true
  }

  func takeAwaited(
    _ id: ScreenID, in state: inout State
  ) -> (opened: ScreenResult<ScreenAction>, waiter: ScreenID?)? {
    guard let index = state.table.pending.awaited.lastIndex(where: { $0.id == id }) else { return nil }
    let awaited = state.table.pending.awaited.remove(at: index)
    return (awaited.opened as? ScreenResult<ScreenAction>).map { ($0, awaited.waiter) }
  }

  // This is an effect because resuming a task can run the app's code, which must not run while the store reduces.
  func close(_ opened: ScreenResult<ScreenAction>, with result: ScreenAction?) -> Effect<Action> {
    .run { _ in opened.close(with: result) }
  }

  /// Returns an effect that resumes the app's waiting tasks when the effects of the navigation are cancelled.
  // Otherwise, an app that replaces the whole navigation would wait for a screen that no reducer can handle any more.
  private func end(_ opened: ScreenResult<ScreenAction>) -> Effect<Action> {
    Effect<Action>.run { _ in
      _ = try? await opened.result()
      opened.close(with: nil)
    }.scoped(to: scope)
  }

  // MARK: - Effects

  /// Returns the given effect with an additional scope, so that it is cancelled when the screen at `position` leaves.
  @usableFromInline
  func own(
    _ effect: Effect<ScreenAction>, at position: StackPosition, in state: inout State
  ) -> Effect<Action> {
    state.table[position].hasEffects = true
    return scoped(effect, to: state.table[position].id)
  }

  func scoped(_ effect: Effect<ScreenAction>, to id: ScreenID) -> Effect<Action> {
    effect.scoped(to: EffectID(id), includesSends: true).map { .screen(id, $0) }.scoped(to: scope)
  }

  /// Converts an effect of a screen that has left. Nothing cancels the returned effect, and its actions are dropped.
  @usableFromInline
  func leaving(_ effect: Effect<ScreenAction>, of id: ScreenID) -> Effect<Action> {
    if effect.sendsAnything { report(.droppedEffect(of: id, "\(ScreenPhase.left)")) }
    return effect.withoutActions().scoped(to: EffectID(id)).scoped(to: leavingScope)
  }

  /// Adds effects that cancel the effects of the screens that have left, and that resume the tasks that wait for their
  /// results.
  @usableFromInline
  func endEffects(of state: inout State, effects: inout [Effect<Action>]) {
    let departed = Set(state.table.pending.departed.lazy.filter { $0.hasEffects }.map { EffectID($0.id) })
    // One cancellation for all screens, because each cancellation visits all running effects.
    if !departed.isEmpty { effects.append(Effect.cancel(scopes: departed).scoped(to: scope)) }
    var awaited = state.table.pending.awaited
    if awaited.isEmpty { return }
    state.table.pending.awaited = []
    for index in awaited.indices {
      guard let opened = awaited[index].opened as? ScreenResult<ScreenAction> else { continue }
      if departed.contains(EffectID(awaited[index].id)) {
        effects.append(close(opened, with: nil))
      } else {
        if awaited[index].needsEnd { effects.append(end(opened)) }
        awaited[index].needsEnd = false
        state.table.pending.awaited.append(awaited[index])
      }
    }
  }

  /// Prepares a state whose changes no reducer has handled yet.
  @usableFromInline
  func begin(_ state: inout State) -> Effect<Action> {
    state.table.pending.scope = scope
    // The state may have replaced another one, whose effects still run.
    return .cancel(scope: scope)
  }
}

/// The scope for the effects of a navigation's screens, or for the effects of screens that have left.
private struct NavigationScope: Hashable, Sendable, CustomStringConvertible {
  let reducer: ObjectIdentifier
  let id: EffectID
  let hasLeft: Bool

  var description: String { hasLeft ? "screens that have left" : "screens" }
}

// MARK: - Diagnostics

extension NavigationDiagnostic {
  package static func unknownScreen(_ id: ScreenID, _ action: String) -> Self {
    Self(
      "The action \(action) was sent to \(id), which is on no stack. Nothing has changed. "
        + "Send actions only to screens that are on a stack.", isForgivenIfHandled: true)
  }

  package static func noState(_ id: ScreenID, _ action: String) -> Self {
    Self(
      "The action \(action) was sent to \(id), which has no state. Nothing has changed. "
        + "Return a state in ScreenContent.init(route:), or in init(root:) for the root of a tab.",
      isForgivenIfHandled: true)
  }

  package static func unhandled(_ id: ScreenID, _ action: String) -> Self {
    Self(
      "No feature reduces the action \(action) of \(id). Nothing has changed. Add a screen(_:reducedBy:) for the state "
        + "of the screen, whose ScreenCase extracts this action.", isForgivenIfHandled: true)
  }

  package static func unhandledResult(of id: ScreenID, for opener: ScreenID, _ result: String) -> Self {
    Self(
      "The result \(result) of \(id) was dropped, because no feature reduces it for \(opener), which opened \(id). "
        + "Return an action for this result in `extract` of the ScreenCase of \(opener).")
  }

  package static func rootCannotFinish(_ id: ScreenID) -> Self {
    Self(
      "The action finish was sent to \(id), which is the root of a tab. Nothing has changed. Remove the tab instead.")
  }

  package static var missingUpdate: Self {
    Self(
      "The navigation was changed outside of its ScreenNavigationReducer, and the effects of the changed screens begin "
        + "and end only now. Return update(&state) of the ScreenNavigationReducer in the action that makes the change.")
  }

  package static func droppedResult(of id: ScreenID, _ result: String) -> Self {
    Self("The result \(result) of \(id) was dropped, because the screen that opened it is on no stack.")
  }

  package static func resultWithoutState(of id: ScreenID, for opener: ScreenID, _ result: String) -> Self {
    Self(
      "The result \(result) of \(id) was dropped, because \(opener), which opened it, has no state. "
        + "Open the screen by an action of the screen that should receive the result, or return a state for \(opener) in "
        + "ScreenContent.")
  }

  /// A screen has left its stack in the same transaction in which its reducer has returned an effect for an action, or
  /// its lifecycle closure has returned an action for ``ScreenPhase/left``. The effect was dropped.
  package static func droppedEffect(of id: ScreenID, _ action: String) -> Self {
    Self(
      "An effect that \(id) returned for \(action) was dropped, because the screen has left its stack. "
        + "Return work that must outlive the screen from `lifecycle` for the phase `left`, or from the reducer of the "
        + "app.")
  }
}
