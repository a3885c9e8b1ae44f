/// A storage that at most one owner at a time saves to, in this process or another.
///
/// `Persistence` asks for it when it runs and at each save, and gives up when it stops or goes. A load asks only before
/// it moves something aside, for that moment. ``FileStorage`` is one; a storage of your own that wraps one conforms by
/// handing both calls on. A storage that does not conform is saved to without a question.
public protocol OwnedStorage: StateStorage {
  /// Runs the body, one save, as the owner; owners wait for one another only for a moment.
  ///
  /// Throws ``PersistenceError/ownedElsewhere(file:by:)`` without running the body if another living owner has the
  /// storage, and what the body throws.
  func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result

  /// Lets others own what the owner owned; does nothing if it owned nothing.
  func releaseOwnership(of owner: StorageOwner)
}
