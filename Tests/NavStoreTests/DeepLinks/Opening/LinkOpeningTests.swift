@testable import NavStore
@testable import NavStoreCore
import NavStoreInspection
import NavStoreTesting
import Observation
import Testing

/// Tests of links that a reducer opens. The newest link is open in the end.
@Suite(.noMainLoop, .hangLimit) struct LinkOpeningTests {
  /// A lookup of names that finishes when the test answers it.
  private final class Catalogue: Sendable {
    private let asked: AsyncStream<String>
    private let asking: AsyncStream<String>.Continuation
    private let answers = Locked<[String: Gate]>([:])

    init() { (asked, asking) = AsyncStream.makeStream() }

    func find(_ name: String) async -> Int? {
      let gate = gate(name)
      asking.yield(name)
      await gate.wait()
      return Int(name)
    }

    func answer(_ name: String) { gate(name).open() }

    /// Waits until the given number of names have been requested.
    func questions(_ count: Int) async {
      var iterator = asked.makeAsyncIterator()
      for _ in 0..<count { _ = await iterator.next() }
    }

    private func gate(_ name: String) -> Gate {
      answers.withLock { answers in
        let gate = answers[name] ?? Gate()
        answers[name] = gate
        return gate
      }
    }
  }

  private static func store(_ rules: NewsApp.Rule...) -> Store<NewsApp.State, NewsApp.Action> {
    Store(
      initialState: NewsApp.State(), reducer: NewsApp.Rules(resolver: NewsApp.Resolver(NewsApp.links, rules: rules)))
  }

  /// An app that loads an article by its name and stores it before the link to it opens.
  private struct Reader: Reducer {
    enum Action: Hashable, Sendable {
      case open(String)
      case loaded(Int)
      case opened(ResolvedLink<NewsApp.Area, NewsApp.Page>)
      case failed(String)
    }

    let resolver: NewsApp.Resolver

    func reduce(into state: inout [Action], action: Action) -> Effect<Action> {
      guard case .open(let url) = action else {
        state.append(action)
        return .none
      }
      return resolver.opening(url, NewsApp.State(), found: { ($0 as? Int).map(Action.loaded) }, resolved: Action.opened)
      {
        .failed("\($0)")
      }
    }
  }

  @Test func `what rules looked up reaches the app before the link`() async throws {
    let article = NewsApp.Link(tab: .front, path: [.article(7)])
    let rules = [
      NewsApp.Rule("names") { link, _ in
        guard case .named(let name)? = link.shown else { return .open }
        if name == "now" { return .found(7, .redirect(article)) }
        return .wait { .found("not of interest", .found(7, .redirect(article))) }
      },
      NewsApp.Rule("stars") { link, _ in link.shown == .article(7) ? .found(5, .open) : .open },
    ]
    let store = Store(initialState: [], reducer: Reader(resolver: NewsApp.Resolver(NewsApp.links, rules: rules)))
    let expected: [Reader.Action] = [.loaded(7), .loaded(5), .opened(ResolvedLink(article))]
    store.send(.open("/named/now"))
    #expect(store.state == expected)
    await store.send(.open("/named/later")).finish()
    #expect(store.state == expected + expected)
  }

  @Test func `a rule that is applied again after a redirect hands on what it looked up once`() async throws {
    /// A class, so that the values cannot be compared.
    final class Value: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    enum Action: Sendable { case open(String), found(Int), opened }
    let rules = [
      // It finds a value for each link.
      NewsApp.Rule("campaign") { link, _ in .found(Value(1), .found(Value(2), .open)) },
      NewsApp.Rule("slow") { link, _ in .wait { .found(Value(3), .open) } },
      // It finds a value for each of its redirects.
      NewsApp.Rule("addresses") { link, _ in
        switch link.shown {
        case .old(9): .found(Value(9), .redirect(link.showing(.old(7))))
        case .old(7): .found(Value(7), .first(link.showing(.article(7))))
        default: .open
        }
      },
    ]
    for (rules, expected) in [(rules, [9, 7, 1, 2, 3]), ([rules[0], rules[2]], [9, 7, 1, 2])] {
      let resolver = NewsApp.Resolver(NewsApp.links, rules: rules)
      let store = Store(
        initialState: [Int](),
        reducer: Reduce<[Int], Action> { state, action in
          switch action {
          case .open(let url):
            return resolver.opening(
              url, NewsApp.State(), found: { ($0 as? Value).map { .found($0.number) } }, resolved: { _ in .opened },
              failed: { _ in .opened })
          case .found(let number): state.append(number)
          case .opened: state.append(0)
          }
          return .none
        })
      await store.send(.open("/old/9")).finish()
      #expect(store.state == expected + [0])

      // Without an effect, the caller receives the values.
      var found: [Int] = []
      let link = DeepLink<NewsApp.Area, NewsApp.Page>(tab: .front, path: [.old(9)])
      for first in [true, false] {
        found = []
        let note = { (value: any Sendable) in found += (value as? Value).map { [$0.number] } ?? [] }
        let resolved =
          first
          ? try await resolver.resolve("/old/9", NewsApp.State(), found: note)
          : try await resolver.resolve(link, NewsApp.State(), found: note)
        #expect(found == expected && resolved.link.shown == .article(7))
      }
    }
  }

  @Test func `a link for which no rule waits is open when send returns`() {
    let store = Self.store(NewsApp.signIn, NewsApp.addresses)
    store.send(.open("https://news.example/old/7"), origin: .deepLink)
    #expect(store.state.navigation.path(of: .front) == [.article(7)])
    store.send(.open("/account"))
    #expect(store.state.navigation.top == .signIn)
    #expect(store.state.remembered?.shown == .account)
    store.send(.signedIn)
    #expect(store.state.navigation.path(of: .me) == [.account])
    #expect(store.state.remembered == nil)
    store.send(.open("/nowhere"))
    #expect(store.state.message == "No link matches the URL.")
    #expect(store.state.navigation.top == .account)
  }

  @Test func `a newer link cancels an older one, whichever lookup finishes first`() async {
    for order in [["1", "2"], ["2", "1"]] {
      let catalogue = Catalogue()
      let store = Self.store(NewsApp.names(catalogue.find), NewsApp.addresses)
      let first = store.send(.open("/named/1"))
      await catalogue.questions(1)
      let second = store.send(.open("/named/2"))
      await catalogue.questions(1)
      for name in order { catalogue.answer(name) }
      await first.finish()
      await second.finish()
      #expect(store.state.navigation.path(of: .front) == [.article(2)])
      #expect(store.state.message == nil)
      // Two links were sent, and one was resolved and opened.
      #expect(store.revision == 3)
    }
  }

  @Test(arguments: ["/article/3", "/nowhere"])
  func `a newer link for which no rule waits cancels a waiting one`(url: String) async {
    let catalogue = Catalogue()
    let store = Self.store(NewsApp.names(catalogue.find), NewsApp.addresses)
    let waiting = store.send(.open("/named/1"))
    await catalogue.questions(1)
    store.send(.open(url))
    let state = store.state
    catalogue.answer("1")
    await waiting.finish()
    #expect(store.state == state)
    #expect(state.navigation.top == (url == "/article/3" ? .article(3) : nil))
  }

  @Test func `a link that an observer opens while an older one arrives remains open`() async {
    let catalogue = Catalogue()
    let store = Self.store(NewsApp.names(catalogue.find), NewsApp.addresses)
    let waiting = store.send(.open("/named/1"))
    await catalogue.questions(1)
    withObservationTracking {
      _ = store.state
    } onChange: {
      store.send(.open("/article/2"))
    }
    catalogue.answer("1")
    await waiting.finish()
    #expect(store.state.navigation.path(of: .front) == [.article(2)])
  }

  @Test(arguments: [false, true])
  func `links that do not cancel each other are cancelled together`(areCancelled: Bool) async {
    enum Action: Sendable {
      case open(String)
      case opened(DeepLink<NewsApp.Area, NewsApp.Page>)
      case signOut
    }
    let catalogue = Catalogue()
    let resolver = NewsApp.Resolver(NewsApp.links, rules: [NewsApp.names(catalogue.find), NewsApp.addresses])
    let store = Store(
      initialState: [NewsApp.Page?](),
      reducer: Reduce<[NewsApp.Page?], Action> { opened, action in
        switch action {
        case .open(let url):
          return resolver.opening(
            url, NewsApp.State(), id: "links", cancelsOlderLinks: false, resolved: { .opened($0.link) },
            failed: { _ in .signOut })
        case .opened(let link):
          opened.append(link.shown)
          return .none
        case .signOut: return .cancel(id: "links")
        }
      })
    let handles = [store.send(.open("/named/1")), store.send(.open("/named/2"))]
    await catalogue.questions(2)
    store.send(.open("/article/3"))
    #expect(store.state == [.article(3)])
    if areCancelled { store.send(.signOut) }
    for name in ["1", "2"] { catalogue.answer(name) }
    for handle in handles { await handle.finish() }
    #expect(Set(store.state) == (areCancelled ? [.article(3)] : [.article(1), .article(2), .article(3)]))
  }

  @Test func `a failed lookup sends the failure action`() async {
    let store = Self.store(NewsApp.names { _ in nil })
    await store.send(.open("/named/x")).finish()
    #expect(store.state.message == "No article is called x.")
  }

  @Test func `links of windows with different identifiers do not cancel each other`() async {
    struct Windows: Reducer {
      let resolver: NewsApp.Resolver
      func reduce(into state: inout [Int: NewsApp.Link], action: Action) -> Effect<Action> {
        switch action {
        case .open(let url, let window):
          return resolver.opening(url, NewsApp.State(), id: window) {
            .opened($0.link, window)
          } failed: { _ in
            .failed
          }
        case .opened(let link, let window): state[window] = link
        case .failed: state = [:]
        }
        return .none
      }
      enum Action: Sendable { case open(String, Int), opened(NewsApp.Link, Int), failed }
    }
    let catalogue = Catalogue()
    let resolver = NewsApp.resolver(NewsApp.names(catalogue.find), NewsApp.addresses)
    let store = Store(initialState: [Int: NewsApp.Link](), reducer: Windows(resolver: resolver))
    let handles = [store.send(.open("/named/1", 1)), store.send(.open("/named/2", 2))]
    await catalogue.questions(2)
    catalogue.answer("2")
    catalogue.answer("1")
    for handle in handles { await handle.finish() }
    #expect(store.state.mapValues(\.shown) == [1: .article(1), 2: .article(2)])
  }

  @Test func `the newest link is open in the end, in any order of links and lookups`() async {
    var random = SplitMix64(seed: TestEnvironment.seed)
    for _ in 0..<(TestEnvironment.isLong ? 5_000 : 50) {
      let catalogue = Catalogue()
      let store = Self.store(NewsApp.names(catalogue.find), NewsApp.addresses)
      var handles: [EffectHandle] = []
      var unanswered: [String] = []
      var newest = 0
      for number in 1...6 {
        if random.below(3) == 0 {
          store.send(.open("/article/\(number)"))
        } else {
          handles.append(store.send(.open("/named/\(number)")))
          unanswered.append("\(number)")
          await catalogue.questions(1)
        }
        newest = number
        if random.below(2) == 0, !unanswered.isEmpty {
          catalogue.answer(unanswered.remove(at: random.below(unanswered.count)))
        }
      }
      for name in unanswered { catalogue.answer(name) }
      for handle in handles { await handle.finish() }
      #expect(store.state.navigation.path(of: .front) == [.article(newest)])
      #expect(store.state.message == nil)
    }
  }

  @Test func `a test store follows a link step by step`() async {
    let catalogue = Catalogue()
    let resolver = NewsApp.resolver(NewsApp.signIn, NewsApp.names(catalogue.find), NewsApp.addresses)
    let store = TestStore(initialState: NewsApp.State(), reducer: NewsApp.Rules(resolver: resolver))
    let article = NewsApp.Link(tab: .front, path: [.article(7)])
    store.send(.open("/named/7"))
    catalogue.answer("7")
    await store.receive(.resolved(ResolvedLink(article))) { $0.navigation.setPath([.article(7)], in: .tab(.front)) }
  }
}
