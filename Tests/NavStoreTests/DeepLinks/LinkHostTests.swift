import NavStore
import Testing

/// Patterns that begin with a host, and schemes with a fixed part.
@Suite struct LinkHostTests {
  struct Account: Hashable {
    var server: String
    var name: String
  }

  private typealias Links = DeepLinkTable<String, Account>
  private typealias Pattern = LinkPattern<String, Account>

  private static func fixed(_ text: String, _ name: String) -> Pattern {
    LinkPattern(text, in: "home", to: Account(server: "", name: name))
  }

  private static let account = LinkPattern<String, Account>(
    "//:server/@:name", .string, .string, in: "home", make: Account.init,
    match: { $0.server.isEmpty ? nil : ($0.server, $0.name) })

  private static func help(_ text: String) -> Pattern {
    LinkPattern(
      text, .string.or("start"), in: "home", make: { Account(server: "help", name: $0) },
      match: { $0.server == "help" ? $0.name : nil })
  }

  private static let social = Links(schemes: ["social"], hosts: ["social.example", "*.social.example"]) {
    account
    help("//help.example/:topic?")
    fixed("about", "about")
    fixed("//social.example/about", "about the first server")
    LinkPattern(
      "//:user.blogs.example/feed", .string, in: "home", make: { Account(server: "blogs", name: $0) },
      match: { $0.server == "blogs" ? $0.name : nil })
  }

  // MARK: - Patterns with a host

  @Test(arguments: [
    ("https://mastodon.example/@ann", Account(server: "mastodon.example", name: "ann")),
    ("https://Mastodon.Example:443/@ann", Account(server: "mastodon.example", name: "ann")),
    ("https://mastodon.example:8443/@ann", Account(server: "mastodon.example:8443", name: "ann")),
    ("social://mastodon.example/@ann", Account(server: "mastodon.example", name: "ann")),
    ("https://social.example/@ann", Account(server: "social.example", name: "ann")),
    ("https://social.example/about", Account(server: "", name: "about the first server")),
    ("https://www.social.example/about", Account(server: "", name: "about")),
    ("social://about", Account(server: "", name: "about")), ("/about", Account(server: "", name: "about")),
    ("https://ANN.blogs.example/feed", Account(server: "blogs", name: "ann")),
    ("http://help.example/topics", Account(server: "help", name: "topics")),
    ("http://help.example", Account(server: "help", name: "start")),
    ("social://mastodon.example:8080/@ann", Account(server: "mastodon.example:8080", name: "ann")),
    ("social://Mastodon.example:443/@ann", Account(server: "mastodon.example:443", name: "ann")),
  ])
  func `a URL opens the pattern with the most specific host`(url: String, account: Account) throws {
    #expect(try Self.social.parse(url).shown == account)
  }

  @Test(arguments: [
    "https://other.example/about", "https://blogs.example/feed", "https://x.help.example/a", "/@ann",
    "social://a%2Fb/@ann", "social://a%20b/@ann", "https://a_b..example/@ann", "https://user@mastodon.example/@ann",
    "https:///@ann", "social:///@ann", "https://bücher.example/@ann", "ftp://mastodon.example/@ann",
    "social://mastodon.example:/@ann", "social://about:80", "https://mastodon.example:0x1/@ann",
    "https://*.example/@ann",
  ])
  func `no pattern opens for another host, or for one that is not valid`(url: String) {
    #expect(throws: LinkError.self) { try Self.social.parse(url) }
  }

  private static let known = Links(schemes: ["social"], hosts: ["social.example", "*.social.example"]) {
    fixed("about", "about")
    fixed("//help.example/m/list", "list")
    LinkPattern(
      "//:user.blogs.example/@:name", .string, .string, in: "home", make: Account.init, match: { _ in nil })
    fixed("//a.example:8080/feed", "feed").onlyInternal
  }

  @Test func `the error of an unknown host names the hosts of the patterns`() {
    for url in ["https://other.example/about", "https://other.example/m/list", "https://a.example/feed"] {
      let error = #expect(throws: LinkError.self) { try Self.known.parse(url) }
      #expect(
        error?.reason
          == .host(
            String(url.dropFirst(8).prefix { $0 != "/" }),
            known: ["social.example", "*.social.example", "a.example:8080", "help.example"]))
    }
  }

  @Test(arguments: [
    "https://help.example/x", "http://HELP.example/", "social://help.example/x", "https://help.example/about",
    "https://ann.blogs.example/x", "social://ann.blogs.example/x", "https://a.example:8080/x",
    "social://a.example:8080/x", "https://ann.blogs.example/about", "https://www.social.example/x",
  ])
  func `a host that the table or a pattern declares is not reported as unknown`(url: String) {
    let error = #expect(throws: LinkError.self) { try Self.known.parse(url) }
    if case .notFound? = error?.reason { return }
    Issue.record("\(error.debugDescription)")
  }

  @Test(arguments: ["/x", "/m", "/m/a/b", "/about", "", "/@ann", "/m?q#f"])
  func `a URL of a website and of the app with the same host and path have the same error`(path: String) {
    let links = Links(schemes: ["app"]) {
      LinkPattern(
        "//:host/m/:name", .string, .string, in: "home", make: Account.init, match: { ($0.server, $0.name) })
    }
    for host in ["b.example", "b.example:8080"] {
      let errors = ["https", "http", "app"].map { scheme in
        #expect(throws: LinkError.self) { try links.parse("\(scheme)://\(host)\(path)") }?.reason
      }
      #expect(Set(errors).count == 1, "\(errors)")
    }
  }

  @Test func `a pattern with a host is printed with it`() throws {
    let ann = Account(server: "mastodon.example", name: "ann")
    #expect(try Self.social.print(ann) == "https://mastodon.example/@ann")
    #expect(try Self.social.print(ann, base: "social://") == "social://mastodon.example/@ann")
    #expect(try Self.social.print(ann, base: "https://social.example") == "https://mastodon.example/@ann")
    #expect(try Self.social.print(Account(server: "blogs", name: "ann")) == "https://ann.blogs.example/feed")
    #expect(
      try Self.social.print(Account(server: "", name: "about the first server")) == "https://social.example/about")
    for server in ["mastodon.example:8080", "127.0.0.1", "xn--bcher-kva.example", "a-b.c_d", "localhost"] {
      for base in ["", "social://"] {
        let route = Account(server: server, name: "ann")
        #expect(try Self.social.parse(Self.social.print(route, base: base)).shown == route)
      }
    }
    // Other readers change these hosts.
    for server in ["127.1", "0x7f.1", "1", "127.0.0.01", "256.0.0.1", "a.example:080", "[::1]", "[0:0::1]:80"] {
      let error = #expect(throws: LinkPrintError.self) { try Self.social.print(Account(server: server, name: "ann")) }
      #expect(error?.description.hasSuffix("a host that other readers of URLs write differently.") == true, "\(server)")
    }
    for server in ["a/b", "*.example", "a b", "x?y"] {
      #expect(throws: LinkPrintError.self, "\(server)") { try Self.social.print(Account(server: server, name: "ann")) }
    }
    #expect(
      throws: LinkPrintError.self, "a host in uppercase does not lead back",
      performing: { try Self.social.print(Account(server: "Mastodon.example", name: "ann")) })
  }

  @Test func `without a pattern with a host, other hosts are refused before any pattern is tried`() throws {
    let links = Links(hosts: ["social.example"]) { Self.fixed("about", "about") }
    #expect(throws: LinkError.self) { try links.parse("https://other.example/about") }
    // Without declared hosts, only patterns with a host open web URLs.
    let hosted = Links { Self.account }
    #expect(try hosted.parse("https://a.example/@ann").shown == Account(server: "a.example", name: "ann"))
  }

  @Test func `an internal pattern with a host does not open from outside`() throws {
    let links = Links(schemes: ["social"]) {
      Self.help("//admin.example/@:topic?").onlyInternal
      Self.account
    }
    #expect(throws: LinkError.self) { try links.parse("https://admin.example/@ann") }
    #expect(try links.parse("https://admin.example/@ann", isFromApp: true).shown?.server == "help")
  }

  @Test func `an internal pattern with a host is printed with a scheme of the app, and never as the URL of a website`()
    throws
  {
    func links(_ schemes: [String]) throws -> Links {
      try Links(
        validating: [Self.help("//admin.example/:topic?").onlyInternal], schemes: schemes, hosts: ["social.example"])
    }
    let table = try links(["social://open", "own", "social"])
    let tabs = Account(server: "help", name: "tabs")
    for (base, url) in [
      ("", "own://admin.example/tabs"), ("social://open/", "own://admin.example/tabs"),
      ("social://", "social://admin.example/tabs"),
    ] {
      #expect(try table.print(tabs, base: base) == url)
    }
    #expect(table.check([tabs]).isEmpty)
    for (schemes, base) in [
      (["own"], "https://social.example"), (["own"], "http://social.example/"), ([], ""), (["social://open"], ""),
    ] {
      let error = #expect(throws: LinkPrintError.self) { try links(schemes).print(tabs, base: base) }
      #expect(error?.reason == .isInternal(pattern: "//admin.example/:topic?"))
    }
  }

  @Test func `an alias may have another host than its pattern`() throws {
    let links = Links(hosts: ["a.example"]) { Self.fixed("about", "about").aliases("//b.example/info") }
    #expect(try links.parse("https://a.example/about") == links.parse("https://b.example/info"))
    #expect(throws: LinkError.self) { try links.parse("https://b.example/about") }
    #expect(throws: LinkError.self) { try links.parse("https://a.example/info") }
  }

  @Test func `a mounted pattern keeps its host before the prefix`() throws {
    let app = DeepLinkTable<Int, Account> {
      Self.social.mounted(at: "/app/", in: { _ in 0 }, make: \.self, match: \.self)
    }
    #expect(try app.parse("https://mastodon.example/app/@ann").shown?.name == "ann")
    #expect(try app.parse("https://help.example/app").shown?.name == "start")
    #expect(app.listing.contains("//:server/app/@:name"))
  }

  @Test(arguments: ["//", "///a", "//*/a", "//*.example/a", "//a b/c", "//:host?/a", "//:hosts+/a", "//a_/:/b"])
  func `a host that is not valid is a mistake of the pattern`(text: String) {
    #expect(throws: DeclarationError.self) { try Links(validating: [Self.fixed(text, "a")]) }
  }

  @Test func `two patterns with the same host and path are ambiguous, and a path is not a host`() throws {
    #expect(throws: DeclarationError.self) {
      try Links(validating: [Self.fixed("//A.example/b", "1"), Self.fixed("//a.example/b", "2")])
    }
    let links = try Links(
      validating: [Self.fixed("//a.example/b", "1"), Self.fixed("a.example/b", "2")], schemes: ["social"])
    #expect(try links.parse("/a.example/b").shown?.name == "2")
    // The pattern that names the host is more specific.
    #expect(try links.parse("social://a.example/b").shown?.name == "1")
  }

  @Test func `a URL with a port opens a pattern with that port`() throws {
    let links = Links { Self.fixed("//localhost:8080/a", "local") }
    #expect(try links.parse("http://localhost:8080/a").shown?.name == "local")
    #expect(throws: LinkError.self) { try links.parse("http://localhost/a") }
    #expect(try links.print(Account(server: "", name: "local")) == "https://localhost:8080/a")
  }

  // MARK: - Schemes with a fixed part

  private static let expo = Links(schemes: ["social", "exp://127.0.0.1:19000/--", "exp://*/-", "social://open"]) {
    fixed("about", "about")
    fixed("", "start")
  }

  @Test(arguments: [
    "exp://127.0.0.1:19000/--/about", "EXP://127.0.0.1:19000/--/about?x=1", "exp://192.168.1.4:8081/-/about",
    "social://about", "social:///about", "social:about", "social://open/about", "social://OPEN/about",
  ])
  func `a fixed part of a scheme precedes the path`(url: String) throws {
    #expect(try Self.expo.parse(url).shown?.name == "about")
  }

  @Test func `a fixed part without a path is the empty path`() throws {
    for url in ["exp://127.0.0.1:19000/--", "exp://127.0.0.1:19000/--/", "social://open", "social://"] {
      #expect(try Self.expo.parse(url).shown?.name == "start", "\(url)")
    }
  }

  @Test(arguments: [
    "exp://127.0.0.1:19000/about", "exp://127.0.0.1:19000/--about", "exp:///-/about", "exp:about",
    "exp://user@host/-/about", "social://opened/about", "social://x/about", "exp://a/--/about",
    "exp://127.0.0.1/--/about",
  ])
  func `a URL with another part than the fixed one does not open`(url: String) {
    #expect(throws: LinkError.self) { try Self.expo.parse(url) }
  }

  @Test func `the error of another fixed part names the declared ones`() {
    let error = #expect(throws: LinkError.self) { try Self.expo.parse("exp://127.0.0.1:19000/about") }
    #expect(error?.reason == .host("127.0.0.1:19000", known: ["127.0.0.1:19000/--", "*/-"]))
    #expect(
      error?.description
        == "The URL does not begin with a fixed part of its scheme. The app's fixed parts: 127.0.0.1:19000/--, */-.")
    let other = #expect(throws: LinkError.self) { try Links(validating: [], schemes: ["a://b"]).parse("a://h:80/list") }
    #expect(other?.reason == .host("h:80", known: ["b"]))
    let none = #expect(throws: LinkError.self) { try Self.expo.parse("exp:about") }
    #expect(none?.reason == .host("", known: ["127.0.0.1:19000/--", "*/-"]))
  }

  /// URLs, and the messages that they cause with the table `errors`.
  private static let messages: [(urls: [String], message: String)] = [
    (
      ["exp:///a", "exp:/a", "exp:a", "exp:", "exp://", "exp://h/a", "exp://h:1/a", "EXP:///a", "exp:////-/a"],
      "The URL does not begin with a fixed part of its scheme. The app's fixed parts: 127.0.0.1:19000/--, */-."
    ),
    (["open:///a", "open:/a", "open:a", "open:", "https:/a", "https:a", "HTTPS:"], "The URL has no host."),
    (["open://h/a"], #"The host "h" is unknown. The app's hosts: x."#),
    (["https://h/a"], #"The host "h" is unknown. The app's hosts: a.example."#),
    (["https:///a", "https://"], "The URL has no host."),
    (
      ["b:///a", "b://h/a", "b:a", "expo:///a"],
      "The scheme \"SCHEME\" is unknown. The app's schemes: exp://127.0.0.1:19000/--, exp://*/-, open://x, own, https "
        + "and 1 other."
    ),
  ]

  @Test(arguments: messages.indices)
  func `the message of a missing or unknown host, fixed part or scheme names what is declared`(index: Int) throws {
    let schemes = ["exp://127.0.0.1:19000/--", "exp://*/-", "open://x", "own"]
    let links = try Links(validating: [Self.fixed("a", "a")], schemes: schemes, hosts: ["a.example"])
    for url in ["exp://127.0.0.1:19000/--/a", "exp://h/-/a", "open://x/a", "own:a", "own:///a", "https://a.example/a"] {
      #expect(throws: Never.self) { try links.parse(url) }
    }
    let (urls, message) = Self.messages[index]
    for url in urls {
      let error = #expect(throws: LinkError.self) { try links.parse(url) }
      let scheme = url.prefix { $0 != ":" }.lowercased()
      #expect(error?.description == message.replacing("SCHEME", with: scheme), "\(url)")
    }
  }

  @Test func `a scheme with its fixed part can be the base of a printed URL`() throws {
    let about = Account(server: "", name: "about")
    #expect(try Self.expo.print(about, base: "exp://127.0.0.1:19000/--") == "exp://127.0.0.1:19000/--/about")
    #expect(try Self.expo.print(about, base: "social://open/") == "social://open/about")
    #expect(throws: LinkPrintError.self) { try Self.expo.print(about, base: "exp://127.0.0.1:19000") }
  }

  @Test(arguments: [
    "exp:", "exp://", "exp:/a", "exp:///a", "exp://a/", "exp://a/../b", "exp://a/b?c", "https://a.example", "1x://a",
    "exp://*.a/b", "exp://a b",
  ])
  func `a fixed part that is not valid is a mistake of the table`(scheme: String) {
    #expect(throws: DeclarationError.self) { try Links(validating: [], schemes: [scheme]) }
  }
}
