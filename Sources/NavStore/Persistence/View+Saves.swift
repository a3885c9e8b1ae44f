#if canImport(SwiftUI)
  internal import Foundation
  public import SwiftUI

  /// Saving while a view exists.
  extension View {
    /// Saves while this view exists, and immediately when its scene is no longer active.
    ///
    /// ```swift
    /// RootView().saves(persistence)
    /// ```
    ///
    /// Apply it to the root view of each scene. Several views may use one persistence. When the view disappears, the
    /// last changes are saved. A save that fails is tried again; ``Persistence/status`` and ``Persistence/statuses``
    /// report it. After five seconds the app counts as healthy; see ``Persistence/markHealthy()``.
    public func saves<Saved>(_ persistence: Persistence<Saved>) -> some View {
      modifier(Saving(persistence: persistence))
    }
  }

  private struct Saving<Saved: Codable & Sendable>: ViewModifier {
    @Environment(\.scenePhase) private var scenePhase
    let persistence: Persistence<Saved>

    func body(content: Content) -> some View {
      content
        // The identity, so that a persistence that replaces this one runs too.
        .task(id: ObjectIdentifier(persistence)) { await persistence.run() }
        .task(id: ObjectIdentifier(persistence)) {
          // A state that makes the app crash does so earlier.
          guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
          persistence.markHealthy()
        }
        .onChange(of: scenePhase) { _, phase in
          guard phase != .active else { return }
          // This saves when the scene becomes inactive, because in the background the system may suspend the process at
          // any time. The second flush of a saved state writes nothing. The status has the error, and the save is tried
          // again.
          flush()
        }
    }

    private func flush() {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // This requests time from the system, which ends an app that holds a lock on a file when it is suspended.
        let process = ProcessInfo.processInfo
        process.performExpiringActivity(withReason: "Saving the navigation") { [persistence] isExpired in
          if !isExpired { try? persistence.flushAndWait() }
        }
      #else
        Task { try? await persistence.flush() }
      #endif
    }
  }
#endif
