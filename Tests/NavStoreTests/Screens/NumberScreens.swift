import NavStore

/// The state of a screen whose route is a number: the sum of the numbers that were added. Every fifth route has none.
/// The roots of the tabs from 5 have a state.
struct NumberScreen: ScreenContent, Hashable, Codable {
  var sum = 0

  init?(root tab: Int) {
    if tab < 5 { return nil }
    sum = tab
  }

  init?(route: Int) {
    if route % 5 == 4 { return nil }
    sum = route * 1_000
  }
}

/// An action of such a screen.
enum NumberScreenAction: Hashable, Codable, Sendable {
  /// Adds to the sum.
  case add(Int)
  /// Changes the navigation.
  case navigate(NumberAction)
  /// Finishes the screen.
  case finish(Int?)
}

typealias NumberScreens = ScreenNavigation<NumberScreen>
typealias NumberScreensAction = ScreenNavigationAction<Int, Int, NumberScreenAction>
typealias NumberScreensReducer = ScreenNavigationReducer<NumberScreen, NumberScreenAction>

extension NumberScreensReducer {
  /// A reducer that adds, navigates and finishes.
  static func adding(
    rules: NumberRules = NumberRules(), reportingTo listener: (@Sendable (NavigationDiagnostic) -> Void)? = { _ in }
  ) -> NumberScreensReducer {
    NumberScreensReducer(rules: rules, reportingTo: listener) { screen, action in
      switch action {
      case .add(let number): screen.state.sum += number
      case .navigate(let action): screen.navigate(action)
      case .finish(let result): screen.finish(with: result.map { .add($0) })
      }
      return .none
    }
  }
}

extension NumberScreens {
  /// The screens of every stack with their states, as text: `0: 1/3=3000 2/4 | modal 1: 5/0=12`. A root with a state is
  /// in parentheses, as in `10(-1=10): 1/3=3000`.
  var notation: String {
    let tabs = navigation.tabs.map { tab in
      let root = rootID(of: tab).flatMap { id in self[id].map { "(\(id.rawValue)=\($0.sum))" } } ?? ""
      return "\(tab)\(root):" + notation(of: screens(of: tab))
    }
    let modals = navigation.modals.map { "modal \($0.id.rawValue):" + notation(of: screens(of: $0.id)) }
    return (tabs + modals).joined(separator: " | ")
  }

  private func notation(of screens: [StackEntry<Int>]) -> String {
    screens.map { screen in
      let state = self[screen.id].map { "=\($0.sum)" } ?? ""
      return " \(screen.id.rawValue)/\(screen.route)\(state)"
    }.joined()
  }
}
