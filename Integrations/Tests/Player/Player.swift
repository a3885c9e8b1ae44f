public import NavStore

/// The tabs of a small music app.
public enum AppTab: String, Codable, Sendable { case home, library }

/// The screens of the app.
public enum Route: Hashable, Codable, Sendable {
  case song(Int)
  case note(String)
  case settings
}

public typealias AppState = NavigationState<AppTab, Route>

/// The actions of the app.
public enum AppAction: Codable, Sendable {
  case navigation(NavigationAction<AppTab, Route>)
  case rated(Rating)
  case signedIn(name: String)
  case refresh

  public enum Rating: Codable, Sendable { case liked, disliked }
}

extension AppState {
  public static var start: AppState { AppState(tabs: [.home, .library]) }
}

/// The links of the app.
public let links = DeepLinkTable<AppTab, Route>(schemes: ["player"]) {
  LinkPattern(
    "songs/:id", .int, in: .library, make: Route.song, match: { if case .song(let id) = $0 { id } else { nil } })
}
