/// How a modal is presented over the screen below it.
public enum ModalStyle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A sheet. The user can swipe it away.
  case sheet
  /// A cover over the full screen.
  case cover
  /// A popover, which points to the view that presents it. In a narrow window, the framework shows a sheet.
  case popover
  /// A column at the trailing edge. In a narrow window, the framework shows a sheet.
  case inspector

  /// The number of the style in fingerprints and reports.
  package var number: Int {
    switch self {
    case .sheet: 0
    case .cover: 1
    case .popover: 2
    case .inspector: 3
    }
  }
}

/// The identity of one presentation of a modal. A ``NavigationState`` never uses an identity for two presentations, and
/// a restored modal keeps its identity.
public struct ModalID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The number of the presentation, counted from 1.
  public let rawValue: Int

  /// Creates an identity from a number. A modal with that number does not have to exist.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Returns whether the first modal was presented before the second.
  public static func < (first: ModalID, second: ModalID) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension ModalID: Codable {
  /// Decodes an identity from its number.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A modal, such as a sheet or a cover, with its root screen and its path.
public struct Modal<Route: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The identity of this presentation.
  public let id: ModalID
  /// How the modal is presented.
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

  /// The visible screen of the modal: the last route of its path, or its root.
  public var top: Route { routes.last ?? root }
}

extension Modal: CustomReflectable {
  /// A mirror of the public properties.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "style": style, "root": root, "path": path], displayStyle: .struct)
  }
}
