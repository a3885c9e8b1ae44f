/// A cache for the reader of one value. A read creates the reader if it is not cached yet.
@usableFromInline
final class CachedObservation<Value: Sendable>: @unchecked Sendable {
  // Unchecked because `reader` is read and written only while the lock is held. The optional reader is not in a `Locked`,
  // because the runtime would look up its type at each use.
  private let lock = Lock()
  private var reader: ValueReader<Value>?

  /// Returns the value. `makeReader` is called if no reader is cached, while the lock is not held.
  @usableFromInline
  func value(_ makeReader: @autoclosure () -> ValueReader<Value>) -> Value {
    lock.lock()
    let known = reader
    lock.unlock()
    if let known { return known.value }
    let new = makeReader()
    lock.lock()
    reader = new
    lock.unlock()
    return new.value
  }
}

/// A cache for the readers of several values with different keys, such as the path of each tab.
///
/// A read of a value creates its reader if the reader is not cached yet.
@usableFromInline
final class CachedObservations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let readers = Locked<[Key: ValueReader<Value>]>([:])

  /// Returns the value for a key. `makeReader` is called if no reader is cached for it, while the lock is not held.
  @usableFromInline
  func value(of key: Key, _ makeReader: @autoclosure () -> ValueReader<Value>) -> Value {
    if let known = readers.withLock({ $0[key] }) { return known.value }
    let new = makeReader()
    readers.withLock { $0[key] = new }
    return new.value
  }
}
