#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One of the two saved states that a storage keeps.
public enum StateGeneration: String, CaseIterable, Sendable {
  /// The state that was saved last.
  case current

  /// The state that was saved before the current one. It is used if the current one is damaged.
  case previous
}

/// A place that keeps the saved bytes of one state, in two generations.
///
/// ``FileStorage`` keeps them in files, and ``KeyValueStorage`` in a key-value store such as `UserDefaults`. An app
/// that keeps them in another place declares a type with these four methods:
///
/// - ``name(of:)``
/// - ``read(_:)``
/// - ``write(_:keepingCurrentAsPrevious:)``
/// - ``quarantine(_:)``
///
/// The other requirements have default implementations. A storage that wraps another one passes them on.
///
/// A storage reads, writes and moves whole byte strings, and does not interpret them. ``Persistence`` decides which
/// generation is used and which one may be overwritten.
///
/// The methods block. They may be called from any thread, by one caller at a time for each owner. A method that fails
/// throws a ``StorageError``, so that reports can say what failed.
public protocol StateStorage: Sendable {
  /// Returns the name of the generation for messages, for instance the path of its file.
  func name(of generation: StateGeneration) -> String

  /// Returns the bytes of the generation, or `nil` if it does not exist.
  ///
  /// - Throws: An error if the generation exists, or may exist, and cannot be read.
  func read(_ generation: StateGeneration) throws -> Data?

  /// Makes the data the current generation, durably: after the method returns, neither a crash nor a power cut loses
  /// it.
  ///
  /// The change happens as a whole or not at all. At every instant the storage holds the old generation or the new one.
  ///
  /// - Parameters:
  ///   - data: The bytes of the new generation.
  ///   - keepingCurrentAsPrevious: Whether the current generation replaces the previous one, which is lost. If `false`,
  ///     the previous generation stays, and the current one, if it exists, is lost.
  /// - Throws: An error if the data was not saved. The current generation has not changed then.
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws

  /// Moves the generation to another name, which neither a load nor a save uses.
  ///
  /// A generation that was moved before is not overwritten. A storage may remove the oldest of them: the storages of
  /// this library keep ten.
  ///
  /// - Returns: The new name, or `nil` if the generation does not exist.
  func quarantine(_ generation: StateGeneration) throws -> String?

  // MARK: Requirements with default implementations

  /// Returns the bytes of the generation up to a limit, or `nil` if it does not exist.
  ///
  /// The default implementation calls `read(_:)`. An implementation may return fewer bytes than the generation has, but
  /// more than the limit: the persistence then reports the generation as too large.
  ///
  /// - Throws: An error if the generation exists, or may exist, and cannot be read.
  func read(_ generation: StateGeneration, limit: Int) throws -> Data?

  /// The identity of the place that the storage saves to.
  ///
  /// By default, two storages have the same identity if they have the same name for the current generation.
  var identity: StorageIdentity { get }

  /// Whether the storage accepts only one owner at a time; `false` by default.
  var hasOwners: Bool { get }

  /// Runs a save as the owner of the storage. Two owners wait for each other only for a moment.
  ///
  /// `Persistence` calls it when it begins to run and for each save. A load calls it only while it moves a generation
  /// aside. The default implementation runs the body without an owner.
  ///
  /// - Parameters:
  ///   - owner: The owner.
  ///   - body: The save.
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)``, without running the body, if another living owner has the
  ///   storage. Otherwise what the body throws.
  func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result

  /// Releases what the owner owns, so that another owner is accepted. Without ownership it has no effect.
  ///
  /// `Persistence` calls it when it stops or is released. The default implementation does nothing.
  func releaseOwnership(of owner: StorageOwner)

  /// Returns how many restores in a row have not been marked as healthy; 0 by default.
  ///
  /// The count must survive a crash of the process at any instant, but not a power cut. See
  /// `maxUnfinishedRestores` of ``StateSchema``.
  func unfinishedRestores() throws -> Int

  /// Sets how many restores in a row have not been marked as healthy. The default implementation does nothing.
  func setUnfinishedRestores(_ count: Int) throws
}

extension StateStorage {
  /// Returns all bytes of the generation, as `read(_:)` does.
  public func read(_ generation: StateGeneration, limit: Int) throws -> Data? { try read(generation) }

  /// The identity of the place with the name of the current generation.
  public var identity: StorageIdentity { StorageIdentity(name: name(of: .current)) }

  /// `false`: the storage accepts every owner.
  public var hasOwners: Bool { false }

  /// Runs the body without an owner.
  public func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    try body()
  }

  /// Does nothing, because the storage has no owners.
  public func releaseOwnership(of owner: StorageOwner) {}

  /// Returns 0, because the storage does not count restores.
  public func unfinishedRestores() throws -> Int { 0 }

  /// Does nothing, because the storage does not count restores.
  public func setUnfinishedRestores(_ count: Int) throws {}
}

/// The identity of the place that a storage saves to, within this process.
///
/// Two storages with the same identity hold the same state, so that a state that was restored from one of them may be
/// replaced in the other. A storage that wraps another one returns the identity of the wrapped one.
public struct StorageIdentity: Sendable {
  package let knownGenerations: KnownGenerations

  /// Creates the identity of a place that only one storage reaches.
  package init() {
    knownGenerations = KnownGenerations()
  }

  /// Creates the identity of the place that every storage reaches under the name.
  package init(name: String) {
    knownGenerations = .named(name)
  }
}
