import NavStore

/// The app of Docs/HowTo/Flows/ScreenStateAndEffects.md. It is compiled with the views, too.
enum ScreenState {
  // snippet: screen state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library }
  nonisolated enum Route: Hashable, Codable { case album(Int), composer }

  nonisolated enum AlbumState: Equatable {
    case loading
    case loaded(String)
    case failed(String)
  }

  nonisolated struct AppState: Equatable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    /// The state of each album screen that is open, by the album in its route.
    var albums: [Int: AlbumState] = [:]
    /// The text of each composer that is open, by its modal.
    var drafts: [ModalID: String] = [:]
  }

  nonisolated enum AppAction: Equatable {
    case navigation(NavigationAction<AppTab, Route>)
    /// The app has restored its navigation. Send it once, after the store is created.
    case started
    case albumLoaded(Int, String)
    case albumFailed(Int, String)
    case retryTapped(Int)
    case draftChanged(String, in: ModalID)
  }
  // end

  // snippet: screen state reducer
  nonisolated struct AppReducer: Reducer {
    /// The id of the effect that loads an album.
    struct Loading: Hashable { let album: Int }

    let navigation = NavigationReducer<AppTab, Route>()
    var load: @Sendable (Int) async throws -> String

    func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
      switch action {
      case .navigation(let action):
        navigation.apply(action, to: &state.navigation)
        return updateScreens(of: &state)
      case .started:
        return updateScreens(of: &state)
      case .albumLoaded(let album, let title):
        if state.albums[album] != nil { state.albums[album] = .loaded(title) }
      case .albumFailed(let album, let reason):
        if state.albums[album] != nil { state.albums[album] = .failed(reason) }
      case .retryTapped(let album):
        if case .failed = state.albums[album] { state.albums[album] = nil }
        return updateScreens(of: &state)
      case .draftChanged(let text, in: let modal):
        if state.drafts[modal] != nil { state.drafts[modal] = text }
      }
      return .none
    }

    /// Creates the state of the screens that have been opened, and removes that of the screens that have
    /// been closed.
    private func updateScreens(of state: inout AppState) -> Effect<AppAction> {
      let navigation = state.navigation
      let open = Set(
        navigation.screens.compactMap { if case .album(let album) = $0.route { album } else { nil } })

      var effects: [Effect<AppAction>] = []
      for album in state.albums.keys.sorted() where !open.contains(album) {
        state.albums[album] = nil
        effects.append(.cancel(id: Loading(album: album)))
      }
      for album in open.sorted() where state.albums[album] == nil {
        state.albums[album] = .loading
        effects.append(loading(album))
      }

      let composers = navigation.modals.filter { $0.root == .composer }.map(\.id)
      state.drafts = state.drafts.filter { composers.contains($0.key) }
      for modal in composers where state.drafts[modal] == nil { state.drafts[modal] = "" }
      return .merge(effects)
    }

    private func loading(_ album: Int) -> Effect<AppAction> {
      .run(id: Loading(album: album), cancelInFlight: true) { [load] context in
        context.send(.albumLoaded(album, try await load(album)))
      } catch: { error in
        .albumFailed(album, "\(error)")
      }
    }
  }
  // end
}
