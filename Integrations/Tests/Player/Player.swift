package import NavStore

/// The tabs of a small music app.
package enum AppTab: String, Codable, Sendable { case home, library }

/// The screens of the app.
package enum Route: Hashable, Codable, Sendable {
  case song(Int)
  case note(String)
  case settings
}

package typealias AppState = NavigationState<AppTab, Route>

/// The actions of the app.
package enum AppAction: Codable, Sendable {
  case navigation(NavigationAction<AppTab, Route>)
  case rated(Rating)
  case signedIn(name: String)
  case refresh

  package enum Rating: Codable, Sendable { case liked, disliked }
}

extension AppState {
  package static var start: AppState { AppState(tabs: [.home, .library]) }
}

/// The links of the app.
package let links = DeepLinkTable<AppTab, Route>(schemes: ["player"]) {
  LinkPattern(
    "songs/:id", .int, in: .library, make: Route.song, match: { if case .song(let id) = $0 { id } else { nil } })
}

/// Waits until a condition is true, and returns `false` if it is not after 20 seconds.
package func eventually(_ condition: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(20)
  while !condition() {
    if ContinuousClock.now > end { return false }
    await Task.yield()
  }
  return true
}
