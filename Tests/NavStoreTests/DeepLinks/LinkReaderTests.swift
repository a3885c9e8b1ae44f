import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Tests that other readers of URLs keep what is printed. A reader converts schemes and hosts to lower case, resolves
/// dot segments and removes default ports (RFC 3986, section 6).
@Suite struct LinkReaderTests {
  private typealias Pattern = LinkPattern<Int, [String]>

  /// A link whose screen has a name and the values of the parameters.
  private static func pattern(_ text: String, _ parameters: LinkParameter<String>...) -> Pattern {
    Pattern(
      text, parameters: parameters, in: 0, make: { [text] + $0 },
      match: { $0.first == text ? Array($0.dropFirst()) : nil })
  }

  private static let links = DeepLinkTable<Int, [String]>(
    schemes: ["p", "q://open", "Upper"], hosts: ["a.example", "*.b.example", "localhost:8080"]
  ) {
    pattern(":name/x", .string)
    pattern("x/:name", .string)
    pattern("Items/:id", .string)
    pattern("items/:id", .string)
    pattern("xn--jrgen-kva/:id", .string)
    pattern("a%3A80/:id", .string)
    pattern("127.1/:id", .string)
    pattern("%C3%BC/:id", .string)
    pattern("@:name", .string)
    pattern(":lang?/list", .string.or("en"))
    pattern("find?q=:text&k=:key", .string, .string.or(""))
    pattern("text#:section", .string)
    pattern("#/room/:id", .string)
    pattern("//:host/h/:name", .string, .string)
    pattern("//:host.c.example/n", .string)
  }

  private static let names = [
    ":name/x", "x/:name", "Items/:id", "items/:id", "xn--jrgen-kva/:id", "a%3A80/:id", "127.1/:id", "%C3%BC/:id",
    "@:name", ":lang?/list", "text#:section", "#/room/:id", "//:host.c.example/n",
  ]

  private static let bases = [
    "", "p://", "p:", "p:/", "p:///", "P://", "upper://", "q://open", "q://open/", "https://a.example",
    "https://A.example/", "http://x.b.example:80", "http://localhost:8080",
  ]

  private static func value(_ random: inout SplitMix64) -> String {
    let pieces = [
      "Alice", "alice", "A", "\u{DF}", "\u{C9}", "e\u{301}", "\u{1F600}", ":", ":80", "@", "/", "//", ".", "..", "%41",
      "?", "#", "&", "=", "+", " ", ";", "*", "~", "!", "[", "]", "\\", "127.1", "0x7F", "xn--a", "xn--jrgen-kva",
      "www.",
      ".example", "a.example", "open",
    ]
    return (0..<(1 + random.below(3))).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// Returns a URL as another program may pass it on.
  private static func reread(_ url: String) throws -> [String] {
    let foundation = try #require(URL(string: url), "\(url)")
    var components = try #require(URLComponents(string: url), "\(url)")
    components.scheme = components.scheme?.lowercased()
    if let host = components.percentEncodedHost { components.percentEncodedHost = host.lowercased() }
    if let port = components.port, components.scheme.map({ ["https": 443, "http": 80][$0] }) == port {
      components.port = nil
    }
    let normalized = try #require(components.string)
    return [foundation.absoluteString, foundation.standardized.absoluteString, normalized]
  }

  @Test func `what is printed is the same for every reader`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var printed = 0
    for _ in 0..<(TestEnvironment.isLong ? 300_000 : 4_000) {
      let route: [String]
      switch random.below(8) {
      case 0: route = ["find?q=:text&k=:key", Self.value(&random), Self.value(&random)]
      case 1: route = ["//:host/h/:name", Self.value(&random), Self.value(&random)]
      default: route = [Self.names[random.below(Self.names.count)], Self.value(&random)]
      }
      let base = Self.bases[random.below(Self.bases.count)]
      guard let url = try? Self.links.print(route, base: base) else { continue }
      printed += 1
      for other in [url] + (try Self.reread(url)) {
        #expect(throws: Never.self, "\(url) \(other)") {
          let shown = try Self.links.parse(other).shown
          #expect(shown == route, "\(url) \(other)")
        }
      }
      let components = try #require(URLComponents(string: url))
      if route.count == 3, route[0].hasPrefix("find") {
        #expect(components.queryItems?.first { $0.name == "q" }?.value == route[1], "\(url)")
      }
    }
    #expect(printed > 1_000)
  }

  @Test(arguments: [
    (["Alice", ":name/x"], "p:///Alice/x"), (["alice", ":name/x"], "p:///alice/x"),
    (["7", "items/:id"], "p://items/7"),
    (["7", "Items/:id"], "p:///Items/7"), (["7", "xn--jrgen-kva/:id"], "p:///xn--jrgen-kva/7"),
    (["7", "a%3A80/:id"], "p:///a:80/7"), (["7", "127.1/:id"], "p:///127.1/7"), (["7", "%C3%BC/:id"], "p:///%C3%BC/7"),
    (["ann", "@:name"], "p:///@ann"), (["en", ":lang?/list"], "p:///list"), (["DE", ":lang?/list"], "p:///DE/list"),
    (["A", "text#:section"], "p://text#A"), (["A", "#/room/:id"], "p://#/room/A"),
  ])
  func `only a literal that all readers keep is printed in the place of a host`(route: [String], url: String) throws {
    let route = Array(route.reversed())
    #expect(try Self.links.print(route, base: "p://") == url)
    for text in [url] + (try Self.reread(url)) { #expect(try Self.links.parse(text).shown == route, "\(text)") }
  }
}
