/// How a modal covers what lies beneath it.
public enum ModalStyle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A sheet, which the user may swipe away.
  case sheet
  /// A cover over the full screen.
  case cover
}

/// The identity of one presentation. It is never used twice by one ``NavigationState``, and it survives a restore.
public struct ModalID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number of the presentation, counted from 1.
  public let rawValue: Int

  /// An identity with a number. A number that was never given out is merely the identity of no modal.
  @inlinable
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Whether the first was presented before the second.
  @inlinable
  public static func < (first: ModalID, second: ModalID) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension ModalID: Codable {
  /// Decodes the number alone.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A sheet or a cover with a root screen and a path of its own.
public struct Modal<Route: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The identity of this presentation.
  public let id: ModalID
  /// How the modal covers what lies beneath it.
  public let style: ModalStyle
  /// The first screen of the modal.
  public let root: Route
  /// The routes above ``root``.
  public package(set) var path: [Route] {
    get { routes }
    set { routes = newValue }
  }

  @usableFromInline package var routes: [Route]

  @usableFromInline
  package init(id: ModalID, style: ModalStyle, root: Route, path: [Route]) {
    self.id = id
    self.style = style
    self.root = root
    self.routes = path
  }

  /// The screen of the modal that is shown: the last of its path, or its root.
  @inlinable
  public var top: Route { routes.last ?? root }
}

extension Modal: CustomReflectable {
  /// The public members.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "style": style, "root": root, "path": path], displayStyle: .struct)
  }
}
