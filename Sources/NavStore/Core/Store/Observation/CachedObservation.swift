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
