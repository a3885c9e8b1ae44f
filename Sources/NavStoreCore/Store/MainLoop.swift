#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
#endif

/// The loop on which an app's views are updated, in turns.
///
/// Apple platforms have one, the main queue. Elsewhere a process has no views of a framework that updates in turns, so
/// ``system`` is `nil`.
package struct MainLoop: Sendable {
  /// Returns whether the calling thread runs the loop.
  let isCurrent: @Sendable () -> Bool
  /// Runs a closure in the next turn.
  let inNextTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

  #if canImport(Darwin)
    package static let system: MainLoop? = MainLoop(
      isCurrent: { pthread_main_np() != 0 },
      inNextTurn: { work in DispatchQueue.main.async(execute: work) })
  #else
    package static let system: MainLoop? = nil
  #endif
}
