import InMemoryLogging
import Logging
import NavStore
import NavStoreLogging
import NavStoreTesting
import Player
import Testing

/// The code of README that logs.
struct LoggedApp {
  let store: Store<AppState, NavigationAction<AppTab, Route>>
  let logging: Task<Void, Never>

  init(logger: Logger, storage: any StateStorage) {
    // snippet: integration log
    let log = NavigationLogger(logger)
    let restored = Persistence.load(AppState.start, from: storage)
    log.log(restored.report)
    let store = Store(
      initialState: restored.state,
      reducer: NavigationReducer<AppTab, Route>(reportingTo: { log.log($0) }))
    let transactions = store.transactions
    let logging = Task { await log.log(transactions) }
    // end
    self.store = store
    self.logging = logging
  }
}

@Suite struct LoggingSnippetTests {
  @Test func `the code of README logs what was restored, transactions and mistakes`() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .debug
    var app: LoggedApp? = LoggedApp(logger: logger, storage: InMemoryStorage())
    let logging = app?.logging
    app?.store.send([.push(.song(1)), .dismiss(try modal)])
    app = nil  // ends the stream
    await logging?.value
    #expect(
      handler.entries.map(\.message) == ["The initial state is used", "Mistake in a navigation", "Transaction"])
  }

  /// The id of a modal that the store never presents.
  private var modal: ModalID {
    get throws {
      var state = AppState.start
      state.present(.settings)
      return try #require(state.modals.first).id
    }
  }
}
