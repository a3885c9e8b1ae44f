#if canImport(Darwin)
  internal import Darwin
  internal import os
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A lock for short critical sections. It is neither fair nor recursive.
///
/// On platforms other than Apple's, the lock is a `pthread_mutex_t`, which is adaptive with Glibc. If another thread
/// holds the lock, a waiting thread spins for some microseconds before it sleeps. On Apple platforms, the lock is an
/// `os_unfair_lock`, which raises the owner to the priority of the waiting thread. `Docs/Decisions/0002-lock.md`
/// explains why the type does not use the standard library's `Mutex`.
package struct Lock: ~Copyable, @unchecked Sendable {
  // The pointer is unsafe because a lock needs an address that never changes, which a stored property does not have.
  // Only this value owns the memory, which lives exactly as long as the value. The caller decides what the lock
  // protects.
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
    /// Waits until the lock is free, and takes it.
    ///
    /// When two threads take the lock alternately, the lock and the memory that it protects move between two cores each
    /// time. A waiting thread therefore pauses for a few microseconds. During the pause, the lock and the memory stay
    /// on the core of the other thread. With this pause, two threads together are nearly as fast as one. The benchmark
    /// `Ratios store` measures these times. The pausing thread reads the clock and does not yield, because a yield
    /// among busy threads may take milliseconds.
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

    /// Returns the time of the monotonic clock in nanoseconds.
    private static func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  #endif

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

  /// Runs a closure while the lock is held. The closure must not take the same lock.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A value that is accessed only while its lock is held.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = Lock()
  // The lock makes each access exclusive. The run-time check of exclusive access would cost as much as the lock.
  @exclusivity(unchecked) private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs a closure on the value while the lock is held. The closure must not take the same lock.
  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Runs a closure on the value while the lock is held. `check` is called only if the lock is taken, before waiting.
  @inline(__always)
  func withLock<Result>(orCheck check: () -> Void, _ body: (inout Value) -> Result) -> Result {
    if !lock.tryLock() {
      check()
      lock.lock()
    }
    defer { lock.unlock() }
    return body(&value)
  }
}
