import Foundation
import NavStore
import Testing

// snippet: special links
enum ForumTab { case posts, search, cart }

enum ForumRoute: Hashable {
  case user(String)
  case post(Int)
  case found(String, isExact: Bool)
  case draft(String)
  case invitation(String, campaign: [String: String])
  case address, payment, report
}

let forumLinks = DeepLinkTable<ForumTab, ForumRoute>(
  schemes: ["forum"], options: LinkOptions(readsPlusAsSpace: true)
) {
  LinkPattern(
    "@:name", .string, in: .posts, make: ForumRoute.user,
    match: { if case .user(let name) = $0 { name } else { nil } })
  LinkPattern(
    "posts/:id.html", .int, in: .posts, make: ForumRoute.post,
    match: { if case .post(let id) = $0 { id } else { nil } }
  ).inSelectedTab(among: [.search])
  LinkPattern(
    "find?q=:text&exact=:isExact", .string, .flag, in: .search, make: ForumRoute.found(_:isExact:),
    match: { if case .found(let text, let isExact) = $0 { (text, isExact) } else { nil } })
  LinkPattern(
    "compose?text=:text", .multilineString, in: .posts, as: .sheet, make: ForumRoute.draft,
    match: { if case .draft(let text) = $0 { text } else { nil } })
  LinkPattern(
    "join/:code?*=:campaign", .string, .otherKeys, in: .posts, make: ForumRoute.invitation(_:campaign:),
    match: { if case .invitation(let code, let campaign) = $0 { (code, campaign) } else { nil } })
  LinkPattern("cart/pay", in: .cart, as: .cover, to: .payment).inModal { _ in [.address] }
  LinkPattern("report", in: .posts, to: .report).onTop
}
// end

// snippet: links with hosts
struct Account: Hashable {
  var server: String
  var name: String
}

enum SocialRoute: Hashable {
  case profile(Account)
  case help(String)
  case file([String], branch: [String])
  case room(String)
  case search(String)
}

let socialLinks = DeepLinkTable<ForumTab, SocialRoute>(
  schemes: ["social", "exp://127.0.0.1:8081/--"], hosts: ["social.example"]
) {
  LinkPattern(
    "//:server/@:name", .string, .string, in: .posts, make: { .profile(Account(server: $0, name: $1)) },
    match: { if case .profile(let account) = $0 { (account.server, account.name) } else { nil } })
  LinkPattern(
    "//help.social.example/:topic", .string, in: .posts, make: SocialRoute.help,
    match: { if case .help(let topic) = $0 { topic } else { nil } })
  LinkPattern(
    "tree/:branch+/-/:path+", .segments, .segments, in: .posts, make: { .file($1, branch: $0) },
    match: { if case .file(let path, let branch) = $0 { (branch, path) } else { nil } })
  LinkPattern(
    "#/room/:id", .string, in: .posts, make: SocialRoute.room,
    match: { if case .room(let id) = $0 { id } else { nil } })
  LinkPattern(
    "search?q=:text", .string, in: .search, make: SocialRoute.search,
    match: { if case .search(let text) = $0 { text } else { nil } }
  ).asRoot
}
// end

@Suite struct SpecialLinkSnippets {
  typealias State = NavigationState<ForumTab, ForumRoute>

  @Test func `links of special forms open and print`() throws {
    let samples: [ForumRoute] = [
      .user("ann"), .post(7), .found("a b", isExact: true), .found("a", isExact: false), .draft("a\nb"),
      .invitation("k7", campaign: ["utm_source": "mail"]), .payment, .report,
    ]
    #expect(forumLinks.check(samples) == [])
    #expect(forumLinks.patternsWithoutSample(in: samples) == [])
    #expect(try forumLinks.parse("forum://find?q=a+b&exact").shown == .found("a b", isExact: true))
    let ann = try forumLinks.print(.user("ann"), base: "forum://")
    #expect(ann == "forum:///@ann")
    #expect(try forumLinks.parse(ann).shown == .user("ann"))
    #expect(throws: LinkError.self) { try forumLinks.parse("forum://@ann") }
    let payment = try forumLinks.parse("/cart/pay")
    #expect(payment.modals == [.init(.address, style: .cover, path: [.payment])])
    #expect(
      try forumLinks.parse("/join/k7?utm_source=mail&ref=9").shown
        == .invitation("k7", campaign: ["utm_source": "mail", "ref": "9"]))
  }

  @Test func `a link opens in the selected tab`() async throws {
    let state = State(tabs: [.posts, .search, .cart], selectedTab: .search)
    let rules: [LinkRule<ForumTab, ForumRoute, State>] = []
    // snippet: link in the selected tab
    let resolver = LinkResolver(forumLinks, rules: rules, navigation: { state in state })
    let link = try await resolver.resolve("forum://posts/7.html", state).link
    print(link.tab)  // search

    print(try forumLinks.parse("forum://posts/7.html", selectedTab: .search).tab)  // search
    print(try forumLinks.parse("forum://posts/7.html").tab)  // posts
    // end
    #expect(link.tab == .search)
  }

  @Test func `links with hosts open and print`() throws {
    let ann = Account(server: "mastodon.example", name: "ann")
    #expect(try socialLinks.parse("https://mastodon.example/@ann").shown == .profile(ann))
    #expect(try socialLinks.parse("social://mastodon.example/@ann").shown == .profile(ann))
    #expect(try socialLinks.print(.profile(ann)) == "https://mastodon.example/@ann")
    #expect(try socialLinks.parse("https://help.social.example/tabs").shown == .help("tabs"))
    #expect(
      try socialLinks.parse("exp://127.0.0.1:8081/--/tree/main/-/Sources/a.swift").shown
        == .file(["Sources", "a.swift"], branch: ["main"]))
    // snippet: link to a root
    var searchText = ""
    var navigation = NavigationState<ForumTab, SocialRoute>(tabs: [.posts, .search])
    let link = try socialLinks.parse("/search?q=tea")
    navigation.apply(.deepLink(link))
    if link.placement == .root, case .search(let text)? = link.shown { searchText = text }
    print(navigation.selectedTab, searchText)  // search tea
    // end
    #expect(searchText == "tea" && navigation.focusedPath.isEmpty)
  }

  @Test func `a table is exported`() throws {
    // snippet: association file
    var links = LinkTableExport(socialLinks)
    links.excludedFragments = ["no_universal_links"]  // these URLs stay in the browser
    let calls = LinkTableExport(hosts: ["social.example"], links: [.init("call/:id"), .init("call/:id/raw")])
    let association = try links.appleAppSiteAssociation(
      appIDs: ["ABCDE12345.com.example.social"], host: "social.example",
      otherApps: [(appIDs: ["ABCDE12345.com.example.calls"], links: calls)])
    let filters = try links.androidIntentFilters()
    let table = try JSONEncoder().encode(links)  // the input of `navtool links`
    // end
    #expect(association.contains(#""/" : "/search""#) && association.contains("/call/?*/raw"))
    #expect(filters.contains("help.social.example"))
    #expect(try JSONDecoder().decode(LinkTableExport.self, from: table) == links)
  }

  @Test func `a pattern is built at run time`() throws {
    // snippet: pattern at run time
    let fields = [("year", LinkParameter<String>.string.matching("[0-9]{4}")), ("topic", .string)]
    struct Archive: Hashable {
      var values: [String]
    }
    let archive = LinkPattern<ForumTab, Archive>(
      "archive/" + fields.map { ":" + $0.0 }.joined(separator: "/"), parameters: fields.map(\.1), in: .posts,
      make: { Archive(values: $0) }, match: { $0.values })
    let archives = try DeepLinkTable(validating: [archive])
    print(try archives.parse("/archive/1999/tea").shown?.values ?? [])  // ["1999", "tea"]
    // end
    #expect(try archives.print(Archive(values: ["1999", "tea"])) == "/archive/1999/tea")
    #expect(throws: LinkError.self) { try archives.parse("/archive/99/tea") }
  }

  @Test func `a screen can contain its url`() throws {
    // snippet: url of a link
    struct Offer: Hashable {
      var code: String
      var campaign: String?
    }
    let offers = DeepLinkTable<ForumTab, Offer> {
      LinkPattern("offer/:code", .string, in: .posts, make: { Offer(code: $0) }, match: { $0.code })
        .withURL { offer, url in
          url.contains("utm_source=mail") ? Offer(code: offer.code, campaign: "mail") : offer
        }
        .incomplete
    }
    print(try offers.parse("/offer/7?utm_source=mail").shown?.campaign ?? "none")  // mail
    // end
    #expect(try offers.parse("/offer/7?utm_source=mail").shown?.campaign == "mail")
    #expect(try offers.print(Offer(code: "7", campaign: "mail")) == "/offer/7")
  }

  @Test func `a rule hands on what it looked up`() async throws {
    struct Article: Sendable {
      var id: Int
      var title: String
    }
    enum AppAction: Equatable {
      case loaded(Int, title: String)
      case opened(ResolvedLink<ForumTab, ForumRoute>)
      case failed(String)
    }
    struct App: Reducer {
      func reduce(into state: inout [AppAction], action: AppAction) -> Effect<AppAction> {
        state.append(action)
        return .none
      }
    }
    let state = State(tabs: [.posts])
    // snippet: looked up value
    let titles = LinkRule<ForumTab, ForumRoute, State>("titles") { link, _ in
      guard case .user(let title)? = link.shown else { return .open }
      let article = Article(id: 7, title: title)  // in an app, from a server, in `.wait { … }`
      return .found(article, .redirect(link.showing(.post(article.id))))
    }
    let resolver = LinkResolver(forumLinks, rules: [titles])
    let effect = resolver.opening(
      "/@tea", state, found: { ($0 as? Article).map { AppAction.loaded($0.id, title: $0.title) } },
      resolved: AppAction.opened, failed: { AppAction.failed("\($0)") })
    // end
    // snippet: looked up value without a reducer
    var articles: [Article] = []
    let resolved = try await resolver.resolve("/@tea", state) { value in
      if let article = value as? Article { articles.append(article) }
    }
    print(resolved.link.path == [.post(7)], articles.map(\.title))  // true ["tea"]
    // end
    #expect(resolved.link.path == [.post(7)] && articles.map(\.title) == ["tea"])
    let store = Store(initialState: [], reducer: Opening(effect: effect, app: App()))
    store.send(.failed("begin"))
    #expect(store.state.contains(.loaded(7, title: "tea")))
    #expect(store.state.last == .opened(ResolvedLink(DeepLink(tab: .posts, path: [.post(7)]))))
  }

  /// Returns an effect for the first action.
  private struct Opening<App: Reducer>: Reducer where App.State: Collection {
    let effect: Effect<App.Action>
    let app: App

    func reduce(into state: inout App.State, action: App.Action) -> Effect<App.Action> {
      let isFirst = state.isEmpty
      let own = app.reduce(into: &state, action: action)
      return isFirst ? .merge(own, effect) : own
    }
  }

  @Test func `a rule receives the url`() async throws {
    let campaigns = Locked<[String]>([])
    // snippet: rule with the url
    let campaign = LinkRule<ForumTab, ForumRoute, State>("campaign") { link, state, url in
      if let url, url.contains("utm_source=") { campaigns.withLock { $0.append(url) } }
      return .open
    }
    // end
    let resolver = LinkResolver(forumLinks, rules: [campaign])
    _ = try await resolver.resolve("forum://join/k7?utm_source=mail", State(tabs: [.posts]))
    #expect(campaigns.withLock(\.self) == ["forum://join/k7?utm_source=mail"])
  }

  @Test func `an incomplete link is printed`() throws {
    // snippet: incomplete link
    struct Page: Hashable {
      var name: String
      var position = 0
    }
    let pages = DeepLinkTable<ForumTab, Page> {
      LinkPattern("page/:name", .string, in: .posts, make: { Page(name: $0) }, match: { $0.name }).incomplete
    }
    print(try pages.print(Page(name: "rules", position: 120)))  // /page/rules
    // end
    #expect(try pages.print(Page(name: "rules", position: 120)) == "/page/rules")
  }
}
