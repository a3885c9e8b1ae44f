import NavStore
import NavStoreTesting
import Testing

// snippet: shop
enum ShopTab: String, Codable, CaseIterable {
  case home, search, account
}

enum ShopRoute: Hashable, Codable {
  case items
  case item(id: Int)
  case search(text: String, page: Int)
  case file([String])
  case article(slug: String)
  case orders
  case signIn
}
// end

// snippet: shop links
let shopLinks = DeepLinkTable<ShopTab, ShopRoute>(
  schemes: ["shop"], hosts: ["shop.example", "*.shop.example"]
) {
  LinkPattern("", in: .home)
  LinkPattern("browse", in: .search)
  LinkPattern("account", in: .account)
  LinkPattern("items", in: .home, to: .items).aliases("products", "catalogue/all")
  LinkPattern(
    "item/:id", .int, in: .home, under: { _ in [.items] },
    make: ShopRoute.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
  LinkPattern(
    "search?q=:text&page=:page", .string, .int.or(1), in: .search,
    make: ShopRoute.search(text:page:),
    match: { if case .search(let text, let page) = $0 { (text, page) } else { nil } })
  LinkPattern(
    "files/:path+", .segments, in: .home,
    make: ShopRoute.file, match: { if case .file(let path) = $0 { path } else { nil } })
  LinkPattern(
    "article/:slug", .string.matching("[a-z0-9-]+"), in: .home,
    make: ShopRoute.article(slug:), match: { if case .article(let slug) = $0 { slug } else { nil } })
  LinkPattern("orders", in: .account, to: .orders)
  LinkPattern("signin", in: .account, as: .sheet, to: .signIn).onlyInternal
}
// end

// snippet: own parameter
struct Day: Hashable {
  var year: Int
  var month: Int
}

extension LinkParameter where Value == Day {
  /// `2026-11`
  static var day: LinkParameter {
    LinkParameter("a month like 2026-11") { text in
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let year = parts[0], let month = parts[1], 1...12 ~= month else { return nil }
      let day = Day(year: year, month: month)
      return text == Self.text(day) ? day : nil
    } print: { day in
      text(day)
    }
  }

  private static func text(_ day: Day) -> String { "\(day.year)-\(day.month < 10 ? "0" : "")\(day.month)" }
}
// end

// snippet: typed identifiers
struct OrderID: RawRepresentable, Hashable {
  var rawValue: Int
}

struct Celsius: Hashable {
  var degrees: Int
}

extension LinkParameter where Value == Celsius {
  static var celsius: LinkParameter {
    LinkParameter<Int>.int.map(to: { Celsius(degrees: $0) }, from: { $0.degrees })
  }
}

enum KitchenRoute: Hashable {
  case order(OrderID)
  case oven(Celsius)
}

enum KitchenTab { case orders, devices }

let kitchenLinks = DeepLinkTable<KitchenTab, KitchenRoute>(schemes: ["kitchen"]) {
  LinkPattern(
    "order/:id", .rawValue(OrderID.self, .int.in(1...)), in: .orders,
    make: KitchenRoute.order, match: { if case .order(let id) = $0 { id } else { nil } })
  LinkPattern(
    "oven/:degrees", .celsius, in: .devices,
    make: KitchenRoute.oven, match: { if case .oven(let degrees) = $0 { degrees } else { nil } })
}
// end

// snippet: feature links
enum NewsRoute: Hashable {
  case latest
  case story(Int)
}

enum NewsTab { case news }

let newsLinks = DeepLinkTable<NewsTab, NewsRoute> {
  LinkPattern("", in: .news, to: .latest)
  LinkPattern(
    "story/:id", .int, in: .news,
    make: NewsRoute.story, match: { if case .story(let id) = $0 { id } else { nil } })
}
// end

// snippet: mounted links
enum PortalRoute: Hashable {
  case start
  case news(NewsRoute)
}

enum PortalTab { case start, news }

let portalLinks = DeepLinkTable<PortalTab, PortalRoute>(schemes: ["portal"]) {
  LinkPattern("start", in: .start, to: .start)
  newsLinks.mounted(
    at: "news", in: { _ in .news },
    make: PortalRoute.news, match: { if case .news(let route) = $0 { route } else { nil } })
}
// end

// snippet: link rules
struct ShopState: Equatable, Sendable {
  var navigation = NavigationState<ShopTab, ShopRoute>(tabs: ShopTab.allCases)
  var isSignedIn = false
  var remembered: DeepLink<ShopTab, ShopRoute>?
  var message: String?
}

typealias ShopRule = LinkRule<ShopTab, ShopRoute, ShopState>

let signInFirst = ShopRule("sign-in") { link, state in
  guard link.screens.contains(.orders), !state.isSignedIn else { return .open }
  // `.push` keeps the path under the sheet.
  return .first(DeepLink(tab: .account, modals: [.init(.signIn)], placement: .push))
}

func articles(_ find: @escaping @Sendable (String) async throws -> Int?) -> ShopRule {
  ShopRule("articles") { link, _ in
    guard case .article(let slug)? = link.shown else { return .open }
    return .wait {
      guard let id = try await find(slug) else { return .refuse("There is no article \(slug).") }
      return .redirect(link.showing(.item(id: id)))
    }
  }
}
// end

// snippet: link reducer
enum ShopAction: Equatable, Sendable {
  case open(String)
  case linkResolved(ResolvedLink<ShopTab, ShopRoute>)
  case linkFailed(String)
  case signedIn
  case navigation(NavigationAction<ShopTab, ShopRoute>)
}

struct ShopReducer: Reducer {
  let resolver: LinkResolver<ShopTab, ShopRoute, ShopState>
  let navigation = NavigationReducer<ShopTab, ShopRoute>()

  func reduce(into state: inout ShopState, action: ShopAction) -> Effect<ShopAction> {
    switch action {
    case .open(let url):
      state.message = nil
      return resolver.opening(
        url, state, resolved: ShopAction.linkResolved, failed: { .linkFailed(Self.message(for: $0)) })
    case .linkResolved(let resolved):
      state.remembered = resolved.remembered
      // Reduced here, not by another action, so that no newer link can intervene.
      return navigation.reduce(into: &state.navigation, action: resolved.action).map(ShopAction.navigation)
    case .linkFailed(let message):
      state.remembered = nil
      state.message = message
      return .none
    case .signedIn:
      state.isSignedIn = true
      guard let link = state.remembered else { return .none }
      return resolver.opening(
        link, state, resolved: ShopAction.linkResolved, failed: { .linkFailed(Self.message(for: $0)) })
    case .navigation(let action):
      return navigation.reduce(into: &state.navigation, action: action).map(ShopAction.navigation)
    }
  }

  /// The text that the state contains. It quotes no part of the URL.
  static func message(for error: LinkResolutionError) -> String {
    if case .refused(let reason, _) = error.reason { reason } else { "This link cannot be opened." }
  }
}
// end

@Suite struct DeepLinkSnippets {
  @Test func `a link is parsed and printed`() throws {
    // snippet: parse and print
    let link = try shopLinks.parse("https://www.shop.example/item/42")
    print(link.tab)  // home
    print(link.path == [.items, .item(id: 42)])  // true

    print(try shopLinks.print(.item(id: 42)))  // /item/42
    print(try shopLinks.print(.search(text: "tea & cake", page: 1)))  // /search?q=tea%20%26%20cake
    print(try shopLinks.print(.item(id: 42), base: "https://shop.example"))  // https://shop.example/item/42
    print(try shopLinks.print(.item(id: 42), base: "shop://"))  // shop://item/42
    // end
    #expect(try shopLinks.print(.item(id: 42), base: "shop://") == "shop://item/42")
    #expect(link == DeepLink(tab: .home, path: [.items, .item(id: 42)]))
    #expect(try shopLinks.print(.item(id: 42)) == "/item/42")
    #expect(try shopLinks.print(.search(text: "tea & cake", page: 1)) == "/search?q=tea%20%26%20cake")
    #expect(try shopLinks.print(.item(id: 42), base: "https://shop.example") == "https://shop.example/item/42")

    // snippet: open a link
    let store = Store(
      initialState: NavigationState<ShopTab, ShopRoute>(tabs: ShopTab.allCases), reducer: NavigationReducer())
    do {
      store.send(.deepLink(try shopLinks.parse("shop://item/42")), origin: .deepLink)
    } catch {
      // A LinkError describes the problem for the log.
      print(error)
    }
    // end

    // snippet: share the screen
    let url = try shopLinks.print(store.state, base: "https://shop.example")
    print(url)  // https://shop.example/item/42
    // end
    #expect(url == "https://shop.example/item/42")
  }

  @Test func `an error has a message`() {
    // snippet: link error
    do {
      _ = try shopLinks.parse("/search?q=tea&page=two")
    } catch {
      print(error)
      // The URL matches "search?q=:text&page=:page" except for page: expected an integer, found "two" (at
      // byte 14).
    }
    // end
    let error = #expect(throws: LinkError.self) { try shopLinks.parse("/search?q=tea&page=two") }
    #expect(
      error?.description
        == #"The URL matches "search?q=:text&page=:page" except for page: expected an integer, found "two" (at byte 14)."#
    )
  }

  @Test func `a custom parameter`() throws {
    let links = try DeepLinkTable<ShopTab, Day>(validating: [
      LinkPattern("archive/:day", .day, in: .home, make: { $0 }, match: { $0 })
    ])
    #expect(try links.parse("/archive/2026-01").shown == Day(year: 2_026, month: 1))
    #expect(try links.print(Day(year: 2_026, month: 11)) == "/archive/2026-11")
    for text in ["2026-1", "2026-13", "2026", "02026-01", "2026-01-01", "-"] {
      #expect(throws: LinkError.self) { try links.parse("/archive/\(text)") }
    }
  }

  @Test func `parameters can have identifier types`() throws {
    #expect(try kitchenLinks.parse("kitchen://order/7").path == [.order(OrderID(rawValue: 7))])
    #expect(try kitchenLinks.print(.order(OrderID(rawValue: 7))) == "/order/7")
    #expect(throws: LinkError.self) { try kitchenLinks.parse("kitchen://order/0") }
    #expect(try kitchenLinks.parse("/oven/180").path == [.oven(Celsius(degrees: 180))])
    #expect(try kitchenLinks.print(.oven(Celsius(degrees: 180))) == "/oven/180")
  }

  @Test func `the message of a failed link quotes nothing of the URL`() {
    let store = Store(
      initialState: ShopState(), reducer: ShopReducer(resolver: LinkResolver(shopLinks, rules: [signInFirst])))
    store.send(.open("shop://search?q=tea&page=secret"))
    #expect(store.state.message == "This link cannot be opened.")
    let refusing = LinkResolver(
      shopLinks, rules: [ShopRule("closed") { _, _ in .refuse("The shop is closed.") }])
    let closed = Store(initialState: ShopState(), reducer: ShopReducer(resolver: refusing))
    closed.send(.open("shop://item/42"))
    #expect(closed.state.message == "The shop is closed.")
  }

  @Test func `a link opens in the restored state after a cold start`() throws {
    let storage = InMemoryStorage()
    let url: String? = "shop://orders"
    let resolver = LinkResolver(shopLinks, rules: [signInFirst])
    // snippet: cold start
    var state = ShopState()
    state.navigation = Persistence.load(state.navigation, from: storage).state  // the restored state
    let store = Store(initialState: state, reducer: ShopReducer(resolver: resolver))
    if let url { store.send(.open(url), origin: .deepLink) }  // before the first screen is drawn
    // end
    #expect(store.state.navigation.top == .signIn)
    #expect(store.state.remembered?.shown == .orders)
    store.send(.open("shop://orders"))
    #expect(store.state.navigation.modals.map(\.id.rawValue) == [1])
  }

  @Test func `features declare links with their own route types`() throws {
    #expect(try portalLinks.parse("portal://news/story/7").path == [.news(.story(7))])
    #expect(try portalLinks.parse("portal://news").path == [.news(.latest)])
    #expect(try portalLinks.print(.news(.story(7))) == "/news/story/7")
  }

  // snippet: test all links
  @Test func `every screen has a link that leads back to it`() {
    let samples: [ShopRoute] = [
      .items, .item(id: 42), .search(text: "a/b & ü?", page: 3), .file(["a", "b c"]),
      .article(slug: "green-tea"),
      .orders, .signIn,
    ]
    #expect(shopLinks.check(samples) == [])
    #expect(shopLinks.patternsWithoutSample(in: samples) == [])
    #expect(shopLinks.tabsWithoutLink(among: ShopTab.allCases) == [])
  }
  // end

  // snippet: test rules
  @Test func `sign-in comes first, and then the orders`() async {
    let resolver = LinkResolver(shopLinks, rules: [signInFirst])
    let store = TestStore(initialState: ShopState(), reducer: ShopReducer(resolver: resolver))
    let signIn = DeepLink<ShopTab, ShopRoute>(tab: .account, modals: [.init(.signIn)], placement: .push)
    let orders = DeepLink<ShopTab, ShopRoute>(tab: .account, path: [.orders])

    store.send(.open("shop://orders"))
    await store.receive(.linkResolved(ResolvedLink(signIn, remembered: orders))) {
      $0.remembered = orders
      $0.navigation.deepLink(signIn)
    }

    store.send(.signedIn) { $0.isSignedIn = true }
    await store.receive(.linkResolved(ResolvedLink(orders))) {
      $0.remembered = nil
      $0.navigation.deepLink(orders)
    }
  }
  // end

  @Test func `a resolver opens links without a reducer`() async throws {
    let state = ShopState()
    // snippet: resolve
    let resolver = LinkResolver(
      shopLinks, rules: [signInFirst, articles { slug in slug == "green-tea" ? 42 : nil }])
    let resolved = try await resolver.resolve("shop://article/green-tea", state)
    print(resolved.link.path == [.item(id: 42)])  // true
    // end
    #expect(resolved.link.path == [.item(id: 42)])
    await #expect(throws: LinkResolutionError.self) { try await resolver.resolve("shop://article/x", state) }
  }

  @Test func `a table lists its links`() {
    // snippet: listing
    print(shopLinks.listing)
    // end
    #expect(
      shopLinks.listing == """
        /                           home
        /search?q=:text&page=:page  search
        /account                    account
        /browse                     search
        /items                      home  also /products, /catalogue/all
        /orders                     account
        /signin                     account  as a sheet  internal
        /article/:slug              home
        /item/:id                   home
        /files/:path+               home

        """)
  }
}
