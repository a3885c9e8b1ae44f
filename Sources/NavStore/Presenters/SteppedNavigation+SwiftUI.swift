#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Has the views of a navigation follow it step by step while this view is there.
    ///
    /// ```swift
    /// RootView(navigator: stepped.navigator).follows(stepped)
    /// ```
    ///
    /// It stands on the root view. The framework does not say when it has done a step, so each is given a time.
    ///
    /// - Parameters:
    ///   - navigation: The navigation.
    ///   - pause: How long a step takes that the user sees, such as a sheet that goes.
    public func follows<Tab, Route>(
      _ navigation: SteppedNavigation<Tab, Route>, pause: Duration = .milliseconds(700)
    ) -> some View {
      task(id: ObjectIdentifier(navigation)) {
        await navigation.run { step in
          // A step that is not seen needs an update of its own, and that comes before a task that has slept goes on.
          try? await Task.sleep(for: step.isAnimated ? pause.boundedWait : .milliseconds(50))
        }
      }
    }
  }
#endif
