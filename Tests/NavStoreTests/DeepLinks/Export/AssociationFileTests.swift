import Foundation
import NavStore
import NavStoreInspection
import Testing

/// Tests that the files for other systems contain what the table opens. They are read by a second implementation of the
/// formats.
@Suite struct AssociationFileTests {
  typealias Links = DeepLinkTable<String, String>
  typealias Pattern = LinkPattern<String, String>

  /// A file as websites have it, the table of the app with the same links, and URLs.
  struct Website: CustomTestStringConvertible {
    let name: String
    let file: String
    let links: Links
    var excludedFragments: [String] = []
    let opened: [String]
    let closed: [String]
    var testDescription: String { name }
  }

  private static func text(_ spelling: String) -> Pattern {
    LinkPattern(spelling, .string, in: "home", make: { $0 }, match: { $0 })
  }

  private static func number(_ spelling: String) -> Pattern {
    LinkPattern(spelling, .int, in: "home", make: { "\($0)" }, match: { Int($0) })
  }

  private static func fixed(_ spelling: String) -> Pattern { LinkPattern(spelling, in: "home", to: spelling) }

  // Each file uses the forms of the files in Apple's documentation "Supporting associated domains" and those of public
  // websites. Names and paths are invented.
  static let websites = [
    Website(
      name: "a shop that keeps some URLs in the browser",
      file: """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.example.shop"], "components": [
          {"#": "no_universal_links", "exclude": true, "comment": "for links to the website itself"},
          {"/": "/products/print/*", "exclude": true},
          {"/": "/products/*"}, {"/": "/"}, {"/": "/list", "?": {"page": "?*"}}
        ]}]}}
        """,
      links: Links(hosts: ["a.example"]) {
        LinkPattern("", in: "home")
        fixed("products/print/*").onlyInternal
        fixed("products/*")
        number("list?page=:page")
      },
      excludedFragments: ["no_universal_links"],
      opened: ["/", "", "/products", "/products/tea", "/products/tea/green/", "/products/x?y=1#z", "/list?a=b&page=2"],
      closed: [
        "/#no_universal_links", "/products/tea#no_universal_links", "/list?page=1#no_universal_links", "/list",
        "/products/print/7", "/list?page=", "/other", "/api/products",
      ]),
    Website(
      name: "a newspaper whose paths have any case and any encoding",
      file: """
        {"applinks": {"defaults": {"caseSensitive": false}, "details": [{
          "appIDs": ["ABCDE12345.example.news", "ABCDE12345.example.news.beta"],
          "defaults": {"percentEncoded": false},
          "components": [{"/": "/c++"}, {"/": "/@?*/?*", "exclude": true}, {"/": "/@?*"}, {"/": "/über uns"}]
        }]}}
        """,
      links: Links(hosts: ["a.example"], options: LinkOptions(ignoresCase: true)) {
        fixed("c++")
        text("@:name")
        fixed("%C3%BCber%20uns")
      },
      opened: [
        "/c++", "/C++", "/c%2B%2B", "/c%2b+", "/%63++", "/@ann", "/%40ann", "/%40Ann", "/%C3%BCber%20uns",
        "/%C3%BCBER%20Uns",
      ],
      closed: ["/c", "/c+", "/@", "/@ann/posts", "/ann", "/%C3%BCber"]),
    Website(
      name: "a chat with a second app for calls",
      file: """
        {"applinks": {"details": [
          {"appIDs": ["ABCDE12345.example.chat"], "components": [
            {"/": "/room/?*/settings", "exclude": true}, {"/": "/room/?*/?*", "exclude": true},
            {"/": "/room/?*"}, {"/": "/invite", "#": "?*"}]},
          {"appID": "ABCDE12345.example.calls", "components": [{"/": "/call/?*"}]}
        ]}}
        """,
      links: Links(hosts: ["a.example"]) {
        text("room/:id/settings").onlyInternal
        text("room/:id")
        number("invite#:code")
      },
      opened: ["/room/7", "/room/a%20b", "/room/7?x=%20", "/room/a%2Fb", "/invite#7"],
      closed: ["/room", "/room/7/settings", "/room/7/8", "/invite", "/call/7", "/rooms/7"]),
    Website(
      name: "a site for videos whose identifiers are in the query",
      file: """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.example.video"], "components": [
          {"/": "/watch", "?": {"list": "?*"}, "exclude": true},
          {"/": "/watch", "?": {"v": "?*", "kind": "short"}},
          {"/": "/live", "#": "chat"}, {"/": "/live/?*.html"}
        ]}]}}
        """,
      links: Links(hosts: ["a.example"]) {
        LinkPattern(
          "watch?list=:list&v=:v&kind=short", .string, .int, in: "home", make: { "\($0)\($1)" }, match: { _ in nil }
        ).onlyInternal
        number("watch?v=:v&kind=short")
        fixed("live#chat")
        text("live/:id.html")
      },
      opened: [
        "/watch?v=1&kind=short", "/watch?kind=short&v=1#t", "/watch?kind=short&v=1&utm=x", "/live#chat",
        "/live/a.html", "/live/a.b.html",
      ],
      closed: [
        "/watch", "/watch?v=1", "/watch?v=1&kind=long", "/watch?v=&kind=short", "/watch?v=1&kind=short&list=a", "/live",
        "/live#Chat", "/live/a", "/live/.html", "/watch?v=1&kind=short&kind=long",
      ]),
    Website(
      name: "documents with parts of any length",
      file: """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.example.docs"], "components": [
          {"#": "no_universal_links", "exclude": true}, {"/": "/api/*", "exclude": true},
          {"/": "/authorize", "exclude": true}, {"/": "/docs/?*/edit"}, {"/": "/docs/edit"}, {"/": "/*/raw"},
          {"/": "/d/?*/?*/?*", "exclude": true}, {"/": "/d/?*/?*"}, {"/": "/d/?*"}
        ]}]}}
        """,
      links: Links(hosts: ["a.example"]) {
        fixed("api/*").onlyInternal
        fixed("authorize").onlyInternal
        LinkPattern(
          "docs/:path*/edit", .segments, in: "home", make: { $0.joined() }, match: { _ in nil })
        LinkPattern(":path+/raw", .segments, in: "home", make: { $0.joined() }, match: { _ in nil })
        LinkPattern(
          "d/:id/:part?", .string, .string.or("1"), in: "home", make: { $0 + $1 }, match: { _ in nil })
      },
      excludedFragments: ["no_universal_links"],
      opened: [
        "/docs/edit", "/docs/a/edit", "/docs/a/b/c/edit", "/a/raw", "/a/b/raw", "/d/1", "/d/1/2", "/docs/edit/raw",
      ],
      closed: [
        "/docs/edit#no_universal_links", "/docs", "/docs/a", "/authorize", "/api/1", "/api/a/raw", "/d", "/editor",
      ]),
  ]

  @Test(arguments: websites)
  func `the file of a table opens what the file of the website and the table open`(website: Website) throws {
    var export = LinkTableExport(website.links)
    export.excludedFragments = website.excludedFragments
    let exported = try AssociationFile(
      export.appleAppSiteAssociation(appIDs: ["ABCDE12345.example.app"], host: "a.example"))
    let published = try AssociationFile(website.file)
    let filter = IntentFilter(try export.androidIntentFilters())
    func isOpenedByTable(_ url: String) -> Bool {
      guard (try? website.links.parse(url)) != nil else { return false }
      return !website.excludedFragments.contains { url.hasSuffix("#" + $0) }
    }
    let slashes = website.opened.filter { !$0.hasSuffix("/") && !$0.contains("?") && !$0.contains("#") }.map {
      $0 + "/"
    }
    for path in website.opened + slashes {
      let url = "https://a.example" + path
      #expect(isOpenedByTable(url), "\(path)")
      #expect(exported.apps(for: url) == ["ABCDE12345.example.app"], "\(path)")
      if !path.contains("%2F") { #expect(filter.opens(url), "\(path)") }
    }
    for path in website.opened {
      // With the slash at the end, only newer systems find some paths in the published file.
      let url = "https://a.example" + path
      let apps = published.apps(for: url)?.filter { !$0.hasSuffix("calls") }
      #expect(apps?.isEmpty != true, "\(path)")
    }
    for path in website.closed {
      let url = "https://a.example" + path
      #expect(!isOpenedByTable(url), "\(path)")
      #expect(exported.apps(for: url) == [], "\(path)")
      #expect(published.apps(for: url)?.filter { !$0.hasSuffix("calls") } == [], "\(path)")
    }
  }

  // MARK: - Random tables

  private static func pattern(_ random: inout SplitMix64) -> Pattern {
    let words = ["a", "b", "c++", "é x", "a*b$", "a.b"]
    var elements: [String] = []
    var parameters: [LinkParameter<String>] = []
    func add(_ text: String, _ parameter: LinkParameter<String>) {
      elements.append(text)
      parameters.append(parameter)
    }
    for index in 0..<random.below(4) {
      switch random.below(8) {
      case 7: add("x-:p\(index)\(random.below(2) == 0 ? "" : "-y")", .string)
      case 0: add(":p\(index)", .string)
      case 1: add("@:p\(index)", .string)
      case 2: add(":p\(index).b", .string)
      case 3: add(":p\(index)?", .string.or("z"))
      default:
        let word = words[random.below(words.count)]
        elements.append(word.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? word)
      }
    }
    if random.below(6) == 0 { elements.append("*") }
    var text = elements.joined(separator: "/")
    switch random.below(8) {
    case 0:
      text += "?k=:k"
      parameters.append(.string)
    case 1: text += "?k=a%20*"
    case 2: text += "#f"
    default: break
    }
    if random.below(8) == 0 { text = "//a.example/" + text }
    let pattern = Pattern(text, parameters: parameters, in: "home", make: { $0.joined() }, match: { _ in nil })
    return random.below(4) == 0 ? pattern.onlyInternal : pattern
  }

  private static func url(_ random: inout SplitMix64) -> String {
    let plain = ["a", "b", "c++", "a.b", "@a", "x.b", "A", "x-", "x-a", "-y", "x-a-y", "@", ".b"]
    let other = ["c%2B%2B", "%61", "é x", "%C3%A9%20x", "a*b$", "a%2Ab%24", "%40b", "a%2Fb"]
    let words = random.below(2) == 0 ? plain : plain + other
    let path = (0..<random.below(6)).map { _ in "/" + words[random.below(words.count)] }.joined()
    let endings = ["", "", "", "/", "?k=a", "?k=", "?k=a%20*", "?k=a+*", "#f", "?k=a%20*#f", "/?k", "?x=1"]
    return "https://a.example" + path + endings[random.below(endings.count)]
  }

  @Test func `the files contain each URL that a random table opens`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var (opened, exact) = (0, 0)
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 150) {
      let options: LinkOptions = [LinkOptions(), LinkOptions(ignoresCase: true), LinkOptions(readsPlusAsSpace: true)][
        random.below(3)]
      let patterns = (0..<(1 + random.below(4))).map { _ in Self.pattern(&random) }
      guard let links = try? Links(validating: patterns, hosts: ["a.example"], options: options) else { continue }
      let export = LinkTableExport(links)
      guard export.links.contains(where: { !$0.isInternal }) else { continue }
      let text = try export.appleAppSiteAssociation(appIDs: ["A"], host: "a.example")
      let file = try AssociationFile(text)
      let filter = IntentFilter(try export.androidIntentFilters())
      // The file of such a table is exact, for URLs that are encoded as usual.
      let isExact =
        options == LinkOptions()
        && !export.links.contains { link in
          link.isInternal || link.pattern.hasPrefix("//") || link.pattern.contains("%2A")
            || link.pattern.contains { "*?".contains($0) }
        }
      for _ in 0..<30 {
        let url = Self.url(&random)
        let message = "\(url) \(export.links.map(\.pattern))"
        if (try? links.parse(url)) != nil {
          opened += 1
          #expect(file.apps(for: url) == ["A"], "\(message)")
          if !url.contains("%2F") { #expect(filter.opens(url), "\(message)") }
        } else if isExact, url.allSatisfy({ $0.isASCII && !"% *".contains($0) }) {
          exact += 1
          #expect(file.apps(for: url) == [], "\(message)")
        }
      }
    }
    #expect(opened > 300)
    #expect(exact > 10)
  }

  @Test func `a URL of an internal link opens the website, whatever fixed texts the segments have`() throws {
    var random = SplitMix64(seed: TestEnvironment.seed)
    var (opened, closed) = (0, 0)
    for _ in 0..<(TestEnvironment.isLong ? 20_000 : 300) {
      let patterns = (0..<(1 + random.below(4))).map { _ in
        let elements = (0..<(1 + random.below(3))).map { index in
          ["a", "b", ":p\(index)", ":p\(index)", "x-:p\(index)", ":p\(index)-y", "x-:p\(index)-y"][random.below(7)]
        }
        let parameters = elements.filter { $0.contains(":") }.map { _ in LinkParameter<String>.string }
        let pattern = Pattern(
          elements.joined(separator: "/"), parameters: parameters, in: "home", make: { $0.joined() },
          match: { _ in nil })
        return random.below(2) == 0 ? pattern.onlyInternal : pattern
      }
      guard let links = try? Links(validating: patterns, hosts: ["a.example"]) else { continue }
      let export = LinkTableExport(links)
      let file = try AssociationFile(export.appleAppSiteAssociation(appIDs: ["A"], host: "a.example"))
      for _ in 0..<30 {
        let words = ["a", "b", "x-", "-y", "x-a", "a-y", "x-a-y", "x--y"]
        let path = (0..<(1 + random.below(4))).map { _ in "/" + words[random.below(words.count)] }.joined()
        let url = "https://a.example" + path + (random.below(2) == 0 ? "/" : "")
        let message = "\(url) \(export.links.map { $0.pattern + ($0.isInternal ? " (internal)" : "") })"
        do {
          _ = try links.parse(url)
          opened += 1
          #expect(file.apps(for: url) == ["A"], "\(message)")
        } catch {
          guard case .isInternal = error.reason else { continue }
          closed += 1
          #expect(file.apps(for: url) == [], "\(message)")
        }
      }
    }
    #expect(opened > 300 && closed > 300)
  }
}
