import NavStore
import NavStoreTesting
import Testing

@Suite struct GettingStartedSnippets {
  @Test func `an app's navigation without a view, saved and restored`() async throws {
    let storage = InMemoryStorage()
    // snippet: music without views
    let music = Music(savingTo: storage)
    let saving = Task { await music.persistence.run() }  // in SwiftUI, .saves(_:) does this
    let navigator = music.navigator
    navigator.selectedTab = .library  // a tap on the tab
    navigator.push(.album(3))
    navigator.push(.song(7))
    navigator.back()
    print(navigator.current)  // home / | [library] /album(3)

    navigator.open(try musicLinks.parse("music://settings"))
    print(navigator.current)  // [home] / | library /album(3) | sheet 1: settings
    try await music.persistence.stop()  // saves, and ends run()

    let restarted = Music(savingTo: storage)
    print(restarted.navigator.current)  // [home] / | library /album(3) | sheet 1: settings
    // end
    await saving.value
    #expect(navigator[pathOf: .library] == [.album(3)])
    #expect(navigator.modals.map(\.root) == [.settings])
    #expect("\(restarted.navigator.current)" == "[home] / | library /album(3) | sheet 1: settings")
    #expect(restarted.navigator.current == navigator.current)
  }

  // snippet: music test
  @Test func `a second tap on the tab pops its stack`() {
    let store = TestStore(
      initialState: NavigationState<MusicTab, MusicRoute>(tabs: MusicTab.allCases, paths: [.home: [.song(7)]]),
      reducer: NavigationReducer())
    store.send(.tabTapped(.home)) { $0.popToRoot() }
  }
  // end

  @Test func `every link of the music app leads back`() {
    #expect(musicLinks.check([.album(3), .settings]) == [])
  }
}
