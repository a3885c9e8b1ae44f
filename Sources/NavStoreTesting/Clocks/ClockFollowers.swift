internal import NavStore

/// Something whose tasks sleep on a clock, and that knows when they have come as far as they can.
protocol ClockFollower: AnyObject, Sendable {
  /// Blocks until the tasks have come as far as they can.
  func settle()
  /// Lets no task go on while the closure runs.
  func pause(_ body: () -> Void)
}

/// The followers of a clock, which it does not keep alive.
final class ClockFollowers: Sendable {
  private struct Follower {
    weak var follower: (any ClockFollower)?
  }

  private let followers = Locked<[Follower]>([])

  /// From now on, time waits for the follower's tasks.
  func add(_ follower: some ClockFollower) {
    followers.withLock { $0.append(Follower(follower: follower)) }
  }

  private var present: [any ClockFollower] {
    followers.withLock { followers in
      followers.removeAll { $0.follower == nil }
      return followers.compactMap(\.follower)
    }
  }

  /// Waits until the tasks have come as far as they can.
  func settle() {
    for follower in present { follower.settle() }
  }

  /// Moves the time while the tasks stand still, and waits until they have come as far as they can.
  func wake(_ move: () -> Void) {
    func pause(_ followers: ArraySlice<any ClockFollower>) {
      guard let follower = followers.first else { return move() }
      follower.pause { pause(followers.dropFirst()) }
    }
    pause(present[...])
    settle()
  }
}
