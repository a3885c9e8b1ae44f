/// A conversion between the routes of an app and the routes of one part of the app, for example between the app's route
/// enum and the route enum of a tab.
///
/// ```swift
/// static let home = PathPart(embed: AppRoute.home) { if case .home(let route) = $0 { route } else { nil } }
/// ```
///
/// Store a path part in a constant. A framework compares bindings and therefore path parts, and two path parts are
/// equal only if one is a copy of the other. Path parts that ``holding(_:)`` returns are equal if their types are
/// equal.
public struct PathPart<Route: Sendable, Part: Sendable>: Sendable {
  package let embed: @Sendable (Part) -> Route
  package let extract: @Sendable (Route) -> Part?

  private let identity: PathPartIdentity

  /// Creates a path part from two closures that are inverses of each other. `extract` returns `nil` for a route of
  /// another part.
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

  package func prefix(of path: [Route]) -> [Part] {
    var prefix: [Part] = []
    for route in path {
      guard let part = extract(route) else { break }
      prefix.append(part)
    }
    return prefix
  }
}

extension PathPart where Route == AnyRoute, Part: RegistrableRoute {
  /// Returns a path part for the routes whose values have the type `type`, for paths that mix route types.
  ///
  /// ```swift
  /// let songs = navigator[pathOf: .library, covering: .holding(Song.self)]  // the songs at the beginning of the path
  /// ```
  ///
  /// Path parts for the same type are equal, so you do not need to store them in a constant.
  public static func holding(_ type: Part.Type) -> PathPart {
    PathPart(embed: { AnyRoute($0) }, extract: { $0.as(Part.self) }, identity: .type(ObjectIdentifier(type)))
  }
}

extension PathPart: Hashable {
  /// Returns whether one path part is a copy of the other, or both were created for the same type.
  public static func == (first: PathPart, second: PathPart) -> Bool { first.identity == second.identity }

  /// Hashes the identity of the path part.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

private enum PathPartIdentity: Hashable, Sendable {
  case constant(Constant)
  case type(ObjectIdentifier)

  final class Constant: Hashable, Sendable {
    static func == (first: Constant, second: Constant) -> Bool { first === second }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
