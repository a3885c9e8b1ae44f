/// What may stand before the path of an app's links: schemes of its own, and hosts of its universal links.
struct LinkPrefixes: Sendable {
  /// In lower case.
  let schemes: [String]
  /// In lower case, for example `example.com`, `localhost:8080`, or `*.example.com` for every name below it.
  let hosts: [String]
  private let schemeBytes: [[UInt8]]
  private let hostBytes: [[UInt8]]
  /// What names below a host end with: `.example.com`.
  private let endings: [[UInt8]]

  private static let webSchemes = ["https", "http"]
  private static let web: [(scheme: [UInt8], port: [UInt8])] = [
    (Array("https".utf8), Array(":443".utf8)), (Array("http".utf8), Array(":80".utf8)),
  ]

  /// What is wrong is told, for the declaration.
  init(schemes: [String], hosts: [String]) throws(LinkTableError) {
    self.schemes = schemes.map(\.lowercasedASCII)
    self.hosts = hosts.map(\.lowercasedASCII)
    schemeBytes = self.schemes.map { Array($0.utf8) }
    hostBytes = self.hosts.map { Array($0.utf8) }
    endings = self.hosts.filter { $0.hasPrefix("*.") }.map { Array($0.utf8.dropFirst()) }
    for scheme in self.schemes {
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
        throw LinkTableError(.scheme(scheme, "a scheme is letters, digits, +, - and ., without ://"))
      }
      if Self.webSchemes.contains(scheme) {
        throw LinkTableError(.scheme(scheme, "it is every web site's: name the hosts instead"))
      }
    }
    for host in self.hosts {
      let name = host.hasPrefix("*.") ? host.dropFirst(2) : host[...]
      let isName =
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.contains { "/*?#@%\\".contains($0) }
      guard isName else {
        throw LinkTableError(.host(host, "a host is a name in ASCII, perhaps with a port, or with *. before it"))
      }
    }
  }

  var knownSchemes: [String] { schemes + (hosts.isEmpty ? [] : Self.webSchemes) }

  /// Whether a scheme is one of the app's own.
  func isOwn(_ scheme: ArraySlice<UInt8>) -> Bool {
    schemeBytes.contains { scheme.equals($0) }
  }

  /// The port that stands for no port with a scheme of web sites: `:443`. Nil for other schemes, and if there are no hosts.
  func webPort(of scheme: ArraySlice<UInt8>) -> [UInt8]? {
    hosts.isEmpty ? nil : Self.web.first { scheme.equals($0.scheme) }?.port
  }

  /// Whether a host, with its port, is one of these.
  func matches(_ host: ArraySlice<UInt8>, port: [UInt8]) -> Bool {
    let name = host.ends(with: port) ? host.dropLast(port.count) : host
    // Of an ending, what lies below, and not the name itself.
    return hostBytes.contains { name.equals($0) } || endings.contains { name.count > $0.count && name.ends(with: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes, with the letters A to Z in lower case, end with others.
  fileprivate func ends(with ending: [UInt8]) -> Bool {
    count >= ending.count
      && zip(suffix(ending.count), ending).allSatisfy { byte, other in
        byte == other || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == other
      }
  }

  /// Whether the bytes, with the letters A to Z in lower case, are others.
  fileprivate func equals(_ other: [UInt8]) -> Bool {
    count == other.count && ends(with: other)
  }
}
