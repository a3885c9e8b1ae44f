/// A value that is reached only while its lock is held.
package final class Locked<Value>: @unchecked Sendable {
  // Unchecked because there is no way to the value but through the lock.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` on the value while this thread holds the lock. `body` must not ask for the same lock.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try lock.withLock { () throws(Failure) in try body(&value) }
  }
}
