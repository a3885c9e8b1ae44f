import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import Testing

@Suite struct DeepLinkPrintingTests {
  private let links: Places

  private static let wanted =
    "cannot be the base of a URL. A base is a scheme and a host, such as https://example.com, or a scheme, such as myapp://."

  init() throws {
    links = try makePlaces()
  }

  @Test(arguments: [
    (Place.items, "/items"), (.item(id: 42), "/item/42"), (.tag("a/b c+d"), "/item/a%2Fb%20c+d"),
    (.search(text: "", page: 1, sorts: []), "/search?q="),
    (
      .search(text: "a&b=c+d é", page: 2, sorts: [.down, .up]),
      "/search?q=a%26b%3Dc%2Bd%20%C3%A9&page=2&sort=down&sort=up"
    ),
    (.file(["a", "b/c"]), "/files/a/b%2Fc"), (.part([], name: "x"), "/files/part/x"),
    (.part(["a", "b"], name: "x"), "/files/a/b/part/x"), (.measure(1, isFine: false), "/measure/1.0/false"),
    (.measure(-1.5e52, isFine: true), "/measure/-1.5e+52/true"),
    (.year(1999, month: nil), "/archive/1999"), (.year(1999, month: 3), "/archive/1999/3"), (.sheet("x"), "/over/x"),
    (.hidden, "/debug"),
    (
      .note(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), section: "a#b"),
      "/note/00010203-0405-0607-0809-0a0b0c0d0e0f#a%23b"
    ),
  ])
  func `a screen is printed as one URL`(place: Place, expected: String) throws {
    #expect(try links.print(place) == expected)
    let link = try links.parse(expected, isFromApp: true)
    #expect(link.modals.last?.root ?? link.path.last == place)
  }

  @Test func `parameters of the path, the query, other keys and the fragment are printed in their places`() throws {
    let links = DeepLinkTable<String, [String]> {
      LinkPattern(
        "song/:id/:part?from=:source&kind=short&*=:others#:verse", .string, .string, .string, .otherKeys, .string,
        in: "home", make: { [$0, $1, $2, $3["x"] ?? "", $4] },
        match: { ($0[0], $0[1], $0[2], ["x": $0[3]], $0[4]) }
      ).aliases("s/:part/:id")
    }
    let route = ["1", "2", "3", "4", "5"]
    #expect(try links.print(route) == "/song/1/2?from=3&kind=short&x=4#5")
    #expect(try links.parse("/song/1/2?from=3&kind=short&x=4#5").shown == route)
    #expect(try links.parse("/s/2/1?from=3&x=4#5").shown == route)
  }

  @Test func `a pattern whose match and make differ is an error that says what make returns`() {
    let links = DeepLinkTable<String, Int> {
      LinkPattern("item/:id", .int, in: "home", make: { $0 + 1 }, match: { $0 })
    }
    let error = #expect(throws: LinkPrintError.self) { try links.print(7) }
    #expect(
      error?.description == #""item/:id" cannot be printed: "/item/7" does not lead back to the screen. "#
        + "`make` of the pattern returns 8 for this URL.")
  }

  @Test func `a URL that no pattern opens is an error`() {
    #expect(
      LinkPrintError(.leadsNowhere("/a", pattern: ":x")).description
        == #"":x" cannot be printed: "/a" does not lead back to the screen. It leads nowhere."#)
  }

  @Test(arguments: [
    (
      Place.tag("42"),
      #""item/:tag" cannot be printed: "/item/42" does not lead back to the screen. "#
        + #"`make` of "item/:id" returns item(id: 42) for this URL."#
    ),
    (.tag(""), #""item/:tag" cannot be printed: tag is empty, and a segment must not be empty."#),
    (.tag(".."), #""item/:tag" cannot be printed: tag is "..", and . and .. have a special meaning in a path."#),
    (
      .tag("a/../b"),
      #""item/:tag" cannot be printed: tag is "a/../b", and . and .. have a special meaning in a path."#
    ),
    (.tag("a\u{9B}"), #""item/:tag" cannot be printed: tag contains a control character, which a URL must not have."#),
    (.tag("a\u{0}"), #""item/:tag" cannot be printed: tag contains a control character, which a URL must not have."#),
    (.file([]), #""files/:path+" cannot be printed: path is empty, and the pattern requires at least one segment."#),
    (
      .file(["part", "x"]),
      #""files/:path+" cannot be printed: "/files/part/x" does not lead back to the screen. "#
        + #"`make` of "files/:path*/part/:name" returns part([], name: "x") for this URL."#
    ),
    (.part([], name: "a/b"), #""files/:path*/part/:name" cannot be printed: name is not a string without a slash."#),
    (.measure(.infinity, isFine: true), #""measure/:value/:fine" cannot be printed: value is not a number."#),
    (.year(1, month: 13), #""archive/:year/:month?" cannot be printed: month is not an integer from 1 to 12."#),
    (.missing, #""*" cannot be printed: it ends with a wildcard."#),
  ])
  func `a screen that no URL can express is an error`(place: Place, message: String) {
    let error = #expect(throws: LinkPrintError.self) { try links.print(place) }
    #expect(error?.description == message)
    #expect(links.check([.items, place]) == ["\(place): \(message)"])
  }

  @Test func `the URL of a state opens the visible screen`() throws {
    typealias State = NavigationState<Area, Place>
    var state = State(tabs: Area.allCases)
    #expect(try links.print(state) == "/")
    state.push(.items)
    state.push(.item(id: 7))
    #expect(try links.print(state) == "/item/7")
    state.present(.sheet("x"))
    #expect(try links.print(state) == "/over/x")
    var other = State(tabs: Area.allCases)
    other.selectTab(.files)
    #expect(try links.print(other) == "/files")
    other.selectTab(.search)
    #expect(throws: LinkPrintError.self) { try links.print(other) }
    for url in ["/item/7", "/files/a/b", "/over/there", "/files"] {
      var restored = State(tabs: Area.allCases)
      restored.deepLink(try links.parse(url))
      #expect(try links.print(restored) == url)
    }
  }

  @Test(arguments: [
    ("https://example.com", "https://example.com/item/42"), ("https://a.example.com/", "https://a.example.com/item/42"),
    ("myapp://", "myapp://item/42"), ("myapp:", "myapp:/item/42"),
    ("http://localhost:8080", "http://localhost:8080/item/42"),
  ])
  func `a URL is printed with a scheme or host of the table`(base: String, expected: String) throws {
    #expect(try links.print(.item(id: 42), base: base) == expected)
    var state = NavigationState<Area, Place>(tabs: Area.allCases)
    state.push(.item(id: 42))
    #expect(try links.print(state, base: base) == expected)
    #expect(try links.parse(expected).shown == .item(id: 42))
  }

  @Test(arguments: [
    (
      "https://example.org",
      #""https://example.org" cannot be the base of a URL. The host "example.org" is unknown. The app's hosts: example.com, *.example.com, localhost:8080."#
    ),
    (
      "other://",
      #""other://" cannot be the base of a URL. The scheme "other" is unknown. The app's schemes: myapp, https, http."#
    ),
    ("myapp://files", #""myapp://files" \#(wanted)"#), ("myapp://?x=", #""myapp://?x=" \#(wanted)"#),
    ("https://example.com?", #""https://example.com?" \#(wanted)"#), ("example.com", #""example.com" \#(wanted)"#),
    ("https://example.com#", #""https://example.com#" \#(wanted)"#),
  ])
  func `a base that is not a scheme or host of the table is refused`(base: String, message: String) {
    #expect(#expect(throws: LinkPrintError.self) { try links.print(.item(id: 42), base: base) }?.description == message)
  }

  @Test func `a value is never printed where other readers expect a host`() throws {
    let links = try Places(
      validating: [
        LinkPattern(
          ":tag", .string, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } })
      ], schemes: ["my"])
    for (text, base, expected) in [
      ("@bob", "my://", "my:///@bob"), ("a:b", "my://", "my:///a:b"), ("Alice", "my://", "my:///Alice"),
      ("@bob", "my:", "my:/@bob"), ("@bob", "my:/", "my:/@bob"), ("@bob", "my:///", "my:///@bob"),
      ("@bob", "", "/@bob"),
    ] {
      #expect(try links.print(.tag(text), base: base) == expected)
      #expect(try links.parse(expected).shown == .tag(text))
    }
  }

  @Test func `a base that the table does not have is also refused for the root of a tab`() {
    let error = #expect(throws: LinkPrintError.self) {
      try links.print(DeepLink<Area, Place>(tab: .home), base: "https://example.org")
    }
    guard case .base? = error?.reason else {
      Issue.record("\(error.debugDescription)")
      return
    }
  }

  @Test func `an internal link is printed with the app's scheme, and not with a host`() throws {
    #expect(try links.print(.hidden, base: "myapp://") == "myapp://debug")
    for base in ["https://example.com", "HTTP://localhost:8080"] {
      let error = #expect(throws: LinkPrintError.self) { try links.print(.hidden, base: base) }
      #expect(
        error?.description == #""debug" cannot be printed as the URL of a website: only the app itself may open it."#)
    }
  }

  @Test func `the URL of a link leads to the same link if possible, or else to the same screen`() throws {
    for url in ["/items", "/item/42", "/over/x", "/", "/files"] {
      #expect(try links.print(try links.parse(url)) == url)
    }
    let other = DeepLink<Area, Place>(tab: .files, path: [.items, .item(id: 42)])
    #expect(try links.print(other) == "/item/42")
    #expect(throws: LinkPrintError.self) { try links.print(DeepLink<Area, Place>(tab: .search)) }
  }

  @Test func `a public pattern is printed in preference to an internal one`() throws {
    let links = try Places(validating: [
      LinkPattern("a", in: .home, to: .items).onlyInternal,
      LinkPattern("b/*", in: .home, to: .items),
      LinkPattern(
        "c/:id", .int, in: .home, make: { $0 == 1 ? .items : .item(id: $0) },
        match: { if case .items = $0 { 1 } else { nil } }),
    ])
    #expect(try links.print(.items) == "/c/1")
  }

  @Test(
    arguments: [
      // The more specific pattern is preferred.
      ([LinkPattern("first", in: .home, to: .item(id: 7))], "/first"),
      (
        [LinkPattern("item/best/*", in: .home, to: .item(id: 7)), LinkPattern("item/7", in: .home, to: .item(id: 7))],
        "/item/7"
      ),
      // A public pattern is preferred, and so is a complete one.
      ([LinkPattern("first", in: .home, to: .item(id: 7)).onlyInternal], "/item/7"),
      ([LinkPattern("first", in: .home, to: .item(id: 7)).incomplete], "/item/7"),
      ([LinkPattern("first", in: .home, to: .item(id: 8))], "/item/7"),
    ] as [([LinkPattern<Area, Place>], String)])
  func `patterns of one screen and of many are printed in one order`(
    fixed: [LinkPattern<Area, Place>], expected: String
  ) throws {
    let item = LinkPattern<Area, Place>(
      "item/:id", .int, in: .home, make: { .item(id: $0) }, match: { if case .item(let id) = $0 { id } else { nil } })
    #expect(try Places(validating: fixed + [item]).print(.item(id: 7)) == expected)
    #expect(try Places(validating: [item] + fixed).print(.item(id: 7)) == expected)
  }

  @Test func `the URL of a state does not use a tab that the state lacks`() throws {
    typealias State = NavigationState<Area, Place>
    var state = State(tabs: [.files])
    state.push(.item(id: 7))
    let error = #expect(throws: LinkPrintError.self) { try links.print(state) }
    #expect(error?.description == "No link leads to item(id: 7).")
    var other = State(tabs: [.files, .home])
    other.push(.item(id: 7))
    #expect(try links.print(other) == "/item/7")
  }

  // MARK: - Random screens

  private static func hostileText(_ random: inout SplitMix64) -> String {
    let pieces = [
      "", "a", "%41", "%", "+", "/", "//", "..", ".", "?", "#", "&", "=", ";", ":", "@", "\\", "é", "e\u{301}", "🍅",
      "שלום",
      "\u{202E}", "*", "[", "]", "\"", "'", "<", ">", "^", "`", "{", "|", "}", "~", "!", "$", "(", ")", ",", "-", "_",
      " ", "42", "part",
    ]
    return (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  private static func place(_ random: inout SplitMix64) -> Place {
    func texts() -> [String] { (0..<random.below(4)).map { _ in hostileText(&random) } }
    switch random.below(10) {
    case 0: return .items
    case 1: return .item(id: random.below(3) == 0 ? Int(truncatingIfNeeded: random.next()) : random.below(100))
    case 2: return .tag(hostileText(&random))
    case 3:
      return .search(
        text: hostileText(&random), page: random.below(3), sorts: [[], [.up], [.down, .up]][random.below(3)])
    case 4: return .file(texts())
    case 5: return .part(texts(), name: hostileText(&random))
    case 6: return .note(UUID(), section: random.below(2) == 0 ? nil : hostileText(&random))
    case 7: return .measure(Double(bitPattern: random.next()), isFine: random.below(2) == 0)
    case 8: return .year(UInt(random.below(9_999)), month: random.below(2) == 0 ? nil : random.below(14))
    default: return .sheet(hostileText(&random))
    }
  }

  @Test func `every printed URL leads back to its screen, with random values`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var printed = 0
    let count = TestEnvironment.isLong ? 1_000_000 : 5_000
    for _ in 0..<count {
      let place = Self.place(&random)
      guard let url = try? links.print(place) else { continue }
      printed += 1
      let link = try links.parse(url)
      let shown = link.modals.last?.root ?? link.path.last
      #expect(shown == place, "\(url)")
      #expect(url.utf8.allSatisfy { 0x21..<0x7F ~= $0 }, "\(url)")
      if let shown { #expect(try links.print(shown) == url) }
      if shown != place { break }
    }
    // Screens with empty texts, dots, misplaced slashes or invalid months have no URL.
    #expect(printed > count / 2)
  }

  @Test(
    arguments: [
      LinkOptions(), LinkOptions(readsPlusAsSpace: true), LinkOptions(ignoresCase: true),
      LinkOptions(readsPlusAsSpace: true, ignoresCase: true),
    ] as [LinkOptions])
  func `a link of each form is printed and leads back, whatever the options of the table`(options: LinkOptions) throws {
    let forms = try makeForms(options: options)
    let samples: [Place] = [
      .account(server: "mastodon.example:8080", name: "\u{301}a/b"), .help(topic: "start"), .help(topic: "a b"),
      .blog(user: "ann"), .admin("a b"), .tree(["a", "Edit"], path: ["b", "c+/d"]), .change([], version: -1, path: []),
      .change(["v7", "at"], version: 8, path: ["end"]), .found("a+b", isExact: true), .found("", isExact: false),
      .alert("a b"), .shared(7), .offer("x", isFromMail: true), .page("rules", position: 120),
      .settings(isDebug: true), .settings(isDebug: false),
    ]
    #expect(forms.check(samples) == [])
    let texts = Set(formPatterns.map(\.text))
    #expect(forms.patternsWithoutSample(in: samples).filter(texts.contains) == [])
    for sample in samples {
      #expect(try forms.parse(forms.print(sample), isFromApp: true).shown == sample.complete)
    }
  }
}
