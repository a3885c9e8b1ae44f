/// A storage that counts the restores that were begun and never became healthy, for the guard against crash loops.
///
/// The count must outlive a crash of the process at any instant, and need not outlive a power cut.
public protocol RestoreCounting: StateStorage {
  /// How many restores in a row have not become healthy; 0 where nothing was counted.
  func unfinishedRestores() throws -> Int

  /// Sets the count.
  func setUnfinishedRestores(_ count: Int) throws
}
