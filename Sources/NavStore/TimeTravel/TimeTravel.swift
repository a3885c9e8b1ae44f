public import Observation

/// A connection of a timeline to a live store. The running app shows the state that the timeline views.
///
/// ```swift
/// let timeTravel = TimeTravel(in: store, reducer: AppReducer())
/// store.send(.navigation(.push(.song(7))))
/// timeTravel.timeline.stepBack()  // the views show the state before the push
/// timeTravel.timeline.viewPresent()  // the views show the present state
/// ```
///
/// The timeline records each transaction of the store. These readers of the store receive the state that the timeline
/// views: `state`, streams of states, Observation, navigators and presenters. Everything that must not notice an
/// earlier state uses the present one: actions are applied to the present state, and the persistence, recorders, screen
/// tracking and other readers of `Store.transactions` receive no earlier state.
///
/// If an action is sent while an earlier state is shown, even by a view, the action therefore changes the present
/// state, and the earlier state stays visible. Redux DevTools has the same rule.
///
/// Create this object in debug builds only, and at most one for each store. It calls the reducer again for each action,
/// and keeps the newest transactions in memory. It never runs an effect. When it is released, the store shows the
/// present state.
///
/// Many transactions are added in portions, between which the main actor does other work. At most `maximumCount`
/// actions, or 1,000 if that is more, wait to be added. Instead of the actions beyond this limit, the timeline has one
/// entry that replaces the state.
@MainActor
public final class TimeTravel<State: Sendable, Action: Sendable> {
  private let core: StoreCore<State, Action>
  private let present: StateSource<State>
  private let reducer: any Reducer<State, Action>
  private let maximumCount: Int
  private let registrar = ObservationRegistrar()
  private var reader: TransactionReader<State, Action>
  private var revision: Int
  private var recorded: ActionTimeline<State, Action>
  private var following: Task<Void, Never>?

  /// Records a store's transactions from now on.
  ///
  /// - Parameters:
  ///   - store: The store. The time travel does not keep it alive.
  ///   - reducer: The reducer of the store, without side effects.
  ///   - maximumCount: The largest number of transactions in the timeline, at least 1. If it is exceeded, the oldest
  ///     tenth becomes part of the start of the timeline.
  public init(in store: Store<State, Action>, reducer: some Reducer<State, Action>, maximumCount: Int = 1_000) {
    core = store.core
    present = store.presentSource
    self.reducer = reducer
    self.maximumCount = maximumCount
    reader = Self.reader(of: core, maximumCount)
    revision = reader.initialRevision
    recorded = ActionTimeline(start: reader.initialState, reducer: reducer, maximumCount: maximumCount)
    follow()
  }

  deinit {
    following?.cancel()
    core.view(nil)
  }

  /// The timeline. The store shows the state that the timeline views. Observation tracks this property.
  ///
  /// Reading the property first adds the store's newest transactions. Change the timeline in place, as in
  /// `timeTravel.timeline.stepBack()`. If you set another timeline, such as one from a log, or a copy that you have
  /// read earlier, the store shows the state that it views, and new transactions are added to it. ``restart()``
  /// returns to the present state.
  public var timeline: ActionTimeline<State, Action> {
    get {
      registrar.access(self, keyPath: \.timeline)
      update()
      return recorded
    }
    set {
      var timeline = newValue
      if !timeline.hasTransactions(of: recorded) {
        // The store's transactions so far do not become part of another timeline.
        update()
        timeline.separate(maximumCount: maximumCount)
      }
      replace(by: timeline)
      update()
    }
  }

  /// Discards the timeline, shows the present state, and records from now on.
  public func restart() {
    reader = Self.reader(of: core, maximumCount)
    revision = reader.initialRevision
    replace(by: ActionTimeline(start: reader.initialState, reducer: reducer, maximumCount: maximumCount))
    follow()
  }

  private func replace(by timeline: ActionTimeline<State, Action>) {
    registrar.withMutation(of: self, keyPath: \.timeline) { recorded = timeline }
    show()
  }

  private static func reader(
    of core: StoreCore<State, Action>, _ maximumCount: Int
  ) -> TransactionReader<State, Action> {
    // One action of the user may cause more transactions than a short timeline holds.
    TransactionReader(core, capacity: max(maximumCount, 1_000))
  }

  /// Updates the timeline after each transaction until this object is released.
  private func follow() {
    following?.cancel()
    following = Task { [weak self, reader] in
      var isBehind = false
      while true {
        if !isBehind { guard await reader.wait() else { return } }
        // Other work of the main actor runs after each portion, even while other threads send without a pause.
        isBehind = self?.update(atMost: 100) ?? false
        await Task.yield()
      }
    }
  }

  /// Adds at most `count` transactions to the timeline. Returns whether there are more transactions.
  @discardableResult
  private func update(atMost count: Int = .max) -> Bool {
    // Transactions that other threads send from now on are not added.
    let newest = present.revision()
    var remaining = count
    while remaining > 0, revision < newest, let transaction = reader.takeNext() {
      recorded.append(transaction)
      revision = transaction.revision
      remaining -= 1
    }
    if remaining < count {
      show()
      notify()
    }
    return revision < present.revision()
  }

  private func notify() {
    let hasEnded = ThreadContext.current.notify(ObjectIdentifier(self)) {
      registrar.withMutation(of: self, keyPath: \.timeline) {}
    }
    if !hasEnded { Task { [weak self] in self?.notify() } }
  }

  private func show() {
    let isPresent = recorded.isViewingPresent && !recorded.isEdited
    core.view(isPresent ? nil : recorded.state)
  }
}

extension TimeTravel: Observable {}
