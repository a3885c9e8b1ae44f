import NavStore
import Observation

// The models of Docs/HowTo/Moving/OtherArchitectures.md. They are compiled with the views, too.

// snippet: models of screens
/// The models of the open screens of one kind. A model lives as long as its screen is open, whether the
/// screen is drawn or not.
@MainActor final class ScreenModels<Route: Hashable & Sendable, Model: AnyObject> {
  private var models: [Route: Model] = [:]

  /// Returns the model of an open screen, and creates it when it is first needed.
  func model(of route: Route, make: () -> Model) -> Model {
    if let model = models[route] { return model }
    let model = make()
    models[route] = model
    return model
  }

  /// Releases the models of the screens that are closed, until the task is cancelled.
  func follow<Tab>(_ navigator: Navigator<Tab, Route>) async {
    for await open in navigator.store.states(of: { Set($0.screens.map(\.route)) }) {
      models = models.filter { open.contains($0.key) }
    }
  }
}
// end

// snippet: observable model
@MainActor @Observable final class SongModel {
  private(set) var isLoved = false
  private let navigator: Navigator<MusicTab, MusicRoute>

  init(navigator: Navigator<MusicTab, MusicRoute>) { self.navigator = navigator }

  func loveTapped() { isLoved.toggle() }
  func settingsTapped() { navigator.send(.present(.settings)) }
}
// end

// snippet: mvvm
/// What a view model can do with the navigation. The module of the view model does not import NavStore.
@MainActor protocol AlbumRouter: AnyObject {
  func openSong(_ id: Int)
}

@MainActor @Observable final class AlbumViewModel {
  private(set) var playedCount = 0
  private let router: any AlbumRouter

  init(router: any AlbumRouter) { self.router = router }

  func songTapped(_ id: Int) {
    playedCount += 1
    router.openSong(id)
  }
}

/// In the app, which knows both:
@MainActor final class MusicRouter: AlbumRouter {
  private let navigator: Navigator<MusicTab, MusicRoute>

  init(navigator: Navigator<MusicTab, MusicRoute>) { self.navigator = navigator }

  func openSong(_ id: Int) { navigator.push(.song(id)) }
}
// end
