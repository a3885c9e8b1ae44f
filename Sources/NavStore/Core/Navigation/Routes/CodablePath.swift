/// The saved form of a path that mixes route types. It contains the longest prefix of the path whose routes have
/// registered types.
///
/// ```swift
/// let data = try JSONEncoder().encode(path.codable(routes))
///
/// let decoder = JSONDecoder()
/// decoder.userInfo[.routeRegistry] = routes
/// path = try decoder.decode(CodablePath.self, from: data).routes
/// ```
///
/// Use a codable path for a path that is saved separately. A ``NavigationState`` saves its paths in the same form and
/// omits the same routes. However, when a state is decoded and not restored by a `Persistence`, a type name that is not
/// registered is an error.
public struct CodablePath: Sendable {
  /// The routes that are saved or were restored: the longest possible prefix of the path.
  public let routes: [AnyRoute]

  /// A sentence about the routes that could not be saved or restored. If no route is missing, the value is `nil`.
  public let omission: String?

  private let registry: RouteRegistry

  fileprivate init(_ path: [AnyRoute], namedBy registry: RouteRegistry) {
    routes = Array(path.prefix { registry.contains($0) })
    omission = routes.count < path.count ? path.omission(after: routes.count, of: "the path", .unnamed) : nil
    self.registry = registry
  }
}

extension [AnyRoute] {
  /// Returns the saved form of the path.
  ///
  /// The saved form omits the first route whose type is not in the registry and all routes above it. In that case,
  /// ``CodablePath/omission`` describes the omitted routes.
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

  /// Encodes the routes as a list. Each route is an object whose one key is the registered name of its type.
  ///
  /// - Throws: The error that a value throws when it cannot be encoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for route in routes { try container.encode(NamedRoute(route: route, registry: registry)) }
  }

  /// Decodes the longest possible prefix of the path. The prefix ends below the first route that has an unknown type or
  /// cannot be decoded.
  ///
  /// - Throws: A `DecodingError` if the decoder has no ``RouteRegistry``, or if the data is not a list.
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
        let others = above > 0 ? ", together with \(above.counting("route")) above it" : ""
        omission = "Route \(routes.count + 1) of the path\(others): \(error.decodingReason)"
      }
    }
    self.routes = routes
    self.omission = omission
    self.registry = registry
  }
}
