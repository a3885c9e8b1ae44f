import NavStore

// The parts of the example app in Docs/HowTo that need no view. They are also compiled with the views.

// snippet: music routes
nonisolated enum MusicTab: String, Codable, CaseIterable { case home, library }

nonisolated enum MusicRoute: Hashable, Codable { case album(Int), song(Int), settings }
// end

// snippet: music
struct Music {
  let navigator: Navigator<MusicTab, MusicRoute>
  let persistence: Persistence<NavigationState<MusicTab, MusicRoute>>

  init(savingTo storage: any StateStorage) {
    let start = NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases)
    let restored = Persistence.load(start, from: storage)  // before the first frame is drawn
    let store = Store(initialState: restored.state, reducer: NavigationReducer())
    navigator = Navigator(store)
    persistence = Persistence(of: store, to: storage)
  }
}
// end

// snippet: music links
let musicLinks = DeepLinkTable<MusicTab, MusicRoute>(schemes: ["music"]) {
  LinkPattern(
    "album/:id", .int, in: .library,
    make: MusicRoute.album, match: { if case .album(let id) = $0 { id } else { nil } })
  LinkPattern("settings", in: .home, as: .sheet, to: .settings)
}
// end
