/// A place in the app: a tab, the screens above its root, and the modals over the tab.
///
/// The action ``NavigationAction/deepLink(_:)`` opens a deep link. The deep link may come from a URL, a notification or
/// a button.
public struct DeepLink<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// How a link changes the current path of its tab.
  public enum Placement: String, Hashable, Sendable, Codable, CaseIterable {
    /// The path of the link replaces the current path.
    case replace
    /// The path of the link is appended to the current path, unless the current path ends with it already.
    case push
    /// The tab shows its root. The path of the link has one route, which describes the root and is not pushed, for
    /// example a route with a search query. The app's reducer applies this route to the state of the root.
    case root
  }

  /// A modal of a link. A modal gets its identity when it is presented.
  public struct Presentation: Hashable, Sendable {
    /// How the modal covers the screen below it.
    public var style: ModalStyle
    /// The first screen of the modal.
    public var root: Route
    /// The routes above ``root``.
    public var path: [Route]

    /// Creates a modal of a link.
    public init(_ root: Route, style: ModalStyle = .sheet, path: [Route] = []) {
      self.style = style
      self.root = root
      self.path = path
    }
  }

  /// The tab to select.
  public var tab: Tab
  /// The routes above the root of the tab. The visible route is last. With ``Placement/root``, the path contains only
  /// the route that describes the root.
  public var path: [Route]
  /// The modals to present over the tab. The top modal is last.
  public var modals: [Presentation]
  /// How the link changes the current path of the tab.
  public var placement: Placement

  /// Creates a deep link.
  public init(tab: Tab, path: [Route] = [], modals: [Presentation] = [], placement: Placement = .replace) {
    self.tab = tab
    self.path = path
    self.modals = modals
    self.placement = placement
  }

  /// The route that the link shows: the top of the last modal or, without modals, the last route of ``path``. If the
  /// link has no modals and its path is empty, the value is `nil`.
  public var shown: Route? { modals.last.map { $0.path.last ?? $0.root } ?? path.last }

  @inlinable var routesOfPath: [Route] { placement == .root ? [] : path }

  /// All routes of the link, including those that other screens cover. For example, a `LinkRule` can check these
  /// routes.
  public var screens: [Route] { path + modals.flatMap { [$0.root] + $0.path } }

  /// Returns a copy of the link that shows another route instead of ``shown``. If ``shown`` is `nil`, the ``path`` of
  /// the copy contains only the other route.
  public func showing(_ route: Route) -> DeepLink {
    var link = self
    if let last = link.modals.indices.last {
      if link.modals[last].path.isEmpty {
        link.modals[last].root = route
      } else {
        link.modals[last].path[link.modals[last].path.count - 1] = route
      }
    } else {
      link.path = link.path.dropLast() + [route]
    }
    return link
  }
}

private enum LinkKey: String, CodingKey {
  case tab, path, modals, placement
}

extension DeepLink: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes the tab and the path. The modals and the placement are encoded only if they differ from their defaults.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LinkKey.self)
    try container.encode(tab, forKey: .tab)
    try container.encode(path, forKey: .path)
    if !modals.isEmpty { try container.encode(modals, forKey: .modals) }
    if placement != .replace { try container.encode(placement, forKey: .placement) }
  }
}

extension DeepLink: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes a deep link.
  ///
  /// - Throws: A `DecodingError` if the tab or the path is missing, or if a value cannot be decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LinkKey.self)
    self.init(
      tab: try container.decode(Tab.self, forKey: .tab),
      path: try container.decode([Route].self, forKey: .path),
      modals: try container.decodeIfPresent([Presentation].self, forKey: .modals) ?? [],
      placement: try container.decodeIfPresent(Placement.self, forKey: .placement) ?? .replace)
  }
}

extension DeepLink.Presentation: Encodable where Route: Encodable {}
extension DeepLink.Presentation: Decodable where Route: Decodable {}

extension DeepLink.Presentation: CustomReflectable {
  /// A mirror of the properties in the order of the initializer's parameters.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, root), ("style", style), ("path", path)]
    return Mirror(self, children: members, displayStyle: .struct)
  }
}

extension DeepLink: CustomStringConvertible {
  /// One line for a log or a debugger: `library /song(3)/song(7) | sheet: settings`.
  public var description: String { text(ValueText.text) }

  func text(_ describe: (Any) -> String) -> String {
    let tab = "\(describe(tab)) /" + path.map(describe).joined(separator: "/")
    let words = placement == .replace ? tab : "\(placement): " + tab
    return ([words] + modals.map { $0.text(describe) }).joined(separator: " | ")
  }
}

extension DeepLink: Outlined {
  package var outline: String { text(ValueOutline.text) }
}

extension DeepLink.Presentation: CustomStringConvertible {
  /// The style and the screens: `sheet: settings`.
  public var description: String { text(ValueText.text) }

  fileprivate func text(_ describe: (Any) -> String) -> String {
    "\(style): " + ([root] + path).map(describe).joined(separator: "/")
  }
}
