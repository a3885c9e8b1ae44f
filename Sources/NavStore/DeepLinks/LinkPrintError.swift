/// Why a screen has no URL.
public struct LinkPrintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// No pattern is for the screen.
    case noPattern(String)
    /// A pattern is for the screen, and a parameter's value cannot stand in its URL.
    case parameter(String, String, pattern: String)
    /// The pattern that is for the screen ends in a wildcard.
    case wildcard(pattern: String)
    /// What would be printed leads to another screen, or to none: another pattern is more specific, or an absent part
    /// in the middle cannot be told from the one after it.
    case leadsElsewhere(String, pattern: String)
    /// What was to stand before the path is no scheme or host of the table's, and why.
    case base(String, String)
    /// The pattern is for links of the app's own, and a host is for anyone.
    case isInternal(pattern: String)
    /// The URL would be longer than the table reads.
    case tooLong(limit: Int)
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The reason as a message.
  public var description: String {
    switch reason {
    case .noPattern(let screen): "No link leads to \(screen.printable(limit: 200))."
    case .parameter(let name, let why, let pattern): "\"\(pattern)\" cannot be printed: \(name) \(why)."
    case .wildcard(let pattern): "\"\(pattern)\" cannot be printed: nothing says what stands for *."
    case .leadsElsewhere(let url, let pattern):
      "\"\(pattern)\" cannot be printed: \"\(url)\" does not lead back to the screen."
    case .base(let base, let why): "\"\(base)\" cannot stand before a path. \(why)"
    case .isInternal(let pattern): "\"\(pattern)\" cannot be printed with a host: only the app itself may open it."
    case .tooLong(let limit): "The URL has more than \(limit) bytes."
    }
  }
}
