#if canImport(SwiftUI)
  public import SwiftUI

  /// A button that pushes a route by using the navigator in the environment.
  ///
  /// ```swift
  /// typealias AppLink<Label: View> = RouteLink<AppTab, Route, Label>
  ///
  /// struct Links: View {
  ///   let song: Song
  ///
  ///   var body: some View {
  ///     AppLink("Settings", to: .settings)
  ///     AppLink(song.title, to: .song(song.id))
  ///     AppLink(to: .song(song.id)) { SongRow(song) }
  ///   }
  /// }
  /// ```
  ///
  /// A title that is a string literal is localized. A title that is another string is shown unchanged. SwiftUI's
  /// `Button` makes the same distinction.
  ///
  /// A `NavigationLink(value:)` works as well, but a tap on it sends `setPath`, because the framework changes the path
  /// and writes the new path to the binding. A tap on a route link sends `push`, so rules, logs and tests receive the
  /// user's intention. A route link can also push a value of any type onto a path of ``AnyRoute``, which the framework
  /// cannot do.
  ///
  /// Set the navigator with `.environment(navigator)` on a view that contains the `NavigationStack`. Pushed screens do
  /// not inherit the environment of a view inside the stack.
  public struct RouteLink<Tab: Hashable & Sendable, Route: Hashable & Sendable, Label: View>: View {
    @Environment(Navigator<Tab, Route>.self) private var navigator
    @Environment(\.enclosingStack) private var stack
    private let route: Route
    private let target: NavigationTarget<Tab>
    private let label: Label

    /// Creates a link with a label.
    ///
    /// - Parameters:
    ///   - route: The route to push.
    ///   - target: The path to push the route onto. By default, this is the path of the stack that contains the link,
    ///     or the focused path if the environment has no ``EnclosingStack``. Pushing onto the path of another tab does
    ///     not show that tab.
    ///   - label: The label of the link.
    public init(to route: Route, in target: NavigationTarget<Tab> = .focused, @ViewBuilder label: () -> Label) {
      self.route = route
      self.target = target
      self.label = label()
    }

    /// Creates a link with a localized title.
    public init(
      _ titleKey: LocalizedStringKey, to route: Route, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(titleKey) }
    }

    /// Creates a link with a title that is shown unchanged, for example the name of a song.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to route: Route, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(title) }
    }

    /// The content of the link.
    public var body: some View {
      // The navigator is read here and not only in the action, so that a missing navigator is reported when the link is
      // shown and not when the link is tapped.
      let navigator = navigator
      Button {
        navigator.send(.push(route, in: target == .focused ? navigator.target(from: stack) : target))
      } label: {
        label
      }
    }
  }

  extension RouteLink where Route == AnyRoute {
    /// Creates a link to a value of any type, with a label.
    @_disfavoredOverload
    public init(
      to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused, @ViewBuilder label: () -> Label
    ) {
      self.init(to: AnyRoute(value), in: target, label: label)
    }

    /// Creates a link to a value of any type, with a localized title.
    public init(
      _ titleKey: LocalizedStringKey, to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(titleKey, to: AnyRoute(value), in: target)
    }

    /// Creates a link to a value of any type, with a title that is shown unchanged.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(title, to: AnyRoute(value), in: target)
    }

    // An `AnyRoute` is a registrable value. Without the next two initializers, a call with an `AnyRoute` is ambiguous.

    /// Creates a link to a route, with a localized title.
    public init(
      _ titleKey: LocalizedStringKey, to route: AnyRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(titleKey) }
    }

    /// Creates a link to a route, with a title that is shown unchanged.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to route: AnyRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(title) }
    }
  }
#endif
