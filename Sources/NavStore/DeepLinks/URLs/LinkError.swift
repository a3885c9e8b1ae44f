/// The reason why a URL does not open a place in the app.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// The URL has more bytes, segments or query items than the limit allows, or its link has too many routes.
    case tooMany(String, limit: Int)
    /// The URL contains something that is not allowed in a link: a control character, a backslash, a user name, a
    /// website's host that is not in ASCII, a port after one of the app's own schemes, a dot segment, an empty segment,
    /// a percent sign without two hexadecimal digits, or bytes that are not UTF-8. Query items and fragments that the
    /// pattern does not declare are not checked.
    case refused(String)
    /// The scheme is not one of the table's schemes.
    case scheme(String, known: [String])
    /// The host is missing or is not one of the hosts of the table and its patterns, or the URL does not begin with the
    /// fixed part that its scheme was declared with, such as `//127.0.0.1:8081/--`.
    case host(String, known: [String])
    /// No pattern matches. The error names the most similar pattern, if any.
    case notFound(closest: String?)
    /// A pattern matches except for one parameter. `found` is `nil` if the URL does not contain the parameter.
    case parameter(String, expected: String, found: String?, pattern: String)
    /// A key of the query is repeated, and the pattern accepts only one value for it. No other pattern is tried.
    case repeatedKey(String, pattern: String)
    /// The pattern is restricted to URLs from the app itself.
    case isInternal(pattern: String)
  }

  /// The kind of the error.
  public let reason: Reason
  /// The byte offset of the error in the URL, or `nil` if the error has no position.
  public let offset: Int?

  /// A message for developers. It quotes parts of the URL, with invisible characters escaped.
  public var description: String {
    func shown(_ text: String) -> String { text.printable(limit: 200) }
    func list(_ known: [String], _ kind: String) -> String {
      guard !known.isEmpty else { return "The app has no \(kind)." }
      let named = known.prefix(5).map { $0.printable(limit: 60) }.joined(separator: ", ")
      return "The app's \(kind): \(named)" + (known.count > 5 ? " and \((known.count - 5).counting("other"))." : ".")
    }
    let place = offset.map { " (at byte \($0))" } ?? ""
    switch reason {
    case .tooMany(let what, let limit):
      return "The URL has too many \(what). The limit is \(limit)."
    case .refused(let what):
      return "The URL is refused: \(what)\(place)."
    case .scheme(let scheme, let known):
      return "The scheme \"\(shown(scheme))\" is unknown. \(list(known, "schemes"))"
    case .host(_, let known) where known.contains(where: { $0.contains("/") }):
      return "The URL does not begin with a fixed part of its scheme. \(list(known, "fixed parts"))"
    case .host("", _):
      return "The URL has no host."
    case .host(let host, let known):
      return "The host \"\(shown(host))\" is unknown. \(list(known, "hosts"))"
    case .notFound(nil):
      return "No link matches the URL."
    case .notFound(let closest?):
      return "No link matches the URL. The most similar one is \"\(closest)\"."
    case .parameter(let name, let expected, let found?, let pattern):
      return
        "The URL matches \"\(pattern)\" except for \(name): expected \(expected), found \"\(shown(found))\"\(place)."
    case .parameter(let name, let expected, nil, let pattern):
      return "The URL matches \"\(pattern)\" except for \(name): expected \(expected), found nothing."
    case .repeatedKey(let key, let pattern):
      return "The URL matches \"\(pattern)\" except for \(key), which occurs more than once\(place)."
    case .isInternal(let pattern):
      return "The URL matches \"\(pattern)\", which only the app itself may open."
    }
  }

  @usableFromInline
  init(_ reason: Reason, at offset: Int? = nil) {
    self.reason = reason
    self.offset = offset
  }
}
