import NavStore
import NavStoreTesting
import Testing

/// The ways to write a combination of reducers without its types. The tests prove that each of them compiles.
@Suite struct ReducerInferenceTests {
  struct App: Equatable, Sendable {
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    var taps = 0
  }

  enum AppAction: Equatable, Sendable {
    case navigation(NavigationAction<AppTab, Route>)
    case tapped

    var navigation: NavigationAction<AppTab, Route>? {
      if case .navigation(let action) = self { action } else { nil }
    }
  }

  /// A property whose type names the state and the action.
  struct Body: Reducer {
    var body: some Reducer<App, AppAction> {
      CombineReducers {
        Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) {
          NavigationReducer()
        }
        Reduce { state, action in
          switch action {
          case .tapped:
            state.taps += 1
            return .send(.navigation(.push(.song(state.taps))))
          case .navigation:
            return .none
          }
        }
      }
    }

    func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
      body.reduce(into: &state, action: action)
    }
  }

  /// A stored property whose type names the state and the action, and a closure that extracts the action of a part.
  struct Stored: Reducer {
    let body: some Reducer<App, AppAction> = CombineReducers {
      Scope(
        state: \.navigation, extract: { if case .navigation(let action) = $0 { action } else { nil } },
        embed: { .navigation($0) }
      ) {
        NavigationReducer()
      }
      Tapping()
    }

    func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
      body.reduce(into: &state, action: action)
    }
  }

  struct Tapping: Reducer {
    func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
      guard action == .tapped else { return .none }
      state.taps += 1
      return .send(.navigation(.push(.song(state.taps))))
    }
  }

  private func expectWorks(_ store: Store<App, AppAction>) {
    store.send(.tapped)
    #expect(store.state.taps == 1)
    #expect(store.state.navigation.top == .song(1))
  }

  @Test func `the types are inferred in a property of type some Reducer`() {
    expectWorks(Store(initialState: App(), reducer: Body()))
    expectWorks(Store(initialState: App(), reducer: Stored()))
    let any: any Reducer<App, AppAction> = CombineReducers {
      Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
      Tapping()
    }
    expectWorks(makeStore(any))
  }

  private func makeStore(_ reducer: some Reducer<App, AppAction>) -> Store<App, AppAction> {
    Store(initialState: App(), reducer: reducer)
  }

  @Test func `the types are inferred in an argument`() {
    expectWorks(
      Store(
        initialState: App(),
        reducer: CombineReducers {
          Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
          Tapping()
        }))
    expectWorks(
      makeStore(
        CombineReducers {
          Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
          Reduce { state, action in
            guard action == .tapped else { return .none }
            state.taps += 1
            return .send(.navigation(.push(.song(1))))
          }
        }))
    let store = TestStore(
      initialState: App(),
      reducer: CombineReducers {
        Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
        Tapping()
      })
    store.send(.navigation(.push(.song(7)))) { $0.navigation.push(.song(7)) }
  }

  @Test func `a variable names the types in the first reducer or in the call`() {
    let rooted = CombineReducers {
      Scope(state: \App.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
      Reduce { state, action in
        guard action == .tapped else { return .none }
        state.taps += 1
        return .send(.navigation(.push(.song(1))))
      }
    }
    expectWorks(Store(initialState: App(), reducer: rooted))
    let named = CombineReducers<App, AppAction, _> {
      Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
      Tapping()
    }
    expectWorks(Store(initialState: App(), reducer: named))
  }

  @Test func `the types are inferred in the block of a scope, of an undo reducer and of another combination`() {
    struct Outer: Equatable, Sendable { var app = App() }
    enum OuterAction: Equatable, Sendable { case app(AppAction) }
    let store = Store(
      initialState: Outer(),
      reducer: CombineReducers {
        Scope(state: \.app, extract: { if case .app(let action) = $0 { action } else { nil } }, embed: OuterAction.app)
        {
          CombineReducers {
            Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
          }
          Tapping()
        }
      })
    store.send(.app(.tapped))
    #expect(store.state.app.navigation.top == .song(1))
    let undo = Store(
      initialState: UndoState(App()),
      reducer: UndoReducer(
        CombineReducers {
          Scope(state: \.navigation, extract: \.navigation, embed: AppAction.navigation) { NavigationReducer() }
          Tapping()
        }))
    undo.send(.action(.navigation(.push(.song(2)))))
    #expect(undo.state.present.navigation.top == .song(2))
  }
}
