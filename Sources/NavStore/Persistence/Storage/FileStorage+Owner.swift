extension FileStorage: OwnedStorage {
  /// Runs the body while the lock file beside the file records the owner, and is locked.
  ///
  /// The lock file, `<file>.navstore-owner`, stays. Its record counts only as long as its owner lives. Where it cannot
  /// be made, another program has written it, or the file system has no locks, the body runs all the same. Throws
  /// ``PersistenceError/ownedElsewhere(file:by:)`` if another living owner has the file, ``StorageError`` if a link to
  /// the file leads nowhere, and what the body throws.
  public func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    try operation(.save).withOwnership(of: owner, body)
  }

  /// Removes what the owner has written into the lock file, and the file that is kept for its next save. It blocks for
  /// a few calls that wait for no disk.
  public func releaseOwnership(of owner: StorageOwner) {
    discardSpare()
    FileOperation.releaseOwnership(of: owner, fileSystem: fileSystem)
  }
}
