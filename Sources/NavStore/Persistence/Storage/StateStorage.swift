#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One of the two saved states that a storage keeps.
public enum StateGeneration: String, CaseIterable, Sendable {
  /// The state that was saved last.
  case current

  /// The state before it, kept for the day on which the current one turns out to be damaged.
  case previous
}

/// A place that keeps the saved bytes of one state, in two generations.
///
/// ``FileStorage`` keeps them in files. An app that keeps them elsewhere conforms a type of its own. The rules of saving
/// and restoring (what may be overwritten, what is used) are not the storage's: it reads, writes and moves aside whole
/// byte strings, and looks into none.
///
/// The methods block, and may be called from any thread, by one caller at a time for one owner. An error should be a
/// ``StorageError``, so that reports can say what failed.
public protocol StateStorage: Sendable {
  /// Returns what messages call the generation, for instance the path of its file.
  func name(of generation: StateGeneration) -> String

  /// Returns the bytes of the generation, or nil if there is none.
  ///
  /// Throws when bytes are there, or may be, and cannot be read.
  func read(_ generation: StateGeneration) throws -> Data?

  /// Makes the data the current generation, durably: once it returns, a crash or a power cut no longer takes it away.
  ///
  /// It happens as a whole or not at all: at every instant the storage holds the old generation or the new one.
  /// If `keepingCurrentAsPrevious` is true, the generation that was current replaces the previous one, which is lost.
  /// If it is false, the previous generation stays as it is and the one that was current, if there is one, is lost.
  ///
  /// Throws when the data was not saved; the current generation is then what it was.
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws

  /// Moves the generation aside, to where neither loading nor saving touches it, and returns what it is called there.
  ///
  /// Returns nil if there is no such generation. What was moved aside before is not overwritten; a storage may let go
  /// of the oldest, as those of this library do when there are more than ten.
  func quarantine(_ generation: StateGeneration) throws -> String?
}

/// A storage that finds out how large a generation is before it reads it.
package protocol BoundedStorage: StateStorage {
  /// Returns the bytes of the generation, or nil if there is none.
  ///
  /// Throws a `StorageError` with an `obstacle` if there are more bytes than the limit. It reads at most one byte more.
  func read(_ generation: StateGeneration, limit: Int) throws -> Data?
}

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

/// A storage that counts the restores that were begun and never became healthy, for the guard against crash loops.
///
/// The count must outlive a crash of the process at any instant, and need not outlive a power cut.
public protocol RestoreCounting: StateStorage {
  /// How many restores in a row have not become healthy; 0 where nothing was counted.
  func unfinishedRestores() throws -> Int

  /// Sets the count.
  func setUnfinishedRestores(_ count: Int) throws
}
