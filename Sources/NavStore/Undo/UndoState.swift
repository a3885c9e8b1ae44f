/// A state with a history of earlier and later states.
///
/// This type is the state of the reducer that `undoable(limit:…)` returns. The app shows ``present``:
///
/// ```swift
/// var document = UndoState(0)
/// document.record { $0 = 1 }
/// document.undo()
/// print(document.present)  // 0
/// document.redo()
/// print(document.present)  // 1
/// ```
///
/// Every operation is a mutating method. No operation stops the program, and most return whether they changed anything.
///
/// A step is stored as a complete state. Neighboring steps share every array and every other buffer that no action
/// changed between them. Therefore, a step of a `NavigationState` consumes memory only for the structure itself, for
/// its small list of tabs, and for the one path that an action changed. Apart from the copies of the changed buffers,
/// recording a step and undoing a step are O(1), amortized. If another copy of the `UndoState` exists, the next change
/// of the past or the future copies the list of steps once.
///
/// Two values are equal if their presents, their last recorded states, their pasts and their futures are equal. After a
/// change that is not a step, the last recorded state can differ from the present. The current group and the current
/// transaction are neither compared nor saved.
public struct UndoState<State: Equatable & Sendable>: Sendable {
  /// The current state.
  ///
  /// An assignment records no step and leaves the past and the future unchanged. If a step is recorded afterwards, an
  /// undo of that step returns to the assigned state. If the last step has a group, send ``UndoAction/endGroup`` before
  /// the assignment. Otherwise, a later change of that group extends the last step, and no undo returns to the assigned
  /// state.
  ///
  /// An assignment of an equal state has no effect on undo. After an app has assigned a restored state, undo can return
  /// to that state even if `ignoresInitialState` of the reducer is `true`.
  ///
  /// - Complexity: O(1) to read. An assignment compares the two states, and a change in place copies the buffers that
  ///   it changes.
  public var present: State {
    get { current }
    set { replacePresent(with: newValue, syncing: true) }
  }
  /// The states before the present, the oldest first.
  public var past: UndoSteps<State> { earlier }
  /// The states that were undone. The first one is the state that redo returns to.
  public var future: UndoSteps<State> { later }

  // These properties are separate from the public ones because the inlinable code of an `UndoReducer` changes them.
  @usableFromInline var current: State
  var earlier = UndoSteps<State>(.past)
  var later = UndoSteps<State>(.future)
  /// The last recorded state, if the present has changed since then without a step; otherwise `nil`. When a step is
  /// recorded, this state is added to the past.
  var unsynced: State?
  /// Whether `ignoresInitialState` applies to the next step: no step has been recorded, and no other
  /// operation has marked the present as recorded.
  var isFresh = true
  /// The group of the last step; `nil` if that step has no group or the group has ended.
  var group: EffectID?
  var transaction: UndoTransaction<State>?

  /// Creates a state with neither past nor future.
  public init(_ present: State) {
    current = present
  }

  /// Creates a state with a history, for previews and tests. The oldest state of the past is first. The first state of
  /// the future is the state that redo returns to.
  package init(past: [State], present: State, future: [State] = []) {
    current = present
    earlier = UndoSteps(.past, past)
    later = UndoSteps(.future, future)
    isFresh = past.isEmpty
  }

  /// Whether a step can be undone.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether a step can be redone.
  public var canRedo: Bool { !future.isEmpty }

  /// The last recorded state. When a step is recorded, this state is added to the past.
  var recorded: State { unsynced ?? present }
}

extension UndoState: Equatable {
  /// Returns whether the presents and the histories are equal.
  ///
  /// - Complexity: O(n), where n is the number of steps.
  public static func == (first: UndoState, second: UndoState) -> Bool {
    first.present == second.present && first.recorded == second.recorded && first.past == second.past
      && first.future == second.future
  }
}

extension UndoState: Hashable where State: Hashable {
  /// Hashes the present and the history.
  ///
  /// - Complexity: O(n), where n is the number of steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(present)
    hasher.combine(recorded)
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension UndoState: CustomReflectable {
  /// A mirror of the past, the present and the future.
  ///
  /// If the present differs from the last recorded state because of changes that were not recorded, the mirror contains
  /// the last recorded state as `recorded`.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("past", past), ("present", present), ("future", future)]
    if let unsynced, unsynced != present { children.append(("recorded", unsynced)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

extension UndoState {
  // MARK: - Undo and redo

  /// Undoes the last step, and returns whether there was a step to undo.
  @discardableResult
  public mutating func undo() -> Bool { jump(by: -1) }

  /// Redoes the step that was undone last, and returns whether there was a step to redo.
  @discardableResult
  public mutating func redo() -> Bool { jump(by: 1) }

  /// Undoes or redoes several steps.
  ///
  /// - Parameter steps: The number of steps: negative to undo, positive to redo.
  /// - Returns: Whether the steps were undone or redone. If fewer steps exist, or if `steps` is 0, nothing changes.
  /// - Complexity: O(n), where n is the number of steps that are undone or redone.
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
    current = preserved(target, from: left)
    endStep()
    return true
  }

  /// Returns to the state at an index. If that state does not exist, nothing changes.
  package mutating func jump(to index: Int, isFuture: Bool) {
    guard (isFuture ? later : earlier).indices.contains(index) else { return }
    jump(by: isFuture ? index + 1 : index - earlier.count)
  }

  /// Removes the past and the future, and returns whether this call changed the history. The present does not change.
  @discardableResult
  public mutating func clear() -> Bool {
    let isChange = canUndo || canRedo || unsynced != nil
    earlier.removeAll()
    later.removeAll()
    endStep()
    return isChange
  }

  /// Replaces the present with a state, and removes the past and the future.
  ///
  /// - Parameter start: The state to return to; `nil` for the oldest state of the history.
  /// - Returns: Whether the present or the history changed.
  @discardableResult
  package mutating func reset(to start: State? = nil) -> Bool {
    let start = start ?? earlier.first ?? recorded
    let isChange = canUndo || canRedo || present != start
    let left = present
    self = UndoState(preserved(start, from: left))
    return isChange
  }

  /// Ends the group of changes that form one step. The next change begins a new step.
  package mutating func endGroup() {
    group = nil
    transaction = nil
  }

  func preserved(_ target: State, from left: State) -> State {
    // In this generic code, only a dynamic cast can find out whether `State` conforms to `UndoPreserving`.
    guard let preserving = target as? any UndoPreserving else { return target }
    var preserved = target
    type(of: preserving).preserve(into: &preserved, from: left)
    return preserved
  }

  mutating func endStep() {
    unsynced = nil
    isFresh = false
    group = nil
    transaction = nil
  }

  // MARK: - Changes

  /// Changes the present, records the change as a step that can be undone, and removes the future.
  ///
  /// If the state after the change equals the present, no step is recorded, and the future remains. A test can use this
  /// method to describe the step that it expects: `$0.record { $0.push(.song(7)) }`.
  ///
  /// - Parameters:
  ///   - group: The group of the change; `nil` if the change has no group. Consecutive changes of the same group are
  ///     one step.
  ///   - limit: The maximum number of steps in the past. The oldest steps are removed first.
  ///   - change: Changes a copy of the present.
  /// - Returns: Whether the present has changed.
  @discardableResult
  public mutating func record(
    group: (any Hashable & Sendable)? = nil, limit: Int = .max, _ change: (inout State) throws -> Void
  ) rethrows -> Bool {
    let before = present
    var state = before
    try change(&state)
    current = state
    guard state != before else { return false }
    recordChange(
      from: before, group: group.map(EffectID.init), limit: limit, ignoresInitialState: false, transaction: nil)
    return true
  }

  /// Replaces the present without recording a step. Undo still returns to the same state as before this call.
  ///
  /// - Parameters:
  ///   - state: The new state.
  ///   - syncing: Whether `state` becomes the last recorded state. If a step is recorded after this call, an undo of
  ///     that step returns to the last recorded state.
  /// - Returns: Whether `state` differs from the present before the call.
  @discardableResult
  public mutating func replacePresent(with state: State, syncing: Bool = false) -> Bool {
    let before = present
    current = state
    guard state != before else { return false }
    skipChange(from: before, syncing: syncing, transaction: nil)
    return true
  }

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

  mutating func skipChange(from before: State, syncing: Bool, transaction id: TransactionID?) {
    let isFirst = enter(id, from: before)
    if syncing {
      unsynced = nil
      isFresh = false
    } else if unsynced == nil {
      unsynced = before
    }
    if !isFirst { retractIfUnchanged() }
  }

  mutating func push(_ state: State, limit: Int) {
    // With the limit 0, the past contains states only if they were recorded with a higher limit.
    guard limit > 0 else { return earlier.removeAll() }
    // The loop runs more than once only if the past was recorded with a higher limit.
    while earlier.count >= limit {
      let farthest = earlier.removeFarthest()
      transaction?.farthest = farthest
    }
    earlier.append(nearest: state)
    transaction?.hasPushed = true
  }
}

/// The changes that a transaction makes to an ``UndoState``. They form one step, or no step if they cancel each other
/// out.
///
/// An ``UndoState`` is not notified of the end of a transaction. Therefore, it stores this value, which contains the
/// removed future, until the next transaction begins.
struct UndoTransaction<State: Sendable>: Sendable {
  let id: TransactionID
  // The present and the properties of the ``UndoState`` before the transaction.
  let start: State
  let unsynced: State?
  let isFresh: Bool
  let group: EffectID?

  var hasRecorded = false
  /// Whether recording the transaction's step has added a state to the past.
  var hasPushed = false
  /// The oldest state of the past, if it was dropped to make room for the transaction's step; otherwise `nil`.
  var farthest: State?
  /// The future that was removed when the transaction's step was recorded; `nil` if no step was recorded.
  var future: UndoSteps<State>?

  init(id: TransactionID, start: State, unsynced: State?, isFresh: Bool, group: EffectID?) {
    self.id = id
    self.start = start
    self.unsynced = unsynced
    self.isFresh = isFresh
    self.group = group
  }
}

extension UndoState {
  /// Begins a transaction, and returns whether the change is its first one; `true` for a change outside a transaction.
  mutating func enter(_ id: TransactionID?, from before: State) -> Bool {
    if let id, transaction?.id == id { return false }
    guard let id else {
      transaction = nil
      return true
    }
    transaction = UndoTransaction(id: id, start: before, unsynced: unsynced, isFresh: isFresh, group: group)
    return true
  }

  mutating func retractIfUnchanged() {
    guard let begun = transaction, begun.start == present else { return }
    if begun.hasPushed { _ = earlier.removeNearest() }
    if let farthest = begun.farthest { earlier.restore(farthest: farthest) }
    if let future = begun.future { later = future }
    unsynced = begun.unsynced
    isFresh = begun.isFresh
    group = begun.group
    transaction = UndoTransaction(
      id: begun.id, start: present, unsynced: unsynced, isFresh: isFresh, group: group)
  }
}

private enum UndoStateKey: String, CodingKey {
  case past, present, future, recorded, fresh
}

extension UndoState: Encodable where State: Encodable {
  /// Encodes the present and the history.
  ///
  /// Each step is encoded as a complete state. If the history need not survive a restart of the app, save only
  /// ``present``.
  ///
  /// - Complexity: O(n), where n is the number of steps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: UndoStateKey.self)
    try container.encode(present, forKey: .present)
    if canUndo { try container.encode(Array(past), forKey: .past) }
    if canRedo { try container.encode(Array(future), forKey: .future) }
    if let unsynced, unsynced != present { try container.encode(unsynced, forKey: .recorded) }
    if isFresh { try container.encode(isFresh, forKey: .fresh) }
  }
}

extension UndoState: Decodable where State: Decodable {
  /// Decodes the present and the history.
  ///
  /// If the past is longer than the limit of the reducer, the next step shortens it.
  ///
  /// - Throws: A `DecodingError` if a state cannot be decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: UndoStateKey.self)
    self.init(
      past: try container.decodeIfPresent([State].self, forKey: .past) ?? [],
      present: try container.decode(State.self, forKey: .present),
      future: try container.decodeIfPresent([State].self, forKey: .future) ?? [])
    unsynced = try container.decodeIfPresent(State.self, forKey: .recorded)
    isFresh = try container.decodeIfPresent(Bool.self, forKey: .fresh) ?? false
  }
}
