import Foundation
import InMemoryLogging
import Logging
import NavStore
import NavStoreLogging
import NavStoreTesting
import Player
import Testing

/// What is logged, read from the in-memory handler of swift-log.
@Suite struct NavigationLoggerTests {
  private let handler = InMemoryLogHandler()

  private func log(_ values: NavigationLogger.Values = .omitted) -> NavigationLogger {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    return NavigationLogger(logger, values: values)
  }

  private var entry: InMemoryLogHandler.Entry {
    get throws { try #require(handler.entries.first) }
  }

  /// A store of the app whose secrets must not be logged.
  private func store() -> Store<AppState, AppAction> {
    Store(
      initialState: .start,
      reducer: Reduce { state, action in
        if case .navigation(let action) = action { state.apply(action) }
        return .none
      })
  }

  private func logged(_ actions: [AppAction], _ log: NavigationLogger) async throws -> InMemoryLogHandler.Entry {
    var store: Store<AppState, AppAction>? = store()
    let transactions = try #require(store?.transactions)
    store?.send(actions, origin: .deepLink)
    store = nil  // ends the stream
    await log.log(transactions)
    return try entry
  }

  @Test func `a transaction is logged with the names of its actions`() async throws {
    let entry = try await logged([.navigation(.push(.song(7))), .refresh, .navigation(.popToRoot)], log())
    #expect(entry.level == .debug)
    #expect(entry.message == "Transaction")
    #expect(
      entry.metadata == [
        "revision": "1", "origin": "deeplink", "actions": ["navigation.push", "refresh", "navigation.popToRoot"],
      ])
  }

  @Test(arguments: [
    (AppAction.navigation(.push(.note("secret"))), "navigation.push"),
    (.navigation(.present(.note("secret"), style: .cover)), "navigation.present"),
    (.signedIn(name: "secret"), "signedIn"),
    // The case of a value is a value.
    (.rated(.disliked), "rated"),
  ])
  func `no value of an action is logged, unless values are included`(action: AppAction, name: String) async throws {
    let entry = try await logged([action], log())
    #expect(entry.metadata["actions"] == [.string(name)])
    #expect(!"\(entry)".contains("secret") && !"\(entry)".contains("disliked"))
    handler.clear()
    #expect(try await logged([action], log(.included)).metadata["description"] == "\([action])")
  }

  @Test(arguments: [
    (NavigationAction<AppTab, Route>.selectTab(.library), "selectTab(…). Add the tab by setTabs first."),
    (.push(.note("secret)\" (")), "push(…) instead of push, or increase maxDepth in NavigationRules."),
  ])
  func `a mistake is logged without the values of the action`(
    action: NavigationAction<AppTab, Route>, mistake: String
  ) throws {
    let reducer = NavigationReducer<AppTab, Route>(
      rules: NavigationRules(maxDepth: 0), reportingTo: { log().log($0) })
    var state = AppState(tabs: [.home])
    _ = reducer.reduce(into: &state, action: action)
    #expect(try entry.level == .warning)
    #expect(try entry.metadata == ["mistake": .string(mistake)])

    handler.clear()
    let verbose = NavigationReducer<AppTab, Route>(
      rules: NavigationRules(maxDepth: 0), reportingTo: { log(.included).log($0) })
    _ = verbose.reduce(into: &state, action: action)
    #expect(try entry.metadata["description"] != nil)
  }

  @Test func `a restored state is logged as information, and a lost one as a warning`() throws {
    let storage = InMemoryStorage()
    log().log(Persistence.load(AppState.start, from: storage).report)
    #expect(try entry.level == .info)
    #expect(try entry.message == "The initial state is used")

    handler.clear()
    storage[.current] = Data("secret".utf8)
    storage[.previous] = try Persistence.encoded(AppState.start)
    log().log(Persistence.load(AppState.start, from: storage).report)
    #expect(try entry.level == .warning)
    #expect(try entry.message == "The previous generation of the saved state was restored")
    #expect(try entry.metadata == ["generation": "previous", "losses": "0", "isUnchanged": "false"])
  }

  @Test(
    arguments: [
      ("player://songs/secret", ["result": "parameter", "pattern": "songs/:id", "cause": "id"]),
      ("secret://songs/1", ["result": "unknownScheme"]),
      ("player://secret", ["result": "notFound"]),
      ("player://songs/%", ["result": "malformed"]),
    ] as [(String, Logger.Metadata)])
  func `a link that does not open is logged without the URL`(url: String, metadata: Logger.Metadata) async throws {
    let error = #expect(throws: LinkError.self) { try links.parse(url) }
    log().log(try #require(error))
    #expect(try entry.level == .notice)
    #expect(try entry.metadata == metadata)
    #expect(try !"\(entry)".contains("secret"))
  }

  @Test func `a refused link is logged with the rule, and without the reason`() async throws {
    let resolver = LinkResolver<AppTab, Route, AppState>(
      links, rules: [LinkRule("premium") { _, _ in .refuse("secret") }])
    do {
      _ = try await resolver.resolve("player://songs/1", .start)
      Issue.record("The link was opened.")
    } catch {
      log().log(error)
      #expect(try entry.metadata == ["result": "refused", "cause": "premium"])
    }
  }
}
