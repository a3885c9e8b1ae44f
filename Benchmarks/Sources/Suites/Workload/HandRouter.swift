import Observation

/// The floor of observation: the router that a developer of an app with SwiftUI writes by hand.
@Observable final class HandRouter {
  private(set) var selected = AppTab.home
  private(set) var home: [Route] = []
  private(set) var search: [Route] = []
  private(set) var library: [Route] = []
  private(set) var modals: [Route] = []
  @ObservationIgnored private var scrolls = [0, 0, 0]

  var focusedPath: [Route] {
    switch selected {
    case .home: home
    case .search: search
    case .library: library
    }
  }

  var canGoBack: Bool { !modals.isEmpty || !focusedPath.isEmpty }

  /// The visible part of the navigation.
  var place: Place { Place(selected: selected, paths: [home, search, library], scrolls: scrolls) }

  func send(_ action: HandAction) {
    switch action {
    case .tabTapped(let tab):
      if tab != selected {
        selected = tab
      } else if focusedPath.isEmpty {
        scrolls[AppTab.allCases.firstIndex(of: tab) ?? 0] += 1
      } else {
        changePath { $0.removeAll(keepingCapacity: true) }
      }
    case .push(let route):
      changePath { $0.append(route) }
    case .pop:
      if !focusedPath.isEmpty { changePath { $0.removeLast() } }
    case .popToRoot:
      if !focusedPath.isEmpty { changePath { $0.removeAll(keepingCapacity: true) } }
    case .open(let tab, let path):
      if tab != selected { selected = tab }
      if path != focusedPath { changePath { $0.replaceSubrange($0.indices, with: path) } }
    }
  }

  private func changePath(_ change: (inout [Route]) -> Void) {
    switch selected {
    case .home: change(&home)
    case .search: change(&search)
    case .library: change(&library)
    }
  }
}
