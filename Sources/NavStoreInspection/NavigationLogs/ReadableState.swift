package import NavStore

/// A state whose tabs and routes are short strings. Commands show the user the difference between two such states.
package struct ReadableState: Equatable {
  package let tabs: [String]
  package let selectedTab: String
  package let paths: [String: [String]]
  package let visits: [String]
  package let modals: [ReadableModal]
  package let initialTab: String

  package init(_ state: LoggedState) {
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
  package static func difference(_ first: LoggedState, _ second: LoggedState) -> String? {
    NavStoreInspection.difference(expected: ReadableState(first), actual: ReadableState(second))
  }
}

package struct ReadableModal: Equatable, Identifiable {
  package let id: Int
  package let style: ModalStyle
  package let root: String
  package let path: [String]

  package init(_ modal: Modal<JSONText>) {
    id = modal.id.rawValue
    style = modal.style
    root = modal.root.displayText
    path = modal.path.map(\.displayText)
  }
}
