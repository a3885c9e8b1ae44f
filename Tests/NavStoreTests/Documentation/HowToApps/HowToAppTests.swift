import Foundation

// snippet: imports of a test
import NavStore
import NavStoreTesting
import Testing
// end

// Tests of the apps of Docs/HowTo.

extension SignOut {
  @Suite(.hangLimit) struct SignOutAppTests {
    // snippet: sign-out test
    @Test func `a sign-out asks before drafts are lost, and removes data only after the answer`() async {
      await confirmation(expectedCount: 1) { removed in
        let start = AppState(
          navigation: NavigationState(
            tabs: AppTab.allCases, selectedTab: .account, paths: [.notes: [.editor(1)]]),
          account: "Ada", drafts: [1: "Dear"])
        let store = TestStore(initialState: start, reducer: reducer { removed() })
        for answer in [GuardAction<AppAction>.cancel, .confirm(.signedOut)] {
          store.send(.signedOut) { $0.guarded.question = .init(action: .signedOut, screens: [.editor(1)]) }
          store.send(.guards(answer)) {
            $0.guarded.question = nil
            if answer == .confirm(.signedOut) {
              $0.navigation.reset()
              $0 = AppState(navigation: $0.navigation)
            }
          }
        }
        await store.finish()
      }
    }
    // end

    @Test func `a sign-out without a draft does not ask, and a draft ends with its editor`() async {
      await confirmation(expectedCount: 1) { removed in
        let store = TestStore(initialState: AppState(account: "Ada"), reducer: reducer { removed() })
        store.exhaustivity = .off
        store.send([.navigation(.push(.editor(1))), .textChanged(1, "Dear")])
        store.send([.navigation(.back), .guards(.confirm(.navigation(.back)))])
        #expect(store.state.drafts.isEmpty && store.state.navigation.depth == 0)
        store.send(.signedOut)
        #expect(store.state == AppState())
        await store.finish()
      }
    }

    /// An app with an open editor that is saved and recorded.
    @MainActor private static func savedModel(in directory: TemporaryDirectory) async throws -> AppModel {
      let model = try AppModel(
        savingTo: FileStorage(url: URL(filePath: directory.path("app.state"))),
        recordingTo: directory.path("app.navlog"))
      model.store.send(.navigation(.push(.editor(1))))
      try await model.data.persistence?.flush()
      try await model.data.recorder?.flush()
      #expect(saved(in: directory) == [.editor(1)] && directory.names.contains("app.navlog"))
      return model
    }

    private static func saved(in directory: TemporaryDirectory) -> [Route] {
      guard let storage = try? FileStorage(url: URL(filePath: directory.path("app.state"))) else { return [] }
      return Persistence.load(AppState(), from: storage, saving: \.navigation).state.navigation.focusedPath
    }

    @MainActor @Test func `a sign-out removes what was saved and recorded, and later changes are saved`()
      async throws
    {
      let directory = try TemporaryDirectory()
      let model = try await Self.savedModel(in: directory)
      await model.store.send(.signedOut).finish()
      #expect(Self.saved(in: directory) == [] && !directory.names.contains("app.navlog"))
      #expect(model.store.state.message == nil)
      model.store.send(.navigation(.push(.editor(2))))
      try await model.data.persistence?.flush()
      #expect(Self.saved(in: directory) == [.editor(2)])
    }

    @MainActor @Test func `two sign-outs at the same time remove everything, and later changes are saved`()
      async throws
    {
      let directory = try TemporaryDirectory()
      let model = try await Self.savedModel(in: directory)
      let signOuts = [model.store.send(.signedOut), model.store.send(.signedOut)]
      for signOut in signOuts { await signOut.finish() }
      #expect(Self.saved(in: directory) == [] && model.store.state.message == nil)
      model.store.send(.navigation(.push(.editor(2))))
      try await model.data.persistence?.flush()
      #expect(Self.saved(in: directory) == [.editor(2)])
    }

    @MainActor @Test func `a sign-out removes everything although the model is released before it runs`()
      async throws
    {
      let directory = try TemporaryDirectory()
      weak var store: Store<AppState, AppAction>?
      weak var data: AccountData?
      let signOut: EffectHandle
      do {
        let model = try await Self.savedModel(in: directory)
        (store, data) = (model.store, model.data)
        signOut = model.store.send(.signedOut)
      }
      #expect(store == nil)
      await signOut.finish()
      while data != nil { await Task.yield() }
      #expect(directory.names == [])
    }
  }
}

extension UnsavedChanges.AppState {
  typealias AppTab = UnsavedChanges.AppTab
  typealias Route = UnsavedChanges.Route
  typealias AppAction = UnsavedChanges.AppAction

  // snippet: unsaved changes saved
  /// What is saved.
  struct Saved: Codable {
    var navigation: NavigationState<AppTab, Route>
    var draft: String
    var guarded: GuardedActions<AppTab, Route, AppAction>
  }

  var saved: Saved {
    get { Saved(navigation: navigation, draft: draft, guarded: guarded.saved) }
    set { (navigation, draft, guarded) = (newValue.navigation, newValue.draft, newValue.guarded) }
  }
  // end
}

extension UnsavedChanges {
  @Suite struct UnsavedChangesAppTests {
    // snippet: unsaved changes restart test
    @Test func `a restart keeps the draft, and asks no old question`() async throws {
      let storage = InMemoryStorage()
      let store = Store(initialState: AppState(), reducer: reducer())
      let persistence = Persistence(of: store, to: storage, saving: \.saved)
      store.send([.navigation(.push(.editor(1))), .draftChanged("Dear"), .navigation(.back)])
      #expect(store.state.guarded.question != nil)
      try await persistence.flush()

      let restored = Persistence.load(AppState(), from: storage, saving: \.saved).state
      #expect(restored.navigation.top == .editor(1) && restored.draft == "Dear")
      #expect(restored.guarded == GuardedActions())
    }
    // end

    // snippet: unsaved changes test
    @Test(arguments: [
      NavigationAction<AppTab, Route>.back, .popToRoot, .tabTapped(.notes),
      .setPath([.note(1)], in: .tab(.notes)),
      .deepLink(DeepLink(tab: .notes, path: [.note(2)])),
    ])
    func `each way out of an editor with changes asks first`(way: NavigationAction<AppTab, Route>) {
      let start = AppState(
        navigation: NavigationState(tabs: AppTab.allCases, paths: [.notes: [.note(1), .editor(1)]]),
        draft: "Dear")
      let store = TestStore(initialState: start, reducer: reducer())
      store.exhaustivity = .off
      store.send(.navigation(way))
      #expect(store.state.guarded.question?.action == .navigation(way))
      #expect(store.state.navigation == start.navigation)
      store.send(.guards(.cancel)) { $0 = start }
      store.send(.navigation(way))
      store.send(.guards(.confirm(.navigation(way))))
      var expected = AppState(navigation: start.navigation)
      expected.navigation.apply(way)
      #expect(store.state == expected)
    }
    // end

    /// An action of the question, a screen that is pushed above the editor, and what its rule says.
    @Test(arguments: [
      (NavigationAction<AppTab, Route>.back, Route.note(2), "nothing"), (.popToRoot, .note(2), "asks again"),
      (.popToRoot, .note(9), "refused"),
    ])
    func `an answer after which nothing is done keeps the draft`(
      way: NavigationAction<AppTab, Route>, later: Route, expected: String
    ) {
      let guards = NavigationGuards<AppState, AppAction, AppTab, Route>(navigation: \.navigation) {
        screen, state in
        switch screen.route {
        case .note(9): .refuse("It is printed.")
        case .editor where !state.draft.isEmpty: .ask
        default: .allow
        }
      }
      let start = AppState(
        navigation: NavigationState(tabs: AppTab.allCases, paths: [.notes: [.note(1), .editor(1)]]),
        draft: "Dear")
      let store = Store(
        initialState: start,
        reducer: AppReducer().guarded(by: guards, storing: \.guarded, reportingTo: nil) { action in
          if case .guards(let answer) = action { answer } else { nil }
        })
      store.send(.navigation(way))
      store.send(.navigation(.push(later)))
      store.send(.guards(.confirm(.navigation(way))))
      #expect(store.state.draft == "Dear")
      #expect(store.state.navigation.focusedPath == [.note(1), .editor(1), later])
      #expect(store.state.guarded.refusal == (expected == "refused" ? "It is printed." : nil))
      let screens: [Route]? = expected == "asks again" ? [.note(1), .editor(1), later] : nil
      #expect(store.state.guarded.question?.screens == screens)
    }

    @Test func `an action that keeps the editor does not ask, and neither does an unchanged editor`() {
      let start = AppState(
        navigation: NavigationState(tabs: AppTab.allCases, paths: [.notes: [.note(1), .editor(1)]]),
        draft: "Dear")
      let store = TestStore(initialState: start, reducer: reducer())
      store.send(.navigation(.tabTapped(.search))) { $0.navigation.selectTab(.search) }
      store.send(.navigation(.tabTapped(.notes))) { $0.navigation.selectTab(.notes) }
      store.send(.draftChanged("")) { $0.draft = "" }
      store.send(.navigation(.back)) { $0.navigation.pop() }
    }

    @Test func `saving closes the editor, once`() {
      let start = AppState(
        navigation: NavigationState(tabs: AppTab.allCases, paths: [.notes: [.note(1), .editor(1)]]),
        draft: "Dear")
      let store = TestStore(initialState: start, reducer: reducer())
      store.send(.saved) {
        $0.draft = ""
        $0.navigation.pop()
      }
      store.send(.saved)
    }

    @Test func `a refused swipe is reverted, because the binding returns the old path`() {
      let start = AppState(
        navigation: NavigationState(tabs: AppTab.allCases, paths: [.notes: [.note(1), .editor(1)]]),
        draft: "Dear")
      let store = Store(initialState: start, reducer: reducer())
      let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
      navigator[pathOf: .notes].removeLast()
      #expect(navigator[pathOf: .notes] == [.note(1), .editor(1)])
      #expect(store.state.guarded.question?.action == .navigation(.setPath([.note(1)], in: .tab(.notes))))
    }
  }
}

extension SignIn {
  @Suite struct SignInAppTests {
    // snippet: sign-in tests
    @Test func `a link that arrives before sign-in opens after it, once`() {
      let link = DeepLink<AppTab, Route>(tab: .orders, path: [.order(3)])
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.linkOpened(link), origin: .deepLink) { $0.remembered = link }
      store.send(.onboardingDone) { $0.phase = .signedOut }
      store.send(.signedIn) {
        $0.phase = .signedIn
        $0.navigation.deepLink(link)
        $0.remembered = nil
      }
    }

    @Test func `signing out leaves nothing of the account`() {
      let clock = TestClock()
      let reducer = AppReducer(loadOffers: {
        try? await clock.sleep(for: .seconds(1))
        return [7]
      })
      let store = TestStore(initialState: AppState(phase: .signedIn), reducer: reducer, clock: clock)
      store.exhaustivity = .off
      store.send(.navigation(.push(.item(1))))
      store.send(.navigation(.present(.settings)))
      store.send(.addedToBasket(1))
      store.send(.offersRequested)
      store.send(.signedOut)
      clock.advance(by: .seconds(1))
      #expect(store.state == AppState(phase: .signedOut))
      store.expectNothingLeft()
    }
    // end

    @Test func `a view that writes its path after the sign-out changes nothing`() {
      let store = Store(initialState: AppState(phase: .signedIn), reducer: AppReducer())
      let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
      navigator.push(.order(3))
      store.send(.signedOut)
      navigator[pathOf: .home] = [.order(3)]
      #expect(store.state == AppState(phase: .signedOut))
    }

    @Test func `a sheet after a sign-out has another identity than the sheet before it`() {
      let store = Store(initialState: AppState(phase: .signedIn), reducer: AppReducer())
      store.send(.navigation(.present(.settings)))
      let before = store.state.navigation.modals.map(\.id)
      store.send([.signedOut, .signedIn, .navigation(.present(.settings))])
      #expect(before.count == 1 && store.state.navigation.modals.map(\.id) != before)
    }

    @Test func `offers that arrive while the user is signed in are added`() async {
      let store = TestStore(
        initialState: AppState(phase: .signedIn), reducer: AppReducer(loadOffers: { [7] }))
      store.send(.offersRequested)
      await store.receive(.offersLoaded([7])) { $0.basket = [7] }
    }
  }
}

extension PickerResults {
  @Suite struct PickerAppTests {
    // snippet: picker tests
    @Test func `a choice is stored and closes its picker, pushed or presented, in one transaction`() {
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.navigation(.push(.picker(.colour)))) { $0.navigation.push(.picker(.colour)) }
      store.send(.picked("blue", for: .colour)) {
        $0.choices[.colour] = "blue"
        $0.navigation.pop()
      }
      store.send(.navigation(.present(.picker(.lining)))) { $0.navigation.present(.picker(.lining)) }
      store.send(.picked("silk", for: .lining)) {
        $0.choices[.lining] = "silk"
        $0.navigation.dismiss()
      }
    }

    @Test func `a second tap changes the choice and closes nothing else`() {
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.picked("green", for: .colour)) { $0.choices[.colour] = "green" }
    }
    // end

    @Test func `a picker that was restored returns its choice`() throws {
      var saved = AppState()
      saved.navigation.present(.picker(.colour))
      let restored = Persistence.restored(AppState(), from: try Persistence.encoded(saved)).state
      let store = Store(initialState: restored, reducer: AppReducer())
      store.send(.picked("blue", for: .colour))
      #expect(store.state.choices == [.colour: "blue"])
      #expect(store.state.navigation.modals.isEmpty)
    }
  }
}

extension ChosenTabs {
  @Suite struct ConditionalTabsAppTests {
    // snippet: conditional tabs test
    @Test func `the orders tab exists while the user is signed in`() {
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.signedIn) {
        $0.isSignedIn = true
        $0.navigation.setTabs([.home, .library, .orders])
      }
      store.send(.navigation(.tabTapped(.orders))) { $0.navigation.selectTab(.orders) }
      store.send(.navigation(.push(.order(3)))) { $0.navigation.push(.order(3)) }
      store.send(.signedOut) {
        $0.isSignedIn = false
        $0.navigation.setTabs([.home, .library])
      }
      #expect("\(store.state.navigation)" == "[home] / | library /")
    }
    // end

    @Test func `the user orders the tabs, and a list without a tab is ignored`() {
      let store = Store(initialState: AppState(), reducer: AppReducer())
      store.send(.tabsChosen([.library, .home, .orders]))
      #expect(store.state.navigation.tabs == [.library, .home])
      store.send(.tabsChosen([]))
      store.send(.tabsChosen([.orders]))
      #expect(store.state.navigation.tabs == [.library, .home])
    }

    @Test func `a view that sends other tabs changes nothing`() {
      let store = Store(initialState: AppState(), reducer: AppReducer())
      store.send(.navigation(.setTabs([.orders])))
      #expect(store.state.navigation.tabs == [.home, .library])
    }

    @Test func `the saved tabs are restored, and fit the account`() throws {
      var saved = AppState()
      let reducer = AppReducer()
      _ = reducer.reduce(into: &saved, actions: [.signedIn, .tabsChosen([.orders, .library, .home])])
      saved.navigation.selectTab(.orders)
      saved.navigation.push(.order(3))
      let bytes = try Persistence.encoded(saved)
      // snippet: conditional tabs restored
      let schema = StateSchema(restoring: RestoreOptions(keepsSavedTabs: true))
      var state = Persistence.restored(AppState(), from: bytes, schema: schema).state
      state.navigation.setTabs(state.tabs)  // another version of the app may have saved other tabs
      print(state.navigation)  // [orders] /order(3) | library / | home /
      // end
      #expect("\(state.navigation)" == "[orders] /order(3) | library / | home /")
      #expect(state == saved)

      let withoutRule = Persistence.restored(AppState(), from: bytes).state
      #expect(withoutRule.navigation.tabs == [.home, .library])
    }
  }
}

extension Badges {
  @Suite struct BadgesAppTests {
    // snippet: badges test
    @Test func `a message that is opened, by a tap or a link, is no longer counted`() {
      let store = TestStore(initialState: AppState(), reducer: AppReducer())
      store.send(.messageArrived(1)) { $0.unread = [1] }
      store.send(.messageArrived(2)) { $0.unread = [1, 2] }
      store.send(.navigation(.push(.message(1)))) {
        $0.navigation.push(.message(1))
        $0.unread = [2]
      }
      let link = DeepLink<AppTab, Route>(tab: .inbox, path: [.message(2)])
      store.send(.navigation(.deepLink(link)), origin: .deepLink) {
        $0.navigation.deepLink(link)
        $0.unread = []
      }
      store.send(.messageArrived(2))  // the message is on the screen
    }
    // end

    @Test func `the badge of the app follows the count`() async {
      let store = Store(initialState: AppState(), reducer: AppReducer())
      var badges: [Int] = []
      func setBadge(_ count: Int) {
        badges.append(count)
        if count == 0 { store.send(.messageArrived(1)) }
      }
      // snippet: badge of the app
      for await count in store.states(of: \.unread.count) {
        setBadge(count)  // the current count, then each change
        if count > 0 { break }
      }
      // end
      #expect(badges == [0, 1])
    }
  }
}

extension Mail {
  @Suite struct MailAppTests {
    private let navigator = MailNavigator(
      Store(
        initialState: NavigationState<MailTab, MailRoute>(tabs: [.mail, .settings]),
        reducer: NavigationReducer()))

    @Test func `three columns and one column show the same path`() {
      // In a wide window, the lists select a mailbox and a message, and the detail shows an attachment.
      navigator[selectionOf: .mail, column: .content] = .mailbox("Inbox")
      navigator[selectionOf: .mail, column: .detail] = .message(7)
      navigator.push(.attachment("plan.pdf"))
      #expect(navigator[pathOf: .mail, column: .detail] == [.attachment("plan.pdf")])
      // The window becomes narrow. The split view sets nil, and the stack shows the whole path.
      navigator[selectionOf: .mail, column: .content] = nil
      #expect(navigator[pathOf: .mail] == [.mailbox("Inbox"), .message(7), .attachment("plan.pdf")])
      navigator[pathOf: .mail].removeLast()
      // The window becomes wide, and the user selects another mailbox.
      #expect(navigator[selectionOf: .mail, column: .detail] == .message(7))
      navigator[selectionOf: .mail, column: .content] = .mailbox("Sent")
      #expect(navigator[pathOf: .mail] == [.mailbox("Sent")])
    }

    @Test func `a list is visible in the column beside its message`() {
      typealias Navigation = ScreenNavigation<MailContent>
      let paths: [MailTab: [MailRoute]] = [.mail: [.mailbox("Inbox"), .message(1)]]
      let store = Store(
        initialState: Navigation(NavigationState(tabs: [.mail, .settings], paths: paths)), reducer: Mail.mail)
      let list = store.state.id(of: .mailbox("Inbox"))
      func checks() -> MailContent? { list.flatMap { store.state[$0] } }
      store.send(.start)
      #expect(checks() == .list(checks: 0))
      store.send(.setColumnCount(2))
      #expect(checks() == .list(checks: 1))
      store.send(.setColumnCount(3))
      #expect(checks() == .list(checks: 1))
      store.send(.setColumnCount(1))
      store.send(.setColumnCount(2))
      #expect(checks() == .list(checks: 2))
    }

    @Test func `back keeps the message next to its list, and closes it in a window for one column`() {
      navigator[pathOf: .mail] = [.mailbox("Inbox"), .message(1), .attachment("plan.pdf")]
      Mail.goBack(in: navigator, visibleColumns: 3)
      #expect(navigator.focusedPath == [.mailbox("Inbox"), .message(1)])
      Mail.goBack(in: navigator, visibleColumns: 3)
      #expect(navigator.focusedPath == [.mailbox("Inbox"), .message(1)])
      Mail.goBack(in: navigator, visibleColumns: 1)
      #expect(navigator.focusedPath == [.mailbox("Inbox")])
    }
  }
}

extension ScreenState {
  @Suite struct ScreenStateAppTests {
    let clock = TestClock()

    /// A store whose requests take a second.
    func makeStore(_ navigation: NavigationState<AppTab, Route>? = nil) -> TestStore<AppState, AppAction> {
      var start = AppState()
      if let navigation { start.navigation = navigation }
      let reducer = AppReducer { [clock] album in
        try await clock.sleep(for: .seconds(1))
        struct Missing: Error {}
        if album == 404 { throw Missing() }
        return "Album \(album)"
      }
      return TestStore(initialState: start, reducer: reducer, clock: clock)
    }

    // snippet: screen state tests
    @Test func `an album is loaded when its screen is opened`() async {
      let store = makeStore()
      store.send(.navigation(.push(.album(3)))) {
        $0.navigation.push(.album(3))
        $0.albums = [3: .loading]
      }
      clock.advance(by: .seconds(1))
      await store.receive(.albumLoaded(3, "Album 3")) { $0.albums = [3: .loaded("Album 3")] }
    }

    @Test func `leaving the screen cancels the request and removes the state`() {
      let store = makeStore()
      store.send(.navigation(.push(.album(3)))) {
        $0.navigation.push(.album(3))
        $0.albums = [3: .loading]
      }
      store.send(.navigation(.back)) {
        $0.navigation.pop()
        $0.albums = [:]
      }
      clock.advance(by: .seconds(1))
      store.expectNothingLeft()  // no request runs, and no action was received
    }

    @Test func `a late result changes nothing`() {
      let store = makeStore()
      store.send(.albumLoaded(3, "Album 3"))
    }
    // end

    @Test func `a screen below another keeps its state and its request`() async {
      let store = makeStore()
      store.send(.navigation(.push(.album(3)))) {
        $0.navigation.push(.album(3))
        $0.albums = [3: .loading]
      }
      store.send(.navigation(.push(.album(4)))) {
        $0.navigation.push(.album(4))
        $0.albums[4] = .loading
      }
      clock.advance(by: .seconds(1))
      await store.receive(.albumLoaded(3, "Album 3")) { $0.albums[3] = .loaded("Album 3") }
      await store.receive(.albumLoaded(4, "Album 4")) { $0.albums[4] = .loaded("Album 4") }
    }

    @Test func `screens that were restored are loaded when the app has started`() async {
      let store = makeStore(NavigationState(tabs: AppTab.allCases, paths: [.library: [.album(3)]]))
      store.send(.started, origin: .restore) { $0.albums = [3: .loading] }
      clock.advance(by: .seconds(1))
      await store.receive(.albumLoaded(3, "Album 3")) { $0.albums = [3: .loaded("Album 3")] }
    }

    @Test func `a failed request can be repeated`() async {
      let store = makeStore()
      store.send(.navigation(.push(.album(404)))) {
        $0.navigation.push(.album(404))
        $0.albums = [404: .loading]
      }
      clock.advance(by: .seconds(1))
      await store.receive(.albumFailed(404, "Missing()")) { $0.albums = [404: .failed("Missing()")] }
      store.send(.retryTapped(404)) { $0.albums = [404: .loading] }
      store.send(.navigation(.back)) {
        $0.navigation.pop()
        $0.albums = [:]
      }
    }

    @Test func `each composer has a draft of its own, which ends with its modal`() throws {
      let store = Store(initialState: AppState(), reducer: AppReducer { _ in "" })
      store.send([.navigation(.present(.composer)), .navigation(.present(.composer))])
      let ids = store.state.navigation.modals.map(\.id)
      store.send([.draftChanged("below", in: ids[0]), .draftChanged("above", in: ids[1])])
      #expect(store.state.drafts == [ids[0]: "below", ids[1]: "above"])
      store.send(.navigation(.dismiss(ids[1])))
      store.send(.draftChanged("late", in: ids[1]))
      #expect(store.state.drafts == [ids[0]: "below"])
    }
  }
}

extension Windows {
  @MainActor @Suite struct WindowsAppTests {
    // snippet: windows test
    @Test func `windows navigate independently, share the cart, and are restored`() async throws {
      let (cart, left, right) = (InMemoryStorage(), InMemoryStorage(), InMemoryStorage())
      let app = AppModel(savingTo: cart, windows: { $0 == "left" ? left : right })
      let (first, second) = (try app.window("left"), try app.window("right"))
      first.navigator.push(.product(1))
      second.navigator.selectedTab = .cart
      app.cart.send(.added(1))
      for window in [first, second] { try await window.persistence.stop() }
      try await app.cartPersistence.stop()

      let restarted = AppModel(savingTo: cart, windows: { $0 == "left" ? left : right })
      #expect("\(try restarted.window("left").navigator.current)" == "[products] /product(1) | cart /")
      #expect("\(try restarted.window("right").navigator.current)" == "products / | [cart] /")
      #expect(restarted.cart.state.products == [1])
    }
    // end

    @Test func `signing out resets all windows`() throws {
      let app = AppModel(savingTo: InMemoryStorage(), windows: { _ in InMemoryStorage() })
      try app.window("left").navigator.push(.product(1))
      try app.window("right").navigator.present(.product(2))
      app.cart.send(.added(1))
      app.signOut()
      #expect("\(try app.window("left").navigator.current)" == "[products] / | cart /")
      #expect(try app.window("right").navigator.modals.isEmpty)
      #expect(app.cart.state == Cart())
      #expect(try app.window("left") === app.window("left"))
    }
  }
}

extension SignInOnDemand {
  @Suite struct SignInOnDemandTests {
    // snippet: sign-in on demand first test
    @Test func `an order opens after sign-in`() {
      let store = TestStore(initialState: AppState(), reducer: reducer())
      store.exhaustivity = .off
      store.send(.navigation(.push(.order(3))))
      #expect(store.state.guarded.destination?.action == .navigation(.push(.order(3))))
      #expect(store.state.navigation.top == .signIn)
      store.send(.signedIn)
      #expect(store.state.guarded.destination == nil)
      #expect(store.state.navigation.top == .order(3))
    }
    // end

    // snippet: sign-in on demand tests
    @Test(arguments: [
      NavigationAction<AppTab, Route>.push(.order(3)), .setPath([.item(1), .checkout], in: .tab(.home)),
      .deepLink(DeepLink(tab: .account, path: [.order(3)])),
    ])
    func `every way to a screen of the account leads over sign-in`(action: NavigationAction<AppTab, Route>) {
      let store = TestStore(initialState: AppState(), reducer: reducer())
      store.send(.navigation(action)) {
        $0.guarded.destination = .init(
          action: .navigation(action), screensBefore: [.signIn], modalsBefore: [ModalID(rawValue: 1)])
        $0.navigation.present(.signIn)
      }
      store.send(.signedIn) {
        $0.isSignedIn = true
        $0.guarded.destination = nil
        $0.navigation.dismiss()
        $0.navigation.apply(action)
      }
    }

    @Test func `a user who dismisses the sheet stays where they are`() {
      let store = TestStore(initialState: AppState(), reducer: reducer())
      store.send(.navigation(.push(.checkout))) {
        $0.guarded.destination = .init(
          action: .navigation(.push(.checkout)), screensBefore: [.signIn], modalsBefore: [ModalID(rawValue: 1)])
        $0.navigation.present(.signIn)
      }
      store.send(.navigation(.dismiss)) {
        $0.guarded.destination = nil
        $0.navigation.dismiss()
      }
    }

    @Test func `a link that would lose a draft asks first, and then for sign-in`() {
      var state = AppState()
      state.navigation.push(.editor)
      state.draft = "text"
      let link = AppAction.navigation(.deepLink(DeepLink(tab: .home, path: [.order(3)])))
      let store = TestStore(initialState: state, reducer: reducer())
      store.send(link) { $0.guarded.question = .init(action: link, screens: [.editor]) }
      store.send(.guards(.confirm(link))) {
        $0.guarded.question = nil
        $0.guarded.destination = .init(
          action: link, screensBefore: [.signIn], modalsBefore: [ModalID(rawValue: 1)])
        $0.navigation.present(.signIn)
      }
      store.send(.signedIn) {
        $0.isSignedIn = true
        $0.draft = ""
        $0.guarded.destination = nil
        $0.navigation.dismiss()
        $0.navigation.apply(.deepLink(DeepLink(tab: .home, path: [.order(3)])))
      }
    }
    // end

    // snippet: sign-in on demand exploration
    @Test func `the checkout is never shown while signed out`() {
      let ways: [NavigationAction<AppTab, Route>] = [
        .push(.checkout), .setPath([.item(1), .checkout], in: .tab(.account)), .present(.checkout),
        .present(.signIn),
        .deepLink(DeepLink(tab: .account, modals: [.init(.checkout)])), .tabTapped(.account), .back, .dismiss,
      ]
      StateExplorer(initialState: AppState(), reducer: reducer()) { state in
        ways.map(AppAction.navigation) + (state.navigation.modals.isEmpty ? [] : [.signedIn])
      }
      .invariant("the checkout is shown only with an account") { state in
        state.isSignedIn || !state.navigation.screens.contains { $0.route == .checkout }
      }
      .explore(maxDepth: 5).expectNoViolations()
    }
    // end
  }
}

extension ScreensApp {
  @Suite struct ScreensAppTests {
    // snippet: screens tests
    @Test func `a product is loaded, and the work ends when the user leaves`() async {
      let clock = TestClock()
      let store = TestStore(
        initialState: AppState(NavigationState(tabs: AppTab.allCases)),
        reducer: reducer { id in
          try? await clock.sleep(for: .seconds(1))
          return "Product \(id)"
        }, clock: clock)

      store.send(.navigation(.push(.product(7)))) { $0.navigation.push(.product(7)) }
      let first = store.state.screens(of: .home)[0].id
      clock.advance(by: .seconds(1))
      await store.receive(.screen(first, .loaded("Product 7"))) {
        $0[first] = .product(title: "Product 7", color: "red")
      }

      store.send(.navigation(.push(.product(8)))) { $0.navigation.push(.product(8)) }
      store.send(.navigation(.pop())) { $0.navigation.pop() }  // cancels the work of the second product
      await store.finish()
    }

    @Test func `a picker returns a color to the product that presented it`() {
      let clock = TestClock()
      let store = Store(
        initialState: AppState(
          NavigationState(tabs: AppTab.allCases, paths: [.home: [.product(7), .product(7)]])),
        reducer: reducer { _ in
          try? await clock.sleep(for: .seconds(1))
          return ""
        })
      let products = store.state.screens(of: .home).map(\.id)
      store.send(.screen(products[1], .colorTapped))
      let picker = store.state.visibleScreen?.id ?? products[0]
      store.send(.screen(picker, .colorPicked("blue")))
      #expect(store.state[products[0]] == .product(title: nil, color: "red"))
      #expect(store.state[products[1]] == .product(title: nil, color: "blue"))
      #expect(store.state.navigation.modals.isEmpty)
    }

    @Test func `a draft survives a restart`() async throws {
      let storage = InMemoryStorage()
      let start = AppState(NavigationState(tabs: AppTab.allCases))
      let store = Store(initialState: start, reducer: reducer { _ in "" })
      let persistence = Persistence(of: store, to: storage)
      store.send(.navigation(.present(.note)))
      let note = store.state.visibleScreen?.id ?? ScreenID(rawValue: 0)
      store.send(.screen(note, .textChanged("Buy milk")))
      try await persistence.flush()

      let restored = Persistence.load(start, from: storage)
      #expect(restored.state[note] == .note(text: "Buy milk"))
    }
    // end
  }
}

extension WizardApp {
  @Suite struct WizardAppTests {
    // snippet: wizard tests
    let start = AppState(NavigationState(tabs: AppTab.allCases))

    @Test func `the steps of a wizard share one form, also after a restart`() async throws {
      let storage = InMemoryStorage()
      let store = Store(initialState: start, reducer: reducer)
      let persistence = Persistence(of: store, to: storage)
      store.send(.navigation(.present(.signUp)))
      let wizard = try #require(store.state.visibleScreen).id
      store.send(.screen(wizard, .nameChanged("Ada")))
      store.send(.screen(wizard, .nextTapped))
      try await persistence.flush()

      let restored = Persistence.load(start, from: storage).state
      #expect(restored.visibleScreen?.route == .address)
      let next = Store(initialState: restored, reducer: reducer)
      next.send(.screen(wizard, .cityChanged("London")))
      next.send(.screen(wizard, .nextTapped))
      #expect(next.state.visibleScreen?.route == .summary)
      next.send(.screen(wizard, .doneTapped))
      let home = try #require(next.state.rootID(of: .home))
      #expect(next.state[home] == .home(accounts: [SignUp(name: "Ada", city: "London")]))
      #expect(next.state.navigation.modals.isEmpty)
    }

    @Test func `an incomplete form cannot be sent, and is gone after a dismissal`() throws {
      let store = Store(initialState: start, reducer: reducer)
      store.send(.navigation(.present(.signUp)))
      let wizard = try #require(store.state.visibleScreen).id
      store.send(.screen(wizard, .nameChanged("Ada")))
      store.send(.screen(wizard, .doneTapped))
      let home = try #require(store.state.rootID(of: .home))
      #expect(store.state[home] == .home(accounts: []))
      store.send(.navigation(.dismiss))
      #expect(store.state[wizard] == nil)
    }
    // end
  }
}

extension LargerScreensApp {
  @Suite struct LargerScreensAppTests {
    // snippet: larger screens tests
    @Test func `signing out ends the load of a product`() async {
      let clock = TestClock()
      let screens = screens { id in
        try? await clock.sleep(for: .seconds(1))
        return "Product \(id)"
      }
      let store = TestStore(initialState: AppState(), reducer: reducer(screens), clock: clock)
      store.send(.shop(.navigation(.push(.product(7))))) { $0.shop.navigation.push(.product(7)) }
      store.send(.signedOut) { $0.shop.navigation.reset() }
      await store.finish()  // fails if the load still runs
    }

    @Test func `a swipe back asks before a review is discarded`() throws {
      let store = Store(initialState: AppState(), reducer: reducer(screens { _ in "" }))
      let navigator = Navigator(
        store.scope(state: \.shop.identified, action: { AppAction.shop(.identified($0)) }))
      store.send(.signedIn("Ada"))
      navigator.push(.review)
      let review = try #require(store.state.shop.visibleScreen).id
      store.send(.shop(.screen(review, .textChanged("Good"))))

      navigator[pathOf: .home] = []
      #expect(navigator[pathOf: .home].map(\.route) == [.review])
      let question = try #require(store.state.guarded.question)
      store.send(.guards(.confirm(question.action)))
      #expect(navigator[pathOf: .home].isEmpty)
    }
    // end

    @Test func `a review needs an account, and opens after sign-in`() {
      let store = Store(initialState: AppState(), reducer: reducer(screens { _ in "" }))
      store.send(.shop(.navigation(.push(.review))))
      #expect(store.state.shop.navigation.top == .signIn)
      store.send(.signedIn("Ada"))
      #expect(store.state.shop.navigation.top == .review)
    }

    @MainActor @Test func `a restored app signs in for the same screen, and asks no old question`() async throws {
      let storage = InMemoryStorage()
      let first = AppModel(file: storage) { "Product \($0)" }
      first.store.send(.shop(.navigation(.push(.review))))
      try await first.persistence.stop()

      let second = AppModel(file: storage) { "Product \($0)" }
      #expect(second.navigator.modals.map(\.root.route) == [.signIn])
      second.store.send(.signedIn("Ada"))
      let review = try #require(second.store.state.shop.visibleScreen)
      #expect(review.route == .review && second.screenStores[review.id] != nil)
      second.store.send(.shop(.screen(review.id, .textChanged("Good"))))
      second.navigator.back()
      #expect(second.store.state.guarded.question != nil && second.navigator.isBackGuarded)
      try await second.persistence.stop()

      let third = AppModel(file: storage) { "Product \($0)" }
      #expect(third.store.state.shop[review.id] == .review(text: "Good"))
      #expect(third.store.state.guarded == GuardedActions())
    }

    @Test func `a product is added to the cart of the app`() {
      let store = Store(initialState: AppState(), reducer: reducer(screens { _ in "" }))
      store.send(.shop(.navigation(.push(.product(7)))))
      for screen in store.state.shop.screens(of: .home) {
        store.send(.shop(.screen(screen.id, .addToCartTapped)))
      }
      #expect(store.state.cart == [7])
    }
  }
}

extension SignInAfterRestart {
  @Suite struct SignInAfterRestartTests {
    // snippet: sign-in after a restart tests
    @Test func `after sign-in, the screens of the last run return with their states`() async throws {
      let storage = InMemoryStorage()
      let review = try await runApp(savingTo: storage)

      let store = makeStore(restoring: storage, account: nil)  // the session has ended
      #expect("\(store.state.shop)" == "[home] /product(7) | account / | sheet 1: signIn")
      store.send(.signedIn("Ada"))
      #expect("\(store.state.shop)" == "[home] /product(7)/review | account /")
      #expect(store.state.shop[review] == .review(text: "Good"))
    }

    @Test func `a session that ends while the app runs hides the review, and sign-in returns it`() async throws {
      let storage = InMemoryStorage()
      let review = try await runApp(savingTo: storage)
      let store = makeStore(restoring: storage, account: "Ada")
      let product = store.state.shop.screens(of: .home)[0].id
      store.send([.shop(.screen(product, .unauthorized)), .sessionExpired])  // two requests were refused
      #expect("\(store.state.shop)" == "[home] /product(7) | account / | sheet 1: signIn")
      store.send(.shop(.screen(product, .loaded("Tide"))))
      store.send(.signedIn("Ada"))
      #expect("\(store.state.shop)" == "[home] /product(7)/review | account /")
      #expect(store.state.shop[review] == .review(text: "Good"))
      #expect(store.state.shop[product] == .product(title: "Tide"))
    }

    /// Starts the app without a recorder.
    func makeStore(restoring file: any StateStorage, account: String?) -> Store<AppState, AppAction> {
      let (state, hidden) = loadState(from: file, account: account)
      let store = Store(initialState: state, reducer: reducer())
      start(store, resuming: hidden)
      return store
    }

    /// Runs the app until a review is written, and returns the identity of its screen.
    func runApp(savingTo storage: InMemoryStorage) async throws -> ScreenID {
      let store = makeStore(restoring: storage, account: "Ada")
      let persistence = Persistence(of: store, to: storage)
      store.send([.shop(.navigation(.push(.product(7)))), .shop(.navigation(.push(.review)))])
      let review = try #require(store.state.shop.visibleScreen).id
      store.send(.shop(.screen(review, .textChanged("Good"))))
      try await persistence.stop()
      return review
    }
    // end

    @Test func `the screens are lost if the user dismisses the sheet`() async throws {
      let storage = InMemoryStorage()
      _ = try await runApp(savingTo: storage)

      let store = makeStore(restoring: storage, account: nil)
      store.send(.shop(.navigation(.dismiss)))
      #expect("\(store.state.shop)" == "[home] /product(7) | account /")
      #expect(store.state.guarded.destination == nil)
    }

    @Test(arguments: [true, false])
    func `another user gets the destination that they opened, and no hidden screen`(opensReview: Bool)
      async throws
    {
      let storage = InMemoryStorage()
      _ = try await runApp(savingTo: storage)
      let (state, hidden) = loadState(from: storage, account: nil)
      let reducer = Reduce<AppState, AppAction> { state, action in
        if case .signedIn = action, case .resumed? = state.guarded.destination?.action {
          state.guarded.destination = nil
        }
        return AppReducer().reduce(into: &state, action: action)
      }
      let store = Store(
        initialState: state, reducer: reducer.guarded(by: guards, storing: \.guarded, answer: { _ in nil }))
      start(store, resuming: hidden)
      if opensReview { store.send(.shop(.navigation(.push(.review)))) }
      store.send(.signedIn("Bob"))
      #expect("\(store.state.shop)" == "[home] /product(7)\(opensReview ? "/review" : "") | account /")
      #expect(store.state.shop.visibleScreen.map { store.state.shop[$0.id] } != .review(text: "Good"))
    }

    // snippet: sign-in after a restart question test
    @Test func `the user is asked before a hidden review is lost`() async throws {
      let storage = InMemoryStorage()
      let review = try await runApp(savingTo: storage)
      let (state, hidden) = loadState(from: storage, account: nil)
      let store = Store(initialState: state, reducer: askingReducer())
      start(store, resuming: hidden)

      let dismiss = AppAction.shop(.navigation(.dismiss))
      store.send(dismiss)
      #expect(store.state.guarded.question?.action == dismiss)
      store.send(.guards(.cancel))
      store.send(.signedIn("Ada"))
      #expect(store.state.shop[review] == .review(text: "Good"))
    }
    // end

    @Test(arguments: [nil, "Ada"])
    func `a restart before sign-in keeps the screens`(account: String?) async throws {
      let storage = InMemoryStorage()
      let review = try await runApp(savingTo: storage)
      let second = makeStore(restoring: storage, account: nil)
      let persistence = Persistence(of: second, to: storage)
      second.send(.shop(.navigation(.tabTapped(.account))))
      try await persistence.stop()

      let third = makeStore(restoring: storage, account: account)
      if account == nil {
        #expect(third.state.shop.navigation.top == .signIn)
        third.send(.signedIn("Ada"))
      }
      #expect(third.state.shop[review] == .review(text: "Good"))
      #expect(third.state.shop.visibleScreen?.id == review)
      // No identity is used twice.
      third.send(.shop(.navigation(.present(.product(8)))))
      #expect(third.state.shop.navigation.modals.map(\.id) == [ModalID(rawValue: 2)])
      #expect((third.state.shop.visibleScreen?.id.rawValue ?? 0) > review.rawValue + 1)
    }

    @Test
    func `without the account that exists already, a restored sheet stays, and its dismissal opens the screen`()
      async throws
    {
      var state = AppState()
      let reducer = reducer()
      _ = reducer.reduce(into: &state, actions: [.shop(.navigation(.push(.review)))])
      state.account = "Ada"
      let store = Store(initialState: state, reducer: reducer)
      #expect(store.state.shop.navigation.top == .signIn)
      store.send(.shop(.navigation(.dismiss)))
      #expect(store.state.shop.navigation.top == .review)
    }
  }
}

extension NestedTabs {
  @Suite struct NestedTabsAppTests {
    typealias AppStore = Store<AppState, AppAction>

    static func makeStore() -> AppStore {
      AppStore(initialState: AppState(NavigationState(tabs: AppTab.allCases)), reducer: reducer())
    }

    // snippet: nested tabs tests
    @Test func `back leads out of the help at the root of its tab`() throws {
      let store = Store(initialState: AppState(NavigationState(tabs: AppTab.allCases)), reducer: reducer())
      store.send(.navigation(.push(.song(7))))
      store.send(.navigation(.present(.help(.topics, [.topic(3)]))))
      let help = try #require(store.state.visibleScreen).id
      let navigator = navigator(ofHelp: help, in: store)
      navigator.selectedTab = .contact
      navigator.push(.topic(5))

      store.send(back(in: store.state))  // pops the topic
      #expect(navigator.selectedTab == .contact && navigator.focusedPath.isEmpty)
      store.send(back(in: store.state))  // leaves the help, because its rule for back is `none`
      #expect(store.state.navigation.modals.isEmpty)
      store.send(back(in: store.state))  // pops the song
      #expect(store.state.navigation.focusedPath.isEmpty)
    }
    // end

    @Test func `the help is saved with the screen, and ends with it`() throws {
      let store = Self.makeStore()
      store.send(.navigation(.push(.help(.contact, []))))
      let help = try #require(store.state.visibleScreen).id
      store.send(.screen(help, .help(.push(.topic(1)))))
      let restored = try JSONDecoder().decode(AppState.self, from: JSONEncoder().encode(store.state))
      #expect(restored[helpOf: help].path(of: .contact) == [.topic(1)])
      store.send(.navigation(.tabTapped(.home)))  // a second tap on the tab of the app
      #expect(store.state.navigation.focusedPath.isEmpty)
      #expect(store.state[helpOf: help] == Help(tabs: HelpTab.allCases))
    }
  }
}

extension FeaturesApp {
  @Suite struct FeaturesAppTests {
    // snippet: features tests
    @Test func `a note loads its text, gets a color, and is counted when it is done`() async {
      let store = TestStore(
        initialState: ScreenNavigation<AppScreen>(NavigationState(tabs: AppTab.allCases)),
        reducer: reducer { "Note \($0)" })
      let screens = TestScreens(store)

      screens.send(.noteTapped(7), toRootOf: .notes, as: Screens.list, navigation: { $0.push(.note(7)) })
      await screens.receive(.loaded("Note 7"), at: .note(7), as: Screens.note) { $0.text = "Note 7" }

      screens.send(.colorTapped, to: .note(7), as: Screens.note, navigation: { $0.present(.colors) })
      // The result changes another screen, so the test store asserts the whole state.
      let note = store.state.id(of: .note(7)) ?? ScreenID(rawValue: 0)
      store.send(.screen(store.state.visibleID, .colors(.picked("red")))) {
        $0.navigation.dismiss()
        $0[note] = .note(Note.State(text: "Note 7", color: "red"))
      }
    }
    // end
  }
}
