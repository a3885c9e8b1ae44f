/// Why a URL leads nowhere.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The URL has more bytes, segments, query items or routes than the limit.
    case tooMany(String, limit: Int)
    /// Something that no link has: a control character, a backslash, a user name, a dot segment, an empty segment, a
    /// port, a percent sign that encodes nothing, bytes that are no UTF-8. Keys and fragments that the pattern does not
    /// declare may have any of these.
    case refused(String)
    /// The scheme is none of the table's.
    case scheme(String, known: [String])
    /// The host is none of the table's.
    case host(String, known: [String])
    /// No pattern fits. The closest one is named, if one has anything in common with the URL.
    case notFound(closest: String?)
    /// A pattern fits but for one parameter.
    case parameter(String, expected: String, found: String?, pattern: String)
    /// A key of the query is there more than once, where the pattern has one value. No other pattern is tried.
    case repeatedKey(String, pattern: String)
    /// The pattern is for links of the app's own.
    case isInternal(pattern: String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The number of bytes of the URL before the place; nil where there is no place.
  public let offset: Int?

  /// The reason as a message for the log or the developer. It repeats parts of the URL, without what would not be seen
  /// in it.
  public var description: String {
    func shown(_ text: String) -> String { text.printable(limit: 200) }
    func list(_ known: [String]) -> String {
      guard !known.isEmpty else { return ", which has none" }
      let named = known.prefix(5).map { $0.printable(limit: 60) }.joined(separator: ", ")
      return ": \(named)" + (known.count > 5 ? " and \(known.count - 5) others" : "")
    }
    let place = offset.map { " (at byte \($0))" } ?? ""
    switch reason {
    case .tooMany(let what, let limit):
      return "The URL has too many \(what): \(limit) are allowed."
    case .refused(let what):
      return "The URL is refused: \(what)\(place)."
    case .scheme(let scheme, let known):
      return "The scheme \"\(shown(scheme))\" is none of this app's\(list(known))."
    case .host("", _):
      return "The URL has no host."
    case .host(let host, let known):
      return "The host \"\(shown(host))\" is none of this app's\(list(known))."
    case .notFound(nil):
      return "No link fits the URL."
    case .notFound(let closest?):
      return "No link fits the URL. The closest is \"\(closest)\"."
    case .parameter(let name, let expected, let found?, let pattern):
      return "The URL fits \"\(pattern)\" but for \(name), which wants \(expected) and got \"\(shown(found))\"\(place)."
    case .parameter(let name, let expected, nil, let pattern):
      return "The URL fits \"\(pattern)\" but for \(name), which wants \(expected) and is missing."
    case .repeatedKey(let key, let pattern):
      return "The URL fits \"\(pattern)\" but for \(key), which is there more than once\(place)."
    case .isInternal(let pattern):
      return "The URL fits \"\(pattern)\", which only the app itself may open."
    }
  }

  @usableFromInline
  init(_ reason: Reason, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }
}
