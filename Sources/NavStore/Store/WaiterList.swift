/// The tasks that wait for something to happen to a store.
///
/// Waking is a signal without a value: whoever wakes looks for himself, so a waiter may be woken without cause.
struct WaiterList: Sendable {
  private var waiters: [(id: Int, continuation: UnsafeContinuation<Void, Never>)] = []

  var isEmpty: Bool { waiters.isEmpty }
  var count: Int { waiters.count }

  mutating func append(_ continuation: UnsafeContinuation<Void, Never>, id: Int) {
    waiters.append((id, continuation))
  }

  /// Removes the waiters with this id.
  mutating func remove(id: Int) -> WaiterList {
    var removed = WaiterList()
    removed.waiters = waiters.filter { $0.id == id }
    waiters.removeAll { $0.id == id }
    return removed
  }

  /// Resumes all of them and leaves the list empty, with the memory it has. Call it without holding a lock.
  mutating func wake() {
    for waiter in waiters { waiter.continuation.resume() }
    waiters.removeAll(keepingCapacity: true)
  }
}
