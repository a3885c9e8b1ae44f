/// A reducer that adds undo and redo to an inner reducer; see `undoable(limit:…)`.
public struct UndoReducer<Base: Reducer>: Reducer where Base.State: Equatable {
  @usableFromInline package let base: Base
  package let rules: UndoRules<Base.State, Base.Action>

  package init(_ base: Base, rules: UndoRules<Base.State, Base.Action> = UndoRules()) {
    self.base = base
    self.rules = rules
  }

  /// Reduces an action of the inner reducer, or changes the history.
  @inlinable
  public func reduce(
    into state: inout UndoState<Base.State>, action: UndoAction<Base.Action>
  ) -> Effect<UndoAction<Base.Action>> {
    guard case .action(let action) = action else { return step(&state, action) }
    let before = state.current
    let effect = base.reduce(into: &state.current, action: action).map(UndoAction.action)
    return state.current == before ? effect : note(action, from: before, in: &state, effect)
  }

  @usableFromInline
  func step(
    _ state: inout UndoState<Base.State>, _ action: UndoAction<Base.Action>
  ) -> Effect<UndoAction<Base.Action>> {
    let hadGroup = state.group != nil
    switch action {
    case .action: break
    case .undo: state.undo()
    case .redo: state.redo()
    case .jump(let steps): state.jump(by: steps)
    case .recordedJump(let index, let isFuture): state.jump(to: index, isFuture: isFuture)
    case .clear: state.clear()
    case .reset: state.reset(to: rules.initialState)
    case .endGroup: state.endGroup()
    }
    let effect = update(&state)
    return hadGroup && state.group == nil ? .merge(cancelPause, effect) : effect
  }

  /// Calls `update(_:)` of the inner reducer with the present.
  public func update(_ state: inout UndoState<Base.State>) -> Effect<UndoAction<Base.Action>> {
    base.update(&state.current).map(UndoAction.action)
  }

  /// Records an action's change as a step, unless the rules exclude the change.
  ///
  /// - Returns: `effect`, merged with the effect that starts or cancels the pause after which the group ends.
  @usableFromInline
  func note(
    _ action: Base.Action, from before: Base.State, in state: inout UndoState<Base.State>,
    _ effect: Effect<UndoAction<Base.Action>>
  ) -> Effect<UndoAction<Base.Action>> {
    let hadGroup = state.group != nil
    let after = state.current
    guard rules.records?(action, before, after) ?? true else {
      state.skipChange(from: before, syncing: rules.syncsUnrecorded, transaction: .current)
      return effect
    }
    let group = self.group(action, before, after)
    state.recordChange(
      from: before, group: group, limit: rules.limit, ignoresInitialState: rules.ignoresInitialState,
      transaction: .current)
    if state.group != nil { return .merge(effect, pause) }
    return hadGroup ? .merge(effect, cancelPause) : effect
  }

  func group(_ action: Base.Action, _ before: Base.State, _ after: Base.State) -> EffectID? {
    rules.groups?(action, before, after).map(EffectID.init)
  }

  // MARK: - The pause that ends a group

  var pause: Effect<UndoAction<Base.Action>> {
    guard let pause = rules.groupPause else { return .none }
    return .run(id: pauseID, cancelInFlight: true) { context throws(CancellationError) in
      try await context.sleep(for: pause)
      context.send(.endGroup)
    }
  }

  var cancelPause: Effect<UndoAction<Base.Action>> {
    rules.groupPause == nil ? .none : .cancel(id: pauseID)
  }

  private var pauseID: UndoPauseID {
    UndoPauseID(reducer: ObjectIdentifier(Self.self), id: rules.pauseID.map(EffectID.init))
  }
}

private struct UndoPauseID: Hashable, Sendable {
  let reducer: ObjectIdentifier
  let id: EffectID?
}

/// A method that adds undo and redo to a reducer.
extension Reducer where State: Equatable {
  /// Returns a reducer that adds undo and redo to this reducer.
  ///
  /// ```swift
  /// let store = Store(
  ///   initialState: UndoState(NavigationState<AppTab, Route>(tabs: AppTab.allCases)),
  ///   reducer: NavigationReducer().undoable(limit: 50))
  /// store.send(.action(.push(.song(7))))
  /// store.send(.undo, origin: .undo)
  /// print(store.state.present.depth)  // 0
  /// ```
  ///
  /// A transaction is at most one step, even if it contains several actions of the inner reducer. A transaction whose
  /// resulting state equals the state before the transaction is not a step, but the resulting state still becomes the
  /// present. For example, an increase of a scroll-to-top counter is never undone, because `==` of a navigation state
  /// ignores the counter.
  ///
  /// Undo neither repeats nor cancels the effects of the inner reducer. It starts only the effects that `update(_:)` of
  /// the inner reducer returns. For example, `update(_:)` of a ``ScreenNavigationReducer`` returns an effect that
  /// cancels the effects of the screens that undo has removed.
  ///
  /// In addition to the work of the inner reducer, an action requires one comparison of the states before and after the
  /// action. The action also copies each array and every other buffer that it changes, because the reducer keeps the
  /// state before the action. See ``UndoState``.
  ///
  /// The closures must depend only on their arguments: the action, and the states before and after the change. The
  /// replay of a log then creates the same history. The reducer calls the closures only for actions that change the
  /// state.
  ///
  /// ```swift
  /// let reducer = NoteReducer().undoable(
  ///   records: { action, _, _ in action != .cursorMoved },
  ///   groups: { action, _, _ in if case .typed = action { "typing" } else { nil } },
  ///   groupPause: .seconds(1))
  /// ```
  ///
  /// Consecutive changes of the same group are one step. A change without a group is a separate step. The changes of a
  /// transaction are one step, even if their groups differ. Undo, redo, jumps, ``UndoAction/clear`` and
  /// ``UndoAction/reset`` end a group. A change that is not recorded does not end a group.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of steps that can be undone, at least 0. The oldest steps are removed first.
  ///   - records: Returns whether a change is a step; `nil` if every change is a step. A change that is not a step also
  ///     changes the present.
  ///   - syncsUnrecorded: Whether undoing a step keeps the unrecorded changes that were made before the step. By
  ///     default, undoing a step returns to the last recorded state, without those changes.
  ///   - groups: Returns the group of a change, or `nil` for a change without a group. If the closure is `nil`, no
  ///     change has a group.
  ///   - groupPause: The time after which a group ends if no further change of the group occurs; `nil` if time does not
  ///     end a group. An effect waits on the store's clock and sends ``UndoAction/endGroup``, so a log contains the end
  ///     of the group.
  ///   - pauseID: An identifier that distinguishes the pauses of two histories of the same reducer type in one store.
  ///   - ignoresInitialState: Whether undo skips the state that the history began with, for example a state that only
  ///     shows that the app is loading data. That state is not `initialState`, which has no effect on undo.
  ///   - initialState: The state that ``UndoAction/reset`` returns to; `nil` for the oldest state of the history.
  public func undoable(
    limit: Int = 100,
    records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)? = nil,
    syncsUnrecorded: Bool = false,
    groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)? = nil,
    groupPause: Duration? = nil, pauseID: (any Hashable & Sendable)? = nil, ignoresInitialState: Bool = false,
    initialState: State? = nil
  ) -> UndoReducer<Self> {
    var rules = UndoRules<State, Action>(limit: limit)
    rules.records = records
    rules.syncsUnrecorded = syncsUnrecorded
    rules.groups = groups
    rules.groupPause = groupPause
    rules.pauseID = pauseID
    rules.ignoresInitialState = ignoresInitialState
    rules.initialState = initialState
    return UndoReducer(self, rules: rules)
  }
}

/// The arguments of `undoable(limit:…)`, which decide what an ``UndoReducer`` records, and how many steps it stores.
package struct UndoRules<State: Sendable, Action: Sendable>: Sendable {
  package var limit: Int {
    didSet { Self.check(limit) }
  }
  package var records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)?
  package var syncsUnrecorded = false
  package var groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)?
  package var groupPause: Duration?
  package var pauseID: (any Hashable & Sendable)?
  package var ignoresInitialState = false

  package var initialState: State? {
    get { boxedInitialState?.value }
    set { boxedInitialState = newValue.map(Boxed.init) }
  }
  private var boxedInitialState: Boxed<State>?

  package init(limit: Int = 100) {
    Self.check(limit)
    self.limit = limit
  }

  private static func check(_ limit: Int) {
    guard limit >= 0 else {
      fatalError(
        "undoable(limit:) received the limit \(limit). Pass the number of steps that can be undone, or 0 for none.")
    }
  }
}
