#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Starts a stepped navigation when this view appears; see ``SteppedNavigation/start(pause:clock:)``. The steps
    /// continue when the view disappears, for example below a cover.
    ///
    /// ```swift
    /// RootView(navigator: stepped.navigator).follows(stepped)
    /// ```
    ///
    /// SwiftUI does not report when a step has ended. Therefore, there is a fixed pause after each step.
    ///
    /// - Parameters:
    ///   - navigation: The stepped navigation whose navigator the views read.
    ///   - pause: The time to wait after an animated step, such as the dismissal of a sheet. Only the pause of the
    ///     first call is used.
    public func follows<Tab, Route>(
      _ navigation: SteppedNavigation<Tab, Route>, pause: Duration = .milliseconds(700)
    ) -> some View {
      task(id: ObjectIdentifier(navigation)) { navigation.start(pause: pause) }
    }
  }
#endif
