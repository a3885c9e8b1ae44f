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
