/// What a power cut does to a change.
enum SyncFate {
  case synced
  /// It may be there and may not; the next sync makes it durable.
  case unsynced
  /// It may be there and may not, for good: a sync that failed covered it. A system may forget what it could not
  /// write, so that a later sync that succeeds says nothing of it.
  case abandoned
}

/// Changes in their order, of which a power cut keeps those that were synced and any of the others.
struct ChangeLog<Change> {
  private(set) var entries: [(change: Change, fate: SyncFate)] = []

  /// Whether a power cut changes nothing.
  var isDurable: Bool { entries.allSatisfy { $0.fate == .synced } }

  /// The changes that a sync has covered.
  var synced: [Change] { entries.filter { $0.fate == .synced }.map(\.change) }

  mutating func append(_ change: Change, isSynced: Bool = false) {
    entries.append((change, isSynced ? .synced : .unsynced))
  }

  /// Gives those that no sync has covered the fate that this one decided.
  mutating func synchronize(_ fate: SyncFate = .synced) {
    for index in entries.indices where entries[index].fate == .unsynced { entries[index].fate = fate }
  }

  /// What the changes can leave after a power cut, each with the number of choices that lead to it.
  ///
  /// `variants` are what one change can do when nobody has synced it, without the one of doing nothing. Equal results are
  /// put together after each change, so that the cost grows with what can be told apart and not with the number of
  /// choices.
  func outcomes<Value: Hashable>(
    from start: Value, apply: (Change, Value) -> Value, variants: (Change, Value) -> [Value]
  ) -> [Value: Int] {
    var outcomes = [start: 1]
    for (change, fate) in entries {
      var next: [Value: Int] = [:]
      for (value, count) in outcomes {
        let results = fate == .synced ? [apply(change, value)] : [value] + variants(change, value)
        for result in results { next[result, default: 0] += count }
      }
      outcomes = next
    }
    return outcomes
  }
}
