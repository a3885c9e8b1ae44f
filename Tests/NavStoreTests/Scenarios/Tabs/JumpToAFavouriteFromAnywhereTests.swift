import NavStore
import Testing

/// How do I jump to a favourite from anywhere: from another tab, from deep in a stack, from under a sheet?
///
/// A favourite is a `DeepLink`: a value that describes where a screen is and that the app can save. One action opens
/// it. The action dismisses all modals, selects the tab and sets its path. The other tabs keep their paths.
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

  @Test func `opening a favourite from another tab keeps that tab's stack`() {
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
    #expect(navigator[pathOf: .map] == [.city("Oslo")])
  }

  @Test func `opening a favourite dismisses sheets that have stacks`() {
    navigator.present(.settings)
    navigator.push(.city("Rome"))
    navigator.present(.settings, style: .cover)
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
  }

  @Test func `opening a favourite from deep in the same stack is one change, without intermediate screens`() {
    navigator.selectedTab = .guides
    for city in 1...20 { navigator.push(.city("\(city)")) }
    let revision = store.revision
    navigator.send(.deepLink(Self.lisbon))
    expectLisbon()
    #expect(store.revision == revision + 1)
  }

  @Test func `a favourite can be pushed on the tab's path, so that back returns to the previous screen`() {
    navigator.send(.deepLink(Favourite(tab: .guides, path: [.city("Lisbon")], placement: .push)))
    navigator.back()
    #expect(navigator[pathOf: .guides] == [.country("Norway"), .city("Bergen")])
  }

  @Test func `the current screen becomes a favourite that can be saved`() throws {
    navigator.selectedTab = .guides
    let favourite = Favourite(tab: navigator.selectedTab, path: navigator[pathOf: navigator.selectedTab])
    let saved = try Persistence.encoded([favourite])

    navigator.popToRoot()
    navigator.selectedTab = .map
    navigator.send(.deepLink(Persistence.restored([], from: saved).state[0]))
    #expect(navigator.current.description == "map /city(\"Oslo\") | [guides] /country(\"Norway\")/city(\"Bergen\")")
  }

  @Test func `a favourite in a tab that no longer exists changes nothing`() {
    navigator.send(.setTabs([.map]))
    navigator.present(.settings)
    navigator.send(.deepLink(Self.lisbon))
    #expect(navigator.top == .settings)
  }
}
