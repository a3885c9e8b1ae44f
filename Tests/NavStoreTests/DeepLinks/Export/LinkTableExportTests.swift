import Foundation
import NavStore
import Testing

/// The files for other systems.
@Suite struct LinkTableExportTests {
  private typealias Links = DeepLinkTable<String, String>
  private typealias Pattern = LinkPattern<String, String>

  private static func pattern(_ text: String, _ parameter: LinkParameter<String> = .string) -> Pattern {
    LinkPattern(text, parameter, in: "home", make: \.self, match: \.self)
  }

  private static func list(_ text: String) -> Pattern {
    LinkPattern(text, .segments, in: "home", make: { $0.first ?? "" }, match: { [$0] })
  }

  private static let links = Links(
    schemes: ["shop", "exp://127.0.0.1:8081/--"], hosts: ["shop.example", "*.shop.example", "localhost:8080"]
  ) {
    LinkPattern("", in: "home")
    LinkPattern("items", in: "home", to: "items").aliases("products")
    pattern("item/:id")
    pattern("u/@:name?", .string.or("me"))
    list("files/:path*/edit")
    pattern("search?q=:text&kind=new")
    pattern("find?q=:text", .string.or(""))
    pattern("admin/:id").onlyInternal
    LinkPattern("secret?debug", in: "home", to: "secret").onlyInternal
    pattern("read/:id#notes")
    LinkPattern("a%2Ab$/c d.e", in: "home", to: "special")
    pattern("//help.example/:topic")
    pattern("//:user.blogs.example/feed")
  }

  /// The components of a file, one line for each.
  private static func components(_ links: Links, host: String) throws -> [String] {
    let file = try LinkTableExport(links).appleAppSiteAssociation(appIDs: ["A.b"], host: host)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: [String: [[String: Any]]]])
    let details = try #require(json["applinks"]?["details"]?.first)
    #expect(details["appIDs"] as? [String] == ["A.b"])
    return try #require(details["components"] as? [[String: Any]]).map { component in
      let query = (component["?"] as? [String: String])?.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      return [
        component["exclude"] as? Bool == true ? "not" : nil,
        component["percentEncoded"] as? Bool == true ? "encoded" : nil, component["/"] as? String,
        query.map { "?" + $0.joined(separator: "&") }, (component["#"] as? String).map { "#" + $0 },
      ].compactMap(\.self).joined(separator: " ")
    }
  }

  @Test func `the file for a host contains its paths, the longest ones first`() throws {
    let components = try Self.components(Self.links, host: "shop.example")
    #expect(
      components == [
        "/files/?*/edit", "/files/?*/edit/", "/a?b?/c?d.e", "/a?b?/c?d.e/", "not encoded /u/@?*/?*",
        "not encoded /u/@/?*", "not encoded /u/@/", "/u/@?*", "not encoded /read/?*/?*", "/read/?* #notes",
        "not encoded /admin/?*", "not encoded /item/?*/?*", "/item/?*",
        "/files/edit", "/files/edit/", "/search ?kind=new", "/search/ ?kind=new", "/find", "/find/", "/items",
        "/items/",
        "/products", "/products/", "/u", "/u/", "/",
      ])
    #expect(try Self.components(Self.links, host: "www.SHOP.example").contains("/items"))
    #expect(try Self.components(Self.links, host: "help.example") == ["not encoded /?*/?*", "/?*"])
    #expect(try Self.components(Self.links, host: "ann.blogs.example") == ["/feed", "/feed/"])
  }

  @Test func `an alias has the keys and the fragment that it shares with its pattern`() throws {
    let links = Links(hosts: ["a.example"]) {
      LinkPattern(
        "song/:id?token=:token&%3Aodd=:odd#:verse", .string, .string, .string.or(""), .string, in: "home",
        make: { "\($0)\($1)\($2)\($3)" }, match: { _ in nil }
      ).onlyInternal.aliases("s/:id", "t/:id/:odd?#:verse", "u/:id?x&verse=:verse", "v/:id/")
      Self.pattern("s/:id")
      LinkPattern(
        "all/:id?from=:source&*=:rest", .string, .string, .otherKeys, in: "home", make: { id, _, _ in id },
        match: { _ in nil }
      ).aliases("a/:id?*=:rest", "b/:id")
    }
    let patterns = LinkTableExport(links).links.map(\.pattern)
    for text in [
      "s/:id?token=:token&%3Aodd=:odd#:verse", "t/:id/:odd??token=:token#:verse",
      "u/:id?x&verse=:verse&token=:token&%3Aodd=:odd", "v/:id/?token=:token&%3Aodd=:odd#:verse",
      "a/:id?from=:source&*=:rest", "b/:id?from=:source&*=:rest",
    ] {
      #expect(patterns.contains(text), "\(text)")
    }
    let components = try Self.components(links, host: "a.example")
    #expect(
      components.filter { $0.contains("/s/") } == ["not encoded /s/?* ?token=?* #?*", "not encoded /s/?*/?*", "/s/?*"])
  }

  @Test func `an alias precedes and follows other patterns like a pattern with its spelling`() throws {
    let links = Links(hosts: ["a.example"]) {
      Self.pattern("aa/:id").onlyInternal.aliases(":id/y")
      Self.pattern("b/:name")
    }
    #expect(try links.parse("/b/y").shown == "y")
    #expect(
      try Self.components(links, host: "a.example").filter { $0.contains("y") || $0.contains("b") }
        == ["not encoded /b/?*/?*", "/b/?*", "not encoded /?*/y", "not encoded /?*/y/"])
  }

  @Test func `a longer path precedes a wildcard that matches it, too`() throws {
    let paths = try Self.components(Self.links, host: "shop.example")
    let counts = paths.filter { !$0.contains("encoded") }.map { path in
      path.split(separator: " ").first { $0.hasPrefix("/") }?.split(separator: "/").count ?? 0
    }
    #expect(counts == counts.sorted(by: >))
  }

  @Test func `a host without links is an error`() {
    #expect(throws: DeclarationError.self) {
      try LinkTableExport(Self.links).appleAppSiteAssociation(appIDs: ["A.b"], host: "other.example")
    }
  }

  @Test func `a table whose paths match in any case says so`() throws {
    let links = try Links(
      validating: [Self.pattern("a/:b")], hosts: ["a.example"], options: LinkOptions(ignoresCase: true))
    let file = try LinkTableExport(links).appleAppSiteAssociation(appIDs: ["A.b"], host: "a.example")
    #expect(file.contains(#""caseSensitive" : false"#))
    #expect(
      !(try LinkTableExport(Self.links).appleAppSiteAssociation(appIDs: ["A.b"], host: "help.example")).contains(
        "caseS"))
    #expect(try LinkTableExport(links).androidIntentFilters().contains(#"pathAdvancedPattern="/[aA]/[^/]+""#))
  }

  @Test func `the intent filters combine hosts and paths`() throws {
    let filters = try LinkTableExport(Self.links).androidIntentFilters()
    #expect(filters.components(separatedBy: "<intent-filter").count == 5)
    let lines = filters.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in [
      #"<data android:host="*.shop.example" />"#, #"<data android:host="localhost" android:port="8080" />"#,
      #"<data android:path="/products" />"#, #"<data android:path="/" />"#, #"<data android:path="/a*b$/c d.e" />"#,
      #"<data android:pathAdvancedPattern="/u/@[^/]+" />"#, #"<data android:pathAdvancedPattern="/u/@[^/]+/" />"#,
      #"<data android:path="/products/" />"#, #"<data android:pathAdvancedPattern="/files/.+" />"#,
      #"<data android:path="/files/edit" />"#, #"<data android:host="*.blogs.example" />"#,
      #"<data android:scheme="shop" />"#, #"<data android:scheme="exp" />"#,
    ] {
      #expect(lines.contains(line[...]), "\(line)")
    }
    #expect(!filters.contains("admin") && !filters.contains("secret"))
  }

  @Test func `only filters with concrete hosts are verified`() throws {
    func filter(_ text: String) throws -> String {
      try LinkTableExport(Links(validating: [Self.pattern(text)])).androidIntentFilters()
    }
    for text in ["//:host/a", "//:host%2Dblogs.example/a", "//m-:host/a"] {
      let anyHost = try filter(text)
      #expect(anyHost.hasPrefix("<intent-filter>\n"), "\(text)")
      #expect(anyHost.contains("<data android:host=\"*"), "\(text)")
    }
    for text in ["//help.example/:topic", "//:user.blogs.example/feed"] {
      #expect(try filter(text).hasPrefix(#"<intent-filter android:autoVerify="true">"#), "\(text)")
    }
  }

  @Test func `special characters of a pattern are escaped`() throws {
    let links = try Links(validating: [Self.pattern("a.b+%22&/:c")], hosts: ["a.example"])
    let filters = try LinkTableExport(links).androidIntentFilters()
    #expect(filters.contains(#"pathAdvancedPattern="/a\\.b\\+&quot;&amp;/[^/]+""#))
    let fixed = try Links(validating: [LinkPattern("a%5C&%22", in: "home")], hosts: ["a.example"])
    #expect(try LinkTableExport(fixed).androidIntentFilters().contains(##"path="/a\\&amp;&quot;""##))
  }

  @Test func `a required value that may be empty is not required in the file, because the file cannot say so`() throws {
    func components(_ pattern: Pattern, isInternal: Bool = false) throws -> [String] {
      let other = Self.pattern("other/:id")
      return try Self.components(
        Links(validating: [isInternal ? pattern.onlyInternal : pattern, other], hosts: ["a.example"]), host: "a.example"
      ).filter { !$0.contains("other") && !$0.hasSuffix("/") }
    }
    let number = LinkPattern<String, String>("t?n=:n", .int, in: "home", make: { "\($0)" }, match: { _ in nil })
    #expect(try components(number) == ["/t ?n=?*", "/t/ ?n=?*"])
    #expect(try components(Self.pattern("t?n=:n")) == ["/t"])
    #expect(
      try components(Self.pattern("t?n=:n"), isInternal: true) == ["not encoded /t ?n=?*", "not encoded /t/ ?n=?*"])
    #expect(try components(LinkPattern("t?n=a%20b*", in: "home")) == ["/t ?n=a?b?", "/t/ ?n=a?b?"])
  }

  @Test func `an internal link is excluded only if no public link of its URLs is excluded with it`() throws {
    let number = LinkPattern<String, String>("a/:id", .int, in: "home", make: { "\($0)" }, match: { _ in nil })
    let rest = LinkPattern<String, String>("*", in: "home", to: "missing")
    func components(_ patterns: [Pattern]) throws -> [String] {
      try Self.components(Links(validating: patterns, hosts: ["a.example"]), host: "a.example")
    }
    // `/a/x` opens the public link.
    #expect(try components([number.onlyInternal, Self.pattern("a/:name")]) == ["not encoded /a/?*/?*", "/a/?*"])
    #expect(
      try components([number.onlyInternal, Self.pattern("b/:name")])
        == ["not encoded /a/?*", "not encoded /b/?*/?*", "/b/?*"])
    // `/a/x/y` opens the wildcard.
    #expect(
      try components([Self.pattern("a/:id").onlyInternal, rest]) == ["/a/?*/?*", "not encoded /a/?*", "/?*", "/"])
    #expect(try components([Self.pattern("a/:id"), rest]) == ["/a/?*", "/?*", "/"])
  }

  @Test func `a fragment can be excluded, and a path in a fragment is exported`() throws {
    let links = try Links(
      validating: [Self.pattern("#/room/:id"), LinkPattern("#/rooms", in: "home", to: "rooms"), Self.pattern("a/:b")],
      hosts: ["a.example"])
    var export = LinkTableExport(links)
    export.excludedFragments = ["no_universal_links", "web*"]
    let file = try export.appleAppSiteAssociation(appIDs: ["A.b"], host: "a.example")
    #expect(try export == JSONDecoder().decode(LinkTableExport.self, from: JSONEncoder().encode(export)))
    for fragment in ["no_universal_links", "web?", "/room/?*", "/rooms", "/rooms/"] {
      #expect(file.contains(##""#" : "\##(fragment)""##), "\(fragment)")
    }
    #expect(file.firstRange(of: "no_universal")!.lowerBound < file.firstRange(of: "/a/")!.lowerBound)
  }

  @Test func `a path in a fragment precedes an internal link with the same path`() throws {
    let links = try Links(
      validating: [LinkPattern("a", in: "home", to: "a").onlyInternal, Self.pattern("a#/room/:id")],
      hosts: ["a.example"])
    #expect(try links.parse("https://a.example/a#/room/7").shown == "7")
    #expect(
      try Self.components(links, host: "a.example")
        == ["/a #/room/?*", "/a/ #/room/?*", "not encoded /a", "not encoded /a/"])
  }

  @Test func `the file of a host names the paths of other apps`() throws {
    let other = LinkTableExport(hosts: ["Shop.example"], links: [.init("help/:page"), .init("x", isInternal: true)])
    let file = try LinkTableExport(Self.links).appleAppSiteAssociation(
      appIDs: ["A.b", "A.c"], host: "shop.example", otherApps: [(appIDs: ["A.help"], links: other)])
    for url in ["https://shop.example/help/start", "https://shop.example/help/start/"] {
      #expect(try AssociationFile(file).apps(for: url) == ["A.help"])
    }
    #expect(try AssociationFile(file).apps(for: "https://shop.example/items") == ["A.b", "A.c"])
    #expect(try AssociationFile(file).apps(for: "https://shop.example/x") == [])
    #expect(throws: DeclarationError.self) {
      try LinkTableExport(Self.links).appleAppSiteAssociation(
        appIDs: ["A.b"], host: "help.example", otherApps: [(appIDs: ["A.help"], links: other)])
    }
  }

  @Test func `an export is the same after it is decoded`() throws {
    let export = LinkTableExport(Self.links)
    #expect(export.schemes == ["shop", "exp://127.0.0.1:8081/--"])
    #expect(try JSONDecoder().decode(LinkTableExport.self, from: JSONEncoder().encode(export)) == export)
    var damaged = export
    damaged.links = [.init("a//b")]
    #expect(throws: DeclarationError.self) { try damaged.androidIntentFilters() }
  }
}
