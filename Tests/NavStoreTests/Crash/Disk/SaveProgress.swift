/// What saving has promised so far. States are numbers that only grow; 0 is that nothing is saved.
struct SaveProgress: Hashable {
  /// The newest state that a save has reported as saved, or that a durable disk has shown.
  var acknowledged = 0
  /// The newest state that a save was begun for.
  var started = 0
  /// Contents that nobody may destroy: what cannot be used, before and after it was moved aside.
  var evidence: Set<[UInt8]> = []
  /// The contents of an older version's file, which only two newer states of today's may replace; empty if there is
  /// none.
  var older: [UInt8] = []
  /// How many states that can be used may be moved aside: those that could not be read when it mattered.
  var unreadable = 0
  /// How many crashes there were.
  var crashes = 0

  /// How many files there may be that were moved aside. A crash between the reservation of a name and the sync of the
  /// move leaves an empty file, for each of the two generations; and a power cut that keeps the newest name and not the
  /// one before it leaves a previous generation that is not the one that the newest tells of.
  var movedAside: Int { evidence.count + unreadable + 3 * crashes }
}
