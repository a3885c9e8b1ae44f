import Foundation
import NavStore
import NavStoreTesting
import Testing

// The blocks that only Docs/Skill/SKILL.md shows.

// snippet: load then push
struct PlayerReducer: Reducer {
  struct State: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var title = ""
    var message: String?
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case songTapped(Int)
    case loaded(String)
    case failed(String)
  }

  let navigation = NavigationReducer<AppTab, Route>()
  var load: @Sendable (Int) async throws -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      return navigation.reduce(into: &state.navigation, action: action).map(Action.navigation)
    case .songTapped(let id):
      return .run(id: "song", cancelInFlight: true) { [load] context in
        let title = try await load(id)
        context.send([.loaded(title), .navigation(.push(.song(id)))])  // one transaction
      } catch: { error in
        .failed("\(error)")
      }
    case .loaded(let title):
      state.title = title
      return .none
    case .failed(let message):
      state.message = message
      return .none
    }
  }
}
// end

@Suite struct SkillSnippets {
  // snippet: test of load then push
  @Test func `a song opens when it is loaded, and a failure has a message`() async {
    struct Offline: Error {}
    let store = TestStore(
      initialState: PlayerReducer.State(),
      reducer: PlayerReducer { id in
        if id == 0 { throw Offline() }
        return "Song \(id)"
      })
    store.send(.songTapped(7))
    await store.receive([.loaded("Song 7"), .navigation(.push(.song(7)))]) {
      $0.title = "Song 7"
      $0.navigation.push(.song(7))
    }
    store.send(.songTapped(0))
    await store.receive(.failed("Offline()")) { $0.message = "Offline()" }
  }
  // end

  @Test func `the work of a tap that a later tap cancels does not fail`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: PlayerReducer.State(),
      reducer: PlayerReducer { id in
        try await clock.sleep(for: .seconds(1))
        return "Song \(id)"
      }, clock: clock)
    store.send(.songTapped(7))
    store.send(.songTapped(8))
    clock.advance(by: .seconds(1))
    await store.receive([.loaded("Song 8"), .navigation(.push(.song(8)))]) {
      $0.title = "Song 8"
      $0.navigation.push(.song(8))
    }
  }

  @Test func `a part of the state is loaded and saved, and stop flushes`() async throws {
    let file = InMemoryStorage()
    for expected in [[], [Route.song(7)]] {
      // snippet: saving a part
      let restored = Persistence.load(AppState(), from: file, saving: \.navigation)
      let store = Store(initialState: restored.state, reducer: AppReducer())
      let persistence = Persistence(of: store, to: file, saving: \.navigation)
      persistence.start()
      // end
      #expect(store.state.navigation.focusedPath == expected)
      store.send(.navigation(.setPath([.song(7)], in: .tab(.home))))
      try await persistence.stop()
    }
  }

  @Test func `what is restored when a saved route no longer exists`() throws {
    enum OldRoute: Hashable, Codable { case song(Int), album(Int) }
    var old = NavigationState<AppTab, OldRoute>(tabs: AppTab.allCases, backRule: .none)
    old.setPath([.song(3), .album(7), .song(8)], in: .tab(.home))
    old.push(.song(1), in: .tab(.library))
    old.present(.album(9))
    old.push(.song(2))
    let file = InMemoryStorage(current: try Persistence.encoded(old))
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    #expect("\(old)" == "[home] /song(3)/album(7)/song(8) | search / | library /song(1) | sheet 1: album(9)/song(2)")
    // snippet: routes that no longer exist
    // The last version of the app had a route .album, and has saved
    // [home] /song(3)/album(7)/song(8) | search / | library /song(1) | sheet 1: album(9)/song(2)
    let restored = Persistence.load(start, from: file)
    print(restored.state)  // [home] /song(3) | search / | library /song(1)
    print(restored.report.isUnchanged)  // false
    for loss in restored.report.losses { print(loss) }
    // Route 2 of home, {"album":…}, was dropped together with 1 route above it: …
    // The root of modal 1, {"album":…}, was dropped: …
    // end
    #expect("\(restored.state)" == "[home] /song(3) | search / | library /song(1)")
    #expect(!restored.report.isUnchanged)
    let losses = restored.report.losses
    #expect(losses.count == 2)
    #expect(losses[0].hasPrefix(#"Route 2 of home, {"album":…}, was dropped together with 1 route above it: "#))
    #expect(losses[1].hasPrefix(#"The root of modal 1, {"album":…}, was dropped: "#))

    let unreadable = Persistence.load(start, from: InMemoryStorage(current: Data("?".utf8)))
    #expect(unreadable.state == start)
    #expect(!unreadable.report.isUnchanged && unreadable.report.generation == nil)
  }

  @Test func `the target of a push`() {
    // snippet: targets
    var state = NavigationState<AppTab, Route>(tabs: AppTab.allCases, backRule: .none)
    state.push(.song(3))  // onto the selected tab
    state.present(.settings)
    state.push(.song(7))  // onto the sheet, which is on top
    state.push(.song(8), in: .tab(.library))  // onto a tab, whatever is on top
    print(state)  // [home] /song(3) | search / | library /song(8) | sheet 1: settings/song(7)
    // end
    #expect("\(state)" == "[home] /song(3) | search / | library /song(8) | sheet 1: settings/song(7)")
  }

  @Test func `the synonyms of actions are the same actions`() {
    typealias Action = NavigationAction<AppTab, Route>
    let id = ModalID(rawValue: 1)
    #expect(Action.dismiss(id) == .dismissModal(id))
    #expect(Action.popTo(depth: 2) == .popToDepth(2))
    #expect(Action.reset(.home) == .resetTab(.home))
  }

  @Test func `what a link does to sheets, to other tabs and to the path of its tab`() throws {
    var state = NavigationState<ShopTab, ShopRoute>(tabs: ShopTab.allCases, backRule: .none)
    state.setPath([.file(["a"])], in: .tab(.home))
    state.setPath([.orders], in: .tab(.account))
    state.present(.items)
    let item = try shopLinks.parse("shop://item/42")
    state.deepLink(item)
    #expect(state.modals.isEmpty)
    #expect(state.path(of: .home) == [.items, .item(id: 42)])
    #expect(state.path(of: .account) == [.orders])

    let signIn = try shopLinks.parse("shop://signin", isFromApp: true)
    var replaced = state
    replaced.deepLink(signIn)
    #expect(replaced.path(of: .account) == [] && replaced.top == .signIn)
    let onTop = try DeepLinkTable<ShopTab, ShopRoute>(
      validating: [LinkPattern("signin", in: .account, as: .sheet, to: .signIn).onTop], schemes: ["shop"])
    state.deepLink(try onTop.parse("shop://signin"))
    #expect(state.path(of: .account) == [.orders] && state.top == .signIn)
  }
}
