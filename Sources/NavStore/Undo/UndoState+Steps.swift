extension UndoState {
  // MARK: - Back and forth

  /// Returns to the state before the last step. Without one, nothing changes.
  @inlinable
  @discardableResult
  public mutating func undo() -> Bool { jump(by: -1) }

  /// Returns to the state that was undone last. Without one, nothing changes.
  @inlinable
  @discardableResult
  public mutating func redo() -> Bool { jump(by: 1) }

  /// Undoes so many steps for a negative number, redoes for a positive one.
  ///
  /// If there are fewer, nothing changes at all. The cost grows with the number.
  @inlinable
  @discardableResult
  public mutating func jump(by steps: Int) -> Bool {
    guard steps != 0, -earlier.count <= steps, steps <= later.count else { return false }
    let left = present
    var target = recorded
    for _ in 0..<steps.magnitude {
      let next = steps < 0 ? earlier.removeNearest() : later.removeNearest()
      guard let next else { break }
      if steps < 0 { later.append(nearest: target) } else { earlier.append(nearest: target) }
      target = next
    }
    current = carried(target, from: left)
    endStep()
    return true
  }

  /// Returns to a state of the past, counted from the oldest. If there is none, nothing changes.
  @discardableResult
  public mutating func jump(toPast index: Int) -> Bool {
    earlier.indices.contains(index) && jump(by: index - earlier.count)
  }

  /// Returns to a state of the future, counted from the next one. If there is none, nothing changes.
  @discardableResult
  public mutating func jump(toFuture index: Int) -> Bool {
    later.indices.contains(index) && jump(by: index + 1)
  }

  /// Forgets past and future. The present stays as it is.
  @discardableResult
  public mutating func clear() -> Bool {
    let isChange = canUndo || canRedo || unsynced != nil
    earlier.removeAll()
    later.removeAll()
    endStep()
    return isChange
  }

  /// Returns to a state and forgets everything else; without a state, to the oldest one that is remembered.
  @discardableResult
  public mutating func reset(to start: State? = nil) -> Bool {
    let start = start ?? earlier.first ?? recorded
    let isChange = canUndo || canRedo || present != start
    let left = present
    self = UndoState(carried(start, from: left))
    return isChange
  }

  /// Ends the group of changes that are one step: the next change is a step of its own.
  public mutating func endGroup() {
    group = nil
    transaction = nil
  }

  @inlinable
  func carried(_ target: State, from left: State) -> State {
    // Found out here and not by the caller's types, so that no one who holds an UndoState can forget it.
    guard let carrying = target as? any UndoPreserving else { return target }
    var carried = target
    type(of: carrying).preserve(into: &carried, from: left)
    return carried
  }

  /// The present is a recorded state, and whatever comes is a new step.
  @inlinable
  mutating func endStep() {
    unsynced = nil
    isFresh = false
    group = nil
    transaction = nil
  }

  // MARK: - Changes

  /// Makes a state the present one as a step that can be undone, and forgets the future.
  ///
  /// A state that equals the present one is no step, though it takes its place.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - group: What makes one step of consecutive changes: those with the same group, if it is not nil.
  ///   - limit: How many steps are kept.
  @discardableResult
  public mutating func record(_ state: State, group: (any Hashable & Sendable)? = nil, limit: Int = .max) -> Bool {
    let before = present
    current = state
    guard state != before else { return false }
    recordChange(
      from: before, group: group.map(EffectID.init), limit: limit, ignoresInitialState: false, transaction: nil)
    return true
  }

  /// Makes a state the present one without a step: undo returns to where it would have returned to.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - syncing: Whether the next step returns to this state. If not, it returns to the last one that was recorded.
  @discardableResult
  public mutating func replacePresent(with state: State, syncing: Bool = false) -> Bool {
    let before = present
    current = state
    guard state != before else { return false }
    passChange(from: before, syncing: syncing, transaction: nil)
    return true
  }

  /// A change is recorded: it was made to `before`, and the present is its result.
  @inlinable
  mutating func recordChange(
    from before: State, group next: EffectID?, limit: Int, ignoresInitialState: Bool, transaction id: TransactionID?
  ) {
    let isFirst = enter(id, from: before)
    let target = unsynced ?? before
    let isOneStep = transaction?.hasRecorded == true || group != nil && group == next
    if !isOneStep {
      transaction?.future = later
      later.removeAll()
      if !(ignoresInitialState && isFresh) { push(target, limit: limit) }
    }
    transaction?.hasRecorded = true
    unsynced = nil
    isFresh = false
    group = next
    if !isFirst { retractIfUnchanged() }
  }

  /// A change is not recorded: it was made to `before`, and the present is its result.
  @inlinable
  mutating func passChange(from before: State, syncing: Bool, transaction id: TransactionID?) {
    let isFirst = enter(id, from: before)
    if syncing {
      unsynced = nil
      isFresh = false
    } else if unsynced == nil {
      unsynced = before
    }
    if !isFirst { retractIfUnchanged() }
  }

  @inlinable
  mutating func push(_ state: State, limit: Int) {
    // Not empty only when an earlier version of the app kept some.
    guard limit > 0 else { return earlier.removeAll() }
    // More than one only when an earlier version of the app kept more.
    while earlier.count >= limit {
      let farthest = earlier.removeFarthest()
      transaction?.farthest = farthest
    }
    earlier.append(nearest: state)
    transaction?.hasPushed = true
  }
}
