/// A place in the app: a tab, the screens that lie on its root, and what is presented over them.
///
/// It is what the reducer's ``NavigationAction/deepLink(_:)`` takes, whether it came from a URL, a notification or a
/// button.
public struct DeepLink<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// What becomes of the path that the tab has.
  public enum Placement: String, Hashable, Sendable, Codable, CaseIterable {
    /// The link's path takes its place.
    case replace
    /// The link's path is put on top of it.
    case push
  }

  /// A modal of a link. It gets its identity when it is presented.
  public struct Presentation: Hashable, Sendable {
    /// How the modal covers what lies beneath it.
    public var style: ModalStyle
    /// The first screen of the modal.
    public var root: Route
    /// The routes above ``root``.
    public var path: [Route]

    /// A modal to present.
    @inlinable
    public init(_ root: Route, style: ModalStyle = .sheet, path: [Route] = []) {
      self.style = style
      self.root = root
      self.path = path
    }
  }

  /// The tab to select.
  public var tab: Tab
  /// The routes above the tab's root, the shown one last.
  public var path: [Route]
  /// What to present over the tab, the shown one last.
  public var modals: [Presentation]
  /// What becomes of the path that the tab has.
  public var placement: Placement

  /// A place in the app.
  @inlinable
  public init(tab: Tab, path: [Route] = [], modals: [Presentation] = [], placement: Placement = .replace) {
    self.tab = tab
    self.path = path
    self.modals = modals
    self.placement = placement
  }

  /// The screen that the link shows: the top one of its modals, or of its path. Nil for the root of a tab.
  @inlinable public var shown: Route? { modals.last.map { $0.path.last ?? $0.root } ?? path.last }

  /// All screens that the link leads to, those that lie under others too: what a guard looks at.
  public var screens: [Route] { path + modals.flatMap { [$0.root] + $0.path } }

  /// The same link with another screen in the place of the one that it shows; on the root of a tab, with the screen on
  /// it.
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
  /// Encodes the tab and the path, and the rest where it says anything.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LinkKey.self)
    try container.encode(tab, forKey: .tab)
    try container.encode(path, forKey: .path)
    if !modals.isEmpty { try container.encode(modals, forKey: .modals) }
    if placement != .replace { try container.encode(placement, forKey: .placement) }
  }
}

extension DeepLink: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` when a part is missing or does not decode.
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
  /// The members in the order of the initializer.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, root), ("style", style), ("path", path)]
    return Mirror(self, children: members, displayStyle: .struct)
  }
}

extension DeepLink: CustomStringConvertible {
  /// One line for a log or a debugger: `library /song(3)/song(7) | sheet: settings`.
  public var description: String {
    let tab = "\(tab) /" + path.map { "\($0)" }.joined(separator: "/")
    return ([placement == .push ? "push: " + tab : tab] + modals.map(\.description)).joined(separator: " | ")
  }
}

extension DeepLink.Presentation: CustomStringConvertible {
  /// The style and the screens: `sheet: settings`.
  public var description: String { "\(style): " + ([root] + path).map { "\($0)" }.joined(separator: "/") }
}
