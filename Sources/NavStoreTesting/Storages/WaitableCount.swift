internal import NavStore

/// A number that tasks can wait for. All members may be used from any thread.
final class WaitableCount: Sendable {
  private struct Waiter {
    var id: Int
    var count: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct Contents {
    var value = 0
    var lastID = 0
    var waiters: [Waiter] = []
  }

  private let contents = Locked(Contents())

  var value: Int { contents.withLock { $0.value } }

  func change(by difference: Int) {
    let satisfied = contents.withLock { contents in
      contents.value += difference
      let value = contents.value
      defer { contents.waiters.removeAll { $0.count <= value } }
      return contents.waiters.filter { $0.count <= value }
    }
    for waiter in satisfied { waiter.continuation.resume() }
  }

  /// Suspends until the number is at least `count`. Returns early if the calling task is cancelled.
  func wait(atLeast count: Int) async {
    let id = contents.withLock { contents in
      contents.lastID += 1
      return contents.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSatisfied = contents.withLock { contents in
          // If the cancellation handler ran before this line, `isCancelled` is already `true`, because a task is marked
          // as cancelled before its handlers run.
          if Task.isCancelled || contents.value >= count { return true }
          contents.waiters.append(Waiter(id: id, count: count, continuation: continuation))
          return false
        }
        if isSatisfied { continuation.resume() }
      }
    } onCancel: {
      let waiter: Waiter? = contents.withLock { contents in
        guard let index = contents.waiters.firstIndex(where: { $0.id == id }) else { return nil }
        return contents.waiters.remove(at: index)
      }
      waiter?.continuation.resume()
    }
  }
}
