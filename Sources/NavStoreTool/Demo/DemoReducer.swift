package import NavStore
internal import NavStoreInspection

package typealias DemoNavigation = NavigationState<DemoTab, DemoRoute>
package typealias DemoNavigationAction = NavigationAction<DemoTab, DemoRoute>

package struct DemoState: Sendable, Equatable {
  /// The navigation, which is the only part of the state that is saved.
  package var navigation = DemoNavigation(tabs: DemoTab.allCases, backRule: DemoReducer.rules.backRule)
  /// A sentence for each action of the last transaction, which describes the changes that the action made.
  package var notes: [String] = []

  package init() {}
}

package enum DemoAction: Sendable {
  /// A navigation. If `isFirst` is `true`, it begins a transaction, and the notes of the previous one are removed.
  case navigation(DemoNavigationAction, isFirst: Bool)

  package static func transaction(_ actions: [DemoNavigationAction]) -> [DemoAction] {
    actions.enumerated().map { .navigation($1, isFirst: $0 == 0) }
  }
}

/// The reducer of the demo app, which applies navigation actions and describes the result of each action in a note.
///
/// An app that does not use outcomes puts a `NavigationReducer` into a `Scope`. This reducer calls `apply(_:to:)`
/// instead, because the notes require the outcome. For example, a note says that `back` found no screen to go back to.
package struct DemoReducer: Reducer {
  package static let rules = NavigationRules<DemoTab, DemoRoute>(backRule: .history, maxDepth: 50)

  private let navigation = NavigationReducer(rules: Self.rules, reportingTo: nil)

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
  static var demo: Self {
    Self(tab: \.description, root: \.title, screen: MediaLibrary.title, maxDepth: DemoReducer.rules.maxDepth)
  }
}
