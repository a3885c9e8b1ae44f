/// Options for how a ``DeepLinkTable`` reads URLs, and the limits for URLs. A URL that exceeds a limit is refused.
public struct LinkOptions: Hashable, Sendable, Codable {
  package var readsPlusAsSpace: Bool
  package var ignoresCase: Bool
  package var maxBytes: Int
  package var maxSegments: Int
  package var maxQueryItems: Int
  package var maxRoutes: Int
  package var maxRedirects: Int

  /// Creates options. The default limits are suitable for URLs from any source.
  ///
  /// - Parameters:
  ///   - readsPlusAsSpace: Whether `+` in a query is a space. Web forms and JavaScript's `URLSearchParams` write a space
  ///     as `+`. Printed URLs contain `%20` and `%2B`, which all parsers read in the same way.
  ///   - ignoresCase: Whether the case of the letters A to Z is ignored when a path is compared with patterns. Other
  ///     letters, such as `É`, and the values of parameters keep their case.
  ///   - maxBytes: The maximum number of bytes of a URL.
  ///   - maxSegments: The maximum number of segments of the path.
  ///   - maxQueryItems: The maximum number of items of the query.
  ///   - maxRoutes: The maximum number of routes that a link opens, including the routes of the screens below the
  ///     visible one.
  ///   - maxRedirects: The maximum number of times that a ``LinkResolver`` redirects a link.
  public init(
    readsPlusAsSpace: Bool = false, ignoresCase: Bool = false, maxBytes: Int = 2_048, maxSegments: Int = 32,
    maxQueryItems: Int = 32, maxRoutes: Int = 32, maxRedirects: Int = 5
  ) {
    self.readsPlusAsSpace = readsPlusAsSpace
    self.ignoresCase = ignoresCase
    self.maxBytes = maxBytes
    self.maxSegments = maxSegments
    self.maxQueryItems = maxQueryItems
    self.maxRoutes = maxRoutes
    self.maxRedirects = maxRedirects
  }
}
