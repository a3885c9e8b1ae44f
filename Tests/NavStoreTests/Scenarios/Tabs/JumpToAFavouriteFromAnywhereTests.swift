import NavStore
import Testing

/// How do I jump to a favourite from anywhere: from another tab, from deep in a stack, from under a sheet?
///
/// A favourite is a `DeepLink`, a value that says where a screen is and can be saved. To go there is one action, which
/// dismisses what is presented, selects the tab and sets its path; the other tabs keep theirs.
@Suite struct JumpToAFavouriteFromAnywhereTests {
  enum AppTab: String, Codable, CaseIterable { case map, guides }
  enum Route: Hashable, Codable { case country(String), city(String), settings }

  typealias Favourite = DeepLink<AppTab, Route>

  static let lisbon = Favourite(tab: .guides, path: [.country("Portugal"), .city("Lisbon")])

  let store = Store(
    initialState: NavigationState<AppTab, Route>(
      tabs: AppTab.allCases, paths: [.map: [.city("Oslo")], .guides: [.country("Norway"), .city("Bergen")]]),
    reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  private func expectLisbon() {
    #expect(navigator.selectedTab == .guides)
    #expect(navigator.modals.isEmpty)
    #expect(navigator[pathOf: .guides] == [.country("Portugal"), .city("Lisbon")])
  }

  @Test func `from another tab, which keeps its stack`() {
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
    #expect(navigator[pathOf: .map] == [.city("Oslo")])
  }

  @Test func `from under sheets, each with a stack`() {
    navigator.present(.settings)
    navigator.push(.city("Rome"))
    navigator.present(.settings, style: .cover)
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
  }

  @Test func `from deep in the same stack, in one change: nobody sees the way there`() {
    navigator.selectedTab = .guides
    for city in 1...20 { navigator.push(.city("\(city)")) }
    let revision = store.revision
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
    #expect(store.revision == revision + 1)
  }

  @Test func `on top of what the tab shows, so that back leads there`() {
    navigator.send(.deepLink(Favourite(tab: .guides, path: [.city("Lisbon")], placement: .push)))
    navigator.back()
    #expect(navigator[pathOf: .guides] == [.country("Norway"), .city("Bergen")])
  }

  @Test func `what is shown becomes a favourite, and can be saved`() throws {
    navigator.selectedTab = .guides
    let favourite = Favourite(tab: navigator.selectedTab, path: navigator[pathOf: navigator.selectedTab])
    let saved = try Persistence.encoded([favourite])

    navigator.popToRoot()
    navigator.selectedTab = .map
    navigator.send(.deepLink(Persistence.restored([], from: saved).state[0]))
    #expect(navigator.current.description == "map /city(\"Oslo\") | [guides] /country(\"Norway\")/city(\"Bergen\")")
  }

  @Test func `a favourite in a tab that is gone by now does nothing`() {
    navigator.send(.setTabs([.map]))
    navigator.present(.settings)
    navigator.send(.deepLink(Self.lisbon))
    #expect(navigator.top == .settings)
  }
}
