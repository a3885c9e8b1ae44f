#if canImport(SwiftUI)
  public import SwiftUI

  /// Links that accept a route instead of a screen.
  extension RouteLink {
    /// Creates a link that pushes a new screen, with a label.
    @_disfavoredOverload
    public init<Content>(
      to route: Content, in target: NavigationTarget<Tab> = .focused, @ViewBuilder label: () -> Label
    ) where Route == StackEntry<Content> {
      self.init(to: StackEntry(route), in: target, label: label)
    }

    /// Creates a link that pushes a new screen, with a localized title.
    public init<Content>(
      _ titleKey: LocalizedStringKey, to route: Content, in target: NavigationTarget<Tab> = .focused
    ) where Route == StackEntry<Content>, Label == Text {
      self.init(titleKey, to: StackEntry(route), in: target)
    }

    /// Creates a link that pushes a new screen, with a title that is not localized.
    @_disfavoredOverload
    public init<Content>(
      _ title: some StringProtocol, to route: Content, in target: NavigationTarget<Tab> = .focused
    ) where Route == StackEntry<Content>, Label == Text {
      self.init(title, to: StackEntry(route), in: target)
    }
  }
#endif
