#if canImport(SwiftUI)
  internal import Foundation
  public import SwiftUI

  extension View {
    /// Saves while this view is there, and at once when its scene is no longer active.
    ///
    /// ```swift
    /// RootView().saves(persistence)
    /// ```
    ///
    /// Put it on the root of each scene: several views may save by one persistence. When the view goes, what has
    /// changed is saved. A save that fails is tried again; ``Persistence/status`` and ``Persistence/statuses`` tell of
    /// it. After five seconds the app counts as healthy; see ``Persistence/markHealthy()``.
    public func saves<Saved>(_ persistence: Persistence<Saved>) -> some View {
      modifier(Saving(persistence: persistence))
    }
  }

  private struct Saving<Saved: Codable & Sendable>: ViewModifier {
    @Environment(\.scenePhase) private var scenePhase
    let persistence: Persistence<Saved>

    func body(content: Content) -> some View {
      content
        // By identity, so that another persistence in the place of this one runs as well.
        .task(id: ObjectIdentifier(persistence)) { await persistence.run() }
        .task(id: ObjectIdentifier(persistence)) {
          // A state that stops the app does so at once.
          guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
          persistence.markHealthy()
        }
        .onChange(of: scenePhase) { _, phase in
          guard phase != .active else { return }
          // When it becomes inactive already: from the background on, the system may suspend the process at any time.
          // Of a state that is saved the second flush writes nothing. An error stands in the status, and the save is
          // tried again.
          flush()
        }
    }

    private func flush() {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // Asks the system for the time that it takes: an app that is suspended during a save is ended for the lock on
        // the file.
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
