import NavStore
import NavStoreTesting
import Observation
import Testing

// snippet: back button
struct BackReducer: Reducer {
  struct State: Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var isClosing = false
  }

  enum Action: Sendable {
    case navigation(NavigationAction<AppTab, Route>)
  }

  let navigation = NavigationReducer<AppTab, Route>()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .navigation(let action):
      let outcome = navigation.apply(action, to: &state.navigation)
      if outcome == .exit { state.isClosing = true }
      return .none
    }
  }
}
// end

// snippet: feature
struct SongFeature {
  let navigation: ScopedStore<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>>

  func related(to song: Int) {
    navigation.send(.push(.song(song + 1)))
  }
}
// end

// snippet: failing work
struct LoadReducer: Reducer {
  enum Action: Sendable, Equatable {
    case load
    case loaded(Int)
    case failed(String)
  }

  var fetch: @Sendable () async throws -> Int

  func reduce(into state: inout String, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { [fetch] context in
        context.send(.loaded(try await fetch()))
      } catch: { error in
        .failed("\(error)")
      }
    case .loaded(let number):
      state = "\(number)"
    case .failed(let reason):
      state = "failed: \(reason)"
    }
    return .none
  }
}
// end

@Suite struct RecipeSnippets {
  let store = Store(initialState: AppState(), reducer: AppReducer())

  @Test func `a back button`() {
    let store = Store(initialState: BackReducer.State(), reducer: BackReducer())
    // snippet: back
    store.send(.navigation(.push(.song(7))))
    print(store.state.navigation.canGoBack)  // true
    store.send(.navigation(.back))
    print(store.state.navigation.canGoBack)  // false
    store.send(.navigation(.back))
    print(store.state.isClosing)  // true
    // end
    #expect(store.state.isClosing)
  }

  @Test func `a sheet with a path of its own`() {
    // snippet: sheet
    store.send(.navigation(.present(.settings)))
    store.send(.navigation(.push(.song(7))))  // on the sheet, whose path is focused
    store.send(.navigation(.push(.song(8), in: .tab(.library))))  // below the sheet

    if let sheet = store.state.navigation.modals.last {
      store.send(.navigation(.dismiss(sheet.id)))  // does nothing if the sheet is already dismissed
    }
    // end
    #expect(store.state.navigation.modals.isEmpty)
    #expect(store.state.navigation.path(of: .library) == [.song(8)])
    #expect(store.state.navigation.path(of: .home).isEmpty)
  }

  @Test func `tabs that users choose`() {
    func savedTabs() -> [AppTab] { [.library, .home, .library] }
    // snippet: chosen tabs
    let chosen = savedTabs()  // from the user's settings: [.library, .home, .library]
    let start =
      (try? NavigationState<AppTab, Route>(validating: chosen)) ?? NavigationState(tabs: AppTab.allCases)
    print(start.tabs == [.library, .home])  // true
    // end
    #expect(start.tabs == [.library, .home])
  }

  @Test func `a deep link`() {
    // snippet: deep link
    let link = DeepLink<AppTab, Route>(
      tab: .library, path: [.song(3), .song(7)], modals: [.init(.settings, style: .sheet)])
    store.send(.navigation(.deepLink(link)), origin: .deepLink)
    // end
    #expect(store.state.navigation.path(of: .library) == [.song(3), .song(7)])
    #expect(store.state.navigation.top == .settings)
  }

  @Test func `a feature that knows only the navigation`() {
    // snippet: scope
    let feature = SongFeature(navigation: store.scope(state: \.navigation, action: AppAction.navigation))
    feature.related(to: 6)
    // end
    #expect(store.state.navigation.top == .song(7))
  }

  @Test func `observation without a view`() {
    // snippet: observation
    @Sendable func observe() {
      withObservationTracking {
        print(store.value(of: \.navigation.selectedTab))  // home, then library
      } onChange: {
        observe()  // after the change, and outside the store's lock
      }
    }
    observe()
    store.send(.navigation(.push(.song(7))))  // does not notify the observer of the selected tab
    store.send(.navigation(.tabTapped(.library)))
    // end
    #expect(store.state.navigation.selectedTab == .library)

    // snippet: navigator
    let navigator = Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
    navigator.push(.song(8))
    // This read observes only this path.
    print(navigator[pathOf: .library])

    let selection = navigator.binding(\.selectedTab)
    selection.value = .home  // a tap on the tab bar
    let path = navigator.binding(\.[pathOf: .home])
    path.value.removeLast()  // what a stack writes when the user swipes back
    // end
    #expect(navigator.current.path(of: .home) == [])
    #expect(navigator.current.path(of: .library) == [.song(8)])
  }

  @Test func `work that may fail`() async {
    struct Offline: Error {}
    let store = Store(initialState: "", reducer: LoadReducer(fetch: { throw Offline() }))
    await store.send(.load).finish()
    #expect(store.state == "failed: Offline()")
  }

  @Test func `the current value of a part, and what it becomes`() async {
    // snippet: states
    for await tab in store.states(of: \.navigation.selectedTab) {
      print(tab)  // home, then library
      if tab == .library { break }
      store.send(.navigation(.tabTapped(.library)))
    }
    // end
    #expect(store.state.navigation.selectedTab == .library)
  }
}
