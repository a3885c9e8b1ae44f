import Dispatch
import Foundation

/// Runs `body` on threads of its own, all at once, and returns when all are done.
///
/// Not `concurrentPerform`, which may run one iteration after the other when the machine is busy: a body that waits for
/// another would wait for ever.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

/// Runs `body` on a thread with a stack of so many bytes. One that is too small ends the process.
func onThread<Value: Sendable>(stackSize: Int, _ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
    let thread = Thread { continuation.resume(returning: Result { try body() }) }
    thread.stackSize = stackSize
    thread.start()
  }.get()
}

/// Runs what blocks on a thread of its own, which tasks do not need.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Runs what blocks and may throw on a thread of its own, which tasks do not need.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await blocking { Result { try body() } }.get()
}
