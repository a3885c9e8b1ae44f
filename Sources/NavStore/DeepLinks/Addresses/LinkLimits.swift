/// How much of a URL from outside is looked at, and how far it is followed. What exceeds a limit is refused.
public struct LinkLimits: Hashable, Sendable {
  /// The most bytes of a URL.
  public var bytes: Int
  /// The most segments of its path.
  public var segments: Int
  /// The most items of its query.
  public var queryItems: Int
  /// The most routes that a link may lead to, with those that lie under it.
  public var routes: Int
  /// The most redirects of a link by the rules of a ``LinkResolver``.
  public var redirects: Int

  /// The limits that are for URLs from anywhere, unless others are named.
  public init(
    bytes: Int = 2_048, segments: Int = 32, queryItems: Int = 32, routes: Int = 32, redirects: Int = 5
  ) {
    self.bytes = bytes
    self.segments = segments
    self.queryItems = queryItems
    self.routes = routes
    self.redirects = redirects
  }
}
