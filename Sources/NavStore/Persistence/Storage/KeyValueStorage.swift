#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A storage that keeps a state among the values of a key-value store, such as `UserDefaults`.
///
/// ```swift
/// let storage = KeyValueStorage(key: "navigation") {
///   defaults.data(forKey: $0)
/// } write: {
///   defaults.set($1, forKey: $0)
/// }
/// ```
///
/// On Apple platforms there is `KeyValueStorage(defaults: .standard, key: "navigation")`.
///
/// Beside the key it uses `<key>.previous`, `<key>.aside-1`, `-2`, … for the ten newest states that were moved aside,
/// and `<key>.restores`. It is as durable as what is beneath: `UserDefaults` writes to the disk when it likes, so that
/// a state which `flush()` has returned for may still be lost with the power. A file makes that promise.
///
/// All members may be used from any thread; the operations of one storage wait for one another.
public final class KeyValueStorage: StateStorage, Sendable {
  /// The key of the current generation.
  public let key: String

  private let read: @Sendable (String) -> Data?
  private let write: @Sendable (String, Data?) -> Void
  /// Held during every operation, so that they wait for one another.
  private let session = Locked(())

  /// A storage under a key.
  ///
  /// - Parameters:
  ///   - key: The key of the state. What begins with it and a dot is the storage's, too.
  ///   - read: The value of a key; nil if there is none.
  ///   - write: Sets the value of a key; nil removes it.
  public init(
    key: String, read: @escaping @Sendable (String) -> Data?, write: @escaping @Sendable (String, Data?) -> Void
  ) {
    self.key = key
    self.read = read
    self.write = write
  }

  /// The key of the generation.
  public func name(of generation: StateGeneration) -> String {
    switch generation {
    case .current: key
    case .previous: key + ".previous"
    }
  }

  /// Returns the value of the generation's key, or nil if there is none.
  public func read(_ generation: StateGeneration) -> Data? {
    session.withLock { _ in read(name(of: generation)) }
  }

  /// Sets the value, and that of the previous generation before it.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) {
    session.withLock { _ in
      if keepingCurrentAsPrevious, let current = read(key) { write(name(of: .previous), current) }
      write(key, data)
    }
  }

  /// Moves the generation's value to the next key of `<key>.aside-1`, `-2`, … and returns that key. Of more than ten
  /// such values the oldest goes.
  public func quarantine(_ generation: StateGeneration) -> String? {
    session.withLock { _ in
      guard let data = read(name(of: generation)) else { return nil }
      let number = count("\(key).aside") + 1
      let place = "\(key).aside-\(number)"
      write(place, data)
      write("\(key).aside", Data("\(number)".utf8))
      write(name(of: generation), nil)
      let oldest = number - Quarantine.limit
      if oldest > 0 { write("\(key).aside-\(oldest)", nil) }
      return place
    }
  }

  /// How many restores in a row have not become healthy.
  public func unfinishedRestores() -> Int { session.withLock { _ in count("\(key).restores") } }

  /// Sets the count.
  public func setUnfinishedRestores(_ count: Int) {
    session.withLock { _ in write("\(key).restores", count > 0 ? Data("\(count)".utf8) : nil) }
  }

  /// A number that this storage has written, between 0 and what can still be counted on from.
  private func count(_ key: String) -> Int {
    let number = read(key).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    return min(max(number, 0), .max / 2)
  }
}

#if canImport(Darwin)
  extension KeyValueStorage {
    /// A storage under a key of the user's defaults.
    public convenience init(defaults: UserDefaults = .standard, key: String) {
      // Its documentation says that it is thread-safe, and not every SDK that it is `Sendable`.
      nonisolated(unsafe) let defaults = defaults
      self.init(key: key) {
        // A value of another type is somebody's, too: it is moved aside as text.
        defaults.data(forKey: $0) ?? defaults.object(forKey: $0).map { Data("\($0)".utf8) }
      } write: {
        defaults.set($1, forKey: $0)
      }
    }
  }
#endif
