/// A transaction as a test store sees it.
package struct InspectedTransaction<State: Sendable, Action: Sendable>: Sendable {
  package let revision: Int
  package let actions: [Action]
  package let origin: ActionOrigin
  /// The revision of the transaction whose effect sent the actions; nil when they came from outside.
  package let cause: Int?
  /// Whether the test store itself has sent the actions, by ``StoreInspection/send(_:origin:)``.
  package let isSentByTest: Bool
  /// The state after it.
  package let state: State
}

/// What has happened in a store since its test store last looked.
struct InspectedEvents<State: Sendable, Action: Sendable> {
  var transactions: [InspectedTransaction<State, Action>] = []
  /// How many effects have ended, so that who waits sees that one has.
  var endedEffects = 0
  /// Whether the transaction that is published next was sent by the test store.
  var isTestSending = false

  mutating func note(revision: Int, actions: [Action], origin: ActionOrigin, cause: Int?, state: State) {
    transactions.append(
      InspectedTransaction(
        revision: revision, actions: actions, origin: origin, cause: cause, isSentByTest: isTestSending, state: state))
    isTestSending = false
  }
}

/// What a test store may do with its store: see every transaction and every effect, and start the effects' tasks.
///
/// It holds the store's core and not the store. All members may be used from any thread.
package struct StoreInspection<State: Sendable, Action: Sendable>: Sendable {
  /// An effect that runs and was not cancelled.
  package struct LiveEffect: Sendable {
    /// Which of the store's effects it is.
    package let number: Int
    package let id: (any Hashable & Sendable)?
    /// The revision of the transaction that it follows from.
    package let cause: Int
  }

  private let core: StoreCore<State, Action>

  /// Inspects a store from now on.
  ///
  /// - Parameter startTask: Starts the tasks of its effects; nil for tasks like those of any store.
  package init(of store: Store<State, Action>, startTask: TaskStarter? = nil) {
    core = store.core
    core.withLock {
      core.inspected = InspectedEvents()
      core.hasAudience = true
      if let startTask { core.startTask = startTask }
    }
  }

  /// Sends actions as one transaction and returns its revision and the effects it started. There must be one action.
  package func send(_ actions: [Action], origin: ActionOrigin) -> (revision: Int, effects: EffectHandle) {
    core.sendInspected(actions, origin: origin)
  }

  /// The transactions that were not taken yet, oldest first.
  package func takeTransactions() -> [InspectedTransaction<State, Action>] {
    core.withLock {
      defer { core.inspected?.transactions.removeAll() }
      return core.inspected?.transactions ?? []
    }
  }

  /// The effects that run and were not cancelled, in the order of their beginning.
  package var liveEffects: [LiveEffect] {
    core.withLock { core.ledger.live }.map {
      LiveEffect(number: $0.token.number, id: $0.id?.base, cause: $0.cause)
    }
  }

  /// Whether any effect runs, those included that were cancelled and have not returned yet.
  package var hasRunningEffects: Bool {
    core.withLock { core.ledger.count > 0 }
  }

  /// Which thread this is, as long as it lives.
  package static var thread: ObjectIdentifier { ObjectIdentifier(StoreThread.current) }

  /// Cancels every effect that runs.
  package func cancelEffects() {
    var (tasks, inspectors) = core.withLock {
      (core.ledger.cancelAll().compactMap(core.takeTask), core.takeInspectors())
    }
    for task in tasks { task.cancel() }
    inspectors.wake()
  }

  /// Waits until there is a transaction to take, or no effect is left that could send; or the task is cancelled.
  package func waitForTransaction() async {
    _ = await core.next { core.inspected?.transactions.isEmpty == false || !core.ledger.isLive ? true : nil }
  }

  /// Waits until no effect runs any more; or the task is cancelled.
  package func waitForEffects() async {
    _ = await core.next { core.ledger.count == 0 ? true : nil }
  }
}

extension StoreCore {
  fileprivate func sendInspected(_ actions: [Action], origin: ActionOrigin) -> (revision: Int, effects: EffectHandle) {
    guard let effects = lockAndReduce(actions, origin: origin) else {
      fatalError("Reducing from outside is always wanted.")
    }
    let revision = revision
    inspected?.isTestSending = true
    return (revision, settle(actions, origin: origin, effects: effects))
  }

  /// An effect has ended, and the lock is held: says who waits for that.
  func takeInspectors() -> WaiterList {
    guard inspected != nil else { return WaiterList() }
    inspected?.endedEffects += 1
    return takeWaiters()
  }
}
