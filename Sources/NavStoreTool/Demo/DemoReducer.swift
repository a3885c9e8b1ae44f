package import NavStore

package typealias DemoNavigation = NavigationState<DemoTab, DemoRoute>
package typealias DemoNavigationAction = NavigationAction<DemoTab, DemoRoute>

/// The state of the demo app.
package struct DemoState: Sendable, Equatable {
  /// Where the user is. Only this is saved.
  package var navigation = DemoNavigation(tabs: DemoTab.allCases, backRule: DemoReducer.rules.backRule)
  /// What the last transaction did, one sentence for each of its actions.
  package var notes: [String] = []

  package init() {}
}

/// What can happen in the demo app.
package enum DemoAction: Sendable {
  /// Navigate. The first action of a transaction begins a page of notes.
  case navigation(DemoNavigationAction, isFirst: Bool)

  /// The actions of one transaction.
  package static func transaction(_ actions: [DemoNavigationAction]) -> [DemoAction] {
    actions.enumerated().map { .navigation($1, isFirst: $0 == 0) }
  }
}

/// The reducer of the demo app: it navigates, and notes in words what came of it.
///
/// An app that needs no outcome puts a `NavigationReducer` into a `Scope`; this one wants to know when there was
/// nothing left to go back to, so it applies the action itself.
package struct DemoReducer: Reducer {
  package static let rules = NavigationRules<DemoTab, DemoRoute>(backRule: .history, maxDepth: 50)

  private let navigation = NavigationReducer(rules: Self.rules)

  package init() {}

  package func reduce(into state: inout DemoState, action: DemoAction) -> Effect<DemoAction> {
    switch action {
    case .navigation(let action, let isFirst):
      if isFirst { state.notes = [] }
      let before = state.navigation
      let outcome = navigation.apply(action, to: &state.navigation)
      let description = ActionDescription(
        action: action, outcome: outcome, before: before, after: state.navigation, names: .demo)
      state.notes.append(description.sentence)
    }
    return .none
  }
}

extension DescriptionNames<DemoTab, DemoRoute> {
  static let demo = DescriptionNames(
    tab: \.description, root: \.title, screen: MediaLibrary.title, maxDepth: DemoReducer.rules.maxDepth)
}
