/// Has views follow a navigation step by step, each when the one before is done, for views that cannot follow several
/// changes in one update.
///
/// ```swift
/// let stepped = SteppedNavigation(of: store.scope(state: \.navigation, action: AppAction.navigation))
/// print(stepped.navigator.selectedTab)  // what views show
/// await stepped.run { step in await settled(step) }  // the steps, as long as there are views
/// ```
///
/// The state changes at once and as a whole: one action, one entry in a log, one thing to undo. What is taken apart is
/// only how ``navigator`` gets there, from the modals that go to those that come. What the user does in the views is
/// there at once.
///
/// Its views show what the navigation was when it was made, until ``run(_:)``. It keeps the store alive. All members
/// may be used from any thread or actor, but not from a reducer.
public final class SteppedNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// What views read and set. Its parts are what is shown; `current`, `canGoBack` and the scroll signals are the
  /// store's, and so is what it sends: what is pushed meanwhile lies where the store is, though it is not seen yet.
  public let navigator: Navigator<Tab, Route>

  private let presenter: NavigationPresenter<Tab, Route>
  private let views: Store<NavigationState<Tab, Route>, Void>

  /// A navigation that is shown in steps.
  ///
  /// - Parameters:
  ///   - store: The navigation in an app's state.
  ///   - limits: How much views do in one step. By default one step dismisses all modals that go, which is what
  ///     `.modals(of:)` is made for. For views that present modals by hand, pass `StepLimits(dismissals: 1)`.
  public init(
    of store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    limits: StepLimits = StepLimits()
  ) {
    let start = store.source.snapshot().state
    let presenter = NavigationPresenter<Tab, Route>(
      source: store.source, send: { store.send($0) }, showing: ShownNavigation(start), limits: limits)
    // The newest is read in the reducer, so that of two updates at a time the later one is not lost.
    let views = Store(
      initialState: start,
      reducer: Reduce<NavigationState<Tab, Route>, Void> { state, _ in
        state.show(presenter.shown)
        return .none
      })
    self.presenter = presenter
    self.views = views
    navigator = Navigator(store, showing: views.scope(state: \.self, action: { _ in })) { action, isSent in
      let seen = views.source.snapshot().state
      guard let change = action.change(in: seen) else {
        if isSent { store.send(action) }
        return
      }
      if case .selectTab(let tab) = change, case .tabTapped = action {
        presenter.userSelected(tab)
      } else {
        presenter.report(change, as: isSent ? action : nil)
      }
      views.send(())
    }
  }

  /// A navigation that is shown in steps, of a store that holds nothing else.
  public convenience init(
    of store: Store<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    limits: StepLimits = StepLimits()
  ) {
    self.init(of: store.scope(state: \.self, action: { $0 }), limits: limits)
  }

  /// Shows what differs, a step at a time, until the calling task is cancelled.
  ///
  /// - Parameter settle: Is called when views have been told of a step, and returns when they can take the next one.
  ///   It runs where the caller does.
  public func run(_ settle: (NavigationStep<Tab, Route>) async -> Void) async {
    await presenter.run { step in
      views.send(())
      await settle(step)
    }
  }
}

extension NavigationAction {
  /// What a framework has changed, when it says so by this action; nil if it means something else, as a tap on the
  /// selected tab.
  fileprivate func change(in seen: NavigationState<Tab, Route>) -> NavigationStep<Tab, Route>.Change? {
    switch self {
    case .tabTapped(let tab), .selectTab(let tab): tab == seen.selectedTab ? nil : .selectTab(tab)
    case .setPath(let path, in: .tab(let tab)): .setPath(path, in: .tab(tab))
    case .setPath(let path, in: .modal(let id)): .setPath(path, in: .modal(id))
    case .dismissModal(let id): .dismiss(id)
    default: nil
    }
  }
}

extension NavigationState {
  /// Takes over what a shell shows; of one that shows nothing, nothing.
  fileprivate mutating func show(_ shown: ShownNavigation<Tab, Route>) {
    guard let selected = shown.tabs.firstIndex(where: { $0 == shown.selectedTab }) else { return }
    entries = shown.tabs.map { Entry(tab: $0, path: shown.path(of: .tab($0)) ?? []) }
    selectedIndex = selected
    visited = [shown.tabs[selected]]
    presented = shown.modals
  }
}
