import NavStore
import NavStoreTesting
import Testing

/// The models of Docs/HowTo/Moving/OtherArchitectures.md in a navigation.
@MainActor @Suite struct FeatureModelTests {
  let navigator = Navigator<MusicTab, MusicRoute>(
    Store(initialState: NavigationState(tabs: MusicTab.allCases), reducer: NavigationReducer()))

  @Test func `a model lives as long as its screen is open`() async {
    let songs = ScreenModels<MusicRoute, SongModel>()
    func model(of song: Int) -> SongModel {
      songs.model(of: .song(song)) { SongModel(navigator: navigator) }
    }
    let following = Task { await songs.follow(navigator) }
    navigator.push(.song(1))
    navigator.push(.song(2))
    model(of: 1).loveTapped()
    weak var second: SongModel?
    second = model(of: 2)
    #expect(second != nil)

    navigator.selectTab(.library)
    await Task.yield()
    #expect(model(of: 1).isLoved && second != nil)  // The screens are hidden, and still open.

    navigator.send(.setPath([.song(1)], in: .tab(.home)))
    while second != nil { await Task.yield() }
    #expect(model(of: 1).isLoved)
    following.cancel()
    await following.value
  }

  @Test func `an observable model navigates with the navigator`() {
    SongModel(navigator: navigator).settingsTapped()
    #expect(navigator.top == .settings)
  }

  // snippet: test of mvvm
  final class RouterSpy: AlbumRouter {
    var songs: [Int] = []
    func openSong(_ id: Int) { songs.append(id) }
  }

  @Test func `a tap on a song opens it`() {
    let router = RouterSpy()
    let album = AlbumViewModel(router: router)
    album.songTapped(7)
    #expect(router.songs == [7])
  }
  // end

  @Test func `the app's router pushes the song`() {
    let album = AlbumViewModel(router: MusicRouter(navigator: navigator))
    album.songTapped(7)
    #expect(navigator.top == .song(7))
    #expect(album.playedCount == 1)
  }
}
