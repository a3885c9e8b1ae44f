import NavStore
import NavStoreTesting
import Testing

/// The app of Docs/HowTo/Flows/StateOfScreens.md.
enum ScreensApp {
  // snippet: screens state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library }
  nonisolated enum Route: Hashable, Codable { case product(Int), colors, note }

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    case product(title: String?, color: String)
    case colors
    case note(text: String)

    /// The state of a screen that has just entered its stack.
    init?(route: Route) {
      switch route {
      case .product: self = .product(title: nil, color: "red")
      case .colors: self = .colors
      case .note: self = .note(text: "")
      }
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable {
    case loaded(String)
    case colorTapped, colorPicked(String)
    case textChanged(String)
  }

  typealias AppState = ScreenNavigation<AppTab, AppScreen>
  typealias AppAction = ScreenNavigationAction<AppTab, Route, ScreenAction>
  typealias AppReducer = ScreenNavigationReducer<AppTab, AppScreen, ScreenAction>
  // end

  // snippet: screens reducer
  static func reducer(load: @escaping @Sendable (Int) async -> String) -> AppReducer {
    AppReducer { screen, action in
      switch (action, screen.state) {
      case (.loaded(let title), .product(_, let color)):
        screen.state = .product(title: title, color: color)
      case (.colorTapped, .product):
        screen.navigate(.present(.colors))
      case (.colorPicked, .colors):
        screen.finish(with: action)  // the product receives it
      case (.colorPicked(let color), .product(let title, _)):
        screen.state = .product(title: title, color: color)
      case (.textChanged(let text), .note):
        screen.state = .note(text: text)
      default:
        break  // an action of another kind of screen
      }
      return .none
    } lifecycle: { screen, phase in
      guard phase == .appeared, case .product(let id) = screen.route, case .product(nil, _) = screen.state else {
        return .none
      }
      return .run { context throws(CancellationError) in
        context.send(.loaded(await load(id)))
      }
    }
  }
  // end

  @Suite struct ScreensAppTests {
    // snippet: screens tests
    @Test func `a product is loaded, and the work ends when the user leaves`() async {
      let clock = TestClock()
      let store = TestStore(
        initialState: AppState(NavigationState(tabs: AppTab.allCases)),
        reducer: reducer { id in
          try? await clock.sleep(for: .seconds(1))
          return "Product \(id)"
        }, clock: clock)

      store.send(.navigation(.push(.product(7)))) { $0.navigation.push(.product(7)) }
      let first = store.state.screens(of: .home)[0].id
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      await store.receive(.screen(first, .loaded("Product 7"))) {
        $0[first] = .product(title: "Product 7", color: "red")
      }

      store.send(.navigation(.push(.product(8)))) { $0.navigation.push(.product(8)) }
      store.send(.navigation(.pop())) { $0.navigation.pop() }  // cancels the work of the second product
      await store.finish()
    }

    @Test func `a picker returns a color to the product that presented it`() {
      let store = Store(
        initialState: AppState(NavigationState(tabs: AppTab.allCases, paths: [.home: [.product(7), .product(7)]])),
        reducer: reducer { _ in "" })
      let products = store.state.screens(of: .home).map(\.id)
      store.send(.screen(products[1], .colorTapped))
      let picker = store.state.visibleScreen?.id ?? products[0]
      store.send(.screen(picker, .colorPicked("blue")))
      #expect(store.state[products[0]] == .product(title: nil, color: "red"))
      #expect(store.state[products[1]] == .product(title: nil, color: "blue"))
      #expect(store.state.navigation.modals.isEmpty)
    }

    @Test func `a draft survives a restart`() async throws {
      let storage = InMemoryStorage()
      let start = AppState(NavigationState(tabs: AppTab.allCases))
      let store = Store(initialState: start, reducer: reducer { _ in "" })
      let persistence = Persistence(of: store, to: storage)
      store.send(.navigation(.present(.note)))
      let note = store.state.visibleScreen?.id ?? ScreenID(rawValue: 0)
      store.send(.screen(note, .textChanged("Buy milk")))
      try await persistence.flush()

      let restored = Persistence.load(start, from: storage)
      #expect(restored.state[note] == .note(text: "Buy milk"))
    }
    // end
  }
}
