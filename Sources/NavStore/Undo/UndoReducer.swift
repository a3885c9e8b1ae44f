/// A reducer that adds undo and redo to an inner reducer.
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
/// the inner reducer returns. For example, `update(_:)` of a ``ScreenNavigationReducer`` returns an effect that cancels
/// the effects of the screens that undo has removed.
///
/// In addition to the work of the inner reducer, an action requires one comparison of the states before and after the
/// action. The action also copies each array and every other buffer that it changes, because the reducer keeps the
/// state before the action. See ``UndoState``.
public struct UndoReducer<Base: Reducer>: Reducer where Base.State: Equatable {
  /// The inner reducer.
  @usableFromInline package let base: Base
  /// The rules that decide what the reducer records, and how many steps it stores.
  @usableFromInline package let rules: UndoRules<Base.State, Base.Action>

  /// Creates a reducer that adds undo and redo to `base`.
  public init(_ base: Base, rules: UndoRules<Base.State, Base.Action> = UndoRules()) {
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

  /// Performs an undo, a redo or another command for the history.
  @inlinable
  func step(
    _ state: inout UndoState<Base.State>, _ action: UndoAction<Base.Action>
  ) -> Effect<UndoAction<Base.Action>> {
    let hadGroup = state.group != nil
    switch action {
    case .action: break
    case .undo: state.undo()
    case .redo: state.redo()
    case .jump(let steps): state.jump(by: steps)
    case .jumpToPast(let index): state.jump(toPast: index)
    case .jumpToFuture(let index): state.jump(toFuture: index)
    case .clear: state.clear()
    case .reset: state.reset(to: rules.initialState)
    case .endGroup: state.endGroup()
    }
    let effect = update(&state)
    return hadGroup && state.group == nil ? .merge(cancelPause, effect) : effect
  }

  /// Calls `update(_:)` of the inner reducer with the present.
  @inlinable
  public func update(_ state: inout UndoState<Base.State>) -> Effect<UndoAction<Base.Action>> {
    base.update(&state.current).map(UndoAction.action)
  }

  /// Records an action's change as a step, unless the rules exclude the change.
  ///
  /// - Returns: `effect`, merged with the effect that starts or cancels the pause after which the group ends.
  @inlinable
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

  @usableFromInline
  func group(_ action: Base.Action, _ before: Base.State, _ after: Base.State) -> EffectID? {
    rules.groups?(action, before, after).map(EffectID.init)
  }

  // MARK: - The pause that ends a group

  @usableFromInline
  var pause: Effect<UndoAction<Base.Action>> {
    guard let pause = rules.groupPause else { return .none }
    return .run(id: pauseID, cancelInFlight: true) { context throws(CancellationError) in
      try await context.sleep(for: pause)
      context.send(.endGroup)
    }
  }

  @usableFromInline
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

/// Methods that add undo and redo to a reducer.
extension Reducer where State: Equatable {
  /// Returns a reducer that adds undo and redo to this reducer.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of steps that can be undone.
  ///   - records: Returns whether a change is a step; `nil` if every change is a step.
  ///   - groups: Returns the group of a change, or `nil` for a change without a group. Consecutive changes of the same
  ///     group are one step.
  ///   - groupPause: The time after which a group ends if no further change of the group occurs; `nil` if time does not
  ///     end a group.
  public func undoable(
    limit: Int = 100,
    records: (@Sendable (_ action: Action, _ before: State, _ after: State) -> Bool)? = nil,
    groups: (@Sendable (_ action: Action, _ before: State, _ after: State) -> (any Hashable & Sendable)?)? = nil,
    groupPause: Duration? = nil
  ) -> UndoReducer<Self> {
    var rules = UndoRules<State, Action>(limit: limit)
    rules.records = records
    rules.groups = groups
    rules.groupPause = groupPause
    return UndoReducer(self, rules: rules)
  }

  /// Returns a reducer that adds undo and redo to this reducer, with the given rules.
  public func undoable(by rules: UndoRules<State, Action>) -> UndoReducer<Self> {
    UndoReducer(self, rules: rules)
  }
}
