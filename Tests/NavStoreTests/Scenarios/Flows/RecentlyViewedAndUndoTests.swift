import NavStore
import Testing

/// How do I keep a list of recently viewed items? How do I go back and forward through all changes of the user,
/// across tabs and sheets, as a browser does?
///
/// `ViewedHistoryReducer` wraps a reducer and records each screen that was visible. `.undoable()` wraps a reducer and
/// records its states; `.undo` and `.redo` step through them. Create the navigator for the views from the inner state.
@Suite struct RecentlyViewedAndUndoTests {
  enum AppTab: CaseIterable { case articles, saved }
  enum Route: Hashable { case article(Int), settings }

  typealias Navigation = NavigationState<AppTab, Route>
  typealias Viewed = ViewedHistory<AppTab, Route>

  @Suite struct RecentlyViewed {
    let store = Store(
      initialState: ViewedHistoryState(Navigation(tabs: AppTab.allCases)),
      reducer: ViewedHistoryReducer(NavigationReducer(), navigation: \.self, action: { $0 }, limit: 3))
    let navigator: Navigator<AppTab, Route>

    init() { navigator = Navigator(store.scope(state: \.base, action: ViewedHistoryAction.action)) }

    var recent: [Route] { store.state.viewed.entries.map(\.route) }

    @Test func `the history lists each screen once, the newest first, up to the limit`() {
      for article in [1, 2, 1] { navigator.push(.article(article)) }
      #expect(recent == [.article(1), .article(2)])
      for article in [3, 4] { navigator.push(.article(article)) }
      #expect(recent == [.article(4), .article(3), .article(1)])
    }

    @Test func `an article that a link places below another article is not in the history`() {
      navigator.send(.deepLink(DeepLink(tab: .saved, path: [.article(1), .article(2)])))
      #expect(store.state.viewed.entries == [Viewed.Entry(.article(2), in: .saved)])
      navigator.back()
      #expect(recent == [.article(1), .article(2)])
    }

    @Test func `opening an entry selects the tab where the screen was visible`() {
      navigator.push(.article(1))
      navigator.selectedTab = .saved
      navigator.present(.settings)
      store.send(.select(Viewed.Entry(.article(1), in: .articles)))
      #expect(navigator.selectedTab == .articles)
      #expect(navigator.focusedPath == [.article(1)])  // the path returns to the article and does not push it again
    }

    @Test func `a deleted article is removed from the history`() {
      navigator.push(.article(1))
      navigator.push(.article(2))
      store.send(.remove(.article(1)))
      #expect(recent == [.article(2)])
    }
  }

  @Suite struct BackAndForward {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())
    let navigator: Navigator<AppTab, Route>

    init() { navigator = Navigator(store.scope(state: \.present, action: UndoAction.action)) }

    @Test func `undo and redo work across tabs and sheets`() {
      navigator.push(.article(1))
      navigator.selectedTab = .saved
      navigator.present(.settings)

      store.send(.undo, origin: .undo)
      store.send(.undo, origin: .undo)
      #expect(navigator.selectedTab == .articles && navigator.top == .article(1))
      store.send(.redo, origin: .undo)
      store.send(.redo, origin: .undo)
      #expect(navigator.selectedTab == .saved && navigator.top == .settings)
      #expect(!store.state.canRedo)
    }

    @Test func `a new action after an undo leaves nothing to redo`() {
      navigator.push(.article(1))
      store.send(.undo, origin: .undo)
      #expect(store.state.canRedo)
      navigator.push(.article(2))
      #expect(!store.state.canRedo)
    }

    @Test func `one transaction is one undo step, and a scroll to the top is none`() {
      navigator.store.send([.selectTab(.saved), .push(.article(1))])
      navigator.selectedTab = .saved  // pops
      navigator.selectedTab = .saved  // scrolls
      #expect(store.state.past.count == 2)
      store.send(.jump(-2), origin: .undo)
      #expect(navigator.current == Navigation(tabs: AppTab.allCases))
    }
  }
}
