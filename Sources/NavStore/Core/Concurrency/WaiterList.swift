/// The tasks that wait for something to happen to a store.
///
/// Waking is a signal without a value: whoever wakes looks for himself, so a waiter may be woken without cause.
package struct WaiterList: Sendable {
  private var waiters: [(id: Int, continuation: UnsafeContinuation<Void, Never>)] = []

  package init() {}

  package var isEmpty: Bool { waiters.isEmpty }
  package var count: Int { waiters.count }

  package mutating func append(_ continuation: UnsafeContinuation<Void, Never>, id: Int) {
    waiters.append((id, continuation))
  }

  /// Removes the waiters with this id.
  package mutating func remove(id: Int) -> WaiterList {
    var removed = WaiterList()
    removed.waiters = waiters.filter { $0.id == id }
    waiters.removeAll { $0.id == id }
    return removed
  }

  /// Resumes all of them and leaves the list empty, with the memory it has. Call it without holding a lock.
  package mutating func wake() {
    for waiter in waiters { waiter.continuation.resume() }
    waiters.removeAll(keepingCapacity: true)
  }
}
