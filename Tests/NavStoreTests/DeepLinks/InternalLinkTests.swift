import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Tests that no variation of a URL of an internal pattern opens a public pattern.
@Suite struct InternalLinkTests {
  private typealias Pattern = LinkPattern<Area, Place>

  /// Returns a pattern whose screen has the spelling of the pattern.
  private static func named<each Value: Sendable>(
    _ text: String, _ values: repeat LinkParameter<each Value>
  ) -> Pattern {
    LinkPattern(
      text, repeat each values, in: .home, make: { (_: repeat each Value) in Place.tag(text) }, match: { _ in nil })
  }

  private static func table(_ patterns: Pattern...) throws -> Places {
    try Places(validating: patterns, schemes: ["myapp"], hosts: ["example.com"])
  }

  private static func reason(_ table: Places, _ url: String, isFromApp: Bool = false) -> LinkError.Reason? {
    do throws(LinkError) {
      _ = try table.parse(url, isFromApp: isFromApp)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    "/p/1?token=a", "/p/1?token=a&token=b", "/p/1?token=a&token=a", "/p/1?token", "/p/1?token=", "/p/1?token&token=a",
    "/p/1?tok%65n=a&token=b", "/p/1?tok%65n=a", "/p/1?token=%zz", "/p/1?token=%00", "/p/1?token=%ff&token=a",
    "/p/1?token=\u{7}", "/p/1?token=a\\b", "/p/1?utm=x&token=a&utm=y", "/p/1?token=a#top", "/p/1?token=a#50%",
    "/p/1/?token=a&token=b", "/%70/1?token=a&token=b", "myapp://p/1?token=a&token=b", "myapp:p/1?token&token",
    "https://example.com/p/1?token=a&token=b", "/q/1?token=a&token=b", "/m/p/1?token=a&token=b",
  ])
  func `a URL with the path and the key of an internal pattern opens no public pattern`(url: String) throws {
    let feature = try Places(validating: [
      Self.named("p/:id", .int), Self.named("p/:id?token=:t", .int, .string).onlyInternal,
    ])
    let links = try Places(
      validating: [
        Self.named("p/:id", .int).aliases("q/:id"),
        Self.named("p/:id?token=:t", .int, .string).aliases("q/:id?token=:t").onlyInternal,
        Self.named("p/*"), Self.named("*"),
      ] + feature.mounted(at: "m", in: \.self, make: \.self, match: \.self),
      schemes: ["myapp"], hosts: ["example.com"])
    guard case .isInternal(let pattern)? = Self.reason(links, url) else {
      Issue.record("\(url) leads to \(String(describing: try? links.parse(url)))")
      return
    }
    #expect(pattern.contains("p/:id?token=:t"))
  }

  @Test func `a URL with an invalid value for a key of an internal pattern opens no public pattern`() throws {
    let links = try Self.table(
      Self.named("p/:id", .int), Self.named("p/:id?token=:t", .int, .string),
      Self.named("p/:id?token=:n", .int, .int).onlyInternal,
      Self.named("x"), Self.named("x#:part", .int).onlyInternal,
      Self.named("s?page=:n", .int.or(1)).onlyInternal, Self.named("*"))
    for url in ["/p/1?token=a", "/p/1?token=", "/x#a", "/x#", "/x#%zz", "/s?page=a", "/s?page=1&page=2"] {
      guard case .isInternal? = Self.reason(links, url) else {
        Issue.record("\(url) leads to \(String(describing: try? links.parse(url)))")
        continue
      }
    }
    // The app itself may open the internal pattern. A value that it cannot read leads to the next pattern.
    #expect(try links.parse("/p/1?token=5", isFromApp: true).shown == .tag("p/:id?token=:n"))
    #expect(try links.parse("/p/1?token=a", isFromApp: true).shown == .tag("p/:id?token=:t"))
    // Without the key, the URL belongs to the public pattern.
    #expect(try links.parse("/p/1").shown == .tag("p/:id"))
    #expect(try links.parse("/p/1?Token=a").shown == .tag("p/:id"))
    #expect(try links.parse("/x").shown == .tag("x"))
  }

  @Test func `a path that an internal pattern does not accept can open another pattern`() throws {
    let links = try Self.table(
      Self.named("p/:id?token=:t", .int, .string).onlyInternal, Self.named("p/:slug", .string))
    #expect(try links.parse("/p/a?token=a&token=b").shown == .tag("p/:slug"))
    #expect(Self.reason(links, "/p/1?token=a&token=b") == .isInternal(pattern: "p/:id?token=:t"))
  }

  @Test func `a URL with another value for a fixed internal key opens only a public pattern that declares the key`()
    throws
  {
    let links = try Self.table(
      Self.named("x"), Self.named("x?kind=new").onlyInternal, Self.named("x?kind=old"),
      Self.named("y"), Self.named("y?kind=new").onlyInternal, Self.named("y?kind=:kind", .int),
      Self.named("z"), Self.named("z#top").onlyInternal, Self.named("*"))
    #expect(try links.parse("/x?kind=old").shown == .tag("x?kind=old"))
    #expect(try links.parse("/y?kind=5").shown == .tag("y?kind=:kind"))
    #expect(try links.parse("/x?sort=up").shown == .tag("x"))
    // If the public pattern with the key does not accept the value, no pattern without the key opens.
    #expect(
      Self.reason(links, "/y?kind=other")
        == .parameter("kind", expected: "an integer", found: "other", pattern: "y?kind=:kind"))
    #expect(Self.reason(links, "/x?kind=new") == .isInternal(pattern: "x?kind=new"))
    #expect(Self.reason(links, "/x?kind=new&kind=old") == .isInternal(pattern: "x?kind=new"))
    for url in ["/x?kind=other", "/x?kind", "/x?kind=", "/x?kind=%zz", "/z#bottom", "/z#%zz"] {
      // The message does not name the internal pattern, because the URL does not have its value.
      guard case .notFound? = Self.reason(links, url) else {
        Issue.record("\(url): \(String(describing: Self.reason(links, url)))")
        continue
      }
    }
  }

  @Test func `the URL that is printed for a public pattern can be opened from outside`() throws {
    let links = try Places(validating: [
      LinkPattern(
        "p?token=:n", .int, in: .home, make: Place.item(id:), match: { if case .item(let id) = $0 { id } else { nil } }
      ).onlyInternal,
      LinkPattern(
        "p?token=:t", .string, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } }),
    ])
    let error = #expect(throws: LinkPrintError.self) { try links.print(.tag("a")) }
    #expect(error?.reason == .leadsNowhere("/p?token=a", pattern: "p?token=:t"))
    #expect(try links.print(.item(id: 5)) == "/p?token=5")
  }

  // MARK: - Random tables and URLs

  /// An internal pattern, and a URL that it accepts.
  private struct Internal: Sendable {
    let pattern: Pattern
    let path: String
    let keys: [(key: String, value: String)]
    var fragment: String?
  }

  private static let internals = [
    Internal(pattern: named("p/:id?token=:t", .int, .string), path: "p/1", keys: [("token", "a")]),
    Internal(pattern: named("p/:id?token=:t", .int, .int), path: "p/1", keys: [("token", "5")]),
    Internal(pattern: named("p/:slug?token=:t", .string, .string), path: "p/x", keys: [("token", "a")]),
    Internal(
      pattern: named("p/:id?token=:t&mode=:m", .int, .int, .string), path: "p/1",
      keys: [("token", "5"), ("mode", "b")]),
    Internal(
      pattern: named("p/:id?mode=:m#:part", .int, .string, .int), path: "p/1", keys: [("mode", "b")], fragment: "5"),
    Internal(pattern: named("x?kind=new"), path: "x", keys: [("kind", "new")]),
    Internal(pattern: named("x?kind=new&n=:n", .int), path: "x", keys: [("kind", "new"), ("n", "5")]),
    Internal(pattern: named("x#:part", .int), path: "x", keys: [], fragment: "5"),
    Internal(pattern: named("x#top"), path: "x", keys: [], fragment: "top"),
    Internal(pattern: named("?token=:t", .string), path: "", keys: [("token", "a")]),
    Internal(pattern: named("files/:path+?key=:k", .segments, .int), path: "files/a/b", keys: [("key", "5")]),
    Internal(pattern: named("files/:path*/edit?key=:k", .segments, .int), path: "files/a/edit", keys: [("key", "5")]),
    Internal(pattern: named("s?page=:n", .int.or(1)), path: "s", keys: [("page", "5")]),
    Internal(pattern: named("s?with=:list", .repeated(.int)), path: "s", keys: [("with", "5")]),
    Internal(
      pattern: named("y/:id?token=:t", .int, .string).aliases("z?token=:t&id=:id"), path: "z",
      keys: [("token", "a"), ("id", "5")]),
    Internal(
      pattern: named("y/:id?token=:t", .int, .string).aliases("w/:t?id=:id"), path: "w/a", keys: [("id", "5")]),
  ]

  private static let publics: [Pattern] = [
    named("p/:id", .int), named("p/:slug", .string), named("p/:word", .segment), named("p/:id?other=:o", .int, .string),
    named("p/:id?mode=:m", .int, .string), named("p/*"), named("x"), named("x?n=:n", .string), named("x?kind=:k", .int),
    named("x?sort=:sorts", .repeated(.string)), named("x/*"), named(""), named("files/:path+", .segments),
    named("files/:path*", .segments), named("files/*"), named("s"), named("s?other=:o", .string), named("z"),
    named("z?id=:id", .int), named("y/:id", .int), named("w/:t", .string), named("w/*"), named("*"),
  ]

  /// Returns a spelling of a text in a URL, with some characters encoded.
  private static func spelled(_ text: String, _ random: inout SplitMix64) -> String {
    text.utf8.map { byte in
      random.once(in: 4)
        ? "%" + String(byte, radix: 16, uppercase: random.once(in: 2)) : String(UnicodeScalar(byte))
    }.joined()
  }

  /// Returns a URL with the path and the keys of an internal pattern and random values.
  private static func url(of link: Internal, _ random: inout SplitMix64) -> String {
    let values = ["=a", "=", "", "=5", "=-1", "=%zz", "=%00", "=%ff", "=a\\b", "=\u{1}", "=new", "=old", "=x%2Fy"]
    var items: [String] = []
    for (key, value) in link.keys {
      var own = (0..<random.below(3)).map { _ in spelled(key, &random) + values[random.below(values.count)] }
      if own.isEmpty || random.once(in: 2) { own.append(spelled(key, &random) + "=" + spelled(value, &random)) }
      items += own
    }
    items += random.list(below: 3) { ["utm=50%off", "utm", "&", "UTM=x", "%zz=1", "a=b&a=c"][$0.below(6)] }
    items.shuffle(using: &random)
    var url = ["/", "myapp://", "myapp:", "https://example.com/", ""][random.below(5)]
    url += link.path.split(separator: "/").map { spelled(String($0), &random) }.joined(separator: "/")
    if random.once(in: 3), !link.path.isEmpty { url += "/" }
    if !items.isEmpty { url += "?" + items.joined(separator: "&") }
    if let fragment = link.fragment {
      url += "#" + (random.once(in: 3) ? fragment : ["", "a", "5", "%zz", "%00"][random.below(5)])
    } else if random.once(in: 4) {
      url += "#50%"
    }
    return url
  }

  @Test func `in random tables, a URL with the path and keys of an internal pattern opens no public one`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var (tables, refused) = (0, 0)
    for _ in 0..<(TestEnvironment.isLong ? 100_000 : 500) {
      let link = Self.internals[random.below(Self.internals.count)]
      var patterns = Self.publics.filter { _ in random.once(in: 2) }
      patterns.append(link.pattern.onlyInternal)
      patterns.shuffle(using: &random)
      guard
        let links = try? Places(validating: patterns, schemes: ["myapp"], hosts: ["example.com"])
      else { continue }
      // A public pattern that is more specific or also declares the keys may open.
      let good =
        "/" + link.path + (link.keys.isEmpty ? "" : "?")
        + link.keys.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        + (link.fragment.map { "#" + $0 } ?? "")
      guard try links.parse(good, isFromApp: true).shown == .tag(link.pattern.text) else { continue }
      tables += 1
      for _ in 0..<10 {
        let url = Self.url(of: link, &random)
        guard let place = try? links.parse(url).shown, case .tag(let opened) = place else {
          refused += 1
          continue
        }
        let declares =
          link.keys.allSatisfy { opened.contains("?\($0.key)=") || opened.contains("&\($0.key)=") }
          && (link.fragment == nil || opened.contains("#")) && !(link.keys.isEmpty && link.fragment == nil)
        #expect(declares, "\(url) opens \(opened), and not \(link.pattern.text), of \(patterns.map(\.text))")
      }
    }
    #expect(tables > 100)
    #expect(refused > tables)
  }
}
