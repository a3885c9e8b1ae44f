#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Runs a stepped navigation while this view is visible, so that the views show the changes step by step.
    ///
    /// ```swift
    /// RootView(navigator: stepped.navigator).follows(stepped)
    /// ```
    ///
    /// Apply the modifier to the root view. SwiftUI does not report when a step has ended. Therefore, the modifier
    /// waits for a fixed time after each step.
    ///
    /// - Parameters:
    ///   - navigation: The stepped navigation whose navigator the views read.
    ///   - pause: The time to wait after an animated step, such as the dismissal of a sheet. The time after a step
    ///     without animation is 50 milliseconds.
    public func follows<Tab, Route>(
      _ navigation: SteppedNavigation<Tab, Route>, pause: Duration = .milliseconds(700)
    ) -> some View {
      task(id: ObjectIdentifier(navigation)) {
        await navigation.run { step in
          // A step that is not animated also needs its own update of the views. The views are updated while the task
          // sleeps.
          try? await Task.sleep(for: step.isAnimated ? pause.boundedWait : .milliseconds(50))
        }
      }
    }
  }
#endif
