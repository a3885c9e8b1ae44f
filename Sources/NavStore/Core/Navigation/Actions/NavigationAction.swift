/// Something that a user, a link or the app itself wants to happen to the navigation.
///
/// There is one case for each operation of ``NavigationState``, which tells what it does. No action stops the program,
/// whatever its arguments: what makes no sense leaves the state as it was. The encoded form is stable and is what
/// action logs hold.
public enum NavigationAction<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The user tapped a tab in the tab bar: select it, or pop it to its root, or scroll its root to the top.
  case tabTapped(Tab)
  /// Select a tab, and nothing else.
  case selectTab(Tab)
  /// Put a route on top of a path.
  case push(Route, in: NavigationTarget<Tab> = .focused)
  /// Put a route on top of the focused path, unless it is on top already.
  case pushUnlessTop(Route)
  /// Go back to a route of the focused path if it is there, else put it on top.
  case navigate(to: Route)
  /// Put a route on top of the focused path and take it out from where it was.
  case bringToFront(Route)
  /// Remove that many routes from the top of the focused path.
  case pop(Int = 1)
  /// Go back to a route of the focused path.
  case popTo(Route)
  /// Go back until the focused path has that many routes; also written `.popTo(depth:)`.
  case popToDepth(Int)
  /// Remove every route of the focused path.
  case popToRoot
  /// Put a route in the place of the top one of the focused path.
  case replaceTop(Route)
  /// Give a path new routes, as a view's binding does.
  case setPath([Route], in: NavigationTarget<Tab>)
  /// Put another route in the place of one that is still there, or drop it with what lies above it: for what was
  /// found out about it meanwhile, as by ``Navigator/validate(maxConcurrent:_:)``.
  // Indirect, so that an action is no larger for the one that has two routes.
  indirect case refresh(Route, at: Int?, in: NavigationTarget<Tab>, as: Route?)
  /// Go back one step: pop, else dismiss, else to another tab by the back rule.
  case back
  /// Present a modal over everything.
  case present(Route, style: ModalStyle = .sheet)
  /// Dismiss the top modal.
  case dismiss
  /// Dismiss a modal and those above it; also written `.dismiss(id)`.
  case dismissModal(ModalID)
  /// Dismiss every modal.
  case dismissAll
  /// Go to a place in the app.
  case deepLink(DeepLink<Tab, Route>)
  /// Change which tabs there are, and their order.
  case setTabs([Tab])
  /// Return to the initial state.
  case reset
  /// Return one tab to its initial path; also written `.reset(tab)`.
  case resetTab(Tab)

  /// Go back until the focused path has that many routes.
  @inlinable
  public static func popTo(depth: Int) -> NavigationAction { .popToDepth(depth) }

  /// Dismiss a modal and those above it.
  @inlinable
  public static func dismiss(_ id: ModalID) -> NavigationAction { .dismissModal(id) }

  /// Return one tab to its initial path.
  @inlinable
  public static func reset(_ tab: Tab) -> NavigationAction { .resetTab(tab) }
}

extension NavigationAction: CustomReflectable {
  /// The case with its arguments as in Swift source: a default argument is omitted.
  public var customMirror: Mirror {
    var visitor = MirrorVisitor<Tab, Route>()
    accept(&visitor)
    return Mirror(self, children: visitor.child.map { [$0] } ?? [], displayStyle: .enum)
  }
}

/// A visitor that collects the arguments of an action under their labels in Swift source.
private struct MirrorVisitor<Tab: Hashable & Sendable, Route: Hashable & Sendable>: NavigationActionVisitor {
  typealias Failure = Never

  private var name = ""
  private var arguments: [(label: String?, value: Any)] = []

  /// The name and the arguments, in the form that Swift's mirror of an enum has; nil without arguments.
  var child: Mirror.Child? {
    switch arguments.count {
    case 0: nil
    case 1 where arguments[0].label == nil: (name, arguments[0].value)
    default: (name, ArgumentList(arguments: arguments))
    }
  }

  mutating func begin(_ name: NavigationActionName) { self.name = name.stringValue }
  mutating func tab(_ tab: Tab) { append(tab) }
  mutating func tabs(_ tabs: [Tab]) { append(tabs) }
  mutating func route(_ route: Route, _ role: NavigationRouteRole) { append(route, role == .destination ? "to" : nil) }
  mutating func replacement(_ route: Route?) { append(route as Any, "as") }
  mutating func path(_ path: [Route]) { append(path) }

  mutating func target(_ target: NavigationTarget<Tab>, _ presence: NavigationTargetPresence) {
    if presence != .optional || target != .focused { append(target, "in") }
  }

  mutating func number(_ number: Int) { append(number) }
  mutating func position(_ position: Int?) { append(position as Any, "at") }
  mutating func style(_ style: ModalStyle) { if style != .sheet { append(style, "style") } }
  mutating func modal(_ id: ModalID) { append(id) }
  mutating func link(_ link: DeepLink<Tab, Route>) { append(link) }

  private mutating func append(_ value: Any, _ label: String? = nil) { arguments.append((label, value)) }
}

/// Arguments that reflection shows as a tuple. Swift has no tuple whose elements are known at run time only.
private struct ArgumentList: CustomReflectable {
  let arguments: [(label: String?, value: Any)]

  var customMirror: Mirror {
    let elements = arguments.enumerated().map { (label: $1.label ?? ".\($0)", value: $1.value) }
    return Mirror(self, children: elements, displayStyle: .tuple)
  }
}

/// The actions of paths that mix types, with values that need no wrapping.
extension NavigationAction where Route == AnyRoute {
  /// Put a value on top of a path.
  @_disfavoredOverload
  public static func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) -> Self {
    .push(AnyRoute(value), in: target)
  }

  /// Put a value on top of the focused path, unless it is on top already.
  @_disfavoredOverload
  public static func pushUnlessTop(_ value: some RegistrableRoute) -> Self { .pushUnlessTop(AnyRoute(value)) }

  /// Go back to a value of the focused path if it is there, else put it on top.
  @_disfavoredOverload
  public static func navigate(to value: some RegistrableRoute) -> Self { .navigate(to: AnyRoute(value)) }

  /// Put a value on top of the focused path and take it out from where it was.
  @_disfavoredOverload
  public static func bringToFront(_ value: some RegistrableRoute) -> Self { .bringToFront(AnyRoute(value)) }

  /// Go back to a value of the focused path.
  @_disfavoredOverload
  public static func popTo(_ value: some RegistrableRoute) -> Self { .popTo(AnyRoute(value)) }

  /// Put a value in the place of the top one of the focused path.
  @_disfavoredOverload
  public static func replaceTop(_ value: some RegistrableRoute) -> Self { .replaceTop(AnyRoute(value)) }

  /// Present a modal over everything.
  @_disfavoredOverload
  public static func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> Self {
    .present(AnyRoute(value), style: style)
  }
}
