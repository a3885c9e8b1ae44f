import NavStore
import Testing

// The code of the comments in NavStore/DeepLinks. It is compiled. Only the code in suites runs.

private enum LinkComments {
  enum AppTab { case home }
  enum Route: Hashable { case items, item(id: Int), search(text: String, page: Int), file([String]), archive([Int]) }

  static func table() throws {
    // snippet: comment of DeepLinkTable
    let links = DeepLinkTable<AppTab, Route>(schemes: ["myapp"], hosts: ["example.com", "*.example.com"]) {
      LinkPattern("items", in: .home, to: .items)
      LinkPattern(
        "item/:id", .int, in: .home, under: { _ in [.items] },
        make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
    }
    let link = try links.parse("myapp://item/42")  // in home: items, item 42
    let url = try links.print(.item(id: 42))  // /item/42
    // end
    _ = (link, url)
    // snippet: comment of DeepLinkTable.check
    #expect(links.check([.items, .item(id: 42), .search(text: "a/b", page: 1)]) == [])
    // end
  }

  static func patterns() {
    let patterns: [LinkPattern<AppTab, Route>] = [
      // snippet: comment of LinkPattern
      LinkPattern(
        "item/:id", .int, in: .home, under: { _ in [.items] },
        make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
      // end
    ]
    let links = DeepLinkTable<AppTab, Route> {
      // snippet: comment of LinkParameter
      LinkPattern(
        "item/:id", .int, in: .home,
        make: Route.item(id:), match: { if case .item(let id) = $0 { id } else { nil } })
      LinkPattern(
        "search?q=:text&page=:page", .string, .int.or(1), in: .home,
        make: Route.search(text:page:),
        match: { if case .search(let text, let page) = $0 { (text, page) } else { nil } })
      LinkPattern(
        "files/:path+", .segments, in: .home,
        make: Route.file, match: { if case .file(let path) = $0 { path } else { nil } })
      // end
    }
    _ = (patterns, links)
  }

  static func patternAtRunTime() throws {
    // snippet: comment of LinkPattern with a list
    let fields = ["year", "month"]  // for example, from a file of the app
    let pattern = LinkPattern<AppTab, Route>(
      "archive/" + fields.map { ":" + $0 }.joined(separator: "/"), parameters: fields.map { _ in .int }, in: .home,
      make: Route.archive, match: { if case .archive(let values) = $0 { values } else { nil } })
    let links = try DeepLinkTable(validating: [pattern])
    // end
    _ = links
  }

  enum Mounting {
    enum AppTab { case home, shop }
    enum AppRoute: Hashable { case shop(Shop.Route) }
    enum Shop {
      enum Tab { case items }
      enum Route: Hashable { case items }
      static let links = DeepLinkTable<Tab, Route> { LinkPattern("items", in: .items, to: .items) }
    }

    static let links =
      // snippet: comment of mounted
      DeepLinkTable<AppTab, AppRoute>(schemes: ["myapp"]) {
        LinkPattern("home", in: .home)
        Shop.links.mounted(
          at: "shop", in: { _ in .shop }, make: AppRoute.shop,
          match: { if case .shop(let route) = $0 { route } else { nil } })
      }
    // end
  }

  enum Rules {
    enum Route: Hashable, Sendable { case signIn, account, item(id: Int), article(slug: String) }
    struct AppState: Sendable {
      var navigation = NavigationState<AppTab, Route>(tabs: [.home])
      var remembered: DeepLink<AppTab, Route>?
      var isSignedIn = false
    }
    struct Catalogue: Sendable { func id(of slug: String) async throws -> Int { 0 } }
    enum AppAction: Sendable {
      case open(String)
      case resolved(ResolvedLink<AppTab, Route>)
      case failed(String)
      case navigation(NavigationAction<AppTab, Route>)
    }

    static func resolver(
      _ links: DeepLinkTable<AppTab, Route>, _ catalogue: Catalogue
    ) -> LinkResolver<AppTab, Route, AppState> {
      let rule: LinkRule<AppTab, Route, AppState> =
        // snippet: comment of LinkRule
        LinkRule("sign-in") { link, state in
          link.screens.contains(.account) && !state.isSignedIn ? .first(DeepLink(tab: .home, path: [.signIn])) : .open
        }
      // end
      _ = rule
      // snippet: comment of LinkResolver
      let resolver = LinkResolver<AppTab, Route, AppState>(
        links,
        rules: [
          LinkRule("sign-in") { link, state in
            link.screens.contains(.account) && !state.isSignedIn ? .first(DeepLink(tab: .home, path: [.signIn])) : .open
          },
          LinkRule("slugs") { link, _ in
            guard case .article(let slug)? = link.shown else { return .open }
            return .wait { .redirect(link.showing(.item(id: try await catalogue.id(of: slug)))) }
          },
        ])
      // end
      return resolver
    }

    struct Opening: Reducer {
      let resolver: LinkResolver<AppTab, Route, AppState>
      let navigation = NavigationReducer<AppTab, Route>()

      func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
        switch action {
        // snippet: comment of opening
        case .open(let url):
          return resolver.opening(url, state, resolved: AppAction.resolved) { .failed("\($0)") }
        case .resolved(let resolved):
          state.remembered = resolved.remembered
          // Reduced here, not by another action, so that no newer link can intervene.
          return navigation.reduce(into: &state.navigation, action: resolved.action).map(AppAction.navigation)
        // end
        case .failed, .navigation: return .none
        }
      }
    }
  }
}

private struct Kelvin { var degrees: Int }

// snippet: comment of matching
extension LinkParameter where Value == Int {
  static var even: LinkParameter { .int.matching("an even number") { $0.isMultiple(of: 2) } }
}
// end

// snippet: comment of map
extension LinkParameter where Value == Kelvin {
  static var kelvin: LinkParameter {
    LinkParameter<Int>.int.map(to: { Kelvin(degrees: $0) }, from: { $0.degrees })
  }
}
// end
