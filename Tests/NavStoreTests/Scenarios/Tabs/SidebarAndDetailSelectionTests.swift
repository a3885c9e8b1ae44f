import NavStore
import Testing

/// How do I drive a `NavigationSplitView`: a sidebar's `List(selection:)` of an enum with associated values, the
/// optional selection of the middle column, and the detail column?
///
/// The entries of the sidebar are the tabs, if necessary an enum with associated values. Bind its selection to
/// `$navigator.sidebarSelection`. The selection of the middle column is the first route of the tab's path: bind it to
/// `$navigator[selectionOf: .inbox, column: .detail, hasContent: false]`.
@Suite struct SidebarAndDetailSelectionTests {
  enum Sidebar: Hashable { case inbox, flagged, mailbox(String) }
  enum Route: Hashable { case message(Int), attachment(String) }

  let navigator = Navigator(
    Store(
      initialState: NavigationState<Sidebar, Route>(tabs: [.inbox, .flagged, .mailbox("Work")]),
      reducer: NavigationReducer()))

  /// The selection of the `List(messages, selection:)` of a mailbox, as its binding reads and writes it. A list also
  /// writes the same selection again, and `nil` when the columns collapse.
  private func selection(in mailbox: Sidebar) -> ValueBinding<Route?> {
    navigator.binding(\.[selectionOf: mailbox, column: .detail, hasContent: false])
  }

  @Test func `each entry of the sidebar keeps its path`() {
    navigator.sidebarSelection = .mailbox("Work")
    navigator.push(.message(1))
    navigator.push(.attachment("plan.pdf"))
    navigator.sidebarSelection = .flagged
    navigator.sidebarSelection = .mailbox("Work")
    #expect(navigator.top == .attachment("plan.pdf"))
  }

  @Test func `a sidebar that writes nil or the same selection changes nothing, where a tab bar would pop`() {
    navigator.push(.message(1))
    navigator.sidebarSelection = nil  // as SwiftUI does when the columns collapse
    navigator.sidebarSelection = .inbox
    #expect(navigator.sidebarSelection == .inbox)
    #expect(navigator.top == .message(1))

    navigator.selectedTab = .inbox
    #expect(navigator.top == nil)
  }

  @Test func `the selection of the middle column is the first route of the path and ignores nil`() {
    let selection = selection(in: .inbox)
    #expect(selection.value == nil)
    selection.value = .message(1)
    navigator.push(.message(5))  // the message that message 3 answers
    navigator.push(.attachment("plan.pdf"))
    #expect(selection.value == .message(1))
    selection.value = .message(1)  // the list writes the same selection again
    selection.value = nil  // as SwiftUI does when the columns collapse
    #expect(navigator.top == .attachment("plan.pdf"))
    selection.value = .message(2)  // another message, without the attachment of the previous one
    #expect(navigator[pathOf: .inbox] == [.message(2)])
    navigator.popToRoot()
    #expect(selection.value == nil)
  }

  @Test func `deleting the selected mailbox selects the inbox`() {
    navigator.push(.message(1))
    navigator.sidebarSelection = .mailbox("Work")
    navigator.push(.message(2))
    navigator.send(.setTabs([.inbox, .flagged]))
    #expect(navigator.sidebarSelection == .inbox)
    #expect(navigator.top == .message(1))
    #expect(selection(in: .mailbox("Work")).value == nil)
  }
}
