#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// A storage for tests and previews, which keeps the generations in memory.
///
/// It outlives the persistence that writes to it, so a test can save with one store and restore with the next:
///
/// ```swift
/// let storage = InMemoryStorage()
/// // … a persistence saves to it …
/// let restored = Persistence.load(AppState(), from: storage)
/// ```
///
/// All members may be used from any thread.
public final class InMemoryStorage: StateStorage, Sendable {
  private struct Contents {
    var generations: [StateGeneration: Data]
    var quarantined: [String: Data] = [:]
    var writeCount = 0
  }

  private let contents: Locked<Contents>

  /// Makes a storage with the given generations.
  public init(current: Data? = nil, previous: Data? = nil) {
    var generations: [StateGeneration: Data] = [:]
    generations[.current] = current
    generations[.previous] = previous
    contents = Locked(Contents(generations: generations))
  }

  /// The bytes of a generation, or nil if there is none.
  public subscript(generation: StateGeneration) -> Data? {
    get { contents.withLock { $0.generations[generation] } }
    set { contents.withLock { $0.generations[generation] = newValue } }
  }

  /// What was moved aside, by the names it was given: `memory.damaged-1`, `-2`, …
  public var quarantined: [String: Data] { contents.withLock { $0.quarantined } }

  /// How many times something was written.
  public var writeCount: Int { contents.withLock { $0.writeCount } }

  /// `memory.current` or `memory.previous`.
  public func name(of generation: StateGeneration) -> String { "memory.\(generation.rawValue)" }

  /// Returns the bytes of the generation, or nil. Does not throw.
  public func read(_ generation: StateGeneration) throws -> Data? { self[generation] }

  /// Makes the data the current generation. Does not throw.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    contents.withLock { contents in
      if keepingCurrentAsPrevious, let current = contents.generations[.current] {
        contents.generations[.previous] = current
      }
      contents.generations[.current] = data
      contents.writeCount += 1
    }
  }

  /// Moves the generation to ``quarantined`` and returns the name it has there. Does not throw.
  public func quarantine(_ generation: StateGeneration) throws -> String? {
    contents.withLock { contents in
      guard let data = contents.generations.removeValue(forKey: generation) else { return nil }
      let name = "memory.damaged-\(contents.quarantined.count + 1)"
      contents.quarantined[name] = data
      return name
    }
  }
}
