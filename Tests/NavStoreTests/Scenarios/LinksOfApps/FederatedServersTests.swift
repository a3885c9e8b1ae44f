import NavStore
import Testing

/// How do I open links of servers that my app does not know when it is built, and only of some of them?
///
/// A pattern reads the host as a parameter. A rule compares it with the state of the app: a status of the user's own
/// server is opened by its identifier, one of a connected server by its URL, and other websites are left to the browser.
///
/// The facts are those of the tests of Ice Cubes: github.com/Dimillian/IceCubesApp,
/// `Packages/Env/Tests/RouterTests.swift`, with the addresses that `Packages/Env/Sources/Env/Router.swift` opens.
@Suite struct FederatedServersTests {
  enum AppTab: CaseIterable { case timeline }

  enum Route: Hashable {
    case hashtag(String)
    case account(String, server: String)
    case status(Int, server: String)
    case localStatus(Int)
    case remoteStatus(url: String)
  }

  /// The account that is signed in.
  struct Account {
    var server = "mastodon.social"
    var connections: Set = ["mastodon.social", "mastodon.online"]
  }

  static let links = DeepLinkTable<AppTab, Route> {
    LinkPattern(
      "//:server/tags/:tag", .string, .string, in: .timeline, make: { .hashtag($1) },
      match: { if case .hashtag(let tag) = $0 { ("mastodon.social", tag) } else { nil } })
    LinkPattern(
      "//:server/@:name", .string.matching("(?!www\\.).*"), .string, in: .timeline, make: { .account($1, server: $0) },
      match: { if case .account(let name, let server) = $0 { (server, name) } else { nil } })
    LinkPattern(
      "//:server/status/:id", .string, .int, in: .timeline, make: { .status($1, server: $0) },
      match: { if case .status(let id, let server) = $0 { (server, id) } else { nil } })
    LinkPattern(
      "//:server/@:name/:id", .string, .string, .int, in: .timeline,
      make: { server, _, id in .status(id, server: server) },
      match: { _ in nil })
  }

  static let statuses = LinkRule<AppTab, Route, Account>("statuses") { link, account, url in
    guard case .status(let id, let server)? = link.shown, let url else { return .open }
    guard account.connections.contains(server) else { return .refuse("\(server) is not connected.") }
    return .redirect(link.showing(server == account.server ? .localStatus(id) : .remoteStatus(url: url)))
  }

  @Test(arguments: [
    ("https://mastodon.social/tags/test", Route.hashtag("test")),
    ("https://mastodon.social/status/1010384", .localStatus(1_010_384)),
    ("https://mastodon.online/status/1010384", .remoteStatus(url: "https://mastodon.online/status/1010384")),
    ("https://mastodon.social/@dimillian", .account("dimillian", server: "mastodon.social")),
    ("https://mastodon.social/@dimillian/1010384", .localStatus(1_010_384)),
    ("https://www.threads.net/@dimillian", nil),
    ("https://theweb.com/test/test/one", nil),
    ("https://theweb.com/status/7", nil),
  ])
  func `a URL of a server opens its screen, and other URLs are left to the browser`(url: String, route: Route?) async {
    let resolver = LinkResolver(Self.links, rules: [Self.statuses])
    let link = try? await resolver.resolve(url, Account()).link
    #expect(link?.shown == route)
  }

  @Test func `an account is shared with the URL of its server`() throws {
    #expect(try Self.links.print(.account("ann", server: "mastodon.online")) == "https://mastodon.online/@ann")
    #expect(
      Self.links.check([.hashtag("test"), .account("ann", server: "a.example"), .status(7, server: "b.example")]) == [])
  }
}
