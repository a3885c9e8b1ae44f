#if canImport(SwiftUI)
  internal import Foundation
  public import SwiftUI

  /// Saving that begins with a view.
  extension View {
    /// Starts a persistence when this view appears, and saves immediately when the scene is no longer active; see
    /// ``Persistence/start()``. The saving continues when the view disappears, for example below a cover.
    ///
    /// ```swift
    /// RootView().saves(persistence)
    /// ```
    ///
    /// Apply this modifier to the root view of each scene. Several views may use one persistence. A save that
    /// fails is tried again; ``Persistence/status`` and ``Persistence/statuses`` report the failure. Five seconds after
    /// such a view has appeared for the first time, the restored state is marked as healthy; see
    /// ``Persistence/confirmRestore()``.
    public func saves<Saved>(_ persistence: Persistence<Saved>) -> some View {
      modifier(Saving(persistence: persistence))
    }
  }

  private struct Saving<Saved: Codable & Sendable>: ViewModifier {
    @Environment(\.scenePhase) private var scenePhase
    let persistence: Persistence<Saved>

    func body(content: Content) -> some View {
      content
        // The task has the identity of the persistence, so that a persistence that replaces this one starts too.
        // SwiftUI may cancel the task when the view disappears, so the task only attaches the persistence.
        .task(id: ObjectIdentifier(persistence)) { persistence.attach() }
        .onChange(of: scenePhase) { _, phase in
          guard phase != .active else { return }
          // The state is saved when the scene becomes inactive, because in the background the system may suspend the
          // process at any time. When the scene then enters the background, the second flush of the same state writes
          // nothing. If a save fails, the status contains the error, and the save is tried again.
          flush()
        }
    }

    private func flush() {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // The activity requests time from the system, because the system ends an app that is suspended while it holds a
        // lock on a file.
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
