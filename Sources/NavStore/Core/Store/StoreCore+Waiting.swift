// Who waits for the next transaction.
extension StoreCore {
  /// Who waits, in the list that is kept for it.
  func takeWaiters() -> WaiterList {
    guard !waiters.isEmpty else { return WaiterList() }
    var woken = spareWaiters
    spareWaiters = WaiterList()
    swap(&waiters, &woken)
    return woken
  }

  func makeWaiterID() -> Int {
    nextWaiterID &+= 1
    return nextWaiterID
  }

  /// Waits until the revision is greater than `last`. Nil when the store is gone without a newer one, and when the task
  /// is cancelled.
  func nextRevision(after last: Int) async -> Int? {
    await next { revision > last ? revision : nil }
  }

  /// Waits until `poll`, which is called while the lock is held, returns something after a transaction; in a store that
  /// is inspected, also after the end of an effect.
  func next<Value: Sendable>(_ poll: () -> Value?) async -> Value? {
    while !Task.isCancelled {
      lock()
      let value = poll()
      let seen = (revision, inspected?.endedEffects)
      let isClosed = isClosed
      let id = makeWaiterID()
      unlock()
      if let value { return value }
      if isClosed { return nil }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          lock()
          let isLate = (revision, inspected?.endedEffects) != seen || self.isClosed || Task.isCancelled
          if !isLate {
            waiters.append(continuation, id: id)
            expectListener()
          }
          unlock()
          if isLate { continuation.resume() }
        }
      } onCancel: {
        var woken = withLock { waiters.remove(id: id) }
        woken.wake()
      }
    }
    return nil
  }
}
