/// What a transaction has done to an ``UndoState`` so far, so that all of it is one step, and none if the state is in the end as
/// it was.
///
/// Nobody says when a transaction ends: this is kept until the next one, and with it the future that its step has cut off.
struct UndoTransaction<State: Sendable>: Sendable {
  let id: TransactionID
  /// The state before it, and what goes with that.
  let start: State
  let unsynced: State?
  let isFresh: Bool
  let group: EffectID?

  /// Whether one of its changes was recorded.
  var hasRecorded = false
  /// Whether that has added a state to the past.
  var hasPushed = false
  /// The state that had to go for it.
  var farthest: State?
  /// The future that was forgotten; nil if there was none to forget.
  var future: UndoSteps<State>?
}

extension UndoState {
  /// A change of a transaction has come, which was made to `before`. Returns whether it is the transaction's first.
  mutating func enter(_ id: TransactionID?, from before: State) -> Bool {
    if let id, transaction?.id == id { return false }
    transaction = id.map {
      UndoTransaction(id: $0, start: before, unsynced: unsynced, isFresh: isFresh, group: group)
    }
    return true
  }

  /// Takes back the step of a transaction that has led to where it began.
  mutating func retractIfUnchanged() {
    guard let begun = transaction, begun.start == present else { return }
    if begun.hasPushed { _ = past.removeNearest() }
    if let farthest = begun.farthest { past.restore(farthest: farthest) }
    if let future = begun.future { self.future = future }
    unsynced = begun.unsynced
    isFresh = begun.isFresh
    group = begun.group
    transaction = UndoTransaction(
      id: begun.id, start: present, unsynced: unsynced, isFresh: isFresh, group: group)
  }
}
