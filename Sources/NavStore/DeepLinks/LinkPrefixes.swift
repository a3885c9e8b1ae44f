/// What may stand before the path of an app's links: schemes of its own, and hosts of its universal links.
struct LinkPrefixes: Sendable {
  /// In lower case.
  let schemes: [String]
  /// In lower case, for example `example.com`, `localhost:8080`, or `*.example.com` for every name below it.
  let hosts: [String]

  static let webSchemes = ["https", "http"]

  /// What is wrong is told, for the declaration.
  init(schemes: [String], hosts: [String]) throws(LinkTableError) {
    self.schemes = schemes.map(\.lowercasedASCII)
    self.hosts = hosts.map(\.lowercasedASCII)
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

  /// Whether a host in lower case, with its port, is one of these.
  func matches(_ host: String, scheme: String) -> Bool {
    let standardPort = scheme == "https" ? ":443" : ":80"
    let host = host.hasSuffix(standardPort) ? host.dropLast(standardPort.count) : host[...]
    return hosts.contains { known in
      // What lies below, and not the name itself.
      known.hasPrefix("*.") ? host.hasSuffix(known.dropFirst()) && host.utf8.count >= known.utf8.count : host == known
    }
  }
}
