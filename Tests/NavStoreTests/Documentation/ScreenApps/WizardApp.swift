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

  /// Of the wizard, only the first screen has a state. The other screens show and change this state.
  nonisolated enum AppScreen: ScreenContent, Codable, Equatable {
    case home(accounts: [SignUp])
    case signUp(SignUp)

    init?(root tab: AppTab) { self = .home(accounts: []) }

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

  typealias AppState = ScreenNavigation<AppScreen>
  typealias AppAction = ScreenNavigationAction<AppTab, Route, ScreenAction>
  // end

  // snippet: wizard reducer
  static let reducer = ScreenNavigationReducer<AppScreen, ScreenAction> { screen, action in
    switch (screen.state, action) {
    case (.home(let accounts), .signedUp(let signUp)):
      screen.state = .home(accounts: accounts + [signUp])
    case (.signUp(var signUp), _):
      switch action {
      case .nameChanged(let name): signUp.name = name
      case .cityChanged(let city): signUp.city = city
      case .nextTapped: screen.navigate(.push(signUp.city.isEmpty ? .address : .summary))
      case .doneTapped: if signUp.isComplete { screen.finish(with: .signedUp(signUp)) }
      case .signedUp: break
      }
      screen.state = .signUp(signUp)
    default: break
    }
    return .none
  }
  // end
}
