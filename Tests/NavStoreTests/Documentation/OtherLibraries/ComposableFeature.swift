// The feature of The Composable Architecture in Docs/HowTo/Moving/OtherArchitectures.md. The library is no dependency of
// this package: `.ci/typecheck-apple` checks this file against declarations of it.

#if canImport(ComposableArchitecture)
  // snippet: tca imports
  import ComposableArchitecture
  import NavStore

  typealias FeatureStore = ComposableArchitecture::Store
  typealias NavigationStore = NavStore::Store
  // end

  // snippet: tca feature
  struct AlbumFeature: ComposableArchitecture::Reducer {
    struct State: Equatable { var playedCount = 0 }
    enum Action { case songTapped(Int) }

    let openSong: @Sendable (Int) async -> Void  // or a dependency, `@Dependency(\.openSong)`

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .songTapped(let id):
          state.playedCount += 1
          return .run { _ in await openSong(id) }
        }
      }
    }
  }

  /// In the app, which knows both:
  @MainActor func albumStore(
    of route: MusicRoute, in stores: ScreenModels<MusicRoute, StoreOf<AlbumFeature>>,
    navigator: Navigator<MusicTab, MusicRoute>
  ) -> StoreOf<AlbumFeature> {
    stores.model(of: route) {
      FeatureStore(initialState: AlbumFeature.State()) {
        AlbumFeature { id in navigator.push(.song(id)) }
      }
    }
  }
  // end

  // snippet: tca navigation store
  func musicStore() -> NavigationStore<
    NavigationState<MusicTab, MusicRoute>, NavigationAction<MusicTab, MusicRoute>
  > {
    NavStore::Store(initialState: NavigationState(tabs: MusicTab.allCases), reducer: NavigationReducer())
  }
// end
#endif
