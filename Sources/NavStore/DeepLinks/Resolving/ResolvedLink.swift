/// A link after all rules: the one to open now, and the one that waits until that is done.
public struct ResolvedLink<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The link to open.
  public var link: DeepLink<Tab, Route>
  /// The link that something else had to come before: to be resolved again when that is done.
  ///
  /// Keep it in the app's state, so that it is saved with it and a replay has it.
  public var remembered: DeepLink<Tab, Route>?

  /// A link to open, and one that waits.
  public init(_ link: DeepLink<Tab, Route>, remembered: DeepLink<Tab, Route>? = nil) {
    self.link = link
    self.remembered = remembered
  }

  /// What the navigation is sent.
  public var action: NavigationAction<Tab, Route> { .deepLink(link) }
}

extension ResolvedLink: Encodable where Tab: Encodable, Route: Encodable {}
extension ResolvedLink: Decodable where Tab: Decodable, Route: Decodable {}
