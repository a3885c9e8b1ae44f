/// A reducer around a reducer, which can undo what the inner one did.
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
/// One transaction is one step, also one of several actions; one that leaves the state equal is none, and an equal
/// state takes the place of the present one all the same: a scroll-to-top counter is raised and never undone. The
/// effects of the inner reducer go on as they were; undo neither repeats nor cancels them.
///
/// An action costs what it costs the inner reducer, one `==` of the states before and after, and a copy of each array
/// and other buffer that it changes, since the history keeps the old one. See ``UndoState``.
public struct UndoReducer<Base: Reducer>: Reducer where Base.State: Equatable {
  /// The inner reducer.
  public let base: Base
  /// What is recorded and how much is kept.
  public let rules: UndoRules<Base.State, Base.Action>

  /// A reducer that can undo what `base` does.
  public init(_ base: Base, rules: UndoRules<Base.State, Base.Action> = UndoRules()) {
    self.base = base
    self.rules = rules
  }

  /// Does what the action says.
  @inlinable
  public func reduce(
    into state: inout UndoState<Base.State>, action: UndoAction<Base.Action>
  ) -> Effect<UndoAction<Base.Action>> {
    guard case .action(let action) = action else { return step(&state, action) }
    let before = state.current
    let effect = base.reduce(into: &state.current, action: action).map(UndoAction.action)
    return state.current == before ? effect : note(action, from: before, in: &state, effect)
  }

  /// Steps through the history.
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
    return hadGroup && state.group == nil ? cancelPause : .none
  }

  /// The action has changed the present: makes a step of that, as the rules say.
  @inlinable
  func note(
    _ action: Base.Action, from before: Base.State, in state: inout UndoState<Base.State>,
    _ effect: Effect<UndoAction<Base.Action>>
  ) -> Effect<UndoAction<Base.Action>> {
    let hadGroup = state.group != nil
    let after = state.current
    guard rules.records?(action, before, after) ?? true else {
      state.passChange(from: before, syncing: rules.syncsUnrecorded, transaction: .current)
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

extension Reducer where State: Equatable {
  /// The same reducer with undo and redo around it.
  ///
  /// - Parameters:
  ///   - limit: How many steps can be undone at most.
  ///   - records: Which changes are steps, by the action and the states before and after it; nil for all.
  ///   - groups: What makes one step of consecutive changes, those with the same group; nil for a step of its own.
  ///   - groupPause: How long nothing of a group must follow until the group ends; nil for no end by time.
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

  /// The same reducer with undo and redo around it, by these rules.
  public func undoable(by rules: UndoRules<State, Action>) -> UndoReducer<Self> {
    UndoReducer(self, rules: rules)
  }
}
