/// What is wrong with a declaration of links.
public struct LinkTableError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// A scheme that cannot be an app's own.
    case scheme(String, String)
    /// A host that is no name of one.
    case host(String, String)
    /// A pattern that cannot be read, and why.
    case syntax(pattern: String, String)
    /// Two patterns fit the same URLs, and nothing says which is meant.
    case ambiguous(String, String)
    /// Whatever fits the first pattern fits the second one, which comes first.
    case unreachable(String, behind: String)
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The reason, and what to do.
  public var description: String {
    switch reason {
    case .scheme(let scheme, let why): "The scheme \"\(scheme)\" cannot be a link's: \(why)."
    case .host(let host, let why): "The host \"\(host)\" cannot be a link's: \(why)."
    case .syntax(let pattern, let why): "The link pattern \"\(pattern)\" cannot be read: \(why)."
    case .ambiguous(let first, let second):
      "The link patterns \"\(first)\" and \"\(second)\" fit the same URLs. Let them differ in a literal or in the kind of a "
        + "parameter, or remove one."
    case .unreachable(let pattern, let other):
      "The link pattern \"\(pattern)\" is never reached: whatever fits it fits \"\(other)\", which is more specific."
    }
  }
}
