import NavStore
import Testing

/// How do I drive a `NavigationSplitView`: a sidebar's `List(selection:)` of an enum with associated values, the
/// optional selection of the middle column, and the detail column?
///
/// The entries of the sidebar are the tabs, if necessary an enum with associated values. Bind its selection to
/// `$navigator.sidebarSelection`. The selection of the middle column is the first route of the tab's path, as a
/// `ValueBinding` of an optional value.
@Suite struct SidebarAndDetailSelectionTests {
  enum Sidebar: Hashable { case inbox, flagged, mailbox(String) }
  enum Route: Hashable { case message(Int), attachment(String) }

  let navigator = Navigator(
    Store(
      initialState: NavigationState<Sidebar, Route>(tabs: [.inbox, .flagged, .mailbox("Work")]),
      reducer: NavigationReducer()))

  static let messages = PathPart<Route, Int>(embed: Route.message) {
    if case .message(let id) = $0 { id } else { nil }
  }

  /// The selection for the `List(messages, selection:)` of a mailbox: the first of its routes. Create it once and pass
  /// it to the views. A list also writes the same selection again, and `nil` when the columns collapse. The binding
  /// ignores both.
  func selectedMessage(in mailbox: Sidebar) -> ValueBinding<Int?> {
    let navigator = navigator
    return ValueBinding {
      navigator[pathOf: mailbox, covering: Self.messages].first
    } set: { message in
      if let message, message != navigator[pathOf: mailbox, covering: Self.messages].first {
        navigator[pathOf: mailbox] = [.message(message)]
      }
    }
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
    let selection = selectedMessage(in: .inbox)
    #expect(selection.value == nil)
    selection.value = 1
    navigator.push(.message(5))  // the message that message 3 answers
    navigator.push(.attachment("plan.pdf"))
    #expect(selection.value == 1)
    selection.value = 1  // the list writes the same selection again
    selection.value = nil  // as SwiftUI does when the columns collapse
    #expect(navigator.top == .attachment("plan.pdf"))
    selection.value = 2  // another message, without the attachment of the previous one
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
    #expect(selectedMessage(in: .mailbox("Work")).value == nil)
  }
}
