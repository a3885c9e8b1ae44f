#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One of the two saved states that a storage keeps.
public enum StateGeneration: String, CaseIterable, Sendable {
  /// The state that was saved last.
  case current

  /// The state that was saved before the current one. It is used if the current one cannot be used.
  case previous
}

/// A place that keeps the saved bytes of one state, in two generations.
///
/// ``FileStorage`` keeps the bytes in files, and ``KeyValueStorage`` keeps them in a key-value store such as
/// `UserDefaults`. To keep the bytes in another place, declare a type that conforms to this protocol and to
/// ``StorageSession``, with these five methods:
///
/// - ``name(of:)``
/// - ``remove(as:)``
/// - ``StorageSession/read(_:limit:)``
/// - ``StorageSession/write(_:keepingCurrentAsPrevious:)``
/// - ``StorageSession/quarantine(_:)``
///
/// The other requirements have default implementations. A storage that wraps another storage forwards ``identity`` and
/// ``withSession(of:_:)`` to the wrapped one.
///
/// The methods block the calling thread. They may be called from any thread, but each owner makes only one call at a
/// time. A method that fails throws an error. Reports add the action and the name of the generation.
public protocol StateStorage: Sendable {
  /// Returns the name of the generation for messages, for instance the path of its file.
  func name(of generation: StateGeneration) -> String

  /// The identity of the place that the storage saves to.
  ///
  /// By default, two storages have the same identity if they have the same name for the current generation.
  var identity: StorageIdentity { get }

  /// Runs a function that reads or changes the saved bytes.
  ///
  /// A save enters one session as its owner. Loads and other reads enter a session without an owner. When a restored
  /// state will be saved, `Persistence` also enters a session as its owner before the first save. The owner then has
  /// the storage until the owner ends, and a session of another owner is refused. A storage without owners ignores the
  /// owner. A storage that needs owners enters a session of a ``FileStorage``.
  ///
  /// A type that also conforms to ``StorageSession`` has a default implementation, which passes the storage itself.
  ///
  /// - Parameters:
  ///   - owner: The owner, or `nil` for a session that excludes no other owner. If another owner has the storage, the
  ///     method waits only briefly for that owner.
  ///   - body: The function. The session is valid until the function returns.
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)``, without running the body, if another living owner has the
  ///   storage. Otherwise, the error that the body throws.
  func withSession<Result>(of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result) throws -> Result

  /// Removes everything that the storage contains: both generations, those that were moved aside, and the count of
  /// restores.
  ///
  /// ``Persistence/discard()`` calls this method. If something cannot be removed, the method removes the rest, and its
  /// error names what is left.
  ///
  /// - Parameter owner: The owner that removes. A storage without owners ignores it.
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)``, without removing anything, if another living owner has
  ///   the storage. An error if something cannot be removed.
  func remove(as owner: StorageOwner) throws
}

/// The operations on the saved bytes of a storage; see ``StateStorage/withSession(of:_:)``.
///
/// A session reads, writes and moves whole byte strings, and does not interpret them. ``Persistence`` decides which
/// generation is used and which one may be overwritten.
public protocol StorageSession {
  /// Returns the bytes of the generation, or `nil` if it does not exist.
  ///
  /// If the generation has more bytes than the limit, an implementation may return only the beginning of the bytes, as
  /// long as that part also exceeds the limit. The persistence then reports the generation as too large.
  ///
  /// - Throws: An error if the generation exists, or may exist, and cannot be read.
  func read(_ generation: StateGeneration, limit: Int) throws -> Data?

  /// Makes the data the current generation durably: after the method returns, neither a crash nor a power cut loses the
  /// data.
  ///
  /// The change happens as a whole or not at all. At every instant, the storage contains the old generation or the new
  /// one.
  ///
  /// - Parameters:
  ///   - data: The bytes of the new generation.
  ///   - keepingCurrentAsPrevious: Whether the current generation becomes the previous one. If `true`, the old previous
  ///     generation is lost. If `false`, the previous generation stays, and the current one, if it exists, is lost.
  /// - Throws: An error if the data was not saved. In that case, the current generation has not changed.
  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws

  /// Moves the generation to another name, which neither a load nor a save uses.
  ///
  /// The method must not overwrite a generation that was moved earlier, but may remove the oldest ones. ``FileStorage``
  /// and ``KeyValueStorage`` keep the ten newest, and `InMemoryStorage` keeps all.
  ///
  /// - Returns: The new name, or `nil` if the generation does not exist.
  func quarantine(_ generation: StateGeneration) throws -> String?

  /// Returns how many restores in a row have not been marked as healthy; 0 by default.
  ///
  /// The count must survive a crash of the process at any instant, but not a power cut. See
  /// `maxUnfinishedRestores` of ``StateSchema``.
  func unfinishedRestores() throws -> Int

  /// Sets how many restores in a row have not been marked as healthy. The default implementation does nothing.
  func setUnfinishedRestores(_ count: Int) throws
}

extension StorageSession {
  /// Returns 0, because the storage does not count restores.
  public func unfinishedRestores() throws -> Int { 0 }

  /// Does nothing, because the storage does not count restores.
  public func setUnfinishedRestores(_ count: Int) throws {}
}

extension StateStorage {
  /// The identity that all storages with the same name for the current generation have.
  public var identity: StorageIdentity { StorageIdentity(name: name(of: .current)) }

  /// Removes everything that the storage contains: both generations, those that were moved aside, and the count of
  /// restores.
  ///
  /// While a persistence exists, call its ``Persistence/discard()`` instead.
  ///
  /// - Throws: ``PersistenceError/ownedElsewhere(file:by:)`` if a persistence still saves to the storage, and
  ///   ``StorageError`` if something cannot be removed.
  public func remove() throws {
    try remove(as: StorageOwner())
    identity.knownGenerations.noteRestored(nil)
  }
}

extension StateStorage where Self: StorageSession {
  /// Runs the body with this storage as the session. The storage has no owners.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result { try body(self) }
}

/// The identity of the place that a storage saves to, within this process.
///
/// Two storages with the same identity contain the same state. Therefore a save through one of them may replace a state
/// that was restored through the other. A storage that wraps another storage returns the identity of the wrapped one.
public struct StorageIdentity: Sendable {
  package let knownGenerations: KnownGenerations

  /// Creates an identity that only one storage has.
  package init() {
    knownGenerations = KnownGenerations()
  }

  package init(name: String) {
    knownGenerations = .named(name)
  }
}
