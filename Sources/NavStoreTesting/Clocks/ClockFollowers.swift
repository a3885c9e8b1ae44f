internal import NavStore

/// A type, such as a test store, whose tasks sleep on a clock. It can detect when all of these tasks are suspended.
protocol ClockFollower: AnyObject, Sendable {
  /// Blocks until all tasks of this follower have ended or are suspended, or until a time limit has passed.
  func settle()
  /// Calls `body`, and prevents the tasks of this follower from running until `body` returns.
  func pause(_ body: () -> Void)
}

final class ClockFollowers: Sendable {
  private struct Follower {
    weak var follower: (any ClockFollower)?
  }

  private let followers = Locked<[Follower]>([])

  /// Adds a follower. After this call, the clock waits for the follower's tasks whenever it moves the time.
  func add(_ follower: some ClockFollower) {
    followers.withLock { $0.append(Follower(follower: follower)) }
  }

  private var present: [any ClockFollower] {
    followers.withLock { followers in
      followers.removeAll { $0.follower == nil }
      return followers.compactMap(\.follower)
    }
  }

  func settle() {
    for follower in present { follower.settle() }
  }

  /// Calls `move`, which moves the time, while no task of the followers can run. Then waits for these tasks with
  /// ``settle()``.
  func wake(_ move: () -> Void) {
    func pause(_ followers: ArraySlice<any ClockFollower>) {
      guard let follower = followers.first else { return move() }
      follower.pause { pause(followers.dropFirst()) }
    }
    pause(present[...])
    settle()
  }
}
