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

let forumLinks = DeepLinkTable<ForumTab, ForumRoute>(schemes: ["forum"], options: .plusAsSpace) {
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
