/// The prefixes of an app's links: its own schemes, and the hosts of its universal links. A scheme can have a fixed
/// part, with which the rest of the URL must begin, such as `//127.0.0.1:8081/--`.
///
/// This type is a class because it is passed to other functions for every URL, and a copy would be expensive.
final class LinkPrefixes: Sendable {
  /// The app's own schemes. A scheme without a fixed part is in lowercase, such as `myapp`. A scheme with a fixed part,
  /// such as `exp://127.0.0.1:8081/--`, is stored as declared.
  let schemes: [String]
  private let patternHosts: [String]?
  var hasHostPatterns: Bool { patternHosts != nil }
  var knownHosts: [String] { hosts + Set(patternHosts ?? []).subtracting(hosts).sorted() }
  /// The hosts in lowercase: `example.com`, `localhost:8080`, or `*.example.com` for every subdomain.
  let hosts: [String]
  /// The schemes that are declared without a fixed part, such as `myapp`.
  private let ownSchemes: Set<String>
  private let ownPrefixes: [OwnPrefix]
  var hasFixedParts: Bool { !ownPrefixes.isEmpty }
  private let names: Set<String>
  /// The endings of hosts that are declared with a wildcard: `.example.com`.
  private let endings: Set<String>
  /// The number of bytes of the longest host without a wildcard, and of the longest ending of a host with a wildcard.
  private let longest: (name: Int, ending: Int)
  private let declaresPorts: Bool

  private static let webSchemes = ["https", "http"]
  private static let web: [(scheme: [UInt8], port: [UInt8])] = [
    (Array("https".utf8), Array(":443".utf8)), (Array("http".utf8), Array(":80".utf8)),
  ]

  init(schemes: [String], hosts: [String], patternHosts: [String]?) throws(DeclarationError) {
    self.hosts = hosts.map(\.lowercasedASCII)
    self.patternHosts = patternHosts
    var prefixes: [OwnPrefix] = []
    for scheme in schemes { if let prefix = try OwnPrefix(scheme) { prefixes.append(prefix) } }
    // If several prefixes match, the longest one applies.
    ownPrefixes = prefixes.sorted { $0.rest.count > $1.rest.count }
    ownSchemes = Set(schemes.lazy.filter { !$0.contains(":") }.map(\.lowercasedASCII))
    self.schemes = schemes.map { $0.contains(":") ? $0 : $0.lowercasedASCII }
    names = Set(self.hosts.filter { !$0.hasPrefix("*.") })
    endings = Set(self.hosts.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) })
    longest = (names.map(\.utf8.count).max() ?? 0, endings.map(\.utf8.count).max() ?? 0)
    declaresPorts = self.hosts.contains { $0.contains(":") }
    for scheme in ownSchemes.sorted() + prefixes.map(\.scheme) {
      let isScheme =
        scheme.utf8.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } == true
        && scheme.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
          default: false
          }
        }
      guard isScheme else {
        throw DeclarationError.scheme(scheme, "a scheme consists of letters, digits, +, - and ., without ://")
      }
      if Self.webSchemes.contains(scheme) {
        throw DeclarationError.scheme(scheme, "it belongs to all websites: declare hosts instead")
      }
    }
    for host in self.hosts where !Self.isHost(host) {
      throw DeclarationError.host(host, "a host is an ASCII name, optionally with *. before it or a port after it")
    }
  }

  static func isHost(_ text: String) -> Bool {
    var name = Array((text.hasPrefix("*.") ? text.dropFirst(2) : text[...]).utf8)[...]
    if let colon = name.lastIndex(of: UInt8(ascii: ":")), name.last != UInt8(ascii: "]") {
      let digits = name[(colon + 1)...]
      guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        let port = Int(String(decoding: digits, as: UTF8.self)), 1...65_535 ~= port
      else { return false }
      name = name[..<colon]
    }
    if name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") {
      return name.dropFirst().dropLast().allSatisfy { "0123456789abcdef:.".utf8.contains($0) } && name.count > 3
    }
    return areLabels(name)
  }

  /// Returns whether all readers of URLs keep a host as it is.
  ///
  /// Readers convert letters to lowercase, `127.1` and `0x7f.1` to `127.0.0.1`, and the port `080` to `80`. They write
  /// an IPv6 address in several ways, and drop a host with an `xn--` name that is not valid.
  static func isStableHost(_ text: String) -> Bool {
    guard isHost(text), !text.hasPrefix("*"), !text.contains("["), text == text.lowercasedASCII else { return false }
    let parts = text.split(separator: ":")
    if parts.count == 2, parts[1].first == "0" { return false }
    let labels = parts[0].split(separator: ".")
    if labels.contains(where: { $0.hasPrefix("xn--") && !Punycode.isName($0) }) { return false }
    func isNumber(_ label: Substring) -> Bool { label.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
    guard let last = labels.last, isNumber(last) || last.hasPrefix("0x") else { return true }
    return labels.count == 4 && labels.allSatisfy { UInt8($0).map { "\($0)" } == String($0) }
  }

  var knownSchemes: [String] { schemes + (hosts.isEmpty && !hasHostPatterns ? [] : Self.webSchemes) }

  func isOwn(_ scheme: ArraySlice<UInt8>) -> Bool {
    ownSchemes.contains(scheme.lowercasedASCII)
  }

  func fixedPart(after scheme: ArraySlice<UInt8>, in rest: ArraySlice<UInt8>) -> Int? {
    let scheme = scheme.lowercasedASCII
    return ownPrefixes.lazy.filter { $0.scheme == scheme }.compactMap { $0.length(in: rest) }.first
  }

  func fixedParts(of scheme: ArraySlice<UInt8>) -> [String] {
    let scheme = scheme.lowercasedASCII
    return ownPrefixes.filter { $0.scheme == scheme }.map { String(decoding: $0.rest.dropFirst(2), as: UTF8.self) }
  }

  /// Returns the default port of a web scheme, such as `:443`. Returns `nil` for other schemes, and if neither the
  /// table nor a pattern has a host.
  func webPort(of scheme: ArraySlice<UInt8>) -> [UInt8]? {
    hosts.isEmpty && !hasHostPatterns ? nil : Self.web.first { scheme.equals($0.scheme) }?.port
  }

  /// Returns whether a URL has the scheme `http` or `https`, and the table or a pattern has a host.
  func isWeb(_ url: String) -> Bool {
    webPort(of: Array(url.utf8.prefix { $0 != UInt8(ascii: ":") })[...]) != nil
  }

  /// Returns whether the table declares a host, which may have a port. The default port, such as `:443`, may be omitted
  /// in the URL and in the table.
  func matches(_ host: ArraySlice<UInt8>, port: [UInt8]) -> Bool {
    if isKnown(host) { return true }
    if Self.hasPort(host) {
      let name = host.dropLast(port.count)
      return host.ends(with: port) && !Self.hasPort(name) && isKnown(name)
    }
    return declaresPorts && isKnown((host + port)[...])
  }

  /// Returns whether the table declares a host, by its name or with a wildcard.
  ///
  /// - Complexity: O(n × m), where n is the number of bytes and m the number of labels of the host. The number of
  ///   declared hosts does not matter.
  private func isKnown(_ host: ArraySlice<UInt8>) -> Bool {
    if host.count <= longest.name, names.contains(host.lowercasedASCII) { return true }
    // An ending matches subdomains, but not the domain itself.
    guard longest.ending > 0 else { return false }
    var dot = host.suffix(longest.ending).firstIndex(of: UInt8(ascii: "."))
    while let start = dot {
      if endings.contains(host[start...].lowercasedASCII) { return Self.areLabels(host[..<start]) }
      dot = host[(start + 1)...].firstIndex(of: UInt8(ascii: "."))
    }
    return false
  }

  private static func hasPort(_ host: ArraySlice<UInt8>) -> Bool {
    host.last != UInt8(ascii: "]") && host.contains(UInt8(ascii: ":"))
  }

  /// Returns whether bytes are labels of a host name: letters, digits, underscores and inner hyphens, separated by
  /// dots. Other characters are refused because some URL parsers treat them as the end of the host.
  private static func areLabels(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      guard let first = label.first, let last = label.last else { return false }
      return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
        && label.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
          default: false
          }
        }
    }
  }
}

/// A scheme of the app with a fixed part: `exp://127.0.0.1:8081/--`, or `exp://*/--` for every host.
private struct OwnPrefix: Sendable {
  let scheme: String
  /// The fixed part, with its host in lowercase: `//127.0.0.1:8081/--`.
  let rest: [UInt8]
  private let hostCount: Int
  private var isAnyHost: Bool { rest[2] == UInt8(ascii: "*") }

  init?(_ text: String) throws(DeclarationError) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    func wrong() -> DeclarationError {
      DeclarationError.scheme(
        text, "a fixed part has a host, such as myapp://open, exp://127.0.0.1:8081/-- or exp://*/--")
    }
    let fixed = text[text.index(after: colon)...]
    guard fixed.hasPrefix("//") else { throw wrong() }
    let parts = fixed.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let host = parts[0].lowercasedASCII
    guard host == "*" || LinkPrefixes.isHost(host) && !host.hasPrefix("*"),
      parts.dropFirst().allSatisfy({ !$0.isEmpty && !$0.hasDotSegment && $0.utf8.allSatisfy(LinkPrefixes.isPlain) })
    else { throw wrong() }
    scheme = text[..<colon].lowercased()
    hostCount = host.utf8.count
    rest = Array(("//" + ([host] + parts.dropFirst()).joined(separator: "/")).utf8)
  }

  func length(in url: ArraySlice<UInt8>) -> Int? {
    let slashes = url.prefix(2)
    guard slashes.elementsEqual("//".utf8) else { return nil }
    let host = url.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    let path = rest.dropFirst(2 + hostCount)
    guard isAnyHost ? host.isHost : host.equals(rest[2..<2 + hostCount]), url[host.endIndex...].starts(with: path)
    else { return nil }
    let length = 2 + host.count + path.count
    let next = url.dropFirst(length).first
    return next == nil || next == UInt8(ascii: "/") ? length : nil
  }
}

extension LinkPrefixes {
  fileprivate static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var lowercasedASCII: String {
    guard contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
      return String(decoding: self, as: UTF8.self)
    }
    return String(decoding: map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  fileprivate var isHost: Bool {
    let text = lowercasedASCII
    return LinkPrefixes.isHost(text) && !text.hasPrefix("*")
  }

  /// Returns whether the bytes, with A to Z in lowercase, end with other bytes.
  fileprivate func ends(with ending: some BidirectionalCollection<UInt8>) -> Bool {
    count >= ending.count
      && zip(suffix(ending.count), ending).allSatisfy { byte, other in
        byte == other || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == other
      }
  }

  fileprivate func equals(_ other: some BidirectionalCollection<UInt8>) -> Bool {
    count == other.count && ends(with: other)
  }
}
