import Foundation
@testable import NavStore
@testable import NavStoreCore
import Testing

/// Tests of the rules that a link passes.
@Suite(.hangLimit) struct LinkResolverTests {
  private typealias Link = NewsApp.Link

  struct Offline: Error {}

  private static let all = NewsApp.resolver(
    NewsApp.tour, NewsApp.signIn, NewsApp.addresses,
    NewsApp.names { name in
      switch name {
      case "offline": throw Offline()
      case "stopped": throw CancellationError()
      case "7": 7
      default: nil
      }
    })

  private static func reason(
    _ url: String, by resolver: NewsApp.Resolver = all, _ state: NewsApp.State = NewsApp.State()
  ) async -> LinkResolutionError? {
    do throws(LinkResolutionError) {
      _ = try await resolver.resolve(url, state)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a link opens unchanged if no rule objects`() async throws {
    let resolved = try await Self.all.resolve("news://article/1", NewsApp.State())
    #expect(resolved == ResolvedLink(Link(tab: .front, path: [.article(1)])))
    #expect(resolved.action == .deepLink(Link(tab: .front, path: [.article(1)])))
    #expect(try await NewsApp.resolver().resolve("/account", NewsApp.State()).link.shown == .account)
  }

  @Test func `sign-in comes first, and the remembered link follows`() async throws {
    var state = NewsApp.State()
    let first = try await Self.all.resolve("/account", state)
    #expect(first.link.shown == .signIn)
    #expect(first.remembered == Link(tab: .me, path: [.account]))
    // The user is still signed out, so the link is remembered again.
    let remembered = try #require(first.remembered)
    #expect(try await Self.all.resolve(remembered, state) == first)
    state.isSignedIn = true
    #expect(try await Self.all.resolve(remembered, state) == ResolvedLink(remembered))
  }

  @Test func `if two links come first, the original link is remembered`() async throws {
    var state = NewsApp.State()
    state.hasSeenTour = false
    let account = Link(tab: .me, path: [.account])
    let first = try await Self.all.resolve("/account", state)
    #expect(first == ResolvedLink(Link(tab: .front, path: [.tour]), remembered: account))
    state.hasSeenTour = true
    let second = try await Self.all.resolve(account, state)
    #expect(second == ResolvedLink(Link(tab: .me, path: [.signIn]), remembered: account))
  }

  @Test func `a link that comes first is itself subject to the rules`() async throws {
    let about = NewsApp.resolver(
      NewsApp.Rule("a") { link, _ in link.shown == .account ? .first(Link(tab: .me, path: [.signIn])) : .open },
      NewsApp.Rule("b") { link, _ in link.shown == .signIn ? .first(Link(tab: .front, path: [.tour])) : .open })
    let resolved = try await about.resolve("/account", NewsApp.State())
    #expect(resolved.link.shown == .tour)
    #expect(resolved.remembered?.shown == .account)
  }

  @Test func `after a redirect, all rules are applied to the new link`() async throws {
    let asked = Locked<[String]>([])
    func noting(_ rule: NewsApp.Rule) -> NewsApp.Rule {
      NewsApp.Rule(rule.name) { link, state, url in
        asked.withLock { $0.append("\(rule.name) \(link.shown.map { "\($0)" } ?? "root")") }
        return try rule.decide(link, state, url)
      }
    }
    let rules = NewsApp.resolver(noting(NewsApp.signIn), noting(Self.all.rules[3]), noting(NewsApp.addresses))
    let resolved = try await rules.resolve("/named/7", NewsApp.State())
    #expect(resolved == ResolvedLink(Link(tab: .front, path: [.article(7)])))
    #expect(
      asked.withLock(\.self) == [
        #"sign-in named("7")"#, #"names named("7")"#, "sign-in old(7)", "names old(7)", "addresses old(7)",
        "sign-in article(7)", "names article(7)", "addresses article(7)",
      ])
  }

  // MARK: - Lookups

  /// A rule that places the account below each article after a lookup, which is recorded.
  private static func completing(_ lookedUp: Locked<[Link]>) -> NewsApp.Rule {
    NewsApp.Rule("complete") { link, _ in
      guard case .article? = link.shown else { return .open }
      return .wait {
        lookedUp.withLock { $0.append(link) }
        guard let shown = link.shown else { return .open }
        return .redirect(Link(tab: .front, path: [.account, shown]))
      }
    }
  }

  /// A rule that looks up whether an article may be opened.
  private static func allowing(_ lookedUp: Locked<[Link]>, _ isAllowed: @escaping @Sendable (Link) -> Bool)
    -> NewsApp.Rule
  {
    NewsApp.Rule("allow") { link, _ in
      guard link.screens.contains(where: { if case .article = $0 { true } else { false } }) else { return .open }
      return .wait {
        lookedUp.withLock { $0.append(link) }
        return isAllowed(link) ? .open : .refuse("No.")
      }
    }
  }

  @Test func `a rule does not look up the screen again to which it has just redirected`() async throws {
    let lookedUp = Locked<[Link]>([])
    let resolved = try await NewsApp.resolver(Self.completing(lookedUp)).resolve("/article/1", NewsApp.State())
    #expect(resolved.link == Link(tab: .front, path: [.account, .article(1)]))
    #expect(lookedUp.withLock(\.self) == [Link(tab: .front, path: [.article(1)])])
  }

  @Test func `a rule that waits does so once for the same screens`() async throws {
    let lookedUp = Locked<[Link]>([])
    // The rule after the guard changes the presentation of the link but none of its screens.
    let asSheet = NewsApp.Rule("sheet") { link, _ in
      guard link.modals.isEmpty, let shown = link.shown else { return .open }
      return .redirect(Link(tab: link.tab, modals: [.init(shown)]))
    }
    let resolved = try await NewsApp.resolver(Self.allowing(lookedUp) { _ in true }, asSheet)
      .resolve("/article/1", NewsApp.State())
    #expect(resolved.link == Link(tab: .front, modals: [.init(.article(1))]))
    #expect(lookedUp.withLock(\.count) == 1)
  }

  @Test func `a rule that waits is applied again to another screen, tab or screen below`() async {
    let targets = [
      Link(tab: .front, path: [.article(2)]), Link(tab: .me, path: [.article(1)]),
      Link(tab: .front, path: [.letters, .article(1)]), Link(tab: .front, path: [.article(1), .letters]),
    ]
    for target in targets {
      let lookedUp = Locked<[Link]>([])
      let start = Link(tab: .front, path: [.article(1)])
      let resolver = NewsApp.resolver(
        Self.allowing(lookedUp) { $0 != target },
        NewsApp.Rule("move") { link, _ in link == start ? .redirect(target) : .open })
      #expect(await Self.reason("/article/1", by: resolver)?.reason == .refused("No.", rule: "allow"))
      #expect(lookedUp.withLock(\.self) == [start, target])
    }
  }

  @Test func `a rule that looked up another screen is applied to the screen to which it redirected`() async {
    let lookedUp = Locked<[Link]>([])
    let both = NewsApp.Rule("both") { link, _ in
      switch link.shown {
      case .named: .wait { .redirect(link.showing(.article(1))) }
      case .article:
        .wait {
          lookedUp.withLock { $0.append(link) }
          return .refuse("No.")
        }
      default: .open
      }
    }
    #expect(await Self.reason("/named/x", by: NewsApp.resolver(both))?.reason == .refused("No.", rule: "both"))
    #expect(lookedUp.withLock(\.count) == 1)
  }

  @Test func `a rule that does not wait is applied to every link`() async {
    let guarding = NewsApp.Rule("guard") { link, _ in link.screens.contains(.account) ? .refuse("No.") : .open }
    let resolver = NewsApp.resolver(guarding, Self.completing(Locked<[Link]>([])))
    #expect(await Self.reason("/article/1", by: resolver)?.reason == .refused("No.", rule: "guard"))
  }

  @Test func `a redirect to the same link is ignored`() async throws {
    let same = NewsApp.resolver(
      NewsApp.Rule("same") { link, _ in .redirect(link) }, NewsApp.Rule("first") { link, _ in .first(link) })
    #expect(try await same.resolve("/tour", NewsApp.State()) == ResolvedLink(Link(tab: .front, path: [.tour])))
  }

  // MARK: - Links that do not open

  @Test func `five redirects are followed, and six are an error with the chain`() async throws {
    let next = NewsApp.Rule("next") { link, _ in
      if case .article(let id)? = link.shown, id > 0 { .redirect(link.showing(.article(id - 1))) } else { .open }
    }
    #expect(try await NewsApp.resolver(next).resolve("/article/5", NewsApp.State()).link.shown == .article(0))
    let error = await Self.reason("/article/6", by: NewsApp.resolver(next))
    #expect(
      error?.description
        == "The link was redirected more than 5 times: /article/6, next to /article/5, next to /article/4, next to "
        + "/article/3, next to /article/2, next to /article/1, next to /article/0.")
    let links = try DeepLinkTable(validating: NewsApp.links.patterns, options: LinkOptions(maxRedirects: 1))
    let strict = NewsApp.Resolver(links, rules: [next])
    #expect(try await strict.resolve("/article/1", NewsApp.State()).link.shown == .article(0))
    #expect(
      await Self.reason("/article/2", by: strict)?.reason
        == .redirects(["/article/2", "next to /article/1", "next to /article/0"], limit: 1))
  }

  @Test func `two rules that redirect a link to each other end with an error`() async {
    let resolver = NewsApp.resolver(
      NewsApp.Rule("there") { link, _ in link.tab == .front ? .redirect(Link(tab: .me)) : .open },
      NewsApp.Rule("back") { link, _ in link.tab == .me ? .redirect(Link(tab: .front)) : .open })
    guard case .redirects(let chain, limit: 5)? = await Self.reason("/", by: resolver)?.reason else {
      Issue.record("The redirects do not end with an error.")
      return
    }
    #expect(chain.prefix(3) == ["/", "there to me /", "back to /"])
  }

  @Test(arguments: [
    ("/nowhere", "No link matches the URL."),
    ("other://x", #"The scheme "other" is unknown. The app's schemes: news, https, http."#),
    ("/letters", #"The URL matches "letters", which only the app itself may open."#),
    ("/named/x", "No article is called x."),
    ("/named/offline", #"The rule "names" failed: Offline()"#), ("/named/stopped", "The link was cancelled."),
  ])
  func `the error says why a link does not open`(url: String, message: String) async {
    #expect(await Self.reason(url)?.description == message)
  }

  @Test func `a rule can refuse a link or fail without waiting`() async {
    let refusing = NewsApp.resolver(NewsApp.Rule("no") { _, _ in .refuse("Not today.") })
    #expect(await Self.reason("/tour", by: refusing)?.reason == .refused("Not today.", rule: "no"))
    let failing = NewsApp.resolver(NewsApp.Rule("broken") { _, _ in throw Offline() })
    #expect(await Self.reason("/tour", by: failing)?.reason == .failed("Offline()", rule: "broken"))
  }

  @Test func `an internal link opens from within the app`() async throws {
    var state = NewsApp.State()
    state.isSignedIn = true
    #expect(
      try await Self.all.resolve("/letters", state, isFromApp: true).link == Link(tab: .me, path: [.account, .letters]))
  }

  @Test func `a rule can wait several times`() async throws {
    let waiting = NewsApp.resolver(
      NewsApp.Rule("waiting") { link, _ in
        link.shown == .tour ? .wait { .wait { .redirect(link.showing(.signIn)) } } : .open
      })
    #expect(try await waiting.resolve("/tour", NewsApp.State()).link.shown == .signIn)
  }

  @Test func `a link does not open if its task is cancelled, even if the work ignores the cancellation`() async {
    let reached = Gate()
    let mayContinue = Gate()
    let slow = NewsApp.resolver(
      NewsApp.names { _ in
        reached.open()
        await mayContinue.wait()
        return 7
      })
    let task = Task { await Self.reason("/named/7", by: slow) }
    await reached.wait()
    task.cancel()
    #expect(await task.value?.reason == .cancelled)
  }

  @Test func `work that throws after a cancellation is reported as cancelled`() async {
    let reached = Gate()
    let mayContinue = Gate()
    let slow = NewsApp.resolver(
      NewsApp.names { _ in
        reached.open()
        await mayContinue.wait()
        throw Offline()
      })
    let task = Task { await Self.reason("/named/7", by: slow) }
    await reached.wait()
    task.cancel()
    #expect(await task.value?.reason == .cancelled)
    let never = Task { () async -> LinkResolutionError? in
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.reason("/tour")
    }
    #expect(await never.value?.reason == .cancelled)
  }

  @Test func `a resolved link and the remembered one are saved with the state`() throws {
    let links = [
      ResolvedLink(Link(tab: .me, path: [.signIn]), remembered: Link(tab: .me, path: [.account])),
      ResolvedLink(Link(tab: .front, path: [.named("x")], modals: [.init(.tour)])),
    ]
    #expect(try JSONDecoder().decode([ResolvedLink].self, from: JSONEncoder().encode(links)) == links)
  }

  @Test func `a Foundation URL is resolved like its text`() async throws {
    let url = try #require(URL(string: "https://news.example/old/7"))
    #expect(try await Self.all.resolve(url, NewsApp.State()).link.shown == .article(7))
    let effect = Self.all.opening(url, NewsApp.State(), resolved: NewsApp.Action.resolved, failed: { .failed("\($0)") })
    let store = Store(
      initialState: NewsApp.Action.signedIn,
      reducer: Reduce<NewsApp.Action, NewsApp.Action> { state, action in
        if case .open = action { return effect }
        state = action
        return .none
      })
    store.send(.open(""))
    #expect(store.state == .resolved(ResolvedLink(Link(tab: .front, path: [.article(7)]))))
  }

  @Test func `the description of a link is one line with all of its screens`() {
    #expect("\(Link(tab: .me))" == "me /")
    let link = Link(
      tab: .me, path: [.account, .letters], modals: [.init(.signIn, style: .cover, path: [.tour])], placement: .push)
    #expect("\(link)" == "push: me /account/letters | cover: signIn/tour")
  }

  @Test func `showing(_:) replaces the shown screen of a link`() {
    let page = NewsApp.Page.tour
    #expect(Link(tab: .me).showing(page) == Link(tab: .me, path: [page]))
    #expect(Link(tab: .me, path: [.account, .letters]).showing(page) == Link(tab: .me, path: [.account, page]))
    let modal = Link(tab: .me, path: [.account], modals: [.init(.letters), .init(.signIn, style: .cover)])
    #expect(
      modal.showing(page) == Link(tab: .me, path: [.account], modals: [.init(.letters), .init(page, style: .cover)]))
    #expect(
      Link(tab: .me, modals: [.init(.letters, path: [.account])]).showing(page)
        == Link(tab: .me, modals: [.init(.letters, path: [page])]))
    #expect(modal.screens == [.account, .letters, .signIn])
    for link in [Link(tab: .me), Link(tab: .me, path: [.account]), modal] { #expect(link.showing(page).shown == page) }
  }
}
