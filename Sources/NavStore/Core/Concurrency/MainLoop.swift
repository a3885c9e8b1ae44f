#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
#endif

/// The event loop of the main thread. A framework updates an app's views once in each turn of the loop.
///
/// On Apple platforms, this is the main run loop. On other platforms ``system`` is `nil`, because no framework there
/// updates views in this way.
package struct MainLoop: Sendable {
  let isCurrent: @Sendable () -> Bool
  /// Runs a closure in the next turn, after the framework has updated its views for the current turn.
  let inNextTurn: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// The main loop for stores that are created in this task; `nil` if the platform has no such loop. Tests replace the
  /// value.
  @TaskLocal package static var current = system

  #if canImport(Darwin)
    package static let system: MainLoop? = MainLoop(
      isCurrent: { pthread_main_np() != 0 },
      inNextTurn: { work in
        // The run loop may run the first block before it updates the views for an event. It runs blocks of the main
        // queue at most once between two updates (`didDispatchPortLastTime` in CFRunLoop.c), so the second block comes
        // after the update.
        DispatchQueue.main.async { DispatchQueue.main.async(execute: work) }
      })
  #else
    package static let system: MainLoop? = nil
  #endif
}
