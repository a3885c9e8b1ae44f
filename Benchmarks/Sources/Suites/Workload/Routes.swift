import NavStore

/// The tabs of the app that is measured.
public enum AppTab: String, Codable, CaseIterable, Sendable {
  case home, search, library
}

/// The routes of the app that is measured: with a number, and with a text that needs memory of its own.
public enum Route: Hashable, Codable, Sendable {
  case item(Int)
  case search(text: String, page: Int)
  case settings
}

/// The state that is measured.
public typealias Navigation = NavigationState<AppTab, Route>
/// What is sent to it.
public typealias Action = NavigationAction<AppTab, Route>

extension Navigation {
  /// Every tab at its root.
  public static var initial: Navigation { Navigation(tabs: AppTab.allCases) }

  /// The first tab so many routes deep.
  public static func deep(_ depth: Int) -> Navigation {
    Navigation(tabs: AppTab.allCases, paths: [.home: (0..<depth).map { .item($0) }])
  }
}
