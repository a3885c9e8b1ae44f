import Foundation
import NavStore
import NavStoreTesting
import Testing

/// The code of the guide to the screens of an app.
@Suite struct EveryScreenSnippets {
  // snippet: screens of an app
  typealias AppState = NavigationState<MusicTab, MusicRoute>
  typealias AppAction = NavigationAction<MusicTab, MusicRoute>

  /// What a user can do in a state.
  func actions(in state: AppState) -> [AppAction] {
    let actions: [AppAction] =
      switch state.top {
      case nil where state.selectedTab == .home: [.present(.settings)]
      case nil: [.push(.album(1))]
      case .album: [.push(.song(7)), .back]
      case .song: [.back]
      case .settings: [.dismiss]
      }
    return state.modals.isEmpty ? actions + MusicTab.allCases.map { .tabTapped($0) } : actions
  }

  var screens: ReachableScreens<AppState, AppAction> {
    let explorer = StateExplorer(
      initialState: AppState(tabs: MusicTab.allCases), reducer: NavigationReducer(), actions: actions)
    return ReachableScreens(of: explorer.explore(), in: \.self, links: musicLinks)
  }

  @Test func `the user can leave every screen, and a link opens it`() {
    screens.expectNoFindings(except: [.noLink("/home"), .noLink("/library"), .noLink("song(7)")])
  }
  // end

  @Test func `the screens of the guide`() throws {
    // snippet: list of screens
    for screen in screens.screens {
      print(screen.name, screen.link ?? "–", screen.actions)
    }
    // end
    #expect(screens.screens.map(\.name) == ["/home", "settings", "/library", "album(1)", "song(7)"])
    #expect(screens.screens.map(\.link) == [nil, "/settings", nil, "/album/1", nil])
    #expect(screens.screens.map(\.actions.count) == [0, 1, 1, 2, 3])
    #expect(screens.screens.allSatisfy { $0.title == nil })
  }

  @Test func `drawings and pages`() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path
    let schema = ActionLogSchema<AppState, AppAction>()
    let store = Store(initialState: AppState(tabs: MusicTab.allCases), reducer: NavigationReducer())
    let recorder = try ActionLogRecorder(of: store, schema: schema, to: "\(folder)/session.navlog")
    store.send(.present(.settings))
    try await recorder.close()
    let logs = [ActionLog(path: "\(folder)/session.navlog")]
    // snippet: screens for other tools
    try screens.json.write(toFile: "\(folder)/screens.json", atomically: true, encoding: .utf8)
    print(screens.mermaid())

    var visits: [String: Int] = [:]
    for log in logs {
      visits.merge(try log.screenVisits(schema, reducer: NavigationReducer()), uniquingKeysWith: +)
    }
    try SessionReport(of: screens, visits: visits).write(to: "\(folder)/screens.html")
    // end
    #expect(visits == ["/home": 1, "settings": 1])
    #expect(screens.mermaid().contains("album(1)"))
    #expect(directory.text("screens.json") == screens.json)
    #expect(directory.names == ["screens.html", "screens.json", "session.navlog"])
  }

  @Test func `each screen has a saved state that restores it`() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path("starts.json")
    // snippet: start states
    var starts: [String: String] = [:]
    for screen in screens.screens {
      let saved = try Persistence.encoded(screen.state)
      #expect(Persistence.restored(AppState(tabs: MusicTab.allCases), from: saved).state == screen.state)
      starts[screen.name] = String(decoding: saved, as: UTF8.self)
    }
    try JSONEncoder().encode(starts).write(to: URL(filePath: file))
    // end
    #expect(starts.count == 5)
    #expect(try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: file))) == starts)
  }
}
