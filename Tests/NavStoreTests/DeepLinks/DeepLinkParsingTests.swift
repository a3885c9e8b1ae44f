import Foundation
import NavStore
import Testing

@Suite struct DeepLinkParsingTests {
  private let links: Places

  init() throws {
    links = try makePlaces()
  }

  @Test(arguments: [
    ("/items", Area.home, [Place.items]), ("items", .home, [.items]), ("/items/", .home, [.items]), ("", .home, []),
    ("/", .home, []), ("/files", .files, []), ("/things", .home, [.items]), ("/all/things", .home, [.items]),
    ("/item/42", .home, [.items, .item(id: 42)]), ("/item/-1", .home, [.items, .item(id: -1)]),
    ("/thing/42", .home, [.items, .item(id: 42)]), ("/item/007", .home, [.tag("007")]),
    ("/item/a%2Fb", .home, [.tag("a/b")]), ("/item/99999999999999999999", .home, [.tag("99999999999999999999")]),
    ("/search?q=a", .search, [.search(text: "a", page: 1, sorts: [])]),
    ("/search?page=2&sort=up&q=a%20b&sort=down&utm=x", .search, [.search(text: "a b", page: 2, sorts: [.up, .down])]),
    ("/search?q=", .search, [.search(text: "", page: 1, sorts: [])]),
    ("/files/a", .files, [.file(["a"])]), ("/files/a/b%2Fc/d", .files, [.file(["a", "b/c", "d"])]),
    ("/files/part/x", .files, [.part([], name: "x")]), ("/files/a/b/part/x", .files, [.part(["a", "b"], name: "x")]),
    ("/measure/1.5/true", .home, [.measure(1.5, isFine: true)]), ("/archive/1999", .home, [.year(1999, month: nil)]),
    ("/archive/1999/12", .home, [.year(1999, month: 12)]), ("/nowhere/at/all", .home, [.missing]),
  ])
  func `a path opens its screen and the screens below it`(path: String, tab: Area, expected: [Place]) throws {
    let prefixes = [
      "", "myapp://", "myapp:///", "MyApp:", "https://example.com/", "https://a.b.EXAMPLE.com:443/",
      "http://localhost:8080/",
    ]
    for prefix in prefixes {
      let path = prefix.isEmpty ? path : String(path.drop { $0 == "/" })
      let url = prefix + path
      #expect(try links.parse(url) == DeepLink(tab: tab, path: expected), "\(url)")
    }
  }

  @Test func `a UUID is read in any case, and a fragment is a parameter`() throws {
    let id = UUID()
    for text in [id.uuidString, id.uuidString.lowercased()] {
      #expect(try links.parse("/note/\(text)#a%20b").path == [.note(id, section: "a b")])
      #expect(try links.parse("/note/\(text)").path == [.note(id, section: nil)])
    }
  }

  @Test func `a link can present its screen as a modal`() throws {
    let link = try links.parse("/over/there")
    #expect(link == DeepLink(tab: .home, path: [.items], modals: [.init(.sheet("there"))]))
  }

  @Test func `a Foundation URL is parsed like its text`() throws {
    let url = try #require(URL(string: "https://example.com/item/42"))
    #expect(try links.parse(url).path == [.items, .item(id: 42)])
  }

  @Test func `an internal link opens only from the app itself`() throws {
    let error = #expect(throws: LinkError.self) { try links.parse("myapp://debug") }
    #expect(error?.description == "The URL matches \"debug\", which only the app itself may open.")
    #expect(try links.parse("myapp://debug", isFromApp: true).path == [.hidden])
  }

  @Test func `the order of declaration changes nothing`() throws {
    var random = SystemRandomNumberGenerator()
    let urls = [
      "/item/42", "/item/x", "/files/part/x", "/files/a/part/b", "/search?q=1", "/nowhere", "/", "/archive/1/2",
    ]
    let expected = try urls.map { try links.parse($0) }
    for _ in 0..<50 {
      let shuffled = try makePlaces(placePatterns.shuffled(using: &random))
      #expect(try urls.map { try shuffled.parse($0) } == expected)
      #expect(shuffled.patterns.map(\.text) == links.patterns.map(\.text))
    }
  }

  // MARK: - Errors

  @Test func `an error names the pattern, the parameter, the expected and the found text, and the offset`() throws {
    let few = try makePlaces(placePatterns.filter { $0.text != "*" && $0.text != "item/:tag" })
    let cases: [(String, String)] = [
      ("/item/abc", #"The URL matches "item/:id" except for id: expected an integer, found "abc" (at byte 6)."#),
      ("/thing/abc", #"The URL matches "thing/:id" except for id: expected an integer, found "abc" (at byte 7)."#),
      (
        "/archive/1999/13",
        #"The URL matches "archive/:year/:month?" except for month: expected an integer from 1 to 12, found "13" (at byte 14)."#
      ),
      (
        "/search?q=a&page=x",
        #"The URL matches "search?q=:text&page=:page&sort=:sorts" except for page: expected an integer, found "x" (at byte 12)."#
      ),
      (
        "/search?q=a&sort=x",
        #"The URL matches "search?q=:text&page=:page&sort=:sorts" except for sorts: expected one of up, down, found "x" (at byte 12)."#
      ),
      (
        "/search?q=a&q=b",
        #"The URL matches "search?q=:text&page=:page&sort=:sorts" except for q, which occurs more than once (at byte 12)."#
      ),
      (
        "/search?q",
        #"The URL matches "search?q=:text&page=:page&sort=:sorts" except for text: expected a string, found nothing."#
      ),
      (
        "/search?page=2",
        #"The URL matches "search?q=:text&page=:page&sort=:sorts" except for text: expected a string, found nothing."#
      ),
      ("/items/x", #"No link matches the URL. The most similar one is "items"."#),
      ("/nothing", "No link matches the URL."),
      ("other://items", #"The scheme "other" is unknown. The app's schemes: myapp, https, http."#),
      (
        "https://example.org/items",
        #"The host "example.org" is unknown. The app's hosts: example.com, *.example.com, localhost:8080."#
      ),
      (
        "https://notexample.com/items",
        #"The host "notexample.com" is unknown. The app's hosts: example.com, *.example.com, localhost:8080."#
      ),
      (
        "https://example.com:8443/items",
        #"The host "example.com:8443" is unknown. The app's hosts: example.com, *.example.com, localhost:8080."#
      ),
    ]
    for (url, message) in cases {
      let error = #expect(throws: LinkError.self) { try few.parse(url) }
      #expect(error?.description == message)
    }
  }

  @Test func `a key with a fixed value that is repeated is refused`() throws {
    let few = try Places(validating: [LinkPattern("a?k=1", in: .home), LinkPattern("a?k=2", in: .files)])
    #expect(try few.parse("/a?k=2").tab == .files)
    for url in ["/a?k=1&k=2", "/a?k=3&k=2", "/a?k=2&k=2"] {
      let error = #expect(throws: LinkError.self) { try few.parse(url) }
      guard case .repeatedKey("k", _)? = error?.reason else {
        Issue.record("\(url): \(error.debugDescription)")
        continue
      }
    }
    #expect(#expect(throws: LinkError.self) { try few.parse("/a") }?.reason == .notFound(closest: "a?k=1"))
  }

  @Test func `the message about an unknown host or scheme lists at most five known ones`() throws {
    let many = try Places(
      validating: placePatterns, schemes: (0..<5_000).map { "scheme\($0)" },
      hosts: (0..<20_000).map { "host-number-\($0).example.com" })
    let host = try #require(#expect(throws: LinkError.self) { try many.parse("https://example.org/items") })
    #expect(
      host.description
        == #"The host "example.org" is unknown. The app's hosts: host-number-0.example.com, host-number-1.example.com, host-number-2.example.com, host-number-3.example.com, host-number-4.example.com and 19995 others."#
    )
    let scheme = try #require(#expect(throws: LinkError.self) { try many.parse("other://items") })
    #expect(scheme.description.count < 200)
    guard case .host(_, let known) = host.reason else { return }
    #expect(known.count == 20_000)
    let long = try Places(validating: placePatterns, hosts: [String(repeating: "a", count: 5_000)])
    let message = #expect(throws: LinkError.self) { try long.parse("https://example.org/items") }?.description
    #expect(try #require(message).count < 500)
  }

  @Test func `each of many hosts is known, with wildcards and ports`() throws {
    let hosts =
      (0..<500).map { "a\($0).example" } + (0..<500).map { "*.b\($0).example" }
      + (0..<500).map { "c\($0).example:8080" }
    let many = try Places(validating: placePatterns, hosts: hosts + ["*.example.com:8080"])
    for number in stride(from: 0, to: 500, by: 97) {
      for host in ["a\(number).example", "x.y.B\(number).example", "c\(number).example:8080", "A\(number).example:443"]
      {
        #expect(try many.parse("https://\(host)/items").path == [.items], "\(host)")
      }
      for host in [
        "x.a\(number).example", "b\(number).example", "c\(number).example", "c\(number).example:443",
        "xb\(number).example",
        "b\(number).example.", ".b\(number).example", "x..b\(number).example",
      ] {
        #expect(throws: LinkError.self, "\(host)") { try many.parse("https://\(host)/items") }
      }
    }
    #expect(try many.parse("http://a.b.example.com:8080/items").path == [.items])
    #expect(throws: LinkError.self) { try many.parse("http://a.b.example.com/items") }
  }

  @Test func `an error names an internal pattern only for URLs from the app itself`() throws {
    let links = try Places(validating: [
      LinkPattern(
        "debug/:id", .int, in: .home, make: Place.item(id:), match: { if case .item(let id) = $0 { id } else { nil } }
      ).onlyInternal
    ])
    #expect(#expect(throws: LinkError.self) { try links.parse("/debug/x") }?.reason == .notFound(closest: nil))
    let error = #expect(throws: LinkError.self) { try links.parse("/debug/x", isFromApp: true) }
    #expect(error?.reason == .parameter("id", expected: "an integer", found: "x", pattern: "debug/:id"))
  }

  @Test func `the errors of a table without schemes and hosts say so`() throws {
    let bare = try Places(validating: placePatterns)
    #expect(
      #expect(throws: LinkError.self) { try bare.parse("https://example.com/items") }?.description
        == #"The scheme "https" is unknown. The app has no schemes."#)
    #expect(
      #expect(throws: LinkError.self) { try links.parse("https:/items") }?.description == "The URL has no host.")
  }

  @Test(arguments: [
    ("/itmes", "items"), ("/tihngs", "things"), ("/al/thing", "all/things"), ("/archiv/1/2/3", "archive/:year/:month?"),
    ("/note", "note/:id#:section"), ("/files", "files/:path+"), ("/xxxxx", nil), ("/42", nil), ("/n", nil), ("/", nil),
    ("/debgu", nil),
    ("/debug/x", nil),
  ])
  func `the error names the most similar pattern or alias, despite a typing error`(
    path: String, closest: String?
  ) throws {
    let few = try makePlaces(placePatterns.filter { !["*", "", "files"].contains($0.text) })
    let error = #expect(throws: LinkError.self) { try few.parse(path) }
    #expect(error?.reason == .notFound(closest: closest))
  }

  @Test func `the most similar pattern can be an internal one only for URLs from the app itself`() {
    let error = #expect(throws: LinkError.self) {
      try makePlaces(placePatterns.filter { $0.text == "debug" }).parse("/debgu", isFromApp: true)
    }
    #expect(error?.reason == .notFound(closest: "debug"))
  }

  @Test func `a message escapes invisible characters and shortens long texts`() throws {
    let few = try makePlaces(placePatterns.filter { $0.text == "item/:id" })
    let hidden = #expect(throws: LinkError.self) { try few.parse("/item/1%E2%80%AE2") }
    #expect(hidden?.description.contains(#"found "1\u{202E}2""#) == true)
    #expect(hidden?.reason == .parameter("id", expected: "an integer", found: "1\u{202E}2", pattern: "item/:id"))
    let long = #expect(throws: LinkError.self) { try few.parse("/item/" + String(repeating: "x", count: 2_000)) }
    #expect(try #require(long).description.count < 300)
  }

  @Test func `a URL beyond a limit is refused, however long it is`() throws {
    let small = try Places(
      validating: placePatterns, options: LinkOptions(maxBytes: 30, maxSegments: 3, maxQueryItems: 2, maxRoutes: 1))
    #expect(throws: LinkError.self) { try small.parse("/items?" + String(repeating: "x", count: 24)) }
    #expect(try small.parse("/items?" + String(repeating: "x", count: 23)).path == [.items])
    #expect(throws: LinkError.self) { try small.parse("/files/a/b/c") }
    #expect(try small.parse("/files/a/b").path == [.file(["a", "b"])])
    #expect(throws: LinkError.self) { try small.parse("/items?a&b&c") }
    #expect(try small.parse("/items?a&b").path == [.items])
    #expect(throws: LinkError.self) { try small.parse("/item/42") }
    // A modal counts as a route, and the first segment after an own scheme counts as a segment.
    #expect(throws: LinkError.self) { try small.parse("/over/x") }
    let own = try Places(validating: placePatterns, schemes: ["myapp"], options: LinkOptions(maxSegments: 3))
    #expect(throws: LinkError.self) { try own.parse("myapp://files/a/b/c") }
    #expect(try own.parse("myapp://files/a/b").path == [.file(["a", "b"])])
    let error = #expect(throws: LinkPrintError.self) { try small.print(.tag(String(repeating: "x", count: 25))) }
    #expect(error?.reason == .tooLong(limit: 30))
    #expect(
      #expect(throws: LinkError.self) { try small.parse(String(repeating: "/a", count: 1 << 20)) }?.reason
        == .tooMany("bytes", limit: 30))
  }
}
