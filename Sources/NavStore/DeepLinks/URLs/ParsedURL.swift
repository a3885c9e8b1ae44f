/// The decoded parts of a URL. The URL is split first, and each part is then decoded once.
///
/// The parser follows RFC 3986 and refuses URLs that can be read in two ways. An error in the path is thrown. An error
/// in a query value or in the fragment is stored, because the error matters only if the pattern declares the key or a
/// fragment. If a pattern has a path in its fragment, an error in a fragment that begins with a slash is thrown.
///
/// This type is a class because it is often passed to other functions, and a copy would be expensive.
///
/// - Complexity: O(n), where n is the number of bytes. The number of bytes is limited.
final class ParsedURL {
  struct Segment {
    /// The decoded text. It can contain slashes that were percent-encoded.
    let text: String
    let offset: Int
  }

  /// A key of the query and its value. Items whose key cannot be decoded are dropped, because no pattern declares such
  /// a key; see ``refusedKey``.
  struct Item {
    let key: String
    let value: Value
    let offset: Int
  }

  /// A value of the query, or the fragment.
  enum Value {
    /// The item has no `=`.
    case missing
    case text(String)
    /// The value has percent-encoded line breaks, which are an error unless a parameter accepts them.
    case lines(String, LinkError)
    case refused(LinkError)
  }

  struct Fragment {
    let value: Value
    let offset: Int
  }

  /// The text that separates the segments of the path from those of the fragment. No segment of a URL has this text,
  /// because segments with control characters are refused.
  static let fragmentMark = "\u{0}#"

  let text: String
  /// The segments for patterns without a host. In a URL with one of the app's own schemes, the part between `//` and
  /// the next slash is the first segment, unless the URL begins with a fixed part of the scheme.
  let segments: [Segment]
  /// The host, with the port if it is not the default one, and the segments of the path. The array is empty if the URL
  /// has no valid host, or if no pattern has a host.
  let hostedSegments: [Segment]
  /// The segments of the fragment after ``fragmentMark``. The array is empty if the fragment does not begin with a
  /// slash, or if no pattern has a path in its fragment.
  private let fragmentSegments: [Segment]
  /// The error of the host or the port. Only patterns with a host can match a URL with this error.
  let hostError: LinkError?
  let query: [Item]
  let refusedKey: LinkError?
  let fragment: Fragment?

  init(
    _ url: String, from prefixes: LinkPrefixes, options: LinkOptions, readsFragmentPath: Bool = false
  ) throws(LinkError) {
    guard url.utf8.count <= options.maxBytes else { throw LinkError(.tooMany("bytes", limit: options.maxBytes)) }
    let bytes = Array(url.utf8)
    var (question, hash): (Int?, Int?) = (nil, nil)
    var hasPercent = false
    for offset in bytes.indices {
      let byte = bytes[offset]
      // Most bytes are lowercase letters.
      if byte > UInt8(ascii: "\\"), byte < 0x7F { continue }
      switch byte {
      case 0..<0x20, 0x7F, 0xC2, UInt8(ascii: "\\"):
        if question == nil, hash == nil { try bytes.checkByte(at: offset) }
      case UInt8(ascii: "%"): hasPercent = true
      case UInt8(ascii: "#") where hash == nil: hash = offset
      case UInt8(ascii: "?") where hash == nil && question == nil: question = offset
      default: break
      }
    }
    let reader = PartReader(bytes: bytes, hasPercent: hasPercent, options: options)
    let end = hash ?? bytes.count
    let authority = try reader.authority(0..<(question ?? end), prefixes)
    text = url
    let segments = try reader.segments(authority.path, after: authority.first)
    self.segments = segments
    hostedSegments = authority.host.map { [$0] + segments.dropFirst(authority.first == nil ? 0 : 1) } ?? []
    hostError = authority.hostError
    (query, refusedKey) =
      try question.map { question throws(LinkError) in try reader.items(question + 1..<end) } ?? ([], nil)
    fragment = hash.map { Fragment(value: reader.value($0 + 1..<bytes.count), offset: $0 + 1) }
    if readsFragmentPath, let hash, bytes[(hash + 1)...].first == UInt8(ascii: "/") {
      for offset in hash..<bytes.count { try bytes.checkByte(at: offset) }
      let mark = Segment(text: Self.fragmentMark, offset: hash)
      fragmentSegments = try reader.segments(hash + 1..<bytes.count, after: mark)
    } else {
      fragmentSegments = []
    }
  }

  /// Returns the segments that a pattern compares: those with or without the host, and with or without the fragment.
  ///
  /// - Returns: The segments, or `nil` if the pattern cannot match.
  func segments(withHost hasHost: Bool, withFragment hasFragment: Bool) -> [Segment]? {
    let path = hasHost ? hostedSegments : segments
    if hasHost ? path.isEmpty : hostError != nil { return nil }
    guard hasFragment else { return path }
    return fragmentSegments.isEmpty ? nil : path + fragmentSegments
  }
}

private struct PartReader {
  let bytes: [UInt8]
  let hasPercent: Bool
  let options: LinkOptions

  struct Authority {
    /// The part between `//` and the next slash in a URL with one of the app's own schemes.
    var first: ParsedURL.Segment?
    var host: ParsedURL.Segment?
    var hostError: LinkError?
    var path: Range<Int>
  }

  /// Returns the range of the path, and the parts before it.
  ///
  /// If no pattern has a host, an unknown web host or a port after one of the app's own schemes is thrown as an error.
  /// Otherwise, the error is returned in `hostError`, because a pattern with a host may match.
  ///
  /// - Throws: ``LinkError`` for an unknown scheme, a missing fixed part of a scheme, a user name, a port after one of
  ///   the app's own schemes, a first segment that is refused, or a web host that is missing or not in ASCII.
  func authority(_ range: Range<Int>, _ prefixes: LinkPrefixes) throws(LinkError) -> Authority {
    let end = bytes[range].firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") } ?? range.upperBound
    guard end < range.upperBound, bytes[end] == UInt8(ascii: ":") else {
      return Authority(path: range)
    }
    let scheme = bytes[range.lowerBound..<end]
    let rest = end + 1..<range.upperBound
    let hasAuthority =
      rest.count >= 2 && bytes[rest.lowerBound] == UInt8(ascii: "/") && bytes[rest.lowerBound + 1] == UInt8(ascii: "/")
    if prefixes.hasFixedParts, let count = prefixes.fixedPart(after: scheme, in: bytes[rest]) {
      return Authority(path: rest.lowerBound + count..<rest.upperBound)
    }
    let port = prefixes.webPort(of: scheme)
    guard port != nil || prefixes.isOwn(scheme) else {
      let parts = prefixes.fixedParts(of: scheme)
      if !parts.isEmpty {
        let host = hasAuthority ? bytes[rest].dropFirst(2).prefix { $0 != UInt8(ascii: "/") } : []
        throw LinkError(.host(String(decoding: host, as: UTF8.self), known: parts), at: rest.lowerBound)
      }
      let scheme = String(decoding: scheme, as: UTF8.self).lowercasedASCII
      throw LinkError(.scheme(scheme, known: prefixes.knownSchemes), at: 0)
    }
    guard hasAuthority else {
      if port != nil { throw LinkError(.host("", known: prefixes.hosts), at: rest.lowerBound) }
      return Authority(path: rest)
    }
    let start = rest.lowerBound + 2
    let slash = bytes[start..<rest.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? rest.upperBound
    let host = start..<slash
    if bytes[host].contains(UInt8(ascii: "@")) { throw LinkError(.refused("it has a user name"), at: start) }
    let path = slash..<rest.upperBound
    if let port {
      let error = try check(host, port, prefixes)
      return Authority(host: hostOfPattern(host, port, prefixes), hostError: error, path: path)
    }
    if let colon = portColon(host) {
      let error = LinkError(.refused("it has a port"), at: colon)
      guard let host = hostOfPattern(host, [], prefixes) else { throw error }
      return Authority(host: host, hostError: error, path: path)
    }
    if host.isEmpty { return Authority(path: path) }
    return Authority(first: try hostSegment(host), host: hostOfPattern(host, [], prefixes), path: path)
  }

  /// Returns the host in lowercase and without the default port, or `nil` if no pattern has a host or the host is not
  /// valid. An app can request data from this host, so the host must not contain other parts of a URL.
  private func hostOfPattern(_ range: Range<Int>, _ port: [UInt8], _ prefixes: LinkPrefixes) -> ParsedURL.Segment? {
    guard prefixes.hasHostPatterns else { return nil }
    var host = String(decoding: bytes[range], as: UTF8.self).lowercasedASCII
    let ending = String(decoding: port, as: UTF8.self)
    if !ending.isEmpty, host.hasSuffix(ending) { host.removeLast(ending.count) }
    return LinkPrefixes.isHost(host) && !host.hasPrefix("*")
      ? ParsedURL.Segment(text: host, offset: range.lowerBound) : nil
  }

  /// Returns the offset of the colon before a port: the first colon, if only digits follow it. `did:plc:123` has no
  /// port.
  private func portColon(_ host: Range<Int>) -> Int? {
    guard let colon = bytes[host].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = bytes[colon + 1..<host.upperBound]
    return digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? colon : nil
  }

  /// Returns the first segment of a URL with one of the app's own schemes.
  ///
  /// Other URL parsers treat this segment as a host, and Foundation's `URL` converts a non-ASCII host to Punycode.
  /// Therefore, both forms result in the same segment. Like Foundation, this method does not convert a percent-encoded
  /// host.
  private func hostSegment(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    let segment = try segment(range)
    // Only a segment with a hyphen or a non-ASCII character can have two forms.
    let mayDiffer = bytes[range].contains { $0 >= 0x80 || $0 == UInt8(ascii: "-") }
    guard mayDiffer, !bytes[range].contains(UInt8(ascii: "%")) else { return segment }
    return ParsedURL.Segment(text: Punycode.hostText(segment.text), offset: segment.offset)
  }

  /// Checks the host of a URL with `http` or `https`. Returns the error of a host that only patterns with a host can
  /// match.
  private func check(
    _ range: Range<Int>, _ port: [UInt8], _ prefixes: LinkPrefixes
  ) throws(LinkError) -> LinkError? {
    guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
      throw LinkError(
        .refused("its host is not in ASCII: write a non-ASCII name in its xn-- form"), at: range.lowerBound)
    }
    if prefixes.matches(bytes[range], port: port) { return nil }
    let host = String(decoding: bytes[range], as: UTF8.self).lowercasedASCII
    let error = LinkError(.host(host, known: prefixes.knownHosts), at: range.lowerBound)
    guard prefixes.hasHostPatterns else { throw error }
    return error
  }

  /// Returns the segments of a path. A slash before the first segment or after the last one is ignored.
  func segments(
    _ range: Range<Int>, after first: ParsedURL.Segment?
  ) throws(LinkError) -> [ParsedURL.Segment] {
    var start = range.lowerBound
    if start < range.upperBound, bytes[start] == UInt8(ascii: "/") { start += 1 }
    var segments: [ParsedURL.Segment] = []
    segments.reserveCapacity(4)
    if let first { segments.append(first) }
    while start < range.upperBound {
      var end = start
      // Most segments need no decoding and no search for dot segments.
      var isPlain = true
      while end < range.upperBound, bytes[end] != UInt8(ascii: "/") {
        if bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "%") { isPlain = false }
        end += 1
      }
      guard segments.count < options.maxSegments else {
        throw LinkError(.tooMany("segments", limit: options.maxSegments))
      }
      segments.append(
        isPlain && start < end
          ? ParsedURL.Segment(text: String(decoding: bytes[start..<end], as: UTF8.self), offset: start)
          : try segment(start..<end))
      start = end + 1
    }
    return segments
  }

  private func segment(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    if range.isEmpty { throw LinkError(.refused("it has an empty segment"), at: range.lowerBound) }
    let segment = try part(range)
    // An encoded dot segment is refused too, even between encoded slashes, because another parser may decode the URL
    // before it splits the path.
    if segment.text.hasDotSegment {
      throw LinkError(.refused("it has a dot segment"), at: range.lowerBound)
    }
    return segment
  }

  func items(_ range: Range<Int>) throws(LinkError) -> ([ParsedURL.Item], refusedKey: LinkError?) {
    var items: [ParsedURL.Item] = []
    var refusedKey: LinkError?
    var count = 0
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? range.upperBound
      if start < end {
        guard count < options.maxQueryItems else {
          throw LinkError(.tooMany("query items", limit: options.maxQueryItems))
        }
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        let key = value(start..<(equals ?? end), ofQuery: true)
        if case .text(let key) = key {
          let value = equals.map { self.value($0 + 1..<end, ofQuery: true) } ?? .missing
          items.append(.init(key: key, value: value, offset: start))
        } else if refusedKey == nil {
          refusedKey = key.error(in: .text)
        }
        count += 1
      }
      start = end + 1
    }
    return (items, refusedKey)
  }

  /// Returns a decoded part of the query, or the decoded fragment.
  ///
  /// The result is `.lines` if the part has percent-encoded line breaks and can otherwise be decoded. The result is
  /// `.refused` if the part cannot be decoded, or contains a character that is not allowed in any part of a link.
  func value(_ range: Range<Int>, ofQuery isQuery: Bool = false) -> ParsedURL.Value {
    var part = bytes[range]
    if isQuery, options.readsPlusAsSpace {
      for offset in range where part[offset] == UInt8(ascii: "+") { part[offset] = UInt8(ascii: " ") }
    }
    do throws(LinkError) { for offset in range { try bytes.checkByte(at: offset) } } catch { return .refused(error) }
    do throws(LinkError) { return .text(try decoded(part)) } catch {
      let text = try? PercentDecoding.text(of: part, allowsLineBreaks: true)
      return text.map { .lines($0, error) } ?? .refused(error)
    }
  }

  private func part(_ range: Range<Int>) throws(LinkError) -> ParsedURL.Segment {
    ParsedURL.Segment(text: try decoded(bytes[range]), offset: range.lowerBound)
  }

  private func decoded(_ part: ArraySlice<UInt8>) throws(LinkError) -> String {
    guard hasPercent else { return String(decoding: part, as: UTF8.self) }
    do throws(PercentDecoding.Failure) { return try PercentDecoding.text(of: part) } catch {
      throw LinkError(.refused(error.reason), at: error.offset)
    }
  }
}

extension [UInt8] {
  fileprivate func checkByte(at offset: Int) throws(LinkError) {
    if isControlCharacter(at: offset) { throw LinkError(.refused("it has a control character"), at: offset) }
    if self[offset] == UInt8(ascii: "\\") { throw LinkError(.refused("it has a backslash"), at: offset) }
  }
}

extension String {
  var lowercasedASCII: String {
    guard utf8.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else { return self }
    return String(decoding: utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
