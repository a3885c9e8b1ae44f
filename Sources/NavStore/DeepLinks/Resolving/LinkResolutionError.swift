/// Why a link does not open.
public struct LinkResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The URL is no link.
    case link(LinkError)
    /// A rule refused it, and why.
    case refused(String, rule: String)
    /// A rule failed with an error, whose description this is.
    case failed(String, rule: String)
    /// There were more redirects than the limit: the link, and after it each rule with the link it redirected to.
    case redirects([String], limit: Int)
    /// Another link came, or the task that resolves it was cancelled.
    case cancelled
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The reason as a message. Of a rule that refuses the link it is what the rule says, so that it can be shown to a
  /// person.
  public var description: String {
    switch reason {
    case .link(let error): error.description
    case .refused(let why, _): why
    case .failed(let error, let rule): "The rule \"\(rule)\" failed: \(error)"
    case .redirects(let chain, let limit):
      "The link was redirected more than \(limit) times: \(chain.joined(separator: ", "))."
    case .cancelled: "The link was cancelled."
    }
  }
}
