/// Has a shell show what a store's navigation is, step by step, each when the one before is done.
///
/// ```swift
/// let presenter = NavigationPresenter(of: store, state: \.navigation, action: AppAction.navigation)
/// await presenter.run { step in await shell.perform(step) }
/// ```
///
/// What changes while the shell is at work becomes the next list of steps, from what it shows by then to what is
/// newest: states in between are never shown. What the user does in the shell itself (a swipe back, a sheet pulled
/// down) tell with ``userSetPath(_:of:)``, ``userSelected(_:)`` and ``userDismissed(_:)``: they send the action, and no
/// step comes back for what is shown already. Where the reducer does not follow, a step leads the shell back. To tell
/// what a step has done does nothing, so a shell may tell whatever it comes to show.
///
/// Each transaction of the store is compared with what is shown, which costs what the paths are long; and what is shown
/// is kept, so that the next change of a long path copies it. It does not keep the store alive. All members may be used
/// from any thread or actor, but not from a reducer.
public final class NavigationPresenter<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  private struct Shared {
    var machine: PresenterStateMachine<Tab, Route>
    /// The runs that wait until they may look.
    var waiters = WaiterList()
    var lastID = 0
  }

  private let source: StateSource<NavigationState<Tab, Route>>
  private let send: @Sendable (NavigationAction<Tab, Route>) -> Void
  private let shared: Locked<Shared>

  /// A presenter of the navigation in an app's state, which does nothing until ``run(_:)``.
  ///
  /// - Parameters:
  ///   - store: The store. It is not kept alive.
  ///   - state: The part of the state that is the navigation, for example `\.navigation`.
  ///   - action: Makes the store's action from one of the navigation, for example `AppAction.navigation`.
  ///   - shown: What the shell shows before the first step: by default nothing, so that it gets its tabs by that one.
  ///   - limits: How much the shell does in one step.
  public convenience init<State, Action>(
    of store: Store<State, Action>, state: any KeyPath<State, NavigationState<Tab, Route>> & Sendable,
    action: @escaping @Sendable (NavigationAction<Tab, Route>) -> Action,
    showing shown: ShownNavigation<Tab, Route> = ShownNavigation(), limits: StepLimits = StepLimits()
  ) {
    self.init(
      source: store.source.map { $0[keyPath: state] }, send: { [weak store] in store?.send(action($0)) },
      showing: shown, limits: limits)
  }

  /// A presenter of a store that holds nothing but a navigation, which does nothing until ``run(_:)``.
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
    shared = Locked(Shared(machine: PresenterStateMachine(showing: shown, limits: limits)))
  }

  /// What the shell shows, or is on its way to show.
  public var shown: ShownNavigation<Tab, Route> { shared.withLock { $0.machine.shown } }

  // MARK: - Steps

  /// Hands out the steps, until the store is released and its last state is shown, or the calling task is cancelled.
  ///
  /// A step that is out when the task is cancelled is still waited for. It may be called again later and goes on from
  /// what is shown; in two calls at a time, steps still come one after the other.
  ///
  /// - Parameter perform: Has the shell do a step, and returns when it has. It runs where the caller does: on the main
  ///   actor, if that is where `run` is called.
  public func run(_ perform: (NavigationStep<Tab, Route>) async -> Void) async {
    while let permit = await nextReadPermit() {
      // Read without the presenter's lock, so that the two locks are never held at once.
      let (state, revision) = source.snapshot()
      switch shared.withLock({ $0.machine.next(state, revision: revision, with: permit) }) {
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

  /// Waits until the state may be read; nil when the task is cancelled.
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
            // A task is marked as cancelled before its handlers run, so a handler that came too early is seen here.
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

  /// Tells the machine of something, and wakes who waits to look.
  private func update(_ body: (inout PresenterStateMachine<Tab, Route>) -> Void) {
    var woken = shared.withLock { shared in
      body(&shared.machine)
      defer { shared.waiters = WaiterList() }
      return shared.waiters
    }
    woken.wake()
  }

  // MARK: - What the user does in the shell

  /// The shell shows another path by itself, for example after a swipe back: sends `setPath`.
  public func userSetPath(_ path: [Route], of stack: StackID<Tab>) {
    report(.setPath(path, in: stack), as: .setPath(path, in: stack.target))
  }

  /// The shell shows another tab by itself: sends `tabTapped`.
  ///
  /// A tap on the tab that is selected, which the shell itself does not answer, send to the store.
  public func userSelected(_ tab: Tab) {
    // Selected already, and a step to show it on its way: for the user it was a tap on another tab all the same.
    let isSelected = source.snapshot().state.selectedTab == tab
    report(.selectTab(tab), as: isSelected ? .selectTab(tab) : .tabTapped(tab))
  }

  /// The shell has ended a presentation by itself, and those above it: sends `dismiss`.
  public func userDismissed(_ modal: ModalID) {
    report(.dismiss(modal), as: .dismiss(modal))
  }

  /// The shell shows a change by itself.
  ///
  /// - Parameter action: What to send for it; `nil` if it was sent already.
  func report(_ change: NavigationStep<Tab, Route>.Change, as action: NavigationAction<Tab, Route>?) {
    guard shared.withLock({ $0.machine.reportBegan(change) }) else { return }
    // Without the lock, because reducers and observers are the user's code.
    if let action { send(action) }
    update { $0.reportEnded() }
  }
}
