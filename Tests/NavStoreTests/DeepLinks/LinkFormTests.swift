import NavStore
import Testing

/// Forms of links beyond a path with parameters.
@Suite struct LinkFormTests {
  typealias Links = DeepLinkTable<String, String>
  typealias Pattern = LinkPattern<String, String>
  typealias Link = DeepLink<String, String>

  /// A link to a screen whose name is a prefix and the parameter.
  private static func text(
    _ spelling: String, _ prefix: String = "", _ parameter: LinkParameter<String> = .string
  ) -> Pattern {
    LinkPattern(
      spelling, parameter, in: "home", make: { prefix + $0 },
      match: { screen in
        let bytes = screen.utf8
        return bytes.starts(with: prefix.utf8)
          ? String(decoding: bytes.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
      })
  }

  private static func error(_ pattern: Pattern) -> String? {
    do throws(LinkTableError) {
      _ = try Links(validating: [pattern])
      return nil
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Text around a parameter

  @Test(arguments: [
    ("/@ann", "user ann"), ("/item-7", "item 7"), ("/about.html", "page about"), ("/@ann.html", "mail ann"),
    ("/%40ann", "user ann"), ("/@", "any @"), ("/.html", "any .html"), ("/item-", "any item-"), ("/x", "any x"),
    ("/@.html", "page @"), ("/list/@ann/end", "end ann"), ("/list/a/b/@ann", "last ann"), ("/@a%2Fb", "user a/b"),
  ])
  func `a parameter may have fixed text around it, and more of it is more specific`(url: String, screen: String) throws
  {
    let links = try Links(validating: [
      Self.text(":any", "any "), Self.text("@:name", "user "), Self.text("item-:id", "item "),
      Self.text(":page.html", "page "), Self.text("@:name.html", "mail "), Self.text("list/@:name/end", "end "),
      LinkPattern(
        "list/:path*/@:name", .segments, .string, in: "home", make: { _, name in "last \(name)" },
        match: { $0.hasPrefix("last ") ? (["a", "b"], String($0.dropFirst(5))) : nil }),
    ])
    #expect(try links.parse(url).shown == screen)
    // A screen with several spellings is printed with the one that leads back to it.
    #expect(try links.parse(links.print(screen)).shown == screen)
  }

  @Test(arguments: [
    ("/caf%C3%A9-x", "drink x"), ("/cafe%CC%81-x", "any cafe\u{301}-x"), ("/caf\u{E9}-\u{301}x", "drink \u{301}x"),
    ("/@%CC%81x", "user \u{301}x"), ("/x%CC%81.html", "page x\u{301}"), ("/x.html%CC%81", "any x.html\u{301}"),
    ("/e%CC%81:x", "old x"), ("/%C3%A9:x", "new x"),
  ])
  func `fixed text is compared byte by byte, whatever the characters next to it`(url: String, screen: String) throws {
    let links = try Links(validating: [
      Self.text("café-:name", "drink "), Self.text("@:name", "user "), Self.text(":page.html", "page "),
      Self.text(":any", "any "), Self.text("e%CC%81%3A:name", "old "), Self.text("%C3%A9%3A:name", "new "),
    ])
    let shown = try links.parse(url).shown
    #expect(shown.map { Array($0.utf8) } == Array(screen.utf8))
    #expect(try links.parse(links.print(screen)).shown.map { Array($0.utf8) } == Array(screen.utf8))
  }

  @Test func `an optional segment may have fixed text around its parameter`() throws {
    let links = Links {
      LinkPattern(
        "timeline/@:name?", .string.or("me"), in: "home", make: \.self, match: \.self)
    }
    #expect(try links.parse("/timeline").shown == "me")
    #expect(try links.parse("/timeline/@ann").shown == "ann")
    #expect(try links.print("me") == "/timeline")
    #expect(try links.print("ann") == "/timeline/@ann")
    #expect(throws: LinkError.self) { try links.parse("/timeline/ann") }
    #expect(throws: LinkPrintError.self) { try links.print("") }
  }

  @Test func `the fixed text of a segment never makes a dot segment`() throws {
    let links = Links { Self.text(":name.") }
    #expect(throws: LinkPrintError.self) { try links.print(".") }
    #expect(try links.print("a") == "/a.")
  }

  @Test(arguments: [
    ("/tree/main/-/README", "main|README"), ("/tree/a/b/-/c/d", "a/b|c/d"), ("/tree/a/-/b/-/c", "a/-/b|c"),
    ("/tree/-/-/-", "-|-"), ("/blob/edit", "|"), ("/blob/edit/edit", "edit|"), ("/blob/a/edit/b", "a|b"),
    ("/raw/a/v7/x/b/c/end", "a|7|b/c"), ("/raw/a/v7/x/v8/x/b/end", "a/v7/x|8|b"), ("/any/a/to/b/c", "a"),
  ])
  func `a pattern may have two parts of any length with a literal between them`(url: String, screen: String) throws {
    let links = try Links(validating: [
      LinkPattern(
        "tree/:branch+/-/:path+", .segments, .segments, in: "home", make: { "\($0.path)|\($1.path)" },
        match: { $0.parts(2).map { ($0[0], $0[1]) } }),
      LinkPattern(
        "blob/:first*/edit/:second*", .segments, .segments, in: "home", make: { "\($0.path)|\($1.path)" },
        match: { _ in nil }),
      LinkPattern(
        "raw/:first+/v:version/x/:second+/end", .segments, .int, .segments, in: "home",
        make: { "\($0.path)|\($1)|\($2.path)" },
        match: { $0.parts(3).flatMap { parts in Int(parts[1].path).map { (parts[0], $0, parts[2]) } } }),
      LinkPattern("any/:name/to/*", .string, in: "home", make: \.self, match: { _ in nil }),
    ])
    #expect(try links.parse(url).shown == screen)
    if url.hasPrefix("/tree") || url.hasPrefix("/raw") { #expect(try links.print(screen) == url) }
  }

  @Test(arguments: [
    ("app://blob/a/EDIT/b", "a|b"), ("/blob/a/edit/b/EDIT/c", "a/edit/b|c"), ("/BLOB/EDIT", "|"),
    ("/blob/A/b/Edit/EDIT/C", "A/b/Edit|C"),
  ])
  func `the literal between two parts of any length matches in any case if the table says so`(
    url: String, screen: String
  ) throws {
    let links = try Links(
      validating: [
        LinkPattern(
          "blob/:first*/edit/:second*", .segments, .segments, in: "home", make: { "\($0.path)|\($1.path)" },
          match: { _ in nil })
      ], schemes: ["app"], options: .caseInsensitivePaths)
    #expect(try links.parse(url).shown == screen)
  }

  @Test func `a parameter that a URL refuses has its offset, also between two parts of any length`() throws {
    let links = try Links(
      validating: [
        LinkPattern(
          "blob/:first*/v:id/edit/:second*", .segments, .int, .repeated(.int), in: "home",
          make: { "\($0.path)|\($1)|\($2)" }, match: { _ in nil })
      ], schemes: ["app"], options: .caseInsensitivePaths)
    let middle = #expect(throws: LinkError.self) { try links.parse("app://blob/a/Vx/EDIT/1") }
    #expect(middle?.offset == 13)
    let end = #expect(throws: LinkError.self) { try links.parse("app://blob/a/V7/EDIT/x") }
    #expect(end?.offset == 21)
  }

  @Test func `a value that contains the literal between two parts is not printed if the URL leads elsewhere`() throws {
    let links = Links {
      LinkPattern(
        "tree/:branch+/-/:path+", .segments, .segments, in: "home", make: { "\($0.path)|\($1.path)" },
        match: { $0.parts(2).map { ($0[0], $0[1]) } })
    }
    #expect(try links.print("a/-/b|c") == "/tree/a/-/b/-/c")
    #expect(throws: LinkPrintError.self) { try links.print("a|b/-/c") }
  }

  @Test(arguments: [
    ("a/:x+/:y+", "it has two parts of any length without a literal between them"),
    ("a/:x+/:z/:y+", "it has two parts of any length without a literal between them"),
    ("a/:x+/b/:y+/c/*", "it has more than two parts of any length"),
  ])
  func `two parts of any length need a literal between them`(text: String, why: String) {
    #expect(Self.error(LinkPattern(text, in: "home")) == "The link pattern \"\(text)\" is not valid: \(why).")
  }

  // MARK: - Queries

  @Test func `a key without a value can be required, read and printed`() throws {
    let links = Links {
      LinkPattern("settings?debug", in: "home", to: "debug")
      LinkPattern("settings", in: "home", to: "settings")
      LinkPattern(
        "list?compact=:isCompact", .flag, in: "home", make: { $0 ? "compact" : "list" },
        match: { ["compact": true, "list": false][$0] })
    }
    #expect(try links.parse("/settings?debug").shown == "debug")
    #expect(try links.parse("/settings?debug=").shown == "debug")
    #expect(try links.parse("/settings?debug=1").shown == "settings")
    #expect(try links.print("debug") == "/settings?debug")
    #expect(try links.parse("/list?compact&x=1").shown == "compact")
    #expect(try links.parse("/list").shown == "list")
    #expect(try links.print("compact") == "/list?compact")
    #expect(try links.print("list") == "/list")
    let error = #expect(throws: LinkError.self) { try links.parse("/list?compact=yes") }
    #expect(
      error?.description
        == #"The URL matches "list?compact=:isCompact" except for isCompact: expected no value, found "yes" (at byte 6)."#
    )
  }

  @Test func `the keys that a pattern does not declare are read and printed if it asks for them`() throws {
    let links = DeepLinkTable<String, [String: String]> {
      LinkPattern(
        "open?id=:id&*=:others", .string, .otherKeys, in: "home",
        make: { id, others in others.merging(["id": id]) { _, id in id } },
        match: { all in all["id"].map { ($0, all.filter { $0.key != "id" }) } })
    }
    let route = try links.parse("/open?utm=a%20b&id=7&debug&=z&x=%26").shown
    #expect(route == ["id": "7", "utm": "a b", "debug": "", "x": "&"])
    #expect(try links.print(route ?? [:]) == "/open?id=7&debug=&utm=a%20b&x=%26")
    for url in ["/open?id=7&x=1&x=2", "/open?id=7&x=%0A", "/open?id=7&x=%ZZ"] {
      #expect(throws: LinkError.self, "\(url)") { try links.parse(url) }
    }
    #expect(throws: LinkPrintError.self) { try links.print(["id": "1", "": "2"]) }
    #expect(throws: LinkPrintError.self) { try links.print(["id": "1", "a\u{7}": "2"]) }
  }

  @Test func `a key of the app does not replace a declared one in a URL`() {
    let links = DeepLinkTable<String, [String: String]> {
      LinkPattern(
        "open?id=:id&*=:others", .string, .otherKeys, in: "home", make: { $1.merging(["id": $0]) { _, id in id } },
        match: { ("1", $0) })
    }
    let error = #expect(throws: LinkPrintError.self) { try links.print(["id": "7"]) }
    #expect(
      error?.description
        == #""open?id=:id&*=:others" cannot be printed: others contains the key "id", which the pattern declares."#)
  }

  @Test func `only a parameter that asks for them accepts line breaks`() throws {
    let links = Links {
      Self.text("compose?body=:body", "", .multilineString)
      Self.text("find?text=:text", "found ")
    }
    #expect(try links.parse("/compose?body=a%0D%0Ab").shown == "a\r\nb")
    #expect(try links.print("a\nb") == "/compose?body=a%0Ab")
    for url in [
      "/compose?body=a%00b", "/compose?body=a%0Ab%1B", "/compose?body=a\nb", "/compose?body=%0A%ZZ", "/find?text=a%0Ab",
      "/compose?body=%0A\\", "/compose?body=%0A%C2%85",
    ] {
      #expect(throws: LinkError.self, "\(url)") { try links.parse(url) }
    }
    #expect(throws: LinkPrintError.self) { try Links(validating: [Self.text("find?text=:text")]).print("a\nb") }
    #expect(throws: LinkPrintError.self) { try links.print("a\u{0}b") }
    #expect(
      Self.error(Self.text("note/:text", "", .multilineString))
        == #"The link pattern "note/:text" is not valid: text: it may have line breaks, so it must be in the query or the fragment."#
    )
  }

  @Test func `a plus sign is a space if the table says so, and is printed so that every reader agrees`() throws {
    let patterns = [Self.text("find?q=:text")]
    let links = try Links(validating: patterns, options: .plusAsSpace)
    #expect(try links.parse("/find?q=a+b%2Bc").shown == "a b+c")
    #expect(try links.print("a b+c") == "/find?q=a%20b%2Bc")
    #expect(try Links(validating: patterns).parse("/find?q=a+b").shown == "a+b")
  }

  // MARK: - Paths

  @Test func `literals match in any case if the table says so, and parameters keep theirs`() throws {
    let links = try Links(
      validating: [
        LinkPattern("Items/New", in: "home", to: "new"), Self.text("item/ID-:name", "item "),
        LinkPattern(
          "files/:path+/Edit", .segments, in: "home", make: { $0.joined(separator: "/") },
          match: { $0.contains("/") ? $0.split(separator: "/").map(String.init) : nil }),
      ], options: .caseInsensitivePaths)
    #expect(try links.parse("/iTEMS/new").shown == "new")
    #expect(try links.parse("/ITEM/id-Ann").shown == "item Ann")
    #expect(try links.parse("/FILES/A/b/EDIT").shown == "A/b")
    #expect(try links.print("new") == "/Items/New")
    #expect(throws: LinkTableError.self) {
      try Links(
        validating: [LinkPattern("a", in: "home", to: "a"), LinkPattern("A", in: "home", to: "b")],
        options: .caseInsensitivePaths)
    }
  }

  @Test func `an alias shares the keys of its pattern that it does not name`() throws {
    let links = DeepLinkTable<String, [String]> {
      LinkPattern(
        "song/:id?from=:source&kind=short#:verse", .string, .string.or(""), .string.or(""), in: "home",
        make: { [$0, $1, $2] }, match: { ($0[0], $0[1], $0[2]) }
      ).aliases("s/:id", "t/:id/:source?")
    }
    #expect(try links.parse("/s/7?from=mail#2").shown == ["7", "mail", "2"])
    // A fixed value belongs to one spelling.
    #expect(try links.parse("/t/7/mail").shown == ["7", "mail", ""])
    #expect(throws: LinkTableError.self) {
      try Links(validating: [Self.text("song/:id").aliases("s")])
    }
  }

  // MARK: - Where a link opens

  private static let music = Links(schemes: ["music"]) {
    LinkPattern("home", in: "home")
    LinkPattern("song/:id", .string, in: "library", make: \.self, match: \.self).inSelectedTab(among: ["home"])
    LinkPattern("lyrics", in: "library", to: "lyrics").onTop
    LinkPattern("share", in: "home", to: "share").inSelectedTab().onTop
    LinkPattern("checkout", in: "shop", as: .cover, to: "checkout")
    LinkPattern("checkout/payment", in: "shop", as: .cover, under: ["cart"], to: "payment").inModal { _ in ["checkout"]
    }
    LinkPattern("checkout/terms", in: "shop", as: .cover, to: "terms").inModal { _ in ["checkout", "payment"] }
  }

  @Test func `a link can open in the selected tab`() throws {
    #expect(try Self.music.parse("/song/7").tab == "library")
    #expect(try Self.music.parse("/song/7", selectedTab: "home").tab == "home")
    #expect(try Self.music.parse("/song/7", selectedTab: "shop").tab == "library")
    #expect(try Self.music.parse("/share", selectedTab: "shop") == Link(tab: "shop", path: ["share"], placement: .push))
    #expect(try Self.music.print(Link(tab: "home", path: ["7"])) == "/song/7")
    let shared = NavigationState(tabs: ["home", "shop"], selectedTab: "shop", paths: ["shop": ["cart", "share"]])
    #expect(try Self.music.print(shared) == "/share")
  }

  @Test func `a resolver opens links in the selected tab of the state`() async throws {
    var state = NavigationState<String, String>(tabs: ["home", "library", "shop"], paths: ["shop": ["cart"]])
    state.apply(.selectTab("shop"))
    let resolver = LinkResolver<String, String, NavigationState<String, String>>(
      Self.music, rules: [], navigation: \.self)
    state.apply(try await resolver.resolve("music://share", state).action)
    #expect(state.selectedTab == "shop" && state.focusedPath == ["cart", "share"])
    state.apply(.selectTab("home"))
    state.apply(try await resolver.resolve("music://lyrics", state).action)
    #expect(state.selectedTab == "library" && state.focusedPath == ["lyrics"])
  }

  @Test func `a link can open a screen inside a modal`() throws {
    let payment = Link(
      tab: "shop", path: ["cart"], modals: [.init("checkout", style: .cover, path: ["payment"])])
    #expect(try Self.music.parse("/checkout/payment") == payment)
    #expect(try Self.music.print(payment) == "/checkout/payment")
    let terms = Link(tab: "shop", modals: [.init("checkout", style: .cover, path: ["payment", "terms"])])
    #expect(try Self.music.parse("/checkout/terms") == terms)
    #expect(try Self.music.parse("/checkout") == Link(tab: "shop", modals: [.init("checkout", style: .cover)]))
    var state = NavigationState<String, String>(tabs: ["shop"])
    state.apply(.deepLink(payment))
    state.apply(.back)
    #expect(state.modals.map(\.root) == ["checkout"] && state.modals[0].path.isEmpty)
    #expect(try Self.music.print(state) == "/checkout")
  }

  @Test func `the limit of routes includes those inside a modal`() throws {
    let links = try Links(
      validating: [LinkPattern("a", in: "home", as: .sheet, under: ["u"], to: "a").inModal { _ in ["r", "s"] }],
      limits: LinkLimits(routes: 3))
    #expect(throws: LinkError.self) { try links.parse("/a") }
  }

  @Test func `the choices of a feature's links stay when they are mounted`() throws {
    let app = DeepLinkTable<Int, [String]> {
      Self.music.mounted(
        at: "m", in: { ["home": 0, "library": 1, "shop": 2][$0] ?? 9 }, make: { [$0] }, match: { $0.first })
    }
    #expect(try app.parse("/m/song/7", selectedTab: 0) == DeepLink(tab: 0, path: [["7"]]))
    #expect(try app.parse("/m/lyrics") == DeepLink(tab: 1, path: [["lyrics"]], placement: .push))
    #expect(
      try app.parse("/m/checkout/payment")
        == DeepLink(tab: 2, path: [["cart"]], modals: [.init(["checkout"], style: .cover, path: [["payment"]])]))
  }

  @Test func `a screen can depend on the URL as it was opened`() throws {
    let links = Links(schemes: ["music"]) {
      LinkPattern("song/:id", .string, in: "home", make: \.self, match: { String($0.prefix { $0 != " " }) })
        .withURL { id, url in url.contains("?utm") ? "\(id) from \(url)" : id }
    }
    #expect(try links.parse("music://song/7?utm=mail").shown == "7 from music://song/7?utm=mail")
    #expect(try links.parse("music://song/7?x").shown == "7")
    #expect(try links.print("7") == "/song/7")
    #expect(throws: LinkPrintError.self) { try links.print("7 from mail") }
  }

  @Test func `a link to the root of a tab can have parameters`() throws {
    let links = Links {
      Self.text("search?q=:text", "find ").asRoot
      Self.text("find/:text", "find ")
      LinkPattern("search", in: "home")
    }
    let link = try links.parse("/search?q=tea")
    #expect(link == Link(tab: "home", path: ["find tea"], placement: .root))
    #expect(link.shown == "find tea" && link.screens == ["find tea"])
    #expect(try links.print(link) == "/search?q=tea")
    #expect(try links.print(Link(tab: "home", path: ["find tea"])) == "/find/tea")
    var state = NavigationState<String, String>(tabs: ["shop", "home"], paths: ["home": ["a", "b"]])
    state.present("sheet")
    #expect(state.apply(.deepLink(link)) == .changed)
    #expect(state.selectedTab == "home" && state.focusedPath.isEmpty && state.modals.isEmpty)
    #expect(state.apply(.deepLink(link)) == .unchanged(.sameAsBefore))
    #expect(link.description == "root: home /find tea")
  }

  // MARK: - Printing

  @Test func `an incomplete link is printed for screens with more values, after the complete ones`() throws {
    typealias Pages = DeepLinkTable<String, [String]>
    func page(_ text: String) -> LinkPattern<String, [String]> {
      LinkPattern(text, .string, in: "home", make: { [$0] }, match: \.first)
    }
    let route = ["a", "position 7"]
    #expect(throws: LinkPrintError.self) { try Pages(validating: [page("page/:name")]).print(route) }
    let links = try Pages(validating: [
      page("page/:name").incomplete,
      LinkPattern(
        "page/:name/:place", .string, .string, in: "home", make: { [$0, $1] },
        match: { $0.count == 2 && $0[0] == "b" ? ($0[0], $0[1]) : nil }),
    ])
    #expect(try links.print(route) == "/page/a")
    #expect(try links.print(["b", "c"]) == "/page/b/c")
  }

  // MARK: - Rules

  @Test func `a rule can use the original URL, also after a redirect`() async throws {
    let resolver = LinkResolver<String, String, Int>(
      Self.music,
      rules: [
        LinkRule("redirect") { link, _ in link.tab == "home" ? .redirect(DeepLink(tab: "shop")) : .open },
        LinkRule("campaign") { _, _, url in
          url?.contains("campaign") == true ? .redirect(DeepLink(tab: "library")) : .open
        },
      ])
    #expect(try await resolver.resolve("music://home?campaign=7", 0).link.tab == "library")
    #expect(try await resolver.resolve("music://home", 0).link.tab == "shop")
    #expect(try await resolver.resolve(Link(tab: "home"), 0).link.tab == "shop")
  }
}

extension [String] {
  fileprivate var path: String { joined(separator: "/") }
}

extension String {
  /// The paths of the parts of a screen, or `nil` if it has another number of them.
  fileprivate func parts(_ count: Int) -> [[String]]? {
    let parts = split(separator: "|").map { $0.split(separator: "/").map(String.init) }
    return parts.count == count ? parts : nil
  }
}
