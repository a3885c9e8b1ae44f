/// The parts of a URL, split first and decoded once after that.
///
/// It reads RFC 3986 and refuses what can be read in two ways. It judges the path. Whether the query and the fragment
/// can be read matters only for what a pattern declares, so each part of them keeps its error.
///
/// A class, because it is passed on and has much to copy.
///
/// - Complexity: O(n), where n is the number of bytes, of which there are no more than the limit.
final class ParsedURL {
  struct Segment {
    /// Decoded. It may have slashes that were encoded.
    let text: String
    let offset: Int
  }

  /// A key of the query with its value. An item whose key cannot be read is not kept: no pattern declares it.
  struct Item {
    let key: String
    let value: Value
    let offset: Int
  }

  /// A value of the query or the fragment. Only patterns that declare it read it.
  enum Value {
    /// There is no `=`.
    case missing
    case text(String)
    /// It cannot be read.
    case refused(LinkError)

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var error: LinkError? { if case .refused(let error) = self { error } else { nil } }
  }

  struct Fragment {
    let value: Value
    let offset: Int
  }

  let segments: [Segment]
  let query: [Item]
  let fragment: Fragment?

  init(_ url: String, from prefixes: LinkPrefixes, limits: LinkLimits) throws(LinkError) {
    guard url.utf8.count <= limits.bytes else { throw LinkError(.tooMany("bytes", limit: limits.bytes)) }
    let bytes = Array(url.utf8)
    var (question, hash): (Int?, Int?) = (nil, nil)
    var hasPercent = false
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, UInt8(ascii: "\\"):
        if question == nil, hash == nil { try bytes.checkByte(at: offset) }
      case UInt8(ascii: "%"): hasPercent = true
      case UInt8(ascii: "#") where hash == nil: hash = offset
      case UInt8(ascii: "?") where hash == nil && question == nil: question = offset
      default: break
      }
    }
    let reader = PartReader(bytes: bytes, hasPercent: hasPercent, limits: limits)
    let end = hash ?? bytes.count
    let (first, path) = try reader.authority(0..<(question ?? end), prefixes)
    segments = try reader.segments(path, after: first)
    query = try question.map { question throws(LinkError) in try reader.items(question + 1..<end) } ?? []
    fragment = hash.map { Fragment(value: reader.value($0 + 1..<bytes.count), offset: $0 + 1) }
  }
}

/// Reads parts of a URL.
private struct PartReader {
  let bytes: [UInt8]
  /// Whether anything is to be decoded.
  let hasPercent: Bool
  let limits: LinkLimits

  /// What stands between scheme and path, if there is a scheme: a host that is known, or with a scheme of the app's own
  /// the first segment. And where the path is.
  func authority(
    _ range: Range<Int>, _ prefixes: LinkPrefixes
  ) throws(LinkError) -> (first: ParsedURL.Segment?, path: Range<Int>) {
    let end = bytes[range].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") } ?? range.upperBound
    guard end < range.upperBound, bytes[end] == UInt8(ascii: ":") else { return (nil, range) }
    let scheme = bytes[range.lowerBound..<end]
    let rest = end + 1..<range.upperBound
    let hasAuthority = bytes[rest].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
    let port = prefixes.webPort(of: scheme)
    guard port != nil || prefixes.isOwn(scheme) else {
      let scheme = String(decoding: scheme, as: UTF8.self).lowercasedASCII
      throw LinkError(.scheme(scheme, known: prefixes.knownSchemes), at: 0)
    }
    guard hasAuthority else {
      if port != nil { throw LinkError(.host("", known: prefixes.hosts), at: rest.lowerBound) }
      return (nil, rest)
    }
    let start = rest.lowerBound + 2
    let slash = bytes[start..<rest.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? rest.upperBound
    let host = start..<slash
    if bytes[host].contains(UInt8(ascii: "@")) { throw LinkError(.refused("it has a user name"), at: start) }
    let path = slash..<rest.upperBound
    if let port {
      try check(host, port, prefixes)
      return (nil, path)
    }
    if let colon = portColon(host) { throw LinkError(.refused("it has a port"), at: colon) }
    return (host.isEmpty ? nil : try hostSegment(host), path)
  }

  /// The colon before a port: the only one, with digits alone behind it. `did:plc:123` has none.
  private func portColon(_ host: Range<Int>) -> Int? {
    guard let colon = bytes[host].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = bytes[colon + 1..<host.upperBound]
    return digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? colon : nil
  }

  /// The first segment behind an own scheme.
  ///
  /// Other readers take it for a host, and Foundation's `URL` writes a host beyond ASCII in Punycode. So both forms are
  /// the same segment. What is percent-encoded stays as it is there, and here.
  private func hostSegment(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    let segment = try segment(range)
    // Most segments are plain: only a hyphen or what is beyond ASCII may have two forms.
    let mayDiffer = bytes[range].contains { $0 >= 0x80 || $0 == UInt8(ascii: "-") }
    guard mayDiffer, !bytes[range].contains(UInt8(ascii: "%")) else { return segment }
    return ParsedURL.Segment(text: Punycode.hostText(segment.text), offset: segment.offset)
  }

  private func check(_ range: Range<Int>, _ port: [UInt8], _ prefixes: LinkPrefixes) throws(LinkError) {
    guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
      throw LinkError(
        .refused("its host is not written in ASCII, as names beyond it are by xn--"), at: range.lowerBound)
    }
    guard prefixes.matches(bytes[range], port: port) else {
      let host = String(decoding: bytes[range], as: UTF8.self).lowercasedASCII
      throw LinkError(.host(host, known: prefixes.hosts), at: range.lowerBound)
    }
  }

  /// The segments of a path. The slash before the first and one after the last say nothing.
  func segments(
    _ range: Range<Int>, after first: ParsedURL.Segment?
  ) throws(LinkError) -> [ParsedURL.Segment] {
    var start = range.lowerBound
    if start < range.upperBound, bytes[start] == UInt8(ascii: "/") { start += 1 }
    var segments: [ParsedURL.Segment] = []
    segments.reserveCapacity(4)
    if let first { segments.append(first) }
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? range.upperBound
      guard segments.count < limits.segments else {
        throw LinkError(.tooMany("segments", limit: limits.segments))
      }
      segments.append(try segment(start..<end))
      start = end + 1
    }
    return segments
  }

  private func segment(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    if range.isEmpty { throw LinkError(.refused("it has an empty segment"), at: range.lowerBound) }
    let segment = try part(range)
    // Also when it was encoded, or stands between slashes that were: whoever else reads the URL may decode it first.
    if segment.text.hasDotSegment {
      throw LinkError(.refused("it has a dot segment"), at: range.lowerBound)
    }
    return segment
  }

  func items(_ range: Range<Int>) throws(LinkError) -> [ParsedURL.Item] {
    var items: [ParsedURL.Item] = []
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
      if start < end {
        guard count < limits.queryItems else {
          throw LinkError(.tooMany("query items", limit: limits.queryItems))
        }
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        if let key = value(start..<(equals ?? end)).text {
          items.append(.init(key: key, value: equals.map { value($0 + 1..<end) } ?? .missing, offset: start))
        }
        count += 1
      }
      start = end + 1
    }
    return items
  }

  /// A part of the query or the fragment, decoded, or the reason why it cannot be read.
  func value(_ range: Range<Int>) -> ParsedURL.Value {
    do throws(LinkError) {
      for offset in range { try bytes.checkByte(at: offset) }
      return .text(try part(range).text)
    } catch {
      return .refused(error)
    }
  }

  /// A part, decoded.
  private func part(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    guard hasPercent else {
      return ParsedURL.Segment(text: String(decoding: bytes[range], as: UTF8.self), offset: range.lowerBound)
    }
    do throws(PercentDecoding.Failure) {
      return ParsedURL.Segment(text: try PercentDecoding.text(of: bytes[range]), offset: range.lowerBound)
    } catch {
      throw LinkError(.refused(error.reason), at: error.offset)
    }
  }
}

extension [UInt8] {
  /// Throws if there is a byte that no part of a link may have.
  fileprivate func checkByte(at offset: Int) throws(LinkError) {
    if isControlCharacter(at: offset) { throw LinkError(.refused("it has a control character"), at: offset) }
    if self[offset] == UInt8(ascii: "\\") { throw LinkError(.refused("it has a backslash"), at: offset) }
  }
}

extension String {
  /// The text with the letters A to Z in lower case, and all others as they are.
  var lowercasedASCII: String {
    guard utf8.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else { return self }
    return String(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

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
