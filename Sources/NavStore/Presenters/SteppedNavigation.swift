/// A navigation that views show step by step, for views that cannot show several changes in one update. Each step
/// starts when the previous step has ended.
///
/// ```swift
/// let stepped = SteppedNavigation(of: store.scope(state: \.navigation, action: AppAction.navigation))
/// print(stepped.navigator.selectedTab)  // the tab that the views show
/// stepped.start()  // performs the steps until the stepped navigation is released
/// ```
///
/// The state of the store changes immediately and as a whole. An action therefore remains one entry in an action log
/// and one change to undo. Only ``navigator`` shows the change in steps: it dismisses modals first and presents modals
/// last. A change that the user makes in the views is shown immediately.
///
/// Until ``start(pause:clock:)`` or ``run(_:)`` is called, the views show the navigation at the time of initialization.
/// The stepped navigation keeps the store alive. You can use all members from any thread or actor, but not from a
/// reducer.
public final class SteppedNavigation<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The navigator for the views. The tabs, the selected tab, the paths and the modals of this navigator are those that
  /// the views show. `current`, `canGoBack` and the scroll signals come from the store.
  ///
  /// The actions of this navigator are sent to the store. For example, a route is pushed onto the path in the store's
  /// state, even if the views do not show that path yet.
  public let navigator: Navigator<Tab, Route>

  private let presenter: NavigationPresenter<Tab, Route>
  private let views: Store<NavigationState<Tab, Route>, Void>
  private let started = Locked<Task<Void, Never>?>(nil)

  /// Creates a stepped navigation for the navigation in an app's state.
  ///
  /// - Parameters:
  ///   - store: The scoped store of the navigation in an app's state.
  ///   - limits: The limits of one step. By default, one step dismisses all modals together, as `.modals(of:)` does.
  ///     For views that present modals separately, pass `StepLimits(dismissals: 1)`.
  public convenience init(
    of store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    limits: StepLimits = StepLimits()
  ) {
    self.init(of: store, limits: limits, guardedExits: nil)
  }

  /// Creates a stepped navigation whose navigator reports the back navigation and the dismissals that rules refuse or
  /// allow only after a question; see `Navigator.isBackGuarded`.
  ///
  /// - Parameters:
  ///   - store: The scoped store of the navigation in an app's state.
  ///   - guards: The rules.
  ///   - app: The store of the app.
  ///   - limits: The limits of one step.
  public convenience init<AppState, AppAction>(
    of store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    guardedBy guards: NavigationGuards<AppState, AppAction, Tab, Route>, in app: Store<AppState, AppAction>,
    limits: StepLimits = StepLimits()
  ) {
    self.init(of: store, limits: limits, guardedExits: guards.exitReader(of: app))
  }

  private init(
    of store: ScopedStore<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    limits: StepLimits, guardedExits: ValueReader<GuardedExits>?
  ) {
    let start = store.source.snapshot().state
    let presenter = NavigationPresenter<Tab, Route>(
      source: store.source, send: { store.send($0) }, showing: ShownNavigation(start), limits: limits)
    // The reducer reads the newest shown navigation. Otherwise, one of two concurrent updates could replace a newer
    // navigation with an older one.
    let views = Store(
      initialState: start,
      reducer: Reduce<NavigationState<Tab, Route>, Void> { state, _ in
        state.show(presenter.shown)
        return .none
      })
    self.presenter = presenter
    self.views = views
    navigator = Navigator(
      store, showing: views.scope(state: \.self, action: { _ in }), guardedExits: guardedExits
    ) { action, isSent in
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

  /// Creates a stepped navigation for a store whose state is a navigation.
  public convenience init(
    of store: Store<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    limits: StepLimits = StepLimits()
  ) {
    self.init(of: store.wholeScope, limits: limits)
  }

  deinit { started.withLock(\.self)?.cancel() }

  /// Shows the changes step by step on the main actor, until this object is released. Further calls do nothing.
  ///
  /// Call this method next to the store. The steps then do not depend on the life of a view: a framework may cancel the
  /// tasks of a root view while a cover hides that view.
  ///
  /// - Parameters:
  ///   - pause: The time to wait after an animated step, such as the dismissal of a sheet. The time after a step
  ///     without animation is 50 milliseconds.
  ///   - clock: The clock that measures the time.
  public func start(pause: Duration = .milliseconds(700), clock: any Clock<Duration> = ContinuousClock()) {
    started.withLock { task in
      if task != nil { return }
      // The task does not retain this object, because `deinit` cancels the task.
      task = Task { @MainActor [presenter, views] in
        await Self.run(presenter, views) { step in
          // Views also need an update of their own for a step that is not animated.
          try? await clock.sleep(for: step.isAnimated ? pause.boundedWait : .milliseconds(50))
        }
      }
    }
  }

  /// Shows the changes step by step until the calling task is cancelled.
  ///
  /// - Parameter settle: A closure that is called after the views have been notified of a step. The closure returns
  ///   when the views can show the next step. It runs on the caller's actor.
  public func run(_ settle: (NavigationStep<Tab, Route>) async -> Void) async {
    await Self.run(presenter, views, settle)
  }

  private static func run(
    _ presenter: NavigationPresenter<Tab, Route>, _ views: Store<NavigationState<Tab, Route>, Void>,
    _ settle: (NavigationStep<Tab, Route>) async -> Void
  ) async {
    await presenter.run { step in
      views.send((), origin: step.isAnimated ? .user : .user.withoutAnimation)
      await settle(step)
    }
  }
}

extension NavigationAction {
  /// Returns the change that the views already show when they send this action. If the views show no change, for
  /// example after a tap on the selected tab, the result is `nil`.
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
  fileprivate mutating func show(_ shown: ShownNavigation<Tab, Route>) {
    guard let selected = shown.tabs.firstIndex(where: { $0 == shown.selectedTab }) else { return }
    entries = shown.tabs.map { Entry(tab: $0, path: shown.path(of: .tab($0)) ?? []) }
    selectedIndex = selected
    visited = [shown.tabs[selected]]
    presented = shown.modals
  }
}
