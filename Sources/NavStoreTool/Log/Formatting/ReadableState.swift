internal import NavStore
internal import NavStoreInspection

/// A state whose tabs and routes are short texts. The user is shown the difference between two such states.
struct ReadableState: Equatable {
  let tabs: [String]
  let selectedTab: String
  let paths: [String: [String]]
  let visits: [String]
  let modals: [ReadableModal]
  let initialTab: String

  init(_ state: LoggedState) {
    tabs = state.tabs.map(\.displayText)
    selectedTab = state.selectedTab.displayText
    paths = Dictionary(state.tabs.map { ($0.displayText, state.path(of: $0).map(\.displayText)) }) { first, _ in first }
    visits = state.visits.map(\.displayText)
    modals = state.modals.map(ReadableModal.init)
    initialTab = state.initialTab.displayText
  }

  /// Returns the difference between two states, or `nil` if their readable forms do not differ.
  ///
  /// Lines that begin with `−` are in the first state only, and lines that begin with `+` are in the second state only.
  static func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    NavStoreInspection.difference(expected: ReadableState(first), actual: ReadableState(second))
  }
}

/// A modal whose routes are short texts.
struct ReadableModal: Equatable, Identifiable {
  let id: Int
  let style: ModalStyle
  let root: String
  let path: [String]

  init(_ modal: Modal<JSONText>) {
    id = modal.id.rawValue
    style = modal.style
    root = modal.root.displayText
    path = modal.path.map(\.displayText)
  }
}
