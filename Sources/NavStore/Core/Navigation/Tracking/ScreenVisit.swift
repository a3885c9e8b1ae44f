/// A route that determines how its screen is reported to analytics.
///
/// ```swift
/// extension CatalogRoute: TrackableRoute {
///   var trackedName: String { if case .product = self { "Product" } else { "Form" } }
///   var trackedParameters: [String: String] { if case .product(let id) = self { ["id": "\(id)"] } else { [:] } }
/// }
/// ```
///
/// For such a route, ``ScreenVisit/Screen/name`` and ``ScreenVisit/Screen/parameters`` are the values of the protocol's
/// properties. For an ``AnyRoute`` or a `StackEntry`, the conformance of the contained route is used. Therefore, each
/// type of route can have its own conformance.
public protocol TrackableRoute {
  /// The name of the screen. It must not contain the user's data.
  var trackedName: String { get }
  /// The values that may be reported. By default, the dictionary is empty.
  var trackedParameters: [String: String] { get }
}

extension TrackableRoute {
  /// An empty dictionary.
  public var trackedParameters: [String: String] { [:] }
}

extension AnyRoute: RouteWrapper {
  package var wrappedRoute: Any { base }
}

/// A user's visit to a screen: a screen that became visible, and the screen before it.
public struct ScreenVisit<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The screen that became visible.
  public var screen: Screen { boxedScreen.value }
  /// The screen that was visible before. For the first visit of a stream, the value is `nil`.
  public var previous: Screen? { boxedPrevious?.value }
  /// The time for which the previous screen was visible. For the first visit of a stream, the value is zero.
  public let previousDuration: Duration
  /// The origin of the actions that made the screen visible. The origin of the first visit of a stream is `.restore`.
  public let origin: ActionOrigin
  /// The revision of the state in which the screen became visible.
  public let revision: Int
  /// The time between the creation of the stream and the visit, on the store's clock.
  public let time: Duration

  fileprivate let boxedScreen: Boxed<Screen>
  fileprivate let boxedPrevious: Boxed<Screen>?
}

extension ScreenVisit {
  /// A screen that a user saw: a route on a stack, or the root of a tab.
  public struct Screen: Hashable, Sendable {
    /// The stack of the screen.
    public let stack: StackID<Tab>
    /// The index of the screen in the path of the stack. For the root of a tab or of a modal, the value is `nil`.
    public let position: Int?
    /// The route of the screen. For the root of a tab, the value is `nil`.
    public let route: Route?

    init(of navigation: NavigationState<Tab, Route>) {
      if let modal = navigation.presented.last {
        stack = .modal(modal.id)
        position = modal.routes.indices.last
        route = modal.top
      } else {
        let entry = navigation.entries[navigation.selectedIndex]
        stack = .tab(entry.tab)
        position = entry.path.indices.last
        route = entry.path.last
      }
    }

    /// The kind of the screen, without the user's data: the name of the route's case or type, or the name of the tab.
    ///
    /// For a route that is an enum, this is the name of the case: `song` for `.song(7)`. For an `AnyRoute` or a
    /// `StackEntry`, this is the name of the contained route. For a ``TrackableRoute``, this is its
    /// ``TrackableRoute/trackedName``.
    ///
    /// For a tab, this is the name of the case, the string or the number, and for a structure with one stored property,
    /// the same of that property. The description that a type of tab declares is not used.
    public var name: String {
      if let route { return Self.name(of: Self.unwrapped(route)) }
      return if case .tab(let tab) = stack { Self.name(ofTab: tab) } else { ValueOutline.text(of: stack) }
    }

    /// The values of the route that may be reported. For a route that is not a ``TrackableRoute``, the dictionary is
    /// empty.
    public var parameters: [String: String] {
      route.flatMap { Self.unwrapped($0) as? any TrackableRoute }?.trackedParameters ?? [:]
    }

    private static func unwrapped(_ route: Any) -> Any {
      (route as? any RouteWrapper).map { unwrapped($0.wrappedRoute) } ?? route
    }

    private static func name(ofTab tab: Any) -> String {
      guard !(tab is any CustomReflectable) else { return ValueOutline.text(of: tab) }
      let mirror = Mirror(reflecting: tab)
      guard mirror.displayStyle == .struct, let first = mirror.children.first else { return ValueOutline.text(of: tab) }
      guard mirror.children.count > 1 else { return name(ofTab: first.value) }
      let values = mirror.children.map { label, value in "\(label ?? ""): \(ValueOutline.text(of: value))" }
      return "\(type(of: tab))(\(values.joined(separator: ", ")))"
    }

    private static func name(of value: Any) -> String {
      if let value = value as? any TrackableRoute { return value.trackedName }
      return ValueOutline.caseName(of: value) ?? "\(type(of: value))"
    }
  }
}

extension ScreenVisit: CustomReflectable {
  /// A mirror of the public members.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "screen": screen, "previous": previous as Any, "previousDuration": previousDuration, "origin": origin,
        "revision": revision, "time": time,
      ], displayStyle: .struct)
  }
}

/// The rule that determines which transactions are reported as visits.
struct ScreenTracker<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  private var current: Boxed<ScreenVisit<Tab, Route>.Screen>?
  private var path: [Route] = []
  private var since: Duration = .zero
  /// The time at which the navigation was hidden; `nil` while it is visible.
  private var hidden: Duration?

  /// Returns a visit if another screen has become visible, or if the navigation was hidden and is visible again.
  ///
  /// If the visible route is the same but has another position, the screen is another screen only after a push or a
  /// pop. After any other change, the screen is the same, and only the path below it has changed.
  mutating func note(
    _ navigation: NavigationState<Tab, Route>, isVisible: Bool, origin: ActionOrigin, revision: Int, time: Duration
  ) -> ScreenVisit<Tab, Route>? {
    guard isVisible else {
      if hidden == nil { hidden = time }
      return nil
    }
    let end = hidden
    hidden = nil
    let screen = ScreenVisit<Tab, Route>.Screen(of: navigation)
    let path = navigation.focusedPath
    let before = self.path
    self.path = path
    guard screen != current?.value || end != nil else { return nil }
    let previous = current
    let visible = Boxed(screen)
    current = visible
    if end == nil, let previous = previous?.value, screen.stack == previous.stack, screen.route == previous.route,
      !path.starts(with: before), !before.starts(with: path)
    {
      return nil
    }
    defer { since = time }
    return ScreenVisit(
      previousDuration: previous == nil ? .zero : (end ?? time) - since, origin: origin, revision: revision, time: time,
      boxedScreen: visible, boxedPrevious: previous)
  }
}

extension Store {
  /// Returns a stream of the screens that become visible, in order. Each call returns a separate stream.
  ///
  /// ```swift
  /// for await visit in store.screenVisits(of: { $0.navigation }) {
  ///   analytics.report(visit.screen.name, after: visit.previous?.name, visit.previousDuration)
  /// }
  /// ```
  ///
  /// The stream begins with the screen that is visible when the stream is created, even if that screen was restored.
  /// The stream then has one element for each transaction after which another screen is visible: another route, another
  /// place on the path, another stack, or the root of a tab. A screen that was visible only between two actions of one
  /// transaction has no element. A screen that becomes visible again after a pop or a dismissal has another element. If
  /// a screen below the visible screen is removed, the stream has no new element.
  ///
  /// For a `ScreenNavigation`, pass its `identified` navigation, as in `{ $0.screens.identified }`. Two screens with
  /// equal routes are then different screens, even if one replaces the other.
  ///
  /// The stream keeps transactions until the subscriber takes them; see ``transactions``. The stream also keeps the
  /// visible path, so the next change of that path copies the path. Without a stream, nothing is recorded.
  ///
  /// - Parameters:
  ///   - navigation: Returns the navigation that a state contains.
  ///   - isVisible: Returns whether the user can see the navigation, for example whether the scene is in the
  ///     foreground. While the user cannot, the stream has no elements, and the time does not count. When the navigation
  ///     is visible again, the visible screen has another element, even if it is the previous screen.
  public func screenVisits<Tab, Route>(
    of navigation: @escaping @Sendable (State) -> NavigationState<Tab, Route>,
    whileVisible isVisible: @escaping @Sendable (State) -> Bool = { _ in true }
  ) -> AsyncStream<ScreenVisit<Tab, Route>> {
    let reader = TransactionReader(core)
    let tracker = Locked((rule: ScreenTracker<Tab, Route>(), hasBegun: false))
    return AsyncStream {
      let (state, revision) = (reader.initialState, reader.initialRevision)
      let first: ScreenVisit<Tab, Route>? = tracker.withLock { tracker in
        if tracker.hasBegun { return nil }
        tracker.hasBegun = true
        return tracker.rule.note(
          navigation(state), isVisible: isVisible(state), origin: .restore, revision: revision, time: .zero)
      }
      if let first { return first }
      while let transaction = await reader.next() {
        let (after, isVisible) = (navigation(transaction.after), isVisible(transaction.after))
        let visit = tracker.withLock {
          $0.rule.note(
            after, isVisible: isVisible, origin: transaction.origin, revision: transaction.revision,
            time: transaction.time)
        }
        if let visit { return visit }
      }
      return nil
    }
  }
}
