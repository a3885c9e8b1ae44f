/// The routes of one type among an app's: a tab's own enum inside the enum of the app.
///
/// ```swift
/// static let home = PathPart(embed: AppRoute.home) { if case .home(let route) = $0 { route } else { nil } }
/// ```
///
/// Keep it in a constant: two of them are equal only if one is a copy of the other, and a framework's bindings are compared.
public struct PathPart<Route: Sendable, Part: Sendable>: Sendable {
  private final class Identity: Sendable {}

  /// The app's route of one of the part's.
  public let embed: @Sendable (Part) -> Route
  /// The part's route of one of the app's; nil if it is another part's.
  public let extract: @Sendable (Route) -> Part?

  private let identity = Identity()

  /// A part by what leads into it and out of it, which must be the reverse of each other.
  public init(embed: @escaping @Sendable (Part) -> Route, extract: @escaping @Sendable (Route) -> Part?) {
    self.embed = embed
    self.extract = extract
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

extension PathPart: Hashable {
  /// Whether one is a copy of the other.
  public static func == (first: PathPart, second: PathPart) -> Bool { first.identity === second.identity }

  /// Hashes what makes it the one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}
