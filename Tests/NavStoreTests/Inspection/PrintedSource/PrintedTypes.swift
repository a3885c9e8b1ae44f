import Foundation
import NavStore

/// The types of an app, in a type of their own, so that printed source must name them completely.
/// `.ci/printed` also compiles this file outside of the package.
enum PrintedApp {
  enum Tab: String, Codable, CaseIterable, Sendable {
    case home, search
  }

  enum Page: Codable, Hashable, Sendable {
    case list
    case note(id: Int, title: String)
    case day(Date)
  }

  struct Tally<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    var values: [Value]
  }

  typealias Navigation = NavigationState<Tab, Page>
  typealias Navigate = NavigationAction<Tab, Page>

  struct State: Codable, Hashable, Sendable {
    var navigation = Navigation(tabs: Tab.allCases)
    var opened: ResolvedLink<Tab, Page>?
    var tally = Tally<Int>(values: [])
  }

  /// An action with a case for each type of NavStore that an action can contain, and for types of Foundation.
  enum Action: Codable, Hashable, Sendable {
    case navigation(Navigate)
    case linkResolved(ResolvedLink<Tab, Page>)
    case undo(UndoAction<Navigate>)
    case screen(ScreenNavigationAction<Tab, Page, Int>)
    case guarded(GuardAction<Navigate>)
    case history(ViewedHistoryAction<Navigate, Tab, Page>)
    case mixed(NavigationAction<Tab, AnyRoute>)
    case ids(ModalID, ScreenID, ActionOrigin, target: NavigationTarget<Tab>)
    case json(JSONValue)
    case foundation(UUID, URL, Data, Date, Duration)
    case collections([String: [Int?]], Set<Int>, Tally<String>)
    case nothing
  }

  struct Reducer: NavStore.Reducer {
    var isChanged = false

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(let action):
        NavigationReducer<Tab, Page>().apply(action, to: &state.navigation)
        if isChanged { state.tally.values.append(1) }
      case .linkResolved(let link): state.opened = link
      default: state.tally.values.append(state.tally.values.count)
      }
      return .none
    }
  }

  static let schema = ActionLogSchema<State, Action>(routes: RouteRegistry(.route(Page.self, named: "page")))
}
