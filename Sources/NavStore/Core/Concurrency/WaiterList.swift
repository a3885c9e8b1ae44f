/// A list of tasks that wait for an event.
///
/// A resumed task receives no value and checks its condition again, so an unnecessary resumption does no harm.
package struct WaiterList: Sendable {
  private var waiters: [(id: Int, continuation: UnsafeContinuation<Void, Never>)] = []

  package init() {}

  package var isEmpty: Bool { waiters.isEmpty }
  package var count: Int { waiters.count }

  package mutating func append(_ continuation: UnsafeContinuation<Void, Never>, id: Int) {
    waiters.append((id, continuation))
  }

  package mutating func remove(id: Int) -> WaiterList {
    var removed = WaiterList()
    removed.waiters = waiters.filter { $0.id == id }
    waiters.removeAll { $0.id == id }
    return removed
  }

  /// Resumes all tasks and removes them. The list keeps its allocated memory. The caller must not hold a lock.
  package mutating func wake() {
    for waiter in waiters { waiter.continuation.resume() }
    waiters.removeAll(keepingCapacity: true)
  }
}
