@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct DeepLinkTableTests {
  private typealias Pattern = LinkPattern<Area, Place>

  private static func text(_ text: String, _ parameter: LinkParameter<String> = .string) -> Pattern {
    LinkPattern(text, parameter, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } })
  }

  private static func error(_ patterns: Pattern...) -> String? {
    do throws(DeclarationError) {
      _ = try Places(validating: patterns)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `two patterns that match the same URLs are ambiguous, and the error names both`() {
    let message =
      #"The link patterns "a/:x" and "a/:y" match the same URLs. Change a literal or the kind of a parameter in one of them, or remove one."#
    #expect(Self.error(Self.text("a/:x"), Self.text("a/:y")) == message)
    #expect(Self.error(Self.text("a/:y", .segment), Self.text("a/:x", .segment)) != nil)
    // An encoded slash distinguishes these patterns.
    #expect(Self.error(Self.text("a/:y", .segment), Self.text("a/:x")) == nil)
    #expect(Self.error(Self.text("a/:x"), Self.text("a/:y", .string.map(to: \.self, from: \.self))) == nil)
    let number = LinkPattern<Area, Place>(
      "a?k=:n", .int, in: .home, make: Place.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
    #expect(Self.error(number, Self.text("a?k=:x")) == nil)
    #expect(Self.error(Self.text("a/:x"), LinkPattern("b", in: .home).aliases("a/b")) == nil)
    #expect(Self.error(Self.text("a?q=:x"), LinkPattern("a", in: .home)) == nil)
    #expect(
      Self.error(LinkPattern("a", in: .home), LinkPattern("b", in: .files).aliases("/a/"))?.contains("match the same")
        == true)
    #expect(
      Self.error(LinkPattern("b", in: .home).aliases("a"), LinkPattern("a", in: .files))
        == #"The link patterns "a" and "a, an alias of b" match the same URLs. Change a literal or the kind of a parameter in one of them, or remove one."#
    )
    #expect(Self.error(LinkPattern("a?k=1", in: .home), LinkPattern("a?k=2", in: .files)) == nil)
  }

  /// Returns a link whose screen has the spelling of the link.
  private static func named<each Value: Sendable>(
    _ text: String, _ values: repeat LinkParameter<each Value>
  ) -> Pattern {
    LinkPattern(
      text, repeat each values, in: .home, make: { (_: repeat each Value) in Place.tag(text) }, match: { _ in nil })
  }

  @Test func `the more specific of two patterns is used at any place in a URL, in any order of declaration`() throws {
    let even = LinkParameter.int.matching("an even number") { $0.isMultiple(of: 2) }
    let cases: [(url: String, wins: Pattern, other: Pattern)] = [
      ("/a?k=new", Self.named("a?k=new"), Self.named("a?k=:kind", .string)),
      ("/a?k=5", Self.named("a?k=:z", .int), Self.named("a?k=:a", .string)),
      ("/a?k=5", Self.named("a?k=:a", .string), Self.named("a")),
      ("/a?k=5&l=6", Self.named("a?k=:a&l=:b", .string, .string), Self.named("a?k=5")),
      ("/a#top", Self.named("a#top"), Self.named("a#:sec", .string)),
      ("/a#top", Self.named("a#:sec", .string), Self.named("a")),
      ("/f/q/edit", Self.named("f/:p*/edit", .segments), Self.named("f/:p*/:name", .segments, .string)),
      ("/f/q/5", Self.named("f/:p*/:z", .segments, .int), Self.named("f/:p*/:a", .segments, .string)),
      ("/f/q/r", Self.named("f/:p*/q/:a", .segments, .string), Self.named("f/:p*/:a", .segments, .string)),
      ("/f/q", Self.named("f/:z+", .segments), Self.named("f/:a*", .segments)),
      ("/n/4", Self.named("n/:z", even), Self.named("n/:a", .int)),
      ("/n/4", Self.named("n/:z", .int), Self.named("n/:a", .segment)),
      ("/n/4", Self.named("n/:z", .segment), Self.named("n/:a", .string)),
      ("/n/4", Self.named("n/:z", .string), Self.named("n/:a+", .segments)),
      // If nothing else distinguishes two patterns, the expectations of their parameters decide.
      ("/n/5", Self.named("n/:x", .int), Self.named("n/:x", .uint)),
    ]
    for (url, wins, other) in cases {
      for patterns in [[wins, other], [other, wins]] {
        let links = try Places(validating: patterns)
        #expect(try links.parse(url).shown == .tag(wins.text), "\(url): \(wins.text), \(other.text)")
        #expect(links.patterns.first?.text == wins.text || url.contains("?") || url.contains("#"), "\(wins.text)")
        #expect(
          links.patterns.map(\.parameters) == (try Places(validating: patterns.reversed())).patterns.map(\.parameters))
      }
    }
  }

  @Test func `a spelling is reachable if one of its variants is`() throws {
    let all = LinkPattern<Area, Place>("a/:p*", .segments, in: .home, make: Place.file, match: { _ in nil })
    #expect(Self.error(all, Self.named("a/:x?/*", .optional(.int))) == nil)
    #expect(Self.error(Self.named("a/:p+", .segments), Self.named("a/*")) == nil)
    #expect(Self.error(Self.named("a/:p*", .repeated(.int)), Self.named("a/*")) == nil)
    #expect(Self.error(Self.named("a/:p*?k=1", .segments), Self.named("a/*")) == nil)
  }

  @Test func `spellings are distinguished by pattern and text`() {
    let all = Self.named("a/:p*", .segments)
    // The other spelling of the same pattern is reachable.
    #expect(
      Self.error(all, LinkPattern("b", in: .home).aliases("a/*"))
        == #"The link pattern "a/*, an alias of b" is never reached: every URL that matches it also matches "a/:p*", which is more specific. Change or remove one of them."#
    )
    // Another pattern with the same text is reachable.
    #expect(
      Self.error(
        Self.named("h/:x/:p*", .int, .segments), Self.named("h/:x/*", .int), Self.named("h/:x/*", .string))
        == #"The link pattern "h/:x/*" is never reached: every URL that matches it also matches "h/:x/:p*", which is more specific. Change or remove one of them."#
    )
  }

  @Test func `an unreachable pattern in a table of many levels is found quickly`() {
    let deep = (0..<30).map { "s\($0)" }.joined(separator: "/")
    #expect(
      Self.error(Self.named("\(deep)/:p*", .segments), Self.named("\(deep)/*"))?.contains("never reached") == true)
  }

  @Test func `a repeated parameter with a default is spelled with an asterisk`() {
    #expect(
      Self.error(Self.named("a/:p+", .segments.or(["b"])))?.hasSuffix("p may be absent, so it must be written :p*.")
        == true)
    #expect(Self.error(Self.named("a/:p*", .segments.or(["b"]))) == nil)
    #expect(
      Self.error(Self.named("a#:p", .segments))?.hasSuffix("p is repeated, but a URL has only one fragment.") == true)
  }

  @Test func `an unreachable pattern is an error`() {
    let all = LinkPattern<Area, Place>(
      "a/:p*", .segments, in: .files, make: Place.file, match: { if case .file(let path) = $0 { path } else { nil } })
    #expect(
      Self.error(all, LinkPattern("a/*", in: .home))
        == #"The link pattern "a/*" is never reached: every URL that matches it also matches "a/:p*", which is more specific. Change or remove one of them."#
    )
    #expect(Self.error(all, LinkPattern("*", in: .home)) == nil)
  }

  private static let expression =
    "looks like a regular expression, but a literal matches only itself: use a parameter for a part that varies, "
    + "such as :name with .string.matching(\"[a-z]+\"), and write a literal bracket with percent encoding, "
    + "such as %28 for a parenthesis"

  @Test func `a bracket with percent encoding is a literal`() throws {
    let links = try Places(validating: [LinkPattern("Movie_%282010%29", in: .home, to: .items)])
    #expect(try links.parse("/Movie_(2010)").path == [.items])
    #expect(try links.parse("/Movie_%282010%29").path == [.items])
    #expect(try links.print(.items) == "/Movie_(2010)")
  }

  @Test func `keys and values of the query may have brackets`() throws {
    let links = try Places(validating: [
      LinkPattern(
        "find?filter[tag]=:t", .string, in: .home, make: Place.tag,
        match: { if case .tag(let tag) = $0 { tag } else { nil } }),
      LinkPattern("list?ids[]=(all)", in: .home, to: .items),
    ])
    for url in ["/find?filter[tag]=a", "/find?filter%5Btag%5D=a", try links.print(.tag("a"))] {
      #expect(try links.parse(url).path == [.tag("a")], "\(url)")
    }
    #expect(try links.parse(try links.print(.items)).path == [.items])
  }

  @Test(arguments: [
    ("a//b", "it has an empty segment"),
    ("a/:", #"":" has a colon without a name: a name consists of letters, digits, - and _"#),
    ("a/:x/*/b", "* must be the last segment"),
    (":x.:y", #"":x.:y" has two parameters, but a segment can have one"#),
    ("a:x+", "x is repeated, so it must be the whole segment"),
    ("a?*=b", "the parameter for all other keys is written *=:name"),
    ("a?*", "the parameter for all other keys is written *=:name"),
    ("a?*=:x&k=1", "*=:name must be the last item of the query"),
    ("a?*=:x", "x: it stands for all other keys, so its parameter must be .otherKeys or .otherItems"),
    ("a/../:x", "it has a dot segment, which a URL must not have"),
    ("a/:x/:x", "it has two parameters named x"), ("a?k=1&k=:x", "it has the key k twice"),
    ("a?:x", "a query item has the form key=:name, key=value or key"),
    ("a/%zz/:x", "a percent sign is not followed by two hexadecimal digits"),
    ("a", "it names 0 parameters, but 1 was passed"), ("a/:x/:y", "it names 2 parameters, but 1 was passed"),
    ("a/:x?", "x may be absent, so its parameter must be .optional(…) or have .or(…)"),
    ("a/:x+/:y+", "it has two parts of any length without a literal between them"),
    ("a/:x+/*", "it has two parts of any length without a literal between them"),
    ("a/:x+/edit/:y+/edit/:z+", "it has more than two parts of any length"),
    ("a/:x*/:y/*", "it has two parts of any length without a literal between them"),
    ("a#", "the fragment after # is empty"), ("a?k=1#", "the fragment after # is empty"),
    (#"test(\d+)"#, "\"test(\\d+)\" \(expression)"), ("(a|b)", "\"(a|b)\" \(expression)"),
    ("x/[a-z]", "\"[a-z]\" \(expression)"), ("x{2}", "\"x{2}\" \(expression)"), ("^x", "\"^x\" \(expression)"),
    ("a/:a?/:b?/:c?/:d?/:e?", "it has more than four optional or repeated parts"),
    ("a/:x+", "x is repeated, so its parameter must be .segments or .repeated(…)"),
  ])
  func `the error of an invalid pattern gives the reason`(pattern: String, reason: String) {
    #expect(Self.error(Self.text(pattern)) == "The link pattern \"\(pattern)\" is not valid: \(reason).")
  }

  @Test func `parameters that do not match the spelling are an error`() {
    let optional = LinkPattern<Area, Place>(
      "a/:x", .string.or("b"), in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } })
    #expect(Self.error(optional)?.hasSuffix("x may be absent, so it must be written :x?.") == true)
    let list = LinkPattern<Area, Place>(
      "a/:x", .segments, in: .home, make: Place.file, match: { if case .file(let path) = $0 { path } else { nil } })
    #expect(Self.error(list)?.hasSuffix("x is repeated, so it must be written :x+ or :x*.") == true)
    #expect(
      Self.error(Self.text("a/:x").aliases("b/:y"))?.contains("an alias must have the same parameters as its pattern")
        == true)
  }

  @Test(arguments: [
    (
      "myapp://",
      #"The scheme "myapp://" is not valid for links: a fixed part has a host, such as myapp://open, exp://127.0.0.1:8081/-- or exp://*/--."#
    ),
    ("https", #"The scheme "https" is not valid for links: it belongs to all websites: declare hosts instead."#),
    ("", #"The scheme "" is not valid for links: a scheme consists of letters, digits, +, - and ., without ://."#),
  ])
  func `an invalid scheme is refused`(scheme: String, message: String) {
    let error = #expect(throws: DeclarationError.self) { try Places(validating: [], schemes: [scheme]) }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    "", "*", "*.", "a/b", "https://a", "ex*mple.com", "a b", "a..b", ".", ".com", "a.", "example.com:", "example.com:0",
    "example.com:99999", "a:b:c", "[x", "[]", "a&b", "*.a:b", "-a.com",
  ])
  func `an invalid host is refused`(host: String) {
    #expect(throws: DeclarationError.self) { try Places(validating: [], hosts: [host]) }
  }

  @Test func `a feature's links are mounted in an app's`() throws {
    enum App: Hashable, Sendable { case start, places(Place) }
    enum AppArea: Hashable, Sendable { case one, two }
    let places = try makePlaces(placePatterns.filter { $0.text != "*" })
    let links = DeepLinkTable<AppArea, App>(schemes: ["myapp"]) {
      LinkPattern("start", in: .one, to: .start)
      places.mounted(
        at: "p", in: { _ in .two }, make: App.places, match: { if case .places(let place) = $0 { place } else { nil } })
      for word in ["x", "y"] { LinkPattern(word, in: .one) }
      if places.patterns.isEmpty { LinkPattern("never", in: .one) } else { LinkPattern("z", in: .two) }
    }
    #expect(
      try links.parse("myapp://p/item/42") == DeepLink(tab: .two, path: [.places(.items), .places(.item(id: 42))]))
    #expect(try links.parse("/p/things").path == [.places(.items)])
    #expect(try links.parse("/p") == DeepLink(tab: .two))
    #expect(try links.print(.places(.search(text: "a", page: 3, sorts: []))) == "/p/search?q=a&page=3")
    #expect(try links.print(.start) == "/start")
    #expect(throws: LinkError.self) { try links.parse("/p/debug") }
    #expect(throws: LinkError.self) { try links.parse("/item/42") }
  }

  @Test(arguments: ["p", "p/", "/p", "/p/", "p//", "//p"])
  func `slashes around the prefix of a feature are ignored`(prefix: String) throws {
    let links = try Places(
      validating: try makePlaces().mounted(at: prefix, in: \.self, make: \.self, match: \.self), schemes: ["myapp"])
    #expect(try links.parse("/p/items").path == [.items])
    #expect(try links.parse("myapp://p/things").path == [.items])
    #expect(try links.parse("/p") == DeepLink(tab: .home))
    #expect(try links.print(.search(text: "a", page: 3, sorts: [])) == "/p/search?q=a&page=3")
    #expect(links.patterns.contains { $0.text == "p/items" })
  }

  @Test(arguments: ["", "/", "//"])
  func `a feature can be mounted without a prefix`(prefix: String) throws {
    let links = try Places(validating: try makePlaces().mounted(at: prefix, in: \.self, make: \.self, match: \.self))
    #expect(try links.parse("/items").path == [.items])
    #expect(try links.parse("/things").path == [.items])
    #expect(try links.parse("/") == DeepLink(tab: .home))
    #expect(try links.print(.item(id: 42)) == "/item/42")
  }

  @Test func `an app's screens are placed below all screens of a feature, but not below the root of a tab`() throws {
    let links = try Places(
      validating: try makePlaces().mounted(at: "x", in: \.self, under: [.hidden], make: \.self) { $0 })
    #expect(try links.parse("/x/item/1").path == [.hidden, .items, .item(id: 1)])
    #expect(
      try links.parse("/x/over/a") == DeepLink(tab: .home, path: [.hidden, .items], modals: [.init(.sheet("a"))]))
    #expect(try links.parse("/x/files") == DeepLink(tab: .files))
    #expect(try links.print(.item(id: 1)) == "/x/item/1")
  }

  @Test(.startsProcess) func `a prefix with a query stops the program with a message that says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try makePlaces().mounted(at: "a?b=c", in: \.self, make: \.self) { $0 }
    }
    result?.expectMessage(#"mounted at "a?b=c". A prefix must not contain a query or a fragment."#)
  }

  @Test func `tabs without a link and patterns without a sample are found`() throws {
    let links = try makePlaces(
      placePatterns.filter { ["", "files", "items", "item/:id", "debug", "*"].contains($0.text) })
    #expect(links.tabsWithoutLink(among: Area.allCases) == [.search])
    let wild = try makePlaces([LinkPattern("search/*", in: .search), LinkPattern("files/*", in: .files, to: .items)])
    #expect(wild.tabsWithoutLink(among: Area.allCases) == [.home, .files])
    #expect(links.patternsWithoutSample(in: [.items]) == ["debug", "item/:id"])
    #expect(links.patternsWithoutSample(in: [.items, .hidden, .item(id: 1)]) == [])
  }

  @Test func `the table lists its links`() throws {
    let links = try makePlaces()
    #expect(links.listing.contains("/debug                                      home  internal\n"))
    #expect(links.markdown.contains("| `/items` | home | also /things, /all/things |\n"))
    #expect(links.markdown.contains("| `/over/:text` | home | as a sheet |\n"))
    #expect(links.listing.split(separator: "\n").count == placePatterns.count)
  }
}
