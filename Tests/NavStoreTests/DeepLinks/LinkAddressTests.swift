import NavStore
import NavStoreInspection
import Testing

/// What RFC 3986 leaves open or gets misread, and what becomes of each.
@Suite struct LinkAddressTests {
  private let links: DeepLinkTable<Area, Place>

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
  func `what can be read in one way is read`(_: String, url: String, expected: Place) throws {
    #expect(try links.parse(url).path.last == expected)
  }

  @Test(arguments: [
    ("/a//b", "it has an empty segment"), ("//example.com/items", "it has an empty segment"),
    ("/a/./b", "it has a dot segment"), ("/a/../b", "it has a dot segment"), ("/a/%2e%2E/b", "it has a dot segment"),
    ("..", "it has a dot segment"), ("/a\\b", "it has a backslash"), ("myapp:\\\\items", "it has a backslash"),
    ("/a\nb", "it has a control character"), ("/a?b=\u{7F}", "it has a control character"),
    ("/a%00", "it has an encoded control character"), ("/a?b=%0a", "it has an encoded control character"),
    ("/a#%1F", "it has an encoded control character"), ("/a%C2%9B", "it has an encoded control character"),
    ("/a?b=%c2%80c", "it has an encoded control character"), ("/a\u{9B}", "it has a control character"),
    ("/a%", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%4", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%+1", "a percent sign is not followed by two hexadecimal digits"),
    ("/a%zz", "a percent sign is not followed by two hexadecimal digits"),
    ("/%ff", "what is encoded in it is no UTF-8"), ("/%C0%AF", "what is encoded in it is no UTF-8"),
    ("/%ED%A0%80", "what is encoded in it is no UTF-8"), ("/a?%ff=1", "what is encoded in it is no UTF-8"),
    ("https://me@example.com/items", "it has a user name"),
    ("https://example.com@evil.com/items", "it has a user name"),
    ("myapp://me:secret@items", "it has a user name"), ("myapp://items:80", "it has a port"),
    ("https://éxample.com/items", "its host is not written in ASCII, as names beyond it are by xn--"),
  ])
  func `what can be read in two ways, or hides something, is refused`(url: String, reason: String) throws {
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    #expect(error?.reason == .refused(reason))
  }

  @Test(arguments: [
    "https:/items", "https:items", "https://", "https:///items", "javascript:alert(1)", "file:///items", "foo:bar/baz",
    "https://example.com.evil.com/items", "https://.example.com/items", "https://example.com./items", "data:,items",
    "https://example.com:/items", "https://xn--example-9d0b.com/items",
  ])
  func `another scheme or host is none of the app's`(url: String) throws {
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    switch error?.reason {
    case .scheme, .host: break
    default: Issue.record("\(url): \(error.debugDescription)")
    }
  }

  @Test func `hosts beyond ASCII are named by their ASCII form`() throws {
    let table = try Places(validating: placePatterns, hosts: ["xn--bcher-kva.example"])
    #expect(try table.parse("https://XN--BCHER-KVA.example/items").path == [.items])
    #expect(throws: LinkTableError.self) { try Places(validating: [], hosts: ["bücher.example"]) }
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
