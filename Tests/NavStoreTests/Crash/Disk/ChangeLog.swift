/// The effect of a power cut on a change.
enum SyncFate {
  case synced
  /// The change may be on the disk or not. The next sync makes it durable.
  case unsynced
  /// The change may be on the disk or not, and no later sync makes it durable.
  ///
  /// A sync that covered the change failed. A system may drop a change that it failed to write, so the success of a
  /// later sync does not cover it.
  case abandoned
}

/// An ordered list of changes. A power cut keeps the synced changes and any of the others.
struct ChangeLog<Change> {
  private(set) var entries: [(change: Change, fate: SyncFate)] = []

  /// Whether a power cut changes nothing.
  var isDurable: Bool { entries.allSatisfy { $0.fate == .synced } }

  /// The changes that a successful sync has covered.
  var synced: [Change] { entries.filter { $0.fate == .synced }.map(\.change) }

  mutating func append(_ change: Change, isSynced: Bool = false) {
    entries.append((change, isSynced ? .synced : .unsynced))
  }

  /// Sets the fate of every change that no sync has covered before.
  mutating func synchronize(_ fate: SyncFate = .synced) {
    for index in entries.indices where entries[index].fate == .unsynced { entries[index].fate = fate }
  }

  /// Returns the possible results of the changes after a power cut, each with the number of choices that lead to it.
  ///
  /// `variants` returns the possible effects of an unsynced change, apart from no effect. Equal results are merged
  /// after each change, so the cost grows with the number of different results and not with the number of choices.
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
