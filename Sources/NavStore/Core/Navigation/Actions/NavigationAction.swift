/// A change of the navigation that a user, a link or the app requests.
///
/// Each case corresponds to an operation of ``NavigationState``, which documents the details. No action stops the
/// program. An action that does not apply to the state, such as one for an unknown tab, leaves the state unchanged.
/// Action logs contain actions in their encoded form, which is the same in later versions of the library.
public enum NavigationAction<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// Handles a tap on a tab: selects another tab, pops the selected tab to its root, or scrolls its root screen to the
  /// top.
  case tabTapped(Tab)
  /// Selects a tab.
  case selectTab(Tab)
  /// Adds a route on top of a path.
  case push(Route, in: NavigationTarget<Tab> = .focused)
  /// Adds a route on top of the focused path unless the same screen is already visible.
  case pushUnlessTop(Route)
  /// Goes back to a route in the focused path. If the path does not contain the route, adds the route on top.
  case navigate(to: Route)
  /// Moves the screen of a route to the top of the focused path, where the given route replaces the old route of the
  /// screen. If the path has no such screen, adds the route on top.
  case bringToFront(Route)
  /// Removes the given number of routes from the top of the focused path.
  case pop(Int = 1)
  /// Goes back to a route in the focused path.
  case popTo(Route)
  /// Goes back until the focused path contains the given number of routes; also written `.popTo(depth:)`.
  case popToDepth(Int)
  /// Removes every route from the focused path.
  case popToRoot
  /// Replaces the top route of the focused path.
  case replaceTop(Route)
  /// Replaces the routes of a path, as the binding of a view does.
  case setPath([Route], in: NavigationTarget<Tab> = .focused)
  /// Replaces a route, but only if the route is still at the given position. If the replacement is `nil`, removes the
  /// route together with the routes above it.
  ///
  /// An app sends this action when it has new information about a route, as ``Navigator/validate(maxConcurrent:_:)``
  /// does.
  // The case is indirect, so that its two routes do not increase the size of every action.
  indirect case replaceOrDrop(Route, at: Int?, in: NavigationTarget<Tab>, with: Route?)
  /// Removes a route, but only if the route is still at the given position. The routes above it stay; see
  /// ``NavigationState/remove(_:at:in:)``.
  indirect case remove(Route, at: Int?, in: NavigationTarget<Tab> = .focused)
  /// Goes back one step: pops a route, dismisses the top modal, or returns to another tab according to the back rule.
  case back
  /// Presents a modal over all other screens.
  case present(Route, style: ModalStyle = .sheet)
  /// Dismisses the top modal.
  case dismiss
  /// Dismisses a modal and the modals above it; also written `.dismiss(id)`.
  case dismissModal(ModalID)
  /// Dismisses every modal.
  case dismissAll
  /// Opens a deep link.
  case deepLink(DeepLink<Tab, Route>)
  /// Replaces the list of tabs.
  case setTabs([Tab])
  /// Restores the initial state of the rules. If the rules have no initial state, dismisses all modals, pops each tab
  /// to its root, and selects the initial tab.
  case reset
  /// Restores the initial path of one tab; also written `.reset(tab)`.
  case resetTab(Tab)

  /// Goes back until the focused path contains the given number of routes.
  public static func popTo(depth: Int) -> NavigationAction { .popToDepth(depth) }

  /// Dismisses a modal and the modals above it.
  public static func dismiss(_ id: ModalID) -> NavigationAction { .dismissModal(id) }

  /// Restores the initial path of one tab.
  public static func reset(_ tab: Tab) -> NavigationAction { .resetTab(tab) }
}

extension NavigationAction: CustomReflectable {
  /// A mirror of the case with its arguments as in Swift source. Targets and styles that equal the default are omitted.
  public var customMirror: Mirror {
    var visitor = MirrorVisitor<Tab, Route>()
    accept(&visitor)
    return Mirror(self, children: visitor.child.map { [$0] } ?? [], displayStyle: .enum)
  }
}

extension NavigationAction: CustomStringConvertible {
  /// The case with its arguments, in one line for a log or a debugger: `push(song(7), in: library)`.
  public var description: String {
    var visitor = MirrorVisitor<Tab, Route>()
    accept(&visitor)
    return visitor.text(ValueText.text)
  }
}

extension NavigationAction: Outlined {
  package var outline: String {
    var visitor = MirrorVisitor<Tab, Route>()
    accept(&visitor)
    return visitor.text(ValueOutline.text)
  }
}

/// A visitor that collects the arguments of an action under their labels in Swift source.
private struct MirrorVisitor<Tab: Hashable & Sendable, Route: Hashable & Sendable>: NavigationActionVisitor {
  typealias Failure = Never

  private var name = ""
  private var arguments: [(label: String?, value: Any)] = []

  /// The name and the arguments in the form of Swift's default mirror of an enum. If the action has no arguments, the
  /// value is `nil`.
  var child: Mirror.Child? {
    switch arguments.count {
    case 0: nil
    case 1 where arguments[0].label == nil: (name, arguments[0].value)
    default: (name, ArgumentList(arguments: arguments))
    }
  }

  func text(_ describe: (Any) -> String) -> String {
    guard !arguments.isEmpty else { return name }
    let list = arguments.map { argument in
      (argument.label.map { "\($0): " } ?? "") + Self.text(of: argument.value, describe)
    }
    return "\(name)(\(list.joined(separator: ", ")))"
  }

  // Inside an array, an optional or an enum, Swift prints a value with its module and type names.
  private static func text(of value: Any, _ describe: (Any) -> String) -> String {
    switch value {
    case let path as [Route]: "[" + path.map(describe).joined(separator: ", ") + "]"
    case let tabs as [Tab]: "[" + tabs.map(describe).joined(separator: ", ") + "]"
    case let route as Route?: route.map(describe) ?? "nil"
    case let link as DeepLink<Tab, Route>: link.text(describe)
    case let style as ModalStyle: "\(style)"
    case let position as Int?: position.map { "\($0)" } ?? "nil"
    case NavigationTarget<Tab>.tab(let tab): describe(tab)
    case NavigationTarget<Tab>.modal(let id): "modal \(id.rawValue)"
    case let id as ModalID: "\(id.rawValue)"
    default: describe(value)
    }
  }

  mutating func begin(_ name: NavigationActionName) { self.name = name.caseName }
  mutating func tab(_ tab: Tab) { append(tab) }
  mutating func tabs(_ tabs: [Tab]) { append(tabs) }
  mutating func route(_ route: Route, _ role: NavigationRouteRole) { append(route, role == .destination ? "to" : nil) }
  mutating func replacement(_ route: Route?) { append(route as Any, "with") }
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

/// A list of arguments that reflection shows as a tuple. The elements of a real tuple must be known at compile time.
private struct ArgumentList: CustomReflectable {
  let arguments: [(label: String?, value: Any)]

  var customMirror: Mirror {
    let elements = arguments.enumerated().map { (label: $1.label ?? ".\($0)", value: $1.value) }
    return Mirror(self, children: elements, displayStyle: .tuple)
  }
}

/// Actions for paths that mix route types. Each function wraps a value in an ``AnyRoute``.
extension NavigationAction where Route == AnyRoute {
  /// Adds a value on top of a path.
  @_disfavoredOverload
  public static func push(_ value: some RegistrableRoute, in target: NavigationTarget<Tab> = .focused) -> Self {
    .push(AnyRoute(value), in: target)
  }

  /// Presents a modal over all other screens.
  @_disfavoredOverload
  public static func present(_ value: some RegistrableRoute, style: ModalStyle = .sheet) -> Self {
    .present(AnyRoute(value), style: style)
  }
}
