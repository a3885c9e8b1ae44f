#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Lets the views of a navigation follow it step by step while this view is visible.
    ///
    /// ```swift
    /// RootView(navigator: stepped.navigator).follows(stepped)
    /// ```
    ///
    /// Apply the modifier to the root view. The framework does not report when a step has ended, so each step gets a
    /// fixed time.
    ///
    /// - Parameters:
    ///   - navigation: The navigation.
    ///   - pause: The time for a step that the user sees, such as the dismissal of a sheet.
    public func follows<Tab, Route>(
      _ navigation: SteppedNavigation<Tab, Route>, pause: Duration = .milliseconds(700)
    ) -> some View {
      task(id: ObjectIdentifier(navigation)) {
        await navigation.run { step in
          // A step that is not seen needs its own update of the views. The update runs before a sleeping task
          // continues.
          try? await Task.sleep(for: step.isAnimated ? pause.boundedWait : .milliseconds(50))
        }
      }
    }
  }
#endif
