extension StoreCore {
  /// Publishes a transaction whose actions were reduced, leaves the lock, and carries out the effects in their order,
  /// with the actions that follow at once.
  @usableFromInline
  @inline(never)
  func settle(
    _ actions: some Collection<Action>, origin: ActionOrigin, effects: [Effect<Action>.Operation]
  ) -> EffectHandle {
    guard !effects.isEmpty else {
      publishAndUnlock(actions, origin: origin)
      return EffectHandle()
    }
    let group = ledger.makeGroup()
    settle(actions, origin: origin, effects: effects, in: group)
    return EffectHandle(StartedEffects(core: self, group: group))
  }

  private func settle(
    _ actions: some Collection<Action>, origin: ActionOrigin, effects: [Effect<Action>.Operation],
    in group: RunningEffects<Action>.Group, cause: Int? = nil
  ) {
    var commands: [RunningEffects<Action>.Command] = []
    for effect in effects { ledger.begin(effect, in: group, cause: revision, commands: &commands) }
    inspected?.hasEffects = !effects.isEmpty
    publishAndUnlock(actions, origin: origin, cause: cause)

    // Round by round: the commands of an action that follows at once come after those that are there already, and a
    // long chain does not keep what is done.
    while !commands.isEmpty {
      var following: [RunningEffects<Action>.Command] = []
      for command in commands {
        switch command {
        case .start(let token, let work):
          start(work, as: token, in: group)
        case .cancel(let token):
          withLock { takeTask(token) }?.cancel()
        case .send(let action, let cause):
          guard let effects = lockAndReduce(CollectionOfOne(action), origin: .effect, if: { ledger.isWanted(group) })
          else {
            unlock()
            continue
          }
          for effect in effects { ledger.begin(effect, in: group, cause: revision, commands: &following) }
          inspected?.hasEffects = !effects.isEmpty
          // The effects are released after the lock, because to release the id of one is the user's code.
          withExtendedLifetime(effects) {
            publishAndUnlock(CollectionOfOne(action), origin: .effect, cause: cause)
          }
        }
      }
      commands = following
    }
  }

  private func start(
    _ work: Effect<Action>.Work, as token: RunningEffects<Action>.Token, in group: RunningEffects<Action>.Group
  ) {
    guard withLock({ ledger.isLive(token) }) else { return finish(token) }
    let context = EffectContext<Action>(clock: clock) { actions in
      self.send(actions, from: token, in: group)
    }
    let task = startTask(work.priority) {
      await work.body(context)
      self.finish(token)
    }
    // The work may have returned, or have been cancelled by another thread, before its task could be noted.
    let isLive = withLock {
      let isLive = ledger.isLive(token)
      if isLive { tasks[token] = task }
      return isLive
    }
    if !isLive { task.cancel() }
  }

  /// An effect sends. Its actions are dropped if it was cancelled by an action that was reduced before these.
  private func send(
    _ actions: [Action], from token: RunningEffects<Action>.Token, in group: RunningEffects<Action>.Group
  ) {
    guard !actions.isEmpty else { return }
    guard let effects = lockAndReduce(actions, origin: .effect, if: { ledger.isLive(token) }) else {
      unlock()
      return
    }
    settle(actions, origin: .effect, effects: effects, in: group, cause: ledger.cause(of: token))
  }

  private func finish(_ token: RunningEffects<Action>.Token) {
    var ended = withLock {
      takeTask(token)
      let id = ledger.id(of: token)
      let woken = ledger.finish(token).flatMap { groupWaiters.removeValue(forKey: $0) }
      return (id: id, woken: woken, inspectors: takeInspectors())
    }
    ended.woken?.wake()
    ended.inspectors.wake()
    // Released after the lock, because to release the id of an effect is the user's code.
    withExtendedLifetime(ended.id) {}
  }

  /// Forgets the task of an effect, so that it is cancelled or finished once.
  @discardableResult
  func takeTask(_ token: RunningEffects<Action>.Token) -> Task<Void, Never>? {
    tasks.removeValue(forKey: token)
  }

  func takeTask(_ command: RunningEffects<Action>.Command) -> Task<Void, Never>? {
    if case .cancel(let token) = command { takeTask(token) } else { nil }
  }
}

/// The effects of one group in one store.
private final class StartedEffects<State: Sendable, Action: Sendable>: EffectGroup {
  let core: StoreCore<State, Action>
  let group: RunningEffects<Action>.Group

  init(core: StoreCore<State, Action>, group: RunningEffects<Action>.Group) {
    self.core = core
    self.group = group
  }

  func finish() async {
    let id = core.withLock { core.makeWaiterID() }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        core.lock()
        let mustWait = core.ledger.isRunning(group) && !Task.isCancelled
        if mustWait { core.groupWaiters[group, default: WaiterList()].append(continuation, id: id) }
        core.unlock()
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      var woken = core.withLock { core.groupWaiters[group]?.remove(id: id) }
      woken?.wake()
    }
  }

  func cancel() {
    var (tasks, inspectors) = core.withLock {
      (core.ledger.cancel(group).compactMap(core.takeTask), core.takeInspectors())
    }
    for task in tasks { task.cancel() }
    inspectors.wake()
  }
}
