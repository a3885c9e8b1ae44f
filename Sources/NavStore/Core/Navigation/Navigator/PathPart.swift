/// The routes of one type among an app's: a tab's own enum inside the enum of the app.
///
/// ```swift
/// static let home = PathPart(embed: AppRoute.home) { if case .home(let route) = $0 { route } else { nil } }
/// ```
///
/// Keep it in a constant: two of them are equal only if one is a copy of the other, and a framework's bindings are
/// compared. Those of ``holding(_:)`` are equal by their type.
public struct PathPart<Route: Sendable, Part: Sendable>: Sendable {
  /// The app's route of one of the part's.
  public let embed: @Sendable (Part) -> Route
  /// The part's route of one of the app's; nil if it is another part's.
  public let extract: @Sendable (Route) -> Part?

  private let identity: PathPartIdentity

  /// A part by what leads into it and out of it, which must be the reverse of each other.
  public init(embed: @escaping @Sendable (Part) -> Route, extract: @escaping @Sendable (Route) -> Part?) {
    self.init(embed: embed, extract: extract, identity: .constant(PathPartIdentity.Constant()))
  }

  private init(
    embed: @escaping @Sendable (Part) -> Route, extract: @escaping @Sendable (Route) -> Part?,
    identity: PathPartIdentity
  ) {
    self.embed = embed
    self.extract = extract
    self.identity = identity
  }

  /// The longest beginning of a path that is of the part.
  public func prefix(of path: [Route]) -> [Part] {
    var prefix: [Part] = []
    for route in path {
      guard let part = extract(route) else { break }
      prefix.append(part)
    }
    return prefix
  }
}

extension PathPart where Route == AnyRoute, Part: RegistrableRoute {
  /// The routes that hold a value of one type, of a path that mixes types.
  ///
  /// ```swift
  /// let songs = navigator[pathOf: .library, covering: .holding(Song.self)]  // the songs at the beginning of the path
  /// ```
  ///
  /// Two of one type are equal, so it need not be kept in a constant.
  public static func holding(_ type: Part.Type) -> PathPart {
    PathPart(embed: { AnyRoute($0) }, extract: { $0.as(Part.self) }, identity: .type(ObjectIdentifier(type)))
  }
}

extension PathPart: Hashable {
  /// Whether one is a copy of the other, or both hold the same type.
  public static func == (first: PathPart, second: PathPart) -> Bool { first.identity == second.identity }

  /// Hashes what makes it the one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// What makes a part of a path the one it is.
private enum PathPartIdentity: Hashable, Sendable {
  case constant(Constant)
  /// What it leads to is told by its type alone.
  case type(ObjectIdentifier)

  final class Constant: Hashable, Sendable {
    static func == (first: Constant, second: Constant) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
