#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// The lock of the store: short critical sections, no fairness, no recursion.
///
/// On Linux it is an adaptive `pthread_mutex_t`, and who finds it taken steps aside for some microseconds before he
/// sleeps; on Apple platforms an `os_unfair_lock`, which hands the waiting thread's priority to the owner.
/// `Docs/Decisions/0002-lock.md` tells why it is not the standard library's `Mutex`.
package struct Lock: ~Copyable, @unchecked Sendable {
  // Unsafe because a lock needs an address that never changes, which a stored property does not have. The memory is
  // owned by this value alone and lives exactly as long as it does; what it protects is the caller's promise.
  #if canImport(Darwin)
    private let primitive: UnsafeMutablePointer<os_unfair_lock>
  #else
    private let primitive: UnsafeMutablePointer<pthread_mutex_t>
  #endif

  package init() {
    primitive = .allocate(capacity: 1)
    #if canImport(Darwin)
      primitive.initialize(to: os_unfair_lock())
    #else
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      #if canImport(Glibc)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
      #endif
      let result = pthread_mutex_init(primitive, &attributes)
      precondition(result == 0, "pthread_mutex_init failed with error \(result): the process is out of resources.")
      pthread_mutexattr_destroy(&attributes)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(primitive)
    #endif
    primitive.deinitialize(count: 1)
    primitive.deallocate()
  }

  package borrowing func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
    #else
      if pthread_mutex_trylock(primitive) != 0 { waitAndLock() }
    #endif
  }

  #if !canImport(Darwin)
    /// Takes the lock once whoever holds it has let it go.
    ///
    /// Two threads that want the lock at every turn would pass it, and the memory that it guards, from core to core at
    /// every turn. One that steps aside for a few microseconds leaves both to the other for as long, which is what makes
    /// the two together nearly as fast as one; the times were measured by `Ratios store`. It looks at the clock and does
    /// not yield: among busy threads a yield may take milliseconds.
    @inline(never)
    private borrowing func waitAndLock() {
      var wait: Int64 = 4_000
      while wait <= 16_000 {
        let end = Self.now() + wait
        while Self.now() < end {}
        if pthread_mutex_trylock(primitive) == 0 { return }
        wait *= 2
      }
      pthread_mutex_lock(primitive)
    }

    /// In nanoseconds.
    private static func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  #endif

  /// Takes the lock if nobody holds it, and says whether it did.
  package borrowing func tryLock() -> Bool {
    #if canImport(Darwin)
      os_unfair_lock_trylock(primitive)
    #else
      pthread_mutex_trylock(primitive) == 0
    #endif
  }

  package borrowing func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(primitive)
    #else
      pthread_mutex_unlock(primitive)
    #endif
  }

  /// Runs `body` while this thread holds the lock. `body` must not take the same lock.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

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
