/// An object that shows a store's navigation step by step in a user interface. Each step starts when the previous step
/// has ended.
///
/// ```swift
/// let presenter = NavigationPresenter(of: store, state: \.navigation, action: AppAction.navigation)
/// await presenter.run { step in await terminal.perform(step) }
/// ```
///
/// If the state changes during a step, the presenter creates another list of steps, which leads from the navigation
/// that the interface shows after the step to the newest state. States in between are not shown.
///
/// Report what the user does in the interface itself, such as a swipe back or a sheet that is pulled down, with
/// ``userSetPath(_:of:)``, ``userSelected(_:)`` and ``userDismissed(_:)``. These methods send the action for the
/// change. The presenter creates no step for the change, because the interface already shows it. If the reducer rejects
/// the change, a step makes the interface show the store's state again. Reporting a change that a step has made does
/// nothing, so an interface may report every change that it shows.
///
/// The presenter does not keep the store alive. You can use all members from any thread or actor, but not from a
/// reducer.
///
/// - Complexity: For each state that it reads, ``run(_:)`` compares the state with the shown navigation in O(*n*) time,
///   where *n* is the total length of all paths. The presenter also stores the shown paths. Therefore, the store copies
///   a path when an action next changes the path.
public final class NavigationPresenter<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  private struct Shared {
    var machine: PresenterStateMachine<Tab, Route>
    var waiters = WaiterList()
    var lastID = 0
  }

  private let source: StateSource<NavigationState<Tab, Route>>
  private let send: @Sendable (NavigationAction<Tab, Route>) -> Void
  private let shared: Locked<Shared>

  /// Creates a presenter for the navigation in an app's state. The presenter performs no step until ``run(_:)`` is
  /// called.
  ///
  /// - Parameters:
  ///   - store: The store of the app. The presenter does not keep the store alive.
  ///   - state: The key path of the navigation in the state, for example `\.navigation`.
  ///   - action: Returns the store's action for an action of the navigation, for example `AppAction.navigation`.
  ///   - shown: The navigation that the interface shows before the first step. By default, the interface shows nothing,
  ///     and the first step sets its tabs.
  ///   - limits: The limits of one step.
  public convenience init<State, Action>(
    of store: Store<State, Action>, state: any KeyPath<State, NavigationState<Tab, Route>> & Sendable,
    action: @escaping @Sendable (NavigationAction<Tab, Route>) -> Action,
    showing shown: ShownNavigation<Tab, Route> = ShownNavigation(), limits: StepLimits = StepLimits()
  ) {
    self.init(
      source: store.source.map { $0[keyPath: state] }, send: { [weak store] in store?.send(action($0)) },
      showing: shown, limits: limits)
  }

  /// Creates a presenter for a store whose state is a navigation. The presenter performs no step until ``run(_:)`` is
  /// called.
  public convenience init(
    of store: Store<NavigationState<Tab, Route>, NavigationAction<Tab, Route>>,
    showing shown: ShownNavigation<Tab, Route> = ShownNavigation(), limits: StepLimits = StepLimits()
  ) {
    self.init(of: store, state: \.self, action: { $0 }, showing: shown, limits: limits)
  }

  init(
    source: StateSource<NavigationState<Tab, Route>>,
    send: @escaping @Sendable (NavigationAction<Tab, Route>) -> Void,
    showing shown: ShownNavigation<Tab, Route>, limits: StepLimits
  ) {
    self.source = source
    self.send = send
    let machine = PresenterStateMachine(showing: shown, revision: source.revision(), limits: limits)
    shared = Locked(Shared(machine: machine))
  }

  /// The navigation that the interface shows, or will show when the current step ends.
  public var shown: ShownNavigation<Tab, Route> { shared.withLock { $0.machine.shown } }

  // MARK: - Steps

  /// Performs steps until the store is released and its last state is shown, or until the calling task is cancelled.
  ///
  /// If the task is cancelled during a step, the method returns when the step has ended. You can call the method again
  /// later. The steps then continue from the shown navigation. If two calls run concurrently, the steps still run one
  /// after the other.
  ///
  /// - Parameter perform: Performs a step in the interface and returns when the step has ended. The closure runs on the
  ///   caller's actor, for example on the main actor.
  public func run(_ perform: (NavigationStep<Tab, Route>) async -> Void) async {
    while let permit = await nextReadPermit() {
      // The state is read without the presenter's lock, so that no thread holds two locks.
      let (state, revision) = source.snapshot()
      let animated = source.lastAnimatedRevision()
      switch shared.withLock({
        $0.machine.next(state, revision: revision, lastAnimatedRevision: animated, with: permit)
      }) {
      case .show(let step):
        await perform(step)
        update { $0.stepEnded() }
      case .waitForChange:
        guard await source.nextRevision(revision) != nil else { return }
      case .readAgain:
        break
      }
    }
  }

  private func nextReadPermit() async -> PresenterStateMachine<Tab, Route>.ReadPermit? {
    while !Task.isCancelled {
      let (permit, id) = shared.withLock { shared in
        shared.lastID += 1
        return (shared.machine.readPermit(), shared.lastID)
      }
      if let permit { return permit }
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          let waits = shared.withLock { shared in
            // A task is marked as cancelled before its handlers run. Therefore, this check also detects a cancellation
            // whose handler has already run and found no continuation.
            guard shared.machine.readPermit() == nil, !Task.isCancelled else { return false }
            shared.waiters.append(continuation, id: id)
            return true
          }
          if !waits { continuation.resume() }
        }
      } onCancel: {
        var woken = shared.withLock { $0.waiters.remove(id: id) }
        woken.wake()
      }
    }
    return nil
  }

  private func update(_ body: (inout PresenterStateMachine<Tab, Route>) -> Void) {
    var woken = shared.withLock { shared in
      body(&shared.machine)
      defer { shared.waiters = WaiterList() }
      return shared.waiters
    }
    woken.wake()
  }

  // MARK: - Changes by the user

  /// Reports that the interface now shows a different path, for example after a swipe back. Sends `setPath`.
  public func userSetPath(_ path: [Route], of stack: StackID<Tab>) {
    report(.setPath(path, in: stack), as: .setPath(path, in: stack.target))
  }

  /// Reports that the interface now shows another tab. Sends `tabTapped`, or `selectTab` if the store has already
  /// selected the tab.
  ///
  /// For a tap on the tab that is already shown, this method sends nothing. If the interface does not handle such a tap
  /// itself, send `tabTapped` to the store.
  public func userSelected(_ tab: Tab) {
    // The store may have selected the tab already, although the step for this selection has not run yet. The
    // store would then treat `tabTapped` as a tap on the selected tab, but the user has tapped another tab.
    let isSelected = source.snapshot().state.selectedTab == tab
    report(.selectTab(tab), as: isSelected ? .selectTab(tab) : .tabTapped(tab))
  }

  /// Reports that the interface has dismissed a modal and the modals above it. Sends `dismiss`.
  public func userDismissed(_ modal: ModalID) {
    report(.dismiss(modal), as: .dismiss(modal))
  }

  /// Reports a change of the interface. The action is `nil` if an action for the change has already been sent.
  func report(_ change: NavigationStep<Tab, Route>.Change, as action: NavigationAction<Tab, Route>?) {
    guard shared.withLock({ $0.machine.reportBegan(change) }) else { return }
    // The action is sent without the lock, because reducers and observers are the user's code.
    if let action { send(action) }
    update { $0.reportEnded() }
  }
}
