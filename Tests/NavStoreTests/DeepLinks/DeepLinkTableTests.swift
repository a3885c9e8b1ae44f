import NavStore
import Testing

@Suite struct DeepLinkTableTests {
  private typealias Pattern = LinkPattern<Area, Place>

  private static func text(_ text: String, _ parameter: LinkParameter<String> = .string) -> Pattern {
    LinkPattern(text, parameter, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } })
  }

  private static func error(_ patterns: Pattern...) -> String? {
    do throws(LinkTableError) {
      _ = try Places(validating: patterns)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `patterns that fit the same URLs are ambiguous, and both are named`() {
    let message =
      #"The link patterns "a/:x" and "a/:y" fit the same URLs. Let them differ in a literal or in the kind of a parameter, or remove one."#
    #expect(Self.error(Self.text("a/:x"), Self.text("a/:y")) == message)
    #expect(Self.error(Self.text("a/:y", .segment), Self.text("a/:x")) == message)
    #expect(Self.error(Self.text("a/:x"), LinkPattern("b", in: .home).aliases("a/b")) == nil)
    #expect(Self.error(Self.text("a?q=:x"), LinkPattern("a", in: .home)) == nil)
    #expect(
      Self.error(LinkPattern("a", in: .home), LinkPattern("b", in: .files).aliases("/a/"))?.contains("fit the same")
        == true)
    #expect(Self.error(LinkPattern("a?k=1", in: .home), LinkPattern("a?k=2", in: .files)) == nil)
  }

  @Test func `what is never reached is found`() {
    let all = LinkPattern<Area, Place>(
      "a/:p*", .segments, in: .files, make: Place.file, match: { if case .file(let path) = $0 { path } else { nil } })
    #expect(
      Self.error(all, LinkPattern("a/*", in: .home))
        == #"The link pattern "a/*" is never reached: whatever fits it fits "a/:p*", which is more specific."#)
    #expect(Self.error(all, LinkPattern("*", in: .home)) == nil)
  }

  @Test(arguments: [
    ("a//b", "it has an empty segment"), ("a/:", #"":" names no parameter: a name has letters, digits, - and _"#),
    ("a/:x/*/b", "* stands for whatever follows, so nothing may follow it"),
    ("a:x", #"a parameter is a whole segment, and "a:x" is one in part"#),
    ("a/../:x", "it has a dot segment, which no URL may have"),
    ("a/:x/:x", "it has two parameters named x"), ("a?k=1&k=:x", "it has the key k twice"),
    ("a?:x", "a query item is key=:name or key=value"),
    ("a/%zz/:x", "a percent sign is not followed by two hexadecimal digits"),
    ("a", "it names 0 parameters and was given 1"), ("a/:x/:y", "it names 2 parameters and was given 1"),
    ("a/:x?", "x may be absent, so its parameter is .optional(…) or has .or(…)"),
    ("a/:x+", "x is any number of segments, so its parameter is .segments or .repeated(…)"),
  ])
  func `a pattern that cannot be read says why`(pattern: String, reason: String) {
    #expect(Self.error(Self.text(pattern)) == "The link pattern \"\(pattern)\" cannot be read: \(reason).")
  }

  @Test func `parameters and spelling go together`() {
    let optional = LinkPattern<Area, Place>(
      "a/:x", .string.or("b"), in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } })
    #expect(Self.error(optional)?.hasSuffix("x may be absent, so it is written :x?.") == true)
    let list = LinkPattern<Area, Place>(
      "a/:x", .segments, in: .home, make: Place.file, match: { if case .file(let path) = $0 { path } else { nil } })
    #expect(Self.error(list)?.hasSuffix("x is a list, so it is written :x+ or :x*.") == true)
    #expect(
      Self.error(Self.text("a/:x").aliases("b/:y"))?.contains("an alias has the parameters of its pattern") == true)
  }

  @Test(arguments: [
    ("myapp://", #"The scheme "myapp://" cannot be a link's: a scheme is letters, digits, +, - and ., without ://."#),
    ("https", #"The scheme "https" cannot be a link's: it is every web site's: name the hosts instead."#),
    ("", #"The scheme "" cannot be a link's: a scheme is letters, digits, +, - and ., without ://."#),
  ])
  func `a scheme that is none is refused`(scheme: String, message: String) {
    let error = #expect(throws: LinkTableError.self) { try Places(validating: [], schemes: [scheme]) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["", "*", "*.", "a/b", "https://a", "ex*mple.com", "a b"])
  func `a host that is none is refused`(host: String) {
    #expect(throws: LinkTableError.self) { try Places(validating: [], hosts: [host]) }
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

  @Test func `an app's screens lie under all screens of a feature, and under no root`() throws {
    let links = try Places(
      validating: try makePlaces().mounted(at: "x", in: \.self, under: [.hidden], make: \.self) { $0 })
    #expect(try links.parse("/x/item/1").path == [.hidden, .items, .item(id: 1)])
    #expect(
      try links.parse("/x/over/a") == DeepLink(tab: .home, path: [.hidden, .items], modals: [.init(.sheet("a"))]))
    #expect(try links.parse("/x/files") == DeepLink(tab: .files))
    #expect(try links.print(.item(id: 1)) == "/x/item/1")
  }

  @Test func `the table lists its links`() throws {
    let links = try makePlaces()
    #expect(links.listing.contains("/debug                                  home  internal\n"))
    #expect(links.markdown.contains("| `/items` | home | also /things, /all/things |\n"))
    #expect(links.markdown.contains("| `/over/:text` | home | as a sheet |\n"))
    #expect(links.listing.split(separator: "\n").count == placePatterns.count)
  }
}
