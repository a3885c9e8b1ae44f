@testable import NavStoreCore

/// The numbers of the objects that a store's core keeps.
extension StoreCore {
  /// The number of tasks that wait for the next transaction.
  var waiterCount: Int { withLock { $0.waiters.count } }
  /// The number of subscriptions to transactions.
  var recorderCount: Int { withLock { $0.buffers.count } }
  /// The number of effects whose work has not returned.
  var effectCount: Int { withLock { $0.effects.count } }
  /// The number of live effects whose task is stored.
  var effectTaskCount: Int { withLock { $0.effects.live.count { $0.task != nil } } }
  /// Whether the whole state was read in a way that the Observation framework tracks.
  var isStateObserved: Bool { withLock { $0.observed.isStateObserved } }
  /// The number of values that the Observation framework tracks separately.
  var observedValueCount: Int { withLock { $0.observed.values.count } }
}
