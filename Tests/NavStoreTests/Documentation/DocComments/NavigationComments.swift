import Foundation
import NavStore
import Testing

// The code of the comments in NavStoreCore/Navigation. It is compiled. Only the code in suites runs.

private enum NavigationComments {
  struct Book: Hashable, Codable { var id: Int }
  struct Song: Hashable, Codable { var id: Int }
  struct Settings: Hashable, Codable {}
  struct UserSettings { var tabs: [AppTab] }
  struct Catalogue: Sendable { func song(_ id: Int) async throws -> Song? { nil } }
  struct Logger: Sendable { func warning(_ message: String) {} }
  enum AppRoute: Hashable { case home(Route), settings }

  // snippet: comment of RouteRegistry
  static let routes = RouteRegistry(
    .route(Book.self, named: "book"),
    .route(Song.self, named: "song", formerly: ["track"]))
  // end

  // snippet: comment of PathPart
  static let home = PathPart(embed: AppRoute.home) { if case .home(let route) = $0 { route } else { nil } }
  // end

  static func states(_ settings: UserSettings) {
    // snippet: comment of NavigationState.init(validating:)
    let start =
      (try? NavigationState<AppTab, Route>(validating: settings.tabs)) ?? NavigationState(tabs: AppTab.allCases)
    // end
    _ = start
    // snippet: comment of NavigationState
    var state = NavigationState<AppTab, Route>(tabs: [.home, .library])
    state.push(.song(7))
    state.selectTab(.library)
    print(state.path(of: .home) == [.song(7)])  // true
    // end
    // snippet: comment of NavigationState.screens
    let showsSettings = state.screens.contains { $0.route == .settings }
    // end
    _ = showsSettings
  }

  static func columns(_ navigator: Navigator<AppTab, Route>) {
    // snippet: comment of NavigationColumns
    var columns = NavigationColumns(navigator[pathOf: .library])
    columns.select(.song(7), in: .detail)
    navigator[pathOf: .library] = columns.path
    // end
    // snippet: comment of NavigationColumns.routesToPop
    let count = columns.routesToPop(showing: 2)
    navigator.send(count > 0 ? .pop(count) : .selectTab(.home))
    // end
  }

  static func stores() {
    // snippet: comment of NavigationReducer
    let store = Store(
      initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases),
      reducer: NavigationReducer(rules: NavigationRules(backRule: .history)))
    store.send(.push(.song(7)))
    // end
  }

  @MainActor static func navigators(_ store: Store<AppState, AppAction>, _ catalogue: Catalogue) async throws {
    // snippet: comment of Navigator
    let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
    navigator.push(.song(7))
    print(navigator.selectedTab)  // observers are notified when another tab is selected, and not of pushes
    print(navigator[pathOf: .library])  // observers are notified when this path changes
    // end
    // snippet: comment of Navigator.binding
    let selection = navigator.binding(\.selectedTab)
    let path = navigator.binding(\.[pathOf: .home])
    // end
    _ = (selection, path)
  }

  @MainActor static func bindings(_ navigator: Navigator<AppTab, Route>) {
    // snippet: comment of ValueBinding
    let selection = navigator.binding(\.selectedTab)
    selection.value = .library  // sends tabTapped(.library)
    // end
  }

  @MainActor static func validating(_ navigator: Navigator<AppTab, Route>, _ catalogue: Catalogue) async throws {
    // snippet: comment of validate
    let validation = try await navigator.validate { route in
      guard case .song(let id) = route else { return .keep }
      guard let song = try await catalogue.song(id) else { return .drop }
      return song.id == id ? .keep : .replace(with: .song(song.id))
    }
    // end
    _ = validation
  }

  static func mixedPaths(_ logger: Logger) throws {
    let routes = Self.routes
    do {
      // snippet: comment of AnyRoute
      var path: [AnyRoute] = []
      path.append(Book(id: 1))
      path.append(Settings())
      print(path.last?.as(Settings.self) == Settings())  // true
      print(path == [Book(id: 1), Settings()])  // true
      // end
    }
    // snippet: comment of AnyRoute path
    let link = DeepLink<AppTab, AnyRoute>(tab: .library, path: [AnyRoute](holding: [Book(id: 1), Song(id: 7)]))
    // end
    _ = link
    var path = link.path
    // snippet: comment of CodablePath
    let data = try JSONEncoder().encode(path.codable(routes))

    let decoder = JSONDecoder()
    decoder.userInfo[.routeRegistry] = routes
    path = try decoder.decode(CodablePath.self, from: data).routes
    // end
    do {
      // snippet: comment of NavigationReducer routes
      let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes)
      // end
      _ = reducer
    }
  }

  @MainActor static func parts(_ navigator: Navigator<AppTab, AnyRoute>) {
    // snippet: comment of holding
    let songs = navigator[pathOf: .library, covering: .holding(Song.self)]  // the songs at the beginning of the path
    // end
    _ = songs
  }

  enum Screens {
    enum Screen: Equatable { case song(Song), settings, radio }
    struct RadioRoute: Hashable, Codable {}
    enum Radio {
      static var screens: RouteDestinations<Screen> {
        RouteDestinations { RouteDestination(for: RadioRoute.self) { _ in .radio } }
      }
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @Sendable static func SongScreen(_ song: Song) -> Screen { .song(song) }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    @Sendable static func SettingsScreen() -> Screen { .settings }

    static func destinations(_ path: [AnyRoute], _ logger: Logger) {
      let destination: RouteDestination<Screen> =
        // snippet: comment of RouteDestination
        RouteDestination(for: Song.self) { SongScreen($0) }
      // end
      _ = destination
      // snippet: comment of RouteDestinations
      let screens = RouteDestinations<Screen> {
        RouteDestination(for: Song.self) { SongScreen($0) }
        RouteDestination(for: Settings.self) { _ in SettingsScreen() }
        Radio.screens  // the screens of a feature
      }
      let screen = screens[path[0]]
      // end
      _ = screen
      // snippet: comment of RouteDestinations.check
      #expect(screens.check(routes) == [])
      // end
    }

    static func diagnostics(_ logger: Logger) {
      // snippet: comment of NavigationDiagnostic
      let report: @Sendable (NavigationDiagnostic) -> Void = { logger.warning("\($0)") }
      let reducer = NavigationReducer<AppTab, AnyRoute>(routes: routes, reportingTo: report)
      let screens = RouteDestinations<Screen>(reportingTo: report) {
        RouteDestination(for: Song.self) { SongScreen($0) }
      }
      // end
      _ = (reducer, screens)
    }
  }
}
