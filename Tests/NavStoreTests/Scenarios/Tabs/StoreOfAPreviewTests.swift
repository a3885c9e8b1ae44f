import NavStore
import Testing

/// How do I preview a screen deep in the app, with its stack and its sheets? How do I make a preview in which taps do
/// nothing, and see which actions they send?
///
/// The state of a store is a value, so a preview can begin with any state. A `Reduce` that does nothing makes a store
/// inert. Its `transactions` contain the actions that views send.
@Suite struct StoreOfAPreviewTests {
  enum AppTab: CaseIterable { case home, library }
  enum Route: Hashable { case album(Int), song(Int), settings }

  typealias Navigation = NavigationState<AppTab, Route>
  typealias Action = NavigationAction<AppTab, Route>

  /// A song in the library, with the settings over it.
  static var settingsOverASong: Navigation {
    var state = Navigation(
      tabs: AppTab.allCases, selectedTab: .library, paths: [.library: [.album(3), .song(7)]])
    state.present(.settings)
    return state
  }

  @Test func `a preview begins with the tab, stack and sheet of its state`() {
    let navigator = Navigator(Store(initialState: Self.settingsOverASong, reducer: NavigationReducer()))
    #expect(navigator.selectedTab == .library)
    #expect(navigator.top == .settings)
    navigator.dismiss()  // a preview can also send actions
    #expect(navigator.top == .song(7))
    navigator.back()
    #expect(navigator.top == .album(3))
  }

  @Test func `an inert store keeps its state, whatever the user taps`() {
    let navigator = Navigator(
      Store<Navigation, Action>(initialState: Self.settingsOverASong, reducer: Reduce { _, _ in .none }))
    navigator.selectedTab = .home
    navigator[pathOf: .library].removeAll()
    navigator[isPresenting: .settings] = false
    #expect(navigator.current == Self.settingsOverASong)
  }

  @Test func `an inert store records the actions that it receives, in order`() async {
    var sent: [Action] = []
    for await transaction in transactionsOfTaps() {
      sent += transaction.actions  // in a preview: print(transaction.actions)
    }
    #expect(sent == [.tabTapped(.home), .dismiss(ModalID(rawValue: 1)), .push(.song(8))])
  }

  /// The stream ends when the store is released.
  func transactionsOfTaps() -> AsyncStream<StoreTransaction<Navigation, Action>> {
    let store = Store<Navigation, Action>(initialState: Self.settingsOverASong, reducer: Reduce { _, _ in .none })
    let transactions = store.transactions
    let navigator = Navigator(store)
    navigator.selectedTab = .home
    navigator.dismiss()
    navigator.push(.song(8))
    return transactions
  }
}
