import Foundation
import NavStore
import Synchronization

extension Suite {
  /// Threads that together send as many actions to one store as one thread does. There are so many actions that
  /// starting and ending the threads does not count.
  static var threads: Series {
    let actions = Workload.pushesAndPops(count: 2_000_000)
    let byHand = actions.map(HandAction.init)
    return Series(
      "as many sends from several threads", over: "threads", waits: true,
      [1, 2, 8].map { threads in
        Point(
          threads, operations: actions.count, floor: .byHand(byHand),
          [.threads(threads, actions, threads == 2 ? [.times(1, at: 1)] : [])])
      })
  }
}

extension Contender {
  fileprivate static func threads(_ threads: Int, _ actions: [Action], _ limits: [Limit]) -> Contender {
    Contender("send", limits: limits) {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      let share = actions.count / threads
      return Run {
        Starters.run(threads) { thread in
          // Each thread pops as often as it has pushed, so that the result does not depend on the order.
          for action in actions[(thread * share)..<((thread + 1) * share)] { store.send(action) }
        }
        return {
          try WorkNotDone.unless(store.revision == actions.count, "\(actions.count - store.revision) sends were lost.")
          return Place(store.state)
        }
      }
    }
  }
}

/// Threads that begin together. A thread pool might give the work of two threads to one.
private final class Starters: Sendable {
  private let waiting: Atomic<Int>

  private init(_ count: Int) {
    waiting = Atomic(count)
  }

  /// Runs `body` on a number of new threads and returns when all have finished.
  static func run(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let starters = Starters(count)
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        starters.waitForAll()
        body(number)
        group.leave()
      }
    }
    group.wait()
  }

  private func waitForAll() {
    waiting.subtract(1, ordering: .acquiringAndReleasing)
    while waiting.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}
