/// A state with its history: what it was before, and what it was before it was undone.
///
/// It is the state of an ``UndoReducer``. What the app shows is ``present``:
///
/// ```swift
/// var document = UndoState(0)
/// document.record(1)
/// document.undo()
/// print(document.present)  // 0
/// document.redo()
/// print(document.present)  // 1
/// ```
///
/// Every operation is a mutating method that says whether it changed anything and never stops the program.
///
/// A step is kept as a whole state, which shares with its neighbours every array and other buffer that no action
/// changed between them. So a step of a ``NavigationState`` costs the state's own words, its small list of tabs, and
/// the one path that was changed. Recording is O(1) beyond that copy, amortised, and undoing is O(1). A copy of the
/// whole `UndoState` that someone keeps makes the next change copy the list of steps, once.
///
/// Two are equal when present, past, future and the state that the next step returns to are equal. Which changes belong
/// to one step, a group or a transaction that may still go on, is not compared, nor saved.
public struct UndoState<State: Equatable & Sendable>: Sendable {
  /// The state as it is now.
  ///
  /// To write it is no step, and past and future stay. The next step returns to the state that was written, as it does
  /// after ``replacePresent(with:syncing:)`` with `syncing`. An equal state changes nothing in the history. So a present
  /// that is restored into a state without a history begins a new history.
  ///
  /// - Complexity: Reading is O(1). Writing compares the two states, and a write in place copies what it changes.
  @inlinable public var present: State {
    get { current }
    set { replacePresent(with: newValue, syncing: true) }
  }
  /// The states that undo returns to, the oldest first.
  @inlinable public var past: UndoSteps<State> { earlier }
  /// The states that redo returns to, the next one first.
  @inlinable public var future: UndoSteps<State> { later }

  // Present, past and future, which an ``UndoReducer`` changes where it is compiled for the state's type.
  @usableFromInline var current: State
  @usableFromInline var earlier = UndoSteps<State>(.past)
  @usableFromInline var later = UndoSteps<State>(.future)
  /// The state that the next step returns to, when that is not the present one: a change that was not recorded came
  /// after.
  @usableFromInline var unsynced: State?
  /// Whether nothing was recorded so far.
  @usableFromInline var isFresh = true
  /// The group of the last step, while it goes on.
  @usableFromInline var group: EffectID?
  /// The last transaction, so that all its changes are one step.
  @usableFromInline var transaction: UndoTransaction<State>?

  /// A state with neither past nor future.
  public init(_ present: State) {
    current = present
  }

  /// A state with a history, for previews and tests.
  ///
  /// - Parameters:
  ///   - past: The states that undo returns to, the oldest first.
  ///   - present: The state as it is now.
  ///   - future: The states that redo returns to, the next one first.
  public init(past: [State], present: State, future: [State] = []) {
    current = present
    earlier = UndoSteps(.past, past)
    later = UndoSteps(.future, future)
    isFresh = past.isEmpty
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }
  /// How many steps can be undone.
  public var undoCount: Int { past.count }
  /// How many steps can be redone.
  public var redoCount: Int { future.count }

  /// The state that a step from here returns to.
  @inlinable var recorded: State { unsynced ?? present }
}

extension UndoState: Equatable {
  /// Whether present and history are equal. The cost grows with the number of steps.
  public static func == (first: UndoState, second: UndoState) -> Bool {
    first.present == second.present && first.recorded == second.recorded && first.past == second.past
      && first.future == second.future
  }
}

extension UndoState: Hashable where State: Hashable {
  /// Hashes present and history. The cost grows with the number of steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(present)
    hasher.combine(recorded)
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension UndoState: CustomReflectable {
  /// What `==` compares: past, present and future, and the state that the next step returns to if it is not the
  /// present.
  public var customMirror: Mirror {
    var children: [Mirror.Child] = [("past", past), ("present", present), ("future", future)]
    if let unsynced, unsynced != present { children.append(("recorded", unsynced)) }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

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

/// What a transaction has done to an ``UndoState`` so far, so that all of it is one step, and none if the state is in
/// the end as it was.
///
/// Nobody says when a transaction ends: this is kept until the next one, and with it the future that its step has cut
/// off.
@usableFromInline
struct UndoTransaction<State: Sendable>: Sendable {
  @usableFromInline let id: TransactionID
  /// The state before it, and what goes with that.
  @usableFromInline let start: State
  @usableFromInline let unsynced: State?
  @usableFromInline let isFresh: Bool
  @usableFromInline let group: EffectID?

  /// Whether one of its changes was recorded.
  @usableFromInline var hasRecorded = false
  /// Whether that has added a state to the past.
  @usableFromInline var hasPushed = false
  /// The state that had to go for it.
  @usableFromInline var farthest: State?
  /// The future that was forgotten; nil if there was none to forget.
  @usableFromInline var future: UndoSteps<State>?

  @inlinable
  init(id: TransactionID, start: State, unsynced: State?, isFresh: Bool, group: EffectID?) {
    self.id = id
    self.start = start
    self.unsynced = unsynced
    self.isFresh = isFresh
    self.group = group
  }
}

extension UndoState {
  /// A change of a transaction has come, which was made to `before`. Returns whether it is the transaction's first.
  @inlinable
  mutating func enter(_ id: TransactionID?, from before: State) -> Bool {
    if let id, transaction?.id == id { return false }
    guard let id else {
      transaction = nil
      return true
    }
    transaction = UndoTransaction(id: id, start: before, unsynced: unsynced, isFresh: isFresh, group: group)
    return true
  }

  /// Takes back the step of a transaction that has led to where it began.
  @inlinable
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
  /// Encodes the present and the history. Equal values give equal bytes as far as those of the states do.
  ///
  /// The cost and the size grow with the number of steps: each is written out as a whole state. Save ``present`` alone
  /// where the history need not outlive the app.
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
  /// Decodes what was encoded. Throws a `DecodingError` when one of the states does not decode.
  ///
  /// A history longer than ``UndoRules/limit`` is cut at the next step.
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
