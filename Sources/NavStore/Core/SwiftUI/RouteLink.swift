#if canImport(SwiftUI)
  public import SwiftUI

  /// A button that pushes a route, through the navigator in the environment.
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
  /// A title that is a string literal is looked up in the app's strings. A title that is another string is shown as it
  /// is. SwiftUI's `Button` makes the same difference.
  ///
  /// A `NavigationLink(value:)` works as well, and arrives as `setPath`: the framework changes the path and the binding
  /// is told. This one says what is meant, so that rules, logs and tests see a push; and it pushes routes of any type
  /// onto a path of ``AnyRoute``, which the framework cannot append to by itself.
  ///
  /// The navigator comes from `.environment(navigator)`, above the `NavigationStack`: what stands inside of it does not
  /// reach the screens that are pushed.
  public struct RouteLink<Tab: Hashable & Sendable, Route: Hashable & Sendable, Label: View>: View {
    @Environment(Navigator<Tab, Route>.self) private var navigator
    private let route: Route
    private let target: NavigationTarget<Tab>
    private let label: Label

    /// A link with any label.
    ///
    /// - Parameters:
    ///   - route: What to push.
    ///   - target: The path to push it onto: by default the one that is shown. Another tab's path is not shown by that.
    ///   - label: What the link looks like.
    public init(to route: Route, in target: NavigationTarget<Tab> = .focused, @ViewBuilder label: () -> Label) {
      self.route = route
      self.target = target
      self.label = label()
    }

    /// A link with a title, which is looked up in the app's strings.
    public init(
      _ titleKey: LocalizedStringKey, to route: Route, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(titleKey) }
    }

    /// A link with a title that is shown as it is, for example the name of a song.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to route: Route, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(title) }
    }

    /// The button.
    public var body: some View {
      // Read here and not only in the action: where no navigator is above, the framework says so when the link is
      // shown, not when it is tapped.
      let navigator = navigator
      Button {
        navigator.send(.push(route, in: target))
      } label: {
        label
      }
    }
  }

  extension RouteLink where Route == AnyRoute {
    /// A link to a value of any type, with any label.
    @_disfavoredOverload
    public init(
      to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused, @ViewBuilder label: () -> Label
    ) {
      self.init(to: AnyRoute(value), in: target, label: label)
    }

    /// A link to a value of any type, with a title, which is looked up in the app's strings.
    public init(
      _ titleKey: LocalizedStringKey, to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(titleKey, to: AnyRoute(value), in: target)
    }

    /// A link to a value of any type, with a title that is shown as it is.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(title, to: AnyRoute(value), in: target)
    }

    // An `AnyRoute` is itself a registrable value. Without the next two, a call with an `AnyRoute` is ambiguous.

    /// A link to a route, with a title, which is looked up in the app's strings.
    public init(
      _ titleKey: LocalizedStringKey, to route: AnyRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(titleKey) }
    }

    /// A link to a route, with a title that is shown as it is.
    @_disfavoredOverload
    public init(
      _ title: some StringProtocol, to route: AnyRoute, in target: NavigationTarget<Tab> = .focused
    ) where Label == Text {
      self.init(to: route, in: target) { Text(title) }
    }
  }
#endif
