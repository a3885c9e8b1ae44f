/// The reason why a screen or a link cannot be printed as a URL.
public struct LinkPrintError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// No pattern matches the screen. The string describes the screen.
    case noPattern(String)
    /// A pattern matches the screen, but the value of a parameter cannot be part of a URL. The strings are the
    /// parameter's name and the reason.
    case parameter(String, String, pattern: String)
    case wildcard(pattern: String)
    /// The printed URL, which is the first string, would not lead back to the screen: another pattern is more specific,
    /// the URL lacks a value of the screen, or an absent part in the middle makes the URL ambiguous. The last two
    /// strings are the screen to which the URL leads, and the pattern that makes that screen.
    case leadsElsewhere(String, pattern: String, to: String, by: String)
    /// The printed URL, which is the first string, cannot be opened.
    case leadsNowhere(String, pattern: String)
    /// The base is not a scheme or host of the table, or contains more than that, such as a path. The strings are the
    /// base and the reason.
    case base(String, String)
    /// The pattern is internal, but only the URL of a website could be printed, and websites cannot open internal
    /// links. This happens if the base is a host, or if the pattern has a host and the table has no scheme.
    case isInternal(pattern: String)
    case tooLong(limit: Int)
  }

  package let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// A message that describes the error.
  public var description: String {
    switch reason {
    case .noPattern(let screen): "No link leads to \(screen.printable(limit: 200))."
    case .parameter(let name, let why, let pattern): "\"\(pattern)\" cannot be printed: \(name) \(why)."
    case .wildcard(let pattern): "\"\(pattern)\" cannot be printed: it ends with a wildcard."
    case .leadsElsewhere(let url, let pattern, let screen, let other):
      "\"\(pattern)\" cannot be printed: \"\(url)\" does not lead back to the screen. `make` of "
        + "\(other == pattern ? "the pattern" : "\"\(other)\"") returns \(screen.printable(limit: 200)) for this URL."
    case .leadsNowhere(let url, let pattern):
      "\"\(pattern)\" cannot be printed: \"\(url)\" does not lead back to the screen. It leads nowhere."
    case .base(let base, let why): "\"\(base)\" cannot be the base of a URL. \(why)"
    case .isInternal(let pattern):
      "\"\(pattern)\" cannot be printed as the URL of a website: only the app itself may open it."
    case .tooLong(let limit): "The URL has more than \(limit) bytes."
    }
  }
}
