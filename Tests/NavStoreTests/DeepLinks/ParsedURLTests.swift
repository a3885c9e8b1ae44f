import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Tests of URLs that RFC 3986 does not define completely or that readers often misinterpret.
@Suite struct ParsedURLTests {
  private let links: DeepLinkTable<Area, Place>
  private static let note = "/note/00010203-0405-0607-0809-0a0b0c0d0e0f"

  init() throws {
    links = try makePlaces()
  }

  @Test(arguments: [
    ("an encoded slash stays in its segment", "/item/a%2Fb", Place.tag("a/b")),
    ("what is encoded is decoded once", "/item/%2541", .tag("%41")),
    ("hexadecimal digits have any case", "/item/%c3%A9%C3%a9", .tag("éé")),
    ("a plus is a plus, in a path", "/item/a+b", .tag("a+b")),
    ("a plus is a plus, in a query", "/search?q=a+b", .search(text: "a+b", page: 1, sorts: [])),
    ("a semicolon separates nothing", "/search?q=a;page=2", .search(text: "a;page=2", page: 1, sorts: [])),
    ("a second equals sign belongs to the value", "/search?q=a=b", .search(text: "a=b", page: 1, sorts: [])),
    ("keys are decoded", "/search?%71=a", .search(text: "a", page: 1, sorts: [])),
    ("an encoded separator separates nothing", "/search?q=a%26page%3D2", .search(text: "a&page=2", page: 1, sorts: [])),
    ("empty items are none", "/search?&&q=a&", .search(text: "a", page: 1, sorts: [])),
    ("a question mark in a query is part of it", "/search?q=a?b", .search(text: "a?b", page: 1, sorts: [])),
    ("what is not ASCII may stand as it is", "/item/é", .tag("é")),
    ("what follows the control characters is none", "/item/%C2%A0\u{A1}%C3%9B", .tag("\u{A0}\u{A1}Û")),
    ("what turns the direction of a text is text", "/item/%E2%80%AEx", .tag("\u{202E}x")),
    ("an encoded backslash is a character", "/item/a%5Cb", .tag("a\\b")),
    ("a space may stand as it is", "/item/a b", .tag("a b")),
    ("reserved characters in a segment are characters", "/item/:@!$&'()*,;=", .tag(":@!$&'()*,;=")),
    ("letters of literals have a case", "/Items", .missing),
  ])
  func `an unambiguous URL is accepted`(_: String, url: String, expected: Place) throws {
    #expect(try links.parse(url).path.last == expected)
  }

  @Test(arguments: [
    ("/a//b", "it has an empty segment"), ("//example.com/items", "it has an empty segment"),
    ("/a/./b", "it has a dot segment"), ("/a/../b", "it has a dot segment"), ("/a/%2e%2E/b", "it has a dot segment"),
    ("..", "it has a dot segment"), ("/files/..%2F..%2Fetc", "it has a dot segment"),
    ("/item/a%2F.", "it has a dot segment"),
    ("/a\\b", "it has a backslash"), ("myapp:\\\\items", "it has a backslash"),
    ("/a\nb", "it has a control character"), ("/search?q=\u{7F}", "it has a control character"),
    ("/a%00", "it has an encoded control character"), ("/search?q=%0a", "it has an encoded control character"),
    ("\(note)#%1F", "it has an encoded control character"), ("/a%C2%9B", "it has an encoded control character"),
    ("/search?q=%c2%80c", "it has an encoded control character"), ("/a\u{9B}", "it has a control character"),
    ("/search?q=\u{9B}", "it has a control character"), ("/search?q=a\\b", "it has a backslash"),
    ("\(note)#a\\b", "it has a backslash"), ("\(note)#\n", "it has a control character"),
    ("/search?q=a&sort=%zz", "a percent sign is not followed by two hexadecimal digits"),
    ("/search?q=50%off", "a percent sign is not followed by two hexadecimal digits"),
    ("\(note)#50%", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%4", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%+1", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%zz", "a percent sign is not followed by two hexadecimal digits"),
    ("/%ff", "its percent encoding is not valid UTF-8"), ("/%C0%AF", "its percent encoding is not valid UTF-8"),
    ("/%ED%A0%80", "its percent encoding is not valid UTF-8"),
    ("/search?q=%ff", "its percent encoding is not valid UTF-8"),
    ("https://me@example.com/items", "it has a user name"),
    ("https://example.com@evil.com/items", "it has a user name"),
    ("myapp://me:secret@items", "it has a user name"), ("myapp://items:80", "it has a port"),
    ("myapp://items:", "it has a port"), ("myapp://items:80/item/42", "it has a port"),
    ("https://éxample.com/items", "its host is not in ASCII: write a non-ASCII name in its xn-- form"),
  ])
  func `a URL that is ambiguous or has hidden parts is refused`(url: String, reason: String) throws {
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    #expect(error?.reason == .refused(reason))
  }

  @Test(arguments: [
    "?utm=50%off", "#50%", "?%zz=1", "?utm=%ff", "?utm=%00", "?utm=\u{7}", "?%00=1", "?a\\b=c\\d", "#a\\b", "#%1F",
    "#\u{9B}", "?utm=%C2%9B", "?q=50%off", "?utm=%", "?utm=%zz#%zz",
  ])
  func `a key or a fragment that the pattern does not declare is ignored and not checked`(end: String) throws {
    for prefix in ["", "myapp:", "https://example.com"] {
      #expect(try links.parse("\(prefix)/items\(end)").path == [.items])
      #expect(try links.parse("\(prefix)/nowhere/at/all\(end)").path == [.missing])
    }
    let query = end.hasPrefix("?q") ? "?page=2&q=a" : end.hasPrefix("?") ? "\(end.prefix { $0 != "#" })&q=a" : "?q=a"
    #expect(throws: Never.self) { try links.parse("/search\(query)") }
  }

  @Test func `items that are not declared count towards the limits`() throws {
    let small = try Places(validating: placePatterns, options: LinkOptions(maxBytes: 30, maxQueryItems: 2))
    #expect(try small.parse("/items?%zz&%").path == [.items])
    #expect(
      #expect(throws: LinkError.self) { try small.parse("/items?%zz&%&%") }?.reason == .tooMany("query items", limit: 2)
    )
    #expect(
      #expect(throws: LinkError.self) { try small.parse("/items#" + String(repeating: "%", count: 24)) }?.reason
        == .tooMany("bytes", limit: 30))
  }

  @Test(arguments: [
    ("at://did:plc:123/post/5", ["did:plc:123", "post", "5"]), ("at://did:plc:abc", ["did:plc:abc"]),
    ("at://did:web/post", ["did:web", "post"]), ("at://did%3A5/post", ["did:5", "post"]),
    ("at://:a/post", [":a", "post"]), ("at://a:5b", ["a:5b"]),
  ])
  func `a colon in the first segment after an own scheme marks a port only if nothing but digits follow`(
    url: String, segments: [String]
  ) throws {
    let table = try Places(
      validating: [
        LinkPattern(
          ":path+", .segments, in: .home, make: Place.file,
          match: { if case .file(let path) = $0 { path } else { nil } })
      ], schemes: ["at"])
    #expect(try table.parse(url).path == [.file(segments)])
    let printed = try table.print(.file(segments), base: "at://")
    #expect(try table.parse(printed).path == [.file(segments)])
  }

  @Test(arguments: [
    ("myapp://jürgen", ["jürgen"]), ("myapp://jürgen/x", ["jürgen", "x"]), ("myapp://MÜNCHEN/x", ["münchen", "x"]),
    ("myapp://日本/ü?q=ü#ö", ["日本", "ü"]), ("myapp://a.jürgen.b", ["a.jürgen.b"]), ("myapp:/jürgen", ["jürgen"]),
    ("myapp://xn--jrgen-kva", ["jürgen"]), ("myapp://a-ü-b-日本-c", ["a-ü-b-日本-c"]), ("myapp://😀", ["😀"]),
    ("myapp://Café/Café", ["café", "Café"]),
    // Labels whose differences have three, four and more digits.
    ("myapp://xn--e28h", ["😀"]), ("myapp://xn--wgv71a", ["日本"]), ("myapp://xn--a-eha3168e", ["aü日"]),
    ("myapp://xn--80aafi6cg", ["правда"]), ("myapp://xn--x-iv3sba", ["😀x😀"]),
    ("myapp://xn--ihqwcrb4cv8a8dqg056pqjye", ["他们为什么不说中文"]),
    // These labels are not valid Punycode and are unchanged.
    ("myapp://xn--", ["xn--"]), ("myapp://xn--99999999", ["xn--99999999"]), ("myapp://xn---a", ["xn---a"]),
    ("myapp://xn--a_b", ["xn--a_b"]), ("myapp://xn--abc-", ["xn--abc-"]),
    ("myapp://x/xn--jrgen-kva", ["x", "xn--jrgen-kva"]),
  ])
  func `a Foundation URL and its text lead to the same place`(text: String, segments: [String]) throws {
    let table = try Places(
      validating: [
        LinkPattern(
          ":path+", .segments, in: .home, make: Place.file,
          match: { if case .file(let path) = $0 { path } else { nil } })
      ], schemes: ["myapp"])
    #expect(try table.parse(text).path == [.file(segments)])
    if let url = URL(string: text) { #expect(try table.parse(url).path == [.file(segments)]) }
    let printed = try table.print(.file(segments), base: "myapp://")
    #expect(try table.parse(printed).path == [.file(segments)])
    if let url = URL(string: printed) { #expect(try table.parse(url).path == [.file(segments)]) }
  }

  @Test(arguments: [
    "https:/items", "https:items", "https://", "https:///items", "javascript:alert(1)", "file:///items", "foo:bar/baz",
    "https://example.com.evil.com/items", "https://.example.com/items", "https://example.com./items", "data:,items",
    "https://example.com:/items", "https://xn--example-9d0b.com/items", "https://%00.example.com/items",
    "https://evil%2f.example.com/items", "https://evil.org;.example.com/items", "https://<b>.example.com/items",
    "https://a:b.example.com/items", "https://a:80.example.com/items", "https://[a].example.com/items",
    "https://a..example.com/items", "https://-.example.com/items", "https://a-.example.com/items",
    "https://*.example.com/items", "https://a b.example.com/items", "https://?.example.com/items",
  ])
  func `an unknown scheme or host is refused`(url: String) throws {
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    switch error?.reason {
    case .scheme, .host: break
    default: Issue.record("\(url): \(error.debugDescription)")
    }
  }

  @Test(arguments: ["a", "a.b", "a-1.b_2", "A.XN--BCHER-KVA"])
  func `every name below a wildcard host is accepted`(name: String) throws {
    #expect(try links.parse("https://\(name).example.com/items").path == [.items])
  }

  @Test func `the default port is optional in the URL and in the table`() throws {
    for host in ["example.com", "example.com:443"] {
      let table = try Places(validating: placePatterns, hosts: [host])
      for url in ["https://example.com/items", "https://example.com:443/items"] {
        #expect(try table.parse(url).path == [.items], "\(host) \(url)")
      }
      for url in [
        "https://example.com:443:443/items", "http://example.com:443:80/items", "https://example.com:80/items",
      ] {
        #expect(throws: LinkError.self, "\(host) \(url)") { try table.parse(url) }
      }
    }
    let web = try Places(validating: placePatterns, hosts: ["example.com:80", "*.example.com:8080", "[::1]:8080"])
    for url in ["http://example.com/items", "http://a.example.com:8080/items", "http://[::1]:8080/items"] {
      #expect(try web.parse(url).path == [.items], "\(url)")
    }
    for url in ["https://example.com/items", "http://a.example.com/items", "http://[::1]/items"] {
      #expect(throws: LinkError.self, "\(url)") { try web.parse(url) }
    }
  }

  @Test func `the error of an encoded control character has the offset of its first byte`() {
    for (url, offset) in [("/x/%00", 3), ("/x/%C2%85", 3), ("/x/a%7F", 4)] {
      #expect(#expect(throws: LinkError.self) { try links.parse(url) }?.offset == offset)
    }
  }

  @Test func `a non-ASCII host is declared in its ASCII form`() throws {
    let table = try Places(validating: placePatterns, hosts: ["xn--bcher-kva.example"])
    #expect(try table.parse("https://XN--BCHER-KVA.example/items").path == [.items])
    #expect(throws: DeclarationError.self) { try Places(validating: [], hosts: ["bücher.example"]) }
  }

  @Test func `random bytes never stop the program`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    let words = [
      "/", "//", "item", "%", "%2", "%2F", "?", "&", "=", "#", ":", "@", "myapp:", "https://example.com", "..", "é",
      "\u{0}", "\\", "files", "part", "42",
    ]
    for _ in 0..<(TestEnvironment.isLong ? 1_000_000 : 20_000) {
      var text = ""
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        if Bool.random(using: &random) {
          text += words.randomElement(using: &random) ?? ""
        } else {
          text += String(decoding: [UInt8.random(in: 0...255, using: &random)], as: UTF8.self)
        }
      }
      if let link = try? links.parse(text) { #expect(link.path.count <= 32) }
    }
  }
}
