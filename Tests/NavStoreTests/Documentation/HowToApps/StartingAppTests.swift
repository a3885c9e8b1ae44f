import Foundation
import NavStore
import NavStoreTesting
import Testing

// Tests of Docs/HowTo/Flows/StartingAnApp.md and Docs/HowTo/Saving/CheckingRestoredRoutes.md.

extension SignInAfterRestart {
  @MainActor @Suite(.hangLimit) struct StartingAppTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID().uuidString)")
    var log: String { folder.appending(path: "session.navlog").path }

    /// A storage with a product, and above it a review that needs an account.
    func storage() throws -> InMemoryStorage {
      var state = AppState()
      state.account = "Ada"
      state.shop.navigation.push(.product(7))
      state.shop.navigation.push(.review)
      return InMemoryStorage(current: try Persistence.encoded(state))
    }

    @Test func `the log and the visits begin with the restored screens, and contain the start`() async throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let app = AppModel(file: try storage(), log: log, account: nil)
      #expect("\(app.store.state.shop)" == "[home] /product(7) | account / | sheet 1: signIn")

      var visits = app.visits.makeAsyncIterator()
      #expect(await visits.next()?.screen.name == "product")
      #expect(await visits.next()?.screen.name == "signIn")

      let recorder = try #require(app.recorder)
      try await recorder.close()
      let schema = ActionLogSchema<AppState, AppAction>()
      let report = try ActionLog(path: recorder.status.files[0]).replay(schema, reducer: reducer())
      #expect(report.isFaithful)
      #expect(report.state == app.store.state)
      try await app.persistence.stop()
    }

    // snippet: start of an app tests
    @Test func `a link waits for sign-in in place of the hidden screens`() throws {
      let link = DeepLink<AppTab, Route>(tab: .account, path: [.review])
      let app = AppModel(file: try storage(), log: log, account: nil, link: link)
      app.store.send(.signedIn("Ada"))
      #expect("\(app.store.state.shop)" == "home /product(7) | [account] /review")
    }

    @Test func `a product that no longer exists is dropped again after sign-in`() async throws {
      let app = AppModel(file: try storage(), log: log, account: nil)
      try await app.validate { _ in nil }
      #expect("\(app.store.state.shop)" == "[home] / | account / | sheet 1: signIn")
      app.store.send(.signedIn("Ada"))
      #expect("\(app.store.state.shop)" == "[home] /product(7)/review | account /")
      try await app.validate { _ in nil }
      #expect("\(app.store.state.shop)" == "[home] / | account /")
    }
    // end

    @Test func `a link that needs no account dismisses the sheet, and the hidden screens are lost`() throws {
      let link = DeepLink<AppTab, Route>(tab: .account, path: [.product(8)])
      let app = AppModel(file: try storage(), log: log, account: nil, link: link)
      #expect(app.store.state.guarded.destination == nil)
      #expect("\(app.store.state.shop)" == "home /product(7) | [account] /product(8)")
    }

    @Test func `a link before the hidden screens is replaced by them`() throws {
      let (state, hidden) = loadState(from: try storage(), account: nil)
      let store = Store(initialState: state, reducer: reducer())
      store.send(.shop(.navigation(.deepLink(DeepLink(tab: .account, path: [.review])))), origin: .deepLink)
      start(store, resuming: hidden)
      store.send(.signedIn("Ada"))
      #expect("\(store.state.shop)" == "[home] /product(7)/review | account /")
    }

    @Test func `a replaced product keeps its screen and the screens above it`() async throws {
      let app = AppModel(file: try storage(), log: log, account: "Ada")
      let before = app.store.state.shop.screens(of: .home).map(\.id)
      try await app.validate { $0 + 100 }
      #expect("\(app.store.state.shop)" == "[home] /product(107)/review | account /")
      #expect(app.store.state.shop.screens(of: .home).map(\.id) == before)
    }

    @Test func `changes that a persistence has not seen from the beginning are saved`() async throws {
      let storage = try storage()
      let (state, hidden) = loadState(from: storage, account: nil)
      let store = Store(initialState: state, reducer: reducer())
      start(store, resuming: hidden)
      let persistence = Persistence(of: store, to: storage)
      try await persistence.flush()
      #expect(try storage.state(as: AppState.self) == store.state)
    }

    @Test func `an expired session closes a screen that a leaving rule would ask about`() throws {
      func closesFreely(_ isExempt: @escaping @Sendable (AppAction) -> Bool) throws -> AppState {
        let asking = NavigationGuards<AppState, AppAction, AppTab, StackEntry<Route>>(screens: \.shop) { screen, _ in
          screen.route.route == .review ? .ask : .allow
        } entering: { place, state in
          place.route?.route == .review && state.account == nil
            ? .first(.shop(.navigation(.present(.signIn)))) : .allow
        }
        let reducer = AppReducer().guarded(by: asking, storing: \.guarded, ignoringLeavingRulesFor: isExempt) { _ in
          nil
        }
        let store = Store(initialState: loadState(from: try storage(), account: "Ada").state, reducer: reducer)
        store.send(.sessionExpired)
        return store.state
      }
      #expect(try closesFreely { $0 == .sessionExpired }.shop.navigation.top == .signIn)
      let asked = try closesFreely { _ in false }
      #expect(asked.account == "Ada" && asked.guarded.question != nil)
    }
  }
}

extension LargerScreensApp {
  @MainActor @Suite(.hangLimit) struct ValidationTests {
    /// An app with a product below a review that is not sent.
    func app() throws -> AppModel {
      let app = AppModel(file: InMemoryStorage()) { "Product \($0)" }
      app.store.send(.signedIn("Ada"))
      app.store.send([.shop(.navigation(.push(.product(7)))), .shop(.navigation(.push(.review)))])
      let review = try #require(app.store.state.shop.visibleScreen).id
      app.store.send(.shop(.screen(review, .textChanged("Good"))))
      return app
    }

    @Test func `a question that a validation has stored is cancelled`() async throws {
      let app = try app()
      let validation = try await app.navigator.validate { screen in
        if case .product = screen.route { .drop } else { .keep }
      }
      #expect(validation.findings.map(\.outcome) == [.refused])
      #expect(app.store.state.guarded.question != nil)
      // snippet: validation and guards
      // After validate: the user has done nothing, so cancel the question.
      if case .shop(.navigation(.replaceOrDrop))? = app.store.state.guarded.question?.action {
        app.store.send(.guards(.cancel))
      }
      // end
      #expect(app.store.state.guarded.question == nil)
      #expect("\(app.store.state.shop)" == "[home] /product(7)/review | account /")
    }

    @Test func `a replaced screen keeps its identity and its state`() async throws {
      let app = try app()
      let product = try #require(app.store.state.shop.screens(of: .home).first)
      while app.store.state.shop[product.id] == .product(title: nil) { await Task.yield() }
      try await app.navigator.validate { screen in
        if case .product = screen.route { .replace(with: StackEntry(id: screen.id, route: .product(8))) } else { .keep }
      }
      #expect("\(app.store.state.shop)" == "[home] /product(8)/review | account /")
      #expect(app.store.state.shop[product.id] == .product(title: "Product 7"))
    }

    @Test func `a validation that ignores the leaving rules loses the draft without a question`() async throws {
      let reducer = AppReducer(screens: screens { _ in "" }).guarded(
        by: guards, storing: \.guarded,
        ignoringLeavingRulesFor: { action in
          if case .shop(.navigation(.replaceOrDrop)) = action { true } else { false }
        }, answer: { _ in nil })
      let store = Store(initialState: try app().store.state, reducer: reducer)
      let navigator = Navigator(store.scope(state: \.shop.identified, action: { AppAction.shop(.identified($0)) }))
      try await navigator.validate { if case .product = $0.route { .drop } else { .keep } }
      #expect(store.state.guarded.question == nil)
      #expect("\(store.state.shop)" == "[home] / | account /")
    }
  }
}
