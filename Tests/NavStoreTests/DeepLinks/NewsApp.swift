import NavStore
import NavStoreTesting

/// A sample app with link rules: a tour and a sign-in that come first, redirects of old addresses, and names that are
/// looked up.
enum NewsApp {
  enum Area: String, Hashable, Sendable, Codable, CaseIterable { case front, me }

  enum Page: Hashable, Sendable, Codable {
    case tour, signIn, account, letters, old(Int)
    case article(Int)
    case named(String)
  }

  typealias Link = DeepLink<Area, Page>
  typealias Rule = LinkRule<Area, Page, State>
  typealias Resolver = LinkResolver<Area, Page, State>

  struct State: Equatable, Sendable {
    var navigation = NavigationState<Area, Page>(tabs: Area.allCases)
    var isSignedIn = false
    var hasSeenTour = true
    var remembered: Link?
    var message: String?
  }

  enum Action: Equatable, Sendable {
    case open(String)
    case resolved(ResolvedLink<Area, Page>)
    case failed(String)
    case signedIn
    case navigation(NavigationAction<Area, Page>)
  }

  struct Rules: Reducer {
    let resolver: Resolver
    let navigation = NavigationReducer<Area, Page>()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .open(let url):
        state.message = nil
        return resolver.opening(url, state, resolved: Action.resolved, failed: { .failed("\($0)") })
      case .resolved(let resolved):
        state.remembered = resolved.remembered
        // Reduced here, not by another action, so that no newer link can intervene.
        return navigation.reduce(into: &state.navigation, action: resolved.action).map(Action.navigation)
      case .failed(let message):
        state.message = message
        return .none
      case .signedIn:
        state.isSignedIn = true
        guard let link = state.remembered else { return .none }
        return resolver.opening(link, state, resolved: Action.resolved, failed: { .failed("\($0)") })
      case .navigation(let action):
        return navigation.reduce(into: &state.navigation, action: action).map(Action.navigation)
      }
    }
  }

  static let links = DeepLinkTable<Area, Page>(schemes: ["news"], hosts: ["news.example"]) {
    LinkPattern("", in: .front)
    LinkPattern("tour", in: .front, to: .tour)
    LinkPattern("signin", in: .me, to: .signIn)
    LinkPattern("account", in: .me, to: .account)
    LinkPattern("letters", in: .me, under: [.account], to: .letters).onlyInternal
    LinkPattern(
      "old/:id", .int, in: .front, make: Page.old, match: { if case .old(let id) = $0 { id } else { nil } })
    LinkPattern(
      "article/:id", .int, in: .front, make: Page.article, match: { if case .article(let id) = $0 { id } else { nil } })
    LinkPattern(
      "named/:name", .string, in: .front, make: Page.named,
      match: { if case .named(let name) = $0 { name } else { nil } })
  }

  static let tour = Rule("tour") { link, state in
    state.hasSeenTour ? .open : .first(Link(tab: .front, path: [.tour]))
  }

  static let signIn = Rule("sign-in") { link, state in
    link.tab == .me && !state.isSignedIn ? .first(Link(tab: .me, path: [.signIn])) : .open
  }

  static let addresses = Rule("addresses") { link, _ in
    if case .old(let id)? = link.shown { .redirect(link.showing(.article(id))) } else { .open }
  }

  /// Returns a rule that looks up names with `find`.
  static func names(_ find: @escaping @Sendable (String) async throws -> Int?) -> Rule {
    Rule("names") { link, _ in
      guard case .named(let name)? = link.shown else { return .open }
      return .wait {
        guard let id = try await find(name) else { return .refuse("No article is called \(name).") }
        return .redirect(link.showing(.old(id)))
      }
    }
  }

  static func resolver(_ rules: Rule...) -> Resolver { Resolver(links, rules: rules) }
}
