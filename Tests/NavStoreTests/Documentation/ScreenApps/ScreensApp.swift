import NavStore

/// The app of Docs/HowTo/Flows/StateOfScreens.md.
enum ScreensApp {
  // snippet: screens state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home, library }
  nonisolated enum Route: Hashable, Codable { case product(Int), colors, note }

  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    typealias Tab = AppTab

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

  typealias AppState = ScreenNavigation<AppScreen>
  typealias AppAction = ScreenNavigationAction<AppTab, Route, ScreenAction>
  typealias AppReducer = ScreenNavigationReducer<AppScreen, ScreenAction>
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
      guard phase == .appeared, case .product(let id) = screen.route, case .product(nil, _) = screen.state
      else {
        return .none
      }
      return .run { context throws(CancellationError) in
        context.send(.loaded(await load(id)))
      }
    }
  }
  // end
}
