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
    do throws(DeclarationError) {
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
      ], schemes: ["app"], options: LinkOptions(ignoresCase: true))
    #expect(try links.parse(url).shown == screen)
  }

  @Test func `a parameter that a URL refuses has its offset, also between two parts of any length`() throws {
    let links = try Links(
      validating: [
        LinkPattern(
          "blob/:first*/v:id/edit/:second*", .segments, .int, .repeated(.int), in: "home",
          make: { "\($0.path)|\($1)|\($2)" }, match: { _ in nil })
      ], schemes: ["app"], options: LinkOptions(ignoresCase: true))
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
    ("*#/:x", "* must be the last segment"), ("a/:x+#/:y+/b/:z+", "it has more than two parts of any length"),
  ])
  func `two parts of any length need a literal between them`(text: String, why: String) {
    #expect(Self.error(LinkPattern(text, in: "home")) == "The link pattern \"\(text)\" is not valid: \(why).")
  }

  @Test(arguments: [
    ("/1/edit/2/edit/3", "1|2/edit/3"), ("/1/2/edit/3", "1/2|3"), ("/1/edit/edit/3", "1|edit/3"), ("/a/edit/3", nil),
    ("/1/edit/2/3/edit/x", "1|2/3/edit/x"), ("/1/edit/2/edit/edit/3", "1|2/edit/edit/3"),
  ])
  func `two parts of any length are divided so that their conditions are met`(url: String, screen: String?) throws {
    let links = try Links(validating: [
      LinkPattern(
        ":a+/edit/:b+", .repeated(.int), .segments, in: "home",
        make: { "\($0.map { "\($0)" }.joined(separator: "/"))|\($1.path)" },
        match: { $0.parts(2).map { parts in (parts[0].compactMap { Int($0) }, parts[1]) } })
    ])
    #expect((try? links.parse(url).shown) == screen)
    if let screen { #expect(try links.print(screen) == url) }
  }

  @Test func `a part between two parts of any length is read where its condition is met`() throws {
    let links = try Links(validating: [
      LinkPattern(
        "a/:first*/v:id/at/:second*", .segments, .int, .segments, in: "home",
        make: { "\($0.path)|\($1)|\($2.path)" }, match: { _ in nil })
    ])
    #expect(try links.parse("/a/v1/at/vx/at").shown == "|1|vx/at")
    #expect(try links.parse("/a/v1/at/v2/at").shown == "v1/at|2|")
    #expect(#expect(throws: LinkError.self) { try links.parse("/a/vy/at/vx/at") }?.offset == 9)
  }

  @Test(arguments: [
    ("/t?n=1&n=x", "n", "x", 7), ("/t?n=y&n=x", "n", "y", 3), ("/t?z&n=1&z&n=2&n=", "n", "", 15),
    ("/p/1/x/2", "p", "x", 5), ("/m/1/end/2/y", "q", "y", 11), ("/t?n=9&n=8", "n", "9, 8", 3),
    ("/p/9/8", "p", "9/8", 3),
  ])
  func `the error of a repeated parameter names the value that is not accepted`(
    url: String, name: String, found: String, offset: Int
  ) throws {
    let rising = LinkParameter<[Int]>.repeated(.int).matching("rising numbers") { $0 == $0.sorted() }
    let links = try Links(validating: [
      LinkPattern("t?n=:n", rising, in: "home", make: { "\($0)" }, match: { _ in nil }),
      LinkPattern("p/:p+", rising, in: "home", make: { "\($0)" }, match: { _ in nil }),
      LinkPattern(
        "m/:p+/end/:q+", .repeated(.int), .repeated(.int), in: "home", make: { "\($0)\($1)" }, match: { _ in nil }),
    ])
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    guard case .parameter(name, _, found, _)? = error?.reason else {
      Issue.record("\(error.debugDescription)")
      return
    }
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    ":p+?", ":p*?", ":p?+", ":p?*", ":p?+/a", ":p?*/a", ":p++", ":p**", ":p+*", ":p*+", ":p+.html", ":p*.html", "a*:p",
    ":p-*x", "#/:p+?", "#/:p*+", ":p??",
  ])
  func `a parameter has at most one mark`(text: String) {
    for parameter in [LinkParameter<String>.string, .string.or("a")] {
      #expect(Self.error(Self.text(text, "", parameter)) != nil, "\(text)")
    }
    #expect(Self.error(Self.list(text)) != nil, "\(text)")
  }

  private static func list(_ text: String) -> Pattern {
    LinkPattern(text, .segments, in: "home", make: { $0.path }, match: { _ in nil })
  }

  @Test func `a mark with percent encoding is text`() throws {
    let links = Links {
      Self.text("a/:name%2B")
      Self.text("c++/:name%2A")
    }
    #expect(try links.parse("/a/x+").shown == "x")
    #expect(try links.parse("/c++/x*").shown == "x")
  }

  // MARK: - Paths in fragments

  private static let rooms = Links(schemes: ["chat"], hosts: ["chat.example"]) {
    LinkPattern("", in: "home")
    LinkPattern("#/", in: "home", to: "rooms")
    text("#/room/:id", "room ")
    text("#/room/@:name", "user ")
    LinkPattern(
      "app#/room/:id/:event?", .string, .optional(.int), in: "home", make: { "\($0) event \($1 ?? 0)" },
      match: { _ in nil })
    LinkPattern(
      "?via=:server#/join/:path+", .string, .segments, in: "home", make: { "\($1.path) via \($0)" },
      match: { $0.hasPrefix("a/b via ") ? (String($0.dropFirst(8)), ["a", "b"]) : nil })
    LinkPattern("#/admin/*", in: "home", to: "admin").onlyInternal
    LinkPattern(
      "//:host/#/:room", .string, .string, in: "home", make: { "\($1) at \($0)" },
      match: { $0 == "r at b.example" ? ("b.example", "r") : nil })
    text("help#:section", "help ")
  }

  @Test(arguments: [
    ("/#/room/7", "room 7"), ("https://chat.example/#/room/7", "room 7"), ("https://chat.example#/room/7/", "room 7"),
    ("chat:///#/room/7", "room 7"), ("chat://#/room/7", "room 7"), ("#/room/7", "room 7"),
    ("/#/room/a%2Fb%3Fc", "room a/b?c"), ("/#/room/!r:b.example", "room !r:b.example"), ("/#/room/@ann", "user ann"),
    ("/#/", "rooms"), ("/app#/room/x/5", "x event 5"), ("/app#/room/x", "x event 0"),
    ("/?via=b.example#/join/a/b", "a/b via b.example"), ("https://b.example/#/r", "r at b.example"),
    ("/help#top", "help top"), ("/help#/top", "help /top"),
    // A fragment that no pattern declares is skipped.
    ("/", nil), ("/#other", nil), ("/#/unknown/x", nil), ("/#50%", nil), ("/#/join/a", nil),
  ])
  func `a pattern can have a path in its fragment`(url: String, screen: String?) throws {
    let link = try Self.rooms.parse(url)
    #expect(link.shown == screen)
    if let screen, !screen.contains("event"), screen != "rooms" {
      #expect(try Self.rooms.parse(Self.rooms.print(screen)).shown == screen)
    }
  }

  @Test func `a path in a fragment is printed`() throws {
    for (screen, url) in [
      ("room 7", "/#/room/7"), ("room a/b?c#", "/#/room/a%2Fb%3Fc%23"), ("user ann", "/#/room/@ann"), ("rooms", "/#/"),
      ("a/b via b.example", "/?via=b.example#/join/a/b"), ("r at b.example", "https://b.example/#/r"),
    ] {
      #expect(try Self.rooms.print(screen) == url)
    }
    #expect(try Self.rooms.print("room 7", base: "chat://") == "chat://#/room/7")
    for screen in ["room ", "room ..", "room a\u{7}"] {
      #expect(throws: LinkPrintError.self, "\(screen)") { try Self.rooms.print(screen) }
    }
  }

  @Test(arguments: ["/#/room/%zz", "/#/room//x", "/#/../x", "/#/room/%0A", "/#/a\\b", "/#/admin/x"])
  func `a path in a fragment is refused like any other path`(url: String) {
    #expect(throws: LinkError.self) { try Self.rooms.parse(url) }
    #expect(throws: Never.self) { try Links(validating: [LinkPattern("", in: "home")]).parse(url) }
  }

  @Test func `a pattern with a path in its fragment is mounted, and has aliases`() throws {
    let app = DeepLinkTable<Int, String> {
      Self.rooms.mounted(at: "web", in: { _ in 0 }, make: \.self, match: \.self)
    }
    #expect(try app.parse("/web#/room/7").shown == "room 7")
    #expect(try app.print("room 7") == "/web#/room/7")
    let links = Links { Self.text("#/room/:id").aliases("#/r/:id", "r/:id") }
    for url in ["/#/room/7", "/#/r/7", "/r/7"] { #expect(try links.parse(url).shown == "7") }
  }

  // MARK: - Patterns that are built at run time

  @Test func `a pattern can have a list of parameters`() throws {
    let fields: [(name: String, parameter: LinkParameter<String>)] = [
      ("year", .string.matching("[0-9]{4}")), ("topic", .string), ("page", .string.or("1")),
    ]
    let links = try Links(validating: [
      LinkPattern(
        "archive/" + fields.map { ":" + $0.name }.joined(separator: "/") + "?", parameters: fields.map(\.parameter),
        in: "home", under: { ["below " + $0[0]] }, make: { $0.joined(separator: "|") },
        match: { screen in
          let values = screen.split(separator: "|").map(String.init)
          return values.count == 3 ? values : nil
        })
    ])
    #expect(try links.parse("/archive/1999/tea").path == ["below 1999", "1999|tea|1"])
    #expect(try links.print("1999|tea|1") == "/archive/1999/tea")
    #expect(try links.print("1999|tea|2") == "/archive/1999/tea/2")
    let error = #expect(throws: LinkError.self) { try links.parse("/archive/99/tea") }
    #expect(
      error?.description == #"The URL matches "archive/:year/:topic/:page?" except for year: "#
        + #"expected a string that matches [0-9]{4}, found "99" (at byte 9)."#)
    #expect(throws: LinkPrintError.self) { try links.print("99|tea|1") }
    #expect(throws: DeclarationError.self) {
      try Links(validating: [
        LinkPattern("a/:b", parameters: [LinkParameter<String>](), in: "home", make: { _ in "" }, match: { _ in nil })
      ])
    }
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

  @Test(arguments: [
    ("/open?id=7&a=1&a=2&debug&b=", ["a": ["1", "2"], "debug": [nil], "b": [""]], "/open?id=7&a=1&a=2&b=&debug"),
    ("/open?id=7&a&a=x%3Dy&a=", ["a": [nil, "x=y", ""]], "/open?id=7&a&a=x%3Dy&a="),
    ("/open?id=7&a=%3D%CC%81&=z", ["a": ["=\u{301}"]], "/open?id=7&a=%3D%CC%81"), ("/open?id=7", [:], "/open?id=7"),
    ("/open?id=7&a=%CC%81", ["a": ["\u{301}"]], "/open?id=7&a=%CC%81"),
  ])
  func `other keys can occur several times, with or without a value`(
    url: String, items: [String: [String?]], printed: String
  ) throws {
    let links = DeepLinkTable<String, [String: [String?]]> {
      LinkPattern("open?id=:id&*=:others", .int, .otherItems, in: "home", make: { $1 }, match: { (7, $0) })
    }
    #expect(try links.parse(url).shown == items)
    #expect(try links.print(items) == printed)
  }

  @Test(arguments: ["x=%zz", "%zz=x", "%zz", "%0A=1", "a%C2%85", "a=%0A", "a\\b=1", "a=%ff", "%ff=a"])
  func `a key and a value that cannot be decoded are refused alike where other keys are read`(item: String) throws {
    func pattern<Value>(_ text: String, _ parameter: LinkParameter<Value>) -> Pattern {
      LinkPattern(text, parameter, in: "home", make: { "\($0)" }, match: { _ in nil })
    }
    let links = try Links(validating: [
      pattern("one?*=:others", .otherKeys), pattern("many?*=:others", .otherItems),
      LinkPattern("none", in: "home", to: "none"), LinkPattern("*", in: "home", to: "missing"),
    ])
    for path in ["one", "many"] {
      let error = #expect(throws: LinkError.self, "\(path)") { try links.parse("/\(path)?\(item)&z=1") }
      if case .refused? = error?.reason { continue }
      Issue.record("\(error.debugDescription)")
    }
    #expect(try links.parse("/none?\(item)").shown == "none")
  }

  @Test func `other keys with an empty list of values have no URL`() throws {
    let links = DeepLinkTable<String, [String: [String?]]> {
      LinkPattern("open?*=:others", .otherItems, in: "home", make: { $0 }, match: { $0 })
    }
    #expect(throws: LinkPrintError.self) { try links.print(["a": []]) }
    #expect(throws: LinkPrintError.self) { try links.print(["a": ["b\u{7}"]]) }
    #expect(try links.print(["a": [nil]]) == "/open?a")
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
    let links = try Links(validating: patterns, options: LinkOptions(readsPlusAsSpace: true))
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
      ], options: LinkOptions(ignoresCase: true))
    #expect(try links.parse("/iTEMS/new").shown == "new")
    #expect(try links.parse("/ITEM/id-Ann").shown == "item Ann")
    #expect(try links.parse("/FILES/A/b/EDIT").shown == "A/b")
    #expect(try links.print("new") == "/Items/New")
    #expect(throws: DeclarationError.self) {
      try Links(
        validating: [LinkPattern("a", in: "home", to: "a"), LinkPattern("A", in: "home", to: "b")],
        options: LinkOptions(ignoresCase: true))
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
    #expect(throws: DeclarationError.self) {
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
      options: LinkOptions(maxRoutes: 3))
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
