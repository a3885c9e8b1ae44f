import NavStore

/// A variable that several threads of a test use. The standard library's `Mutex` needs newer systems than the package.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked because the lock is held whenever the variable is used.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
