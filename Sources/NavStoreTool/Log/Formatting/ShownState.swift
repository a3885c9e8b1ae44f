internal import NavStore
internal import NavStoreInspection

/// A state in words, whose differences a person can read.
struct ShownState: Equatable {
  let tabs: [String]
  let selectedTab: String
  let paths: [String: [String]]
  let visits: [String]
  let modals: [ShownModal]
  let initialTab: String

  init(_ state: LoggedState) {
    tabs = state.tabs.map(\.words)
    selectedTab = state.selectedTab.words
    paths = Dictionary(state.tabs.map { ($0.words, state.path(of: $0).map(\.words)) }) { first, _ in first }
    visits = state.visits.map(\.words)
    modals = state.modals.map(ShownModal.init)
    initialTab = state.initialTab.words
  }

  /// What differs, in lines that begin with `−` for the first and `+` for the second; nil when nothing that can be seen
  /// does.
  static func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    NavStoreInspection.difference(expected: ShownState(first), actual: ShownState(second))
  }
}

/// A modal in words.
struct ShownModal: Equatable, Identifiable {
  let id: Int
  let style: ModalStyle
  let root: String
  let path: [String]

  init(_ modal: Modal<JSONText>) {
    id = modal.id.rawValue
    style = modal.style
    root = modal.root.words
    path = modal.path.map(\.words)
  }
}
