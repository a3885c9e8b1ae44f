import NavStore

/// The app of Docs/HowTo/Flows/Wizard.md.
enum WizardApp {
  // snippet: wizard state
  nonisolated enum AppTab: String, Codable, CaseIterable { case home }
  nonisolated enum Route: Hashable, Codable { case signUp, address, summary }

  nonisolated struct SignUp: Codable, Equatable {
    var name = ""
    var city = ""

    var isComplete: Bool { !name.isEmpty && !city.isEmpty }
  }

  /// Only the first screen of the wizard has a state. The other screens show and change this state.
  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    case signUp(SignUp)

    init?(route: Route) {
      guard route == .signUp else { return nil }
      self = .signUp(SignUp())
    }
  }

  nonisolated enum ScreenAction: Codable, Equatable {
    case nameChanged(String), cityChanged(String)
    case nextTapped, doneTapped
    case signedUp(SignUp)
  }

  typealias Screens = ScreenNavigation<AppTab, AppScreen>
  typealias ScreensAction = ScreenNavigationAction<AppTab, Route, ScreenAction>

  nonisolated struct AppState: Codable, Equatable {
    var shop = Screens(NavigationState(tabs: AppTab.allCases))
    var accounts: [SignUp] = []
  }
  // end

  // snippet: wizard reducer
  nonisolated struct AppReducer: Reducer {
    let screens = ScreenNavigationReducer<AppTab, AppScreen, ScreenAction> { screen, action in
      guard case .signUp(var signUp) = screen.state else { return .none }
      switch action {
      case .nameChanged(let name): signUp.name = name
      case .cityChanged(let city): signUp.city = city
      case .nextTapped: screen.navigate(.push(signUp.city.isEmpty ? .address : .summary))
      case .doneTapped: if signUp.isComplete { screen.finish(with: .signedUp(signUp)) }
      case .signedUp: break
      }
      screen.state = .signUp(signUp)
      return .none
    }

    func reduce(into state: inout AppState, action: ScreensAction) -> Effect<ScreensAction> {
      if case .result(.signedUp(let signUp), at: .home) = action { state.accounts.append(signUp) }
      return screens.reduce(into: &state.shop, action: action)
    }
  }
  // end
}
