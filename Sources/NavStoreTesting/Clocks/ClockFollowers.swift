internal import NavStore

/// A type whose tasks sleep on a clock, and that can detect when all of them are suspended.
protocol ClockFollower: AnyObject, Sendable {
  /// Blocks until all tasks have ended or are suspended.
  func settle()
  /// Calls the closure while no task can run.
  func pause(_ body: () -> Void)
}

/// Weak references to the followers of a clock.
final class ClockFollowers: Sendable {
  private struct Follower {
    weak var follower: (any ClockFollower)?
  }

  private let followers = Locked<[Follower]>([])

  /// Adds a follower. From now on, the clock waits for the follower's tasks when the time moves.
  func add(_ follower: some ClockFollower) {
    followers.withLock { $0.append(Follower(follower: follower)) }
  }

  private var present: [any ClockFollower] {
    followers.withLock { followers in
      followers.removeAll { $0.follower == nil }
      return followers.compactMap(\.follower)
    }
  }

  /// Blocks until all tasks of the followers have ended or are suspended.
  func settle() {
    for follower in present { follower.settle() }
  }

  /// Moves the time while no task of the followers can run, and then waits until they have ended or are suspended.
  func wake(_ move: () -> Void) {
    func pause(_ followers: ArraySlice<any ClockFollower>) {
      guard let follower = followers.first else { return move() }
      follower.pause { pause(followers.dropFirst()) }
    }
    pause(present[...])
    settle()
  }
}
