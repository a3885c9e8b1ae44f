internal import NavStore
internal import NavStoreInspection

/// A state in words, whose differences a person can read.
struct ShownState: Equatable {
  struct Tab: Equatable, Identifiable {
    let id: String
    let path: [String]
  }

  struct Modal: Equatable, Identifiable {
    let id: Int
    let style: ModalStyle
    let root: String
    let path: [String]
  }

  let tabs: [Tab]
  let selectedTab: String
  let visits: [String]
  let initialTab: String
  let modals: [Modal]

  init(_ state: LoggedState) {
    tabs = state.tabs.map { Tab(id: $0.words, path: state.path(of: $0).map(\.words)) }
    selectedTab = state.selectedTab.words
    visits = state.visits.map(\.words)
    initialTab = state.initialTab.words
    modals = state.modals.map {
      Modal(id: $0.id.rawValue, style: $0.style, root: $0.root.words, path: $0.path.map(\.words))
    }
  }

  /// What differs, in lines that begin with `−` for the first and `+` for the second; nil when nothing that can be seen does.
  static func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    NavStoreInspection.difference(expected: ShownState(first), actual: ShownState(second))
  }
}
