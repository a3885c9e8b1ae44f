import Dispatch
import Foundation

/// Runs `body` on several new threads in parallel and returns when all have finished.
///
/// `concurrentPerform` may run the iterations one after another on a busy machine. A body that waits for another one
/// would then wait forever.
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

/// Runs `body` on a thread with a stack of the given number of bytes. A stack that is too small ends the process.
func onThread<Value: Sendable>(stackSize: Int, _ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, any Error>, Never>) in
    let thread = Thread { continuation.resume(returning: Result { try body() }) }
    thread.stackSize = stackSize
    thread.start()
  }.get()
}

/// Runs a blocking function on a new thread, so that it blocks no thread of the tasks.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Runs a blocking function that may throw on a new thread, so that it blocks no thread of the tasks.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await blocking { Result { try body() } }.get()
}
