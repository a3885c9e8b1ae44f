import NavStore

/// The tabs of the measured app.
public enum AppTab: String, Codable, CaseIterable, Sendable {
  case home, search, library
}

/// The routes of the measured app: with a number, and with a string that needs an allocation.
public enum Route: Hashable, Codable, Sendable {
  case item(Int)
  case search(text: String, page: Int)
  case settings
}

/// The measured state.
public typealias Navigation = NavigationState<AppTab, Route>
/// The actions of the measured state.
public typealias Action = NavigationAction<AppTab, Route>

extension Navigation {
  /// Each tab at its root.
  public static var initial: Navigation { Navigation(tabs: AppTab.allCases) }

  /// Returns a state whose first tab has a number of routes.
  public static func deep(_ depth: Int) -> Navigation {
    Navigation(tabs: AppTab.allCases, paths: [.home: (0..<depth).map { .item($0) }])
  }
}
