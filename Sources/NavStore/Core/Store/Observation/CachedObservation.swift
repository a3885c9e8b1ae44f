/// A part of a store that is looked for when it is read for the first time, and kept.
@usableFromInline
final class CachedObservation<Value: Sendable>: @unchecked Sendable {
  // Unchecked because the variable is read and written only while the lock is held.
  private let mutex = Lock()
  @exclusivity(unchecked) private var part: ValueReader<Value>?

  /// The value of the part.
  ///
  /// - Parameter find: Looks for the part; called the first time, and then without the lock.
  @usableFromInline
  func value(_ find: @autoclosure () -> ValueReader<Value>) -> Value {
    mutex.lock()
    let known = part
    mutex.unlock()
    if let known { return known.value }
    let found = find()
    mutex.lock()
    part = found
    mutex.unlock()
    return found.value
  }
}

/// Parts of a store that differ by an argument, such as the path of a tab: each is looked for when it is read for the
/// first time, and kept.
@usableFromInline
final class CachedObservations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Locked<[Key: ValueReader<Value>]>([:])

  /// The value of a part.
  ///
  /// - Parameter find: Looks for the part; called the first time, and then without the lock.
  @usableFromInline
  func value(of key: Key, _ find: @autoclosure () -> ValueReader<Value>) -> Value {
    if let known = known.withLock({ $0[key] }) { return known.value }
    let found = find()
    known.withLock { $0[key] = found }
    return found.value
  }
}
