#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that keeps a state in a key-value store, such as `UserDefaults`.
///
/// ```swift
/// let storage = KeyValueStorage(key: "navigation") {
///   defaults.data(forKey: $0)
/// } write: {
///   defaults.set($1, forKey: $0)
/// }
/// ```
///
/// On Apple platforms, use `KeyValueStorage(defaults: .standard, key: "navigation")`.
///
/// The storage also uses the keys `<key>.previous`, `<key>.aside` and `<key>.restores`, and the keys `<key>.aside-1`,
/// `-2`, … for the ten newest states that were moved aside. The storage is as durable as the key-value store.
/// `UserDefaults` writes to the disk at a time of its choice. Therefore a power cut may lose a state after `flush()`
/// has returned. Use ``FileStorage`` to prevent such a loss.
///
/// All members may be used from any thread. The operations of one storage run one at a time.
public final class KeyValueStorage: StateStorage, Sendable {
  package let key: String

  private let read: @Sendable (String) -> Data?
  private let write: @Sendable (String, Data?) -> Void
  /// The lock that is held during every operation, so that operations run one at a time.
  private let lock = Locked(())

  /// Creates a storage that keeps the current generation under a key.
  ///
  /// - Parameters:
  ///   - key: The key of the current generation. The storage also uses keys that begin with this key and a dot.
  ///   - read: Returns the value of a key, or `nil` if the key has no value.
  ///   - write: Sets the value of a key. If the new value is `nil`, removes the key.
  public init(
    key: String, read: @escaping @Sendable (String) -> Data?, write: @escaping @Sendable (String, Data?) -> Void
  ) {
    self.key = key
    self.read = read
    self.write = write
  }

  /// Returns the key of the generation.
  public func name(of generation: StateGeneration) -> String {
    switch generation {
    case .current: key
    case .previous: key + ".previous"
    }
  }

  /// Runs the body. The storage has no owners.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    try body(Session(storage: self))
  }

  /// Removes the values of all keys of this storage.
  public func remove(as owner: StorageOwner) {
    lock.withLock { _ in
      let last = count("\(key).aside")
      for number in max(1, last - Quarantine.limit)...max(1, last) { write("\(key).aside-\(number)", nil) }
      // The current generation is removed last, so that the end of the process cannot bring back an older state.
      for key in ["\(key).aside", "\(key).restores", name(of: .previous), key] { write(key, nil) }
    }
  }

  /// Returns the number under a key, or 0. The result is limited to a range in which counting cannot overflow.
  private func count(_ key: String) -> Int {
    let number = read(key).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    return min(max(number, 0), .max / 2)
  }

  private struct Session: StorageSession {
    let storage: KeyValueStorage

    func read(_ generation: StateGeneration, limit: Int) -> Data? {
      storage.lock.withLock { _ in storage.read(storage.name(of: generation)) }
    }

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) {
      storage.lock.withLock { _ in
        if keepingCurrentAsPrevious, let current = storage.read(storage.key) {
          storage.write(storage.name(of: .previous), current)
        }
        storage.write(storage.key, data)
      }
    }

    /// Moves the generation's value to the next of the keys `<key>.aside-1`, `-2`, …, and removes all but the ten
    /// newest of these values.
    func quarantine(_ generation: StateGeneration) -> String? {
      storage.lock.withLock { _ in
        let key = storage.key
        guard let data = storage.read(storage.name(of: generation)) else { return nil }
        let number = storage.count("\(key).aside") + 1
        let place = "\(key).aside-\(number)"
        storage.write(place, data)
        storage.write("\(key).aside", Data("\(number)".utf8))
        storage.write(storage.name(of: generation), nil)
        let oldest = number - Quarantine.limit
        if oldest > 0 { storage.write("\(key).aside-\(oldest)", nil) }
        return place
      }
    }

    func unfinishedRestores() -> Int { storage.lock.withLock { _ in storage.count("\(storage.key).restores") } }

    func setUnfinishedRestores(_ count: Int) {
      storage.lock.withLock { _ in
        storage.write("\(storage.key).restores", count > 0 ? Data("\(count)".utf8) : nil)
      }
    }
  }
}

#if canImport(Darwin)
  extension KeyValueStorage {
    /// Creates a storage that keeps the current generation in the user's defaults, under a key. The storage also uses
    /// keys that begin with this key and a dot.
    public convenience init(defaults: UserDefaults = .standard, key: String) {
      let shared = SharedDefaults(defaults: defaults)
      self.init(key: key) {
        // A value that is not `Data` is read as text. It is then moved aside, and not lost.
        shared.defaults.data(forKey: $0) ?? shared.defaults.object(forKey: $0).map { Data("\($0)".utf8) }
      } write: {
        shared.defaults.set($1, forKey: $0)
      }
    }
  }

  /// `UserDefaults` is documented as thread-safe, but not every SDK declares it as `Sendable`.
  private struct SharedDefaults: @unchecked Sendable {
    let defaults: UserDefaults
  }
#endif
