/// A mistake in the declaration of a ``DeepLinkTable``.
public struct LinkTableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  package enum Reason: Hashable, Sendable {
    /// A scheme that is not valid or that no app can own, with the reason.
    case scheme(String, String)
    /// A host that is not valid, or for which the table has no links, with the reason.
    case host(String, String)
    /// A pattern that is not valid, with the reason.
    case syntax(pattern: String, String)
    /// Two patterns or aliases that can match the same URL and are equally specific.
    case ambiguous(String, String)
    /// A pattern or alias that the table never uses, because more specific patterns match all of its URLs. The second
    /// string is one of those patterns. Only patterns with a repeated parameter or a wildcard are checked.
    case unreachable(String, behind: String)
  }

  /// The kind of the mistake.
  package let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// A message that describes the mistake.
  public var description: String {
    switch reason {
    case .scheme(let scheme, let why): "The scheme \"\(scheme)\" is not valid for links: \(why)."
    case .host(let host, let why): "The host \"\(host)\" is not valid for links: \(why)."
    case .syntax(let pattern, let why): "The link pattern \"\(pattern)\" is not valid: \(why)."
    case .ambiguous(let first, let second):
      "The link patterns \"\(first)\" and \"\(second)\" match the same URLs. Change a literal or the kind of a "
        + "parameter in one of them, or remove one."
    case .unreachable(let pattern, let other):
      "The link pattern \"\(pattern)\" is never reached: every URL that matches it also "
        + "matches \"\(other)\", which is more specific. Change or remove one of them."
    }
  }
}
