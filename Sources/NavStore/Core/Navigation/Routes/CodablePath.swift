/// A path that mixes types in the form in which it is saved: as far as its types have names.
///
/// ```swift
/// let data = try JSONEncoder().encode(path.codable(routes))
///
/// let decoder = JSONDecoder()
/// decoder.userInfo[.routeRegistry] = routes
/// path = try decoder.decode(CodablePath.self, from: data).routes
/// ```
///
/// It is for paths that are kept by themselves. A ``NavigationState`` saves its paths in the same form and by the same
/// rule, but is restored as a whole or not at all: a name that nobody knows is an error there.
public struct CodablePath: Sendable {
  /// The routes that are saved, or were restored: the longest beginning of the path that can be.
  public let routes: [AnyRoute]

  /// A sentence about what could not be saved or restored; nil if nothing is missing.
  public let omission: String?

  private let registry: RouteRegistry

  fileprivate init(_ path: [AnyRoute], namedBy registry: RouteRegistry) {
    routes = Array(path.prefix { registry.contains($0) })
    omission = routes.count < path.count ? path.omission(after: routes.count, of: "the path", .unnamed) : nil
    self.registry = registry
  }
}

extension [AnyRoute] {
  /// The form in which the path is saved by the names of a registry. It ends beneath the first route whose type has no
  /// name, and says so.
  public func codable(_ registry: RouteRegistry) -> CodablePath {
    CodablePath(self, namedBy: registry)
  }
}

extension CodablePath: Codable {
  private struct NamedRoute: Encodable {
    let route: AnyRoute
    let registry: RouteRegistry

    func encode(to encoder: any Encoder) throws {
      try route.encode(to: encoder, namedBy: registry)
    }
  }

  /// Encodes a list of the routes, each an object whose one key is the registered name. Throws what a value throws when
  /// it is encoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for route in routes { try container.encode(NamedRoute(route: route, registry: registry)) }
  }

  /// Decodes the longest beginning that can be decoded. A route of an unknown type, or one that does not decode, ends
  /// it with all above.
  ///
  /// Throws a `DecodingError` when the decoder has no ``RouteRegistry``, and when the data is no list.
  public init(from decoder: any Decoder) throws {
    guard let registry = decoder.userInfo[.routeRegistry] as? RouteRegistry else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: AnyRoute.noRegistry))
    }
    var container = try decoder.unkeyedContainer()
    var routes: [AnyRoute] = []
    var omission: String?
    while omission == nil, !container.isAtEnd {
      do {
        routes.append(try container.decode(AnyRoute.self))
      } catch {
        let above = container.count.map { $0 - routes.count - 1 } ?? 0
        let others = above > 0 ? ", and with it \(above) above it" : ""
        omission = "Route \(routes.count + 1) of the path\(others): \(error.decodingReason)"
      }
    }
    self.routes = routes
    self.omission = omission
    self.registry = registry
  }
}
