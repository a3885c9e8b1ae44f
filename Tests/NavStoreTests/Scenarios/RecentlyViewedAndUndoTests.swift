import NavStore
import Testing

/// How do I keep a list of recently viewed items? How do I go back and forward through all that the user did, across
/// tabs and sheets, as a browser does?
///
/// `ViewedHistoryReducer` around the app's reducer keeps each screen that was seen. `.undoable()` around it keeps the
/// states, and `.undo` and `.redo` step through them.
@Suite struct RecentlyViewedAndUndoTests {
  enum AppTab: CaseIterable { case articles, saved }
  enum Route: Hashable { case article(Int), settings }

  typealias Navigation = NavigationState<AppTab, Route>
  typealias Viewed = ViewedHistory<AppTab, Route>

  @Suite struct RecentlyViewed {
    let store = Store(
      initialState: ViewedHistoryState(Navigation(tabs: AppTab.allCases)),
      reducer: ViewedHistoryReducer(NavigationReducer(), navigation: \.self, action: { $0 }, limit: 3))

    var recent: [Route] { store.state.viewed.entries.map(\.route) }

    @Test func `what was seen is listed once, the newest first, and no more than the limit`() {
      for article in [1, 2, 1] { store.send(.action(.push(.article(article)))) }
      #expect(recent == [.article(1), .article(2)])
      for article in [3, 4] { store.send(.action(.push(.article(article)))) }
      #expect(recent == [.article(4), .article(3), .article(1)])
    }

    @Test func `an article that a link lays beneath another one was not seen`() {
      store.send(.action(.deepLink(DeepLink(tab: .saved, path: [.article(1), .article(2)]))))
      #expect(store.state.viewed.entries == [Viewed.Entry(.article(2), in: .saved)])
      store.send(.action(.back))
      #expect(recent == [.article(1), .article(2)])
    }

    @Test func `a tap on an entry leads to the tab where it was seen, from anywhere`() {
      store.send(.action(.push(.article(1))))
      store.send([.action(.selectTab(.saved)), .action(.push(.article(2))), .action(.present(.settings))])
      store.send(.select(Viewed.Entry(.article(1), in: .articles)))
      #expect(store.state.base.selectedTab == .articles)
      #expect(store.state.base.focusedPath == [.article(1)])  // back to it, not a second one on top
    }

    @Test func `an article that was deleted is forgotten`() {
      store.send(.action(.push(.article(1))))
      store.send(.action(.push(.article(2))))
      store.send(.remove(.article(1)))
      #expect(recent == [.article(2)])
    }
  }

  @Suite struct BackAndForward {
    let store = Store(
      initialState: UndoState(Navigation(tabs: AppTab.allCases)), reducer: NavigationReducer().undoable())

    var shown: Navigation { store.state.present }

    @Test func `undo leads back across tabs and sheets, and redo forward`() {
      store.send(.action(.push(.article(1))))
      store.send(.action(.tabTapped(.saved)))
      store.send(.action(.present(.settings)))

      store.send(.undo, origin: .undo)
      store.send(.undo, origin: .undo)
      #expect(shown.selectedTab == .articles && shown.top == .article(1))
      store.send(.redo, origin: .undo)
      store.send(.redo, origin: .undo)
      #expect(shown.selectedTab == .saved && shown.top == .settings)
      #expect(!store.state.canRedo)
    }

    @Test func `who went back and goes elsewhere has nothing to redo`() {
      store.send(.action(.push(.article(1))))
      store.send(.undo, origin: .undo)
      #expect(store.state.canRedo)
      store.send(.action(.push(.article(2))))
      #expect(!store.state.canRedo)
    }

    @Test func `what is sent together is undone together, and a scroll to the top is nothing to undo`() {
      store.send([.action(.selectTab(.saved)), .action(.push(.article(1)))])
      store.send(.action(.tabTapped(.saved)))  // pops
      store.send(.action(.tabTapped(.saved)))  // scrolls
      #expect(store.state.undoCount == 2)
      store.send(.jump(-2), origin: .undo)
      #expect(shown == Navigation(tabs: AppTab.allCases))
    }
  }
}
