extension StoreCore {
  /// Registers the effect of the current transaction.
  ///
  /// - Returns: The effects to start; `nil` if there are none, or only an action that the caller reduces.
  @inline(__always)
  func begin(_ effect: Effect<Action>, _ contents: inout Contents) -> StartedEffects? {
    if effect.isNone || contents.inspection == nil && effect.isOnlyAction { return nil }
    return begin(effect, in: EffectGroup(of: self), &contents)
  }

  /// Registers the effect of the current transaction.
  ///
  /// - Returns: The effects to start; `nil` if there are none.
  func begin(
    _ effect: Effect<Action>, in group: @autoclosure () -> EffectGroup, _ contents: inout Contents
  ) -> StartedEffects? {
    guard let operation = effect.operation else { return nil }
    let group = group()
    contents.inspection?.hasEffects = effect.hasRequest
    var commands: [EffectCommand] = []
    let cause = contents.states.revision
    ThreadContext.current.run(.effectID, of: self, for: "running effects") {
      contents.effects.begin(operation, in: group, cause: cause, commands: &commands)
    }
    return StartedEffects(group: group, commands: commands)
  }

  /// Carries out the commands of effects, and returns a handle to the effects.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - isAnimated: Whether the actions that effects send synchronously are animated.
  func perform(_ effects: StartedEffects?, isAnimated: Bool = true) -> EffectHandle {
    guard let effects else { return EffectHandle() }
    perform(effects.commands, in: effects.group, isAnimated: isAnimated)
    return EffectHandle(effects.group)
  }

  private func perform(_ commands: [EffectCommand], in group: EffectGroup, isAnimated: Bool) {
    let origin = isAnimated ? ActionOrigin.effect : .effect.withoutAnimation
    var commands = commands
    // The commands are carried out in rounds. If an effect sends an action synchronously, the commands of that action
    // are carried out in the next round. A long chain of actions therefore keeps only the commands of two rounds in
    // memory.
    while !commands.isEmpty {
      var following: [EffectCommand] = []
      for command in commands {
        switch command {
        case .start(let effect, let work):
          start(work, as: effect)
        case .cancel(let effect):
          let (task, hasChange) = withLock { (effect.takeTask(), $0.takeEffectsChange()) }
          task?.cancel()
          if hasChange { notifyObserversOfEffects() }
        case .send(let action, let cause, let effect):
          following += send(action, origin: origin, from: effect, in: group, cause: cause)
          if let effect { finish(effect) }
        }
      }
      commands = following
    }
  }

  /// Reduces an action of `Effect.send`, and returns the commands of the resulting effect. If the scope or the group of
  /// the action was cancelled, or the store was released, the action is dropped.
  private func send(
    _ action: any Sendable, origin: ActionOrigin, from effect: RunningEffect?, in group: EffectGroup, cause: Int
  ) -> [EffectCommand] {
    guard let action = action as? Action else {
      fatalError(
        """
        An effect sent an action of type \(type(of: action)) to a store whose actions have the type \(Action.self). \
        This is an error in NavStore: report it.
        """)
    }
    let transaction = transact(
      action, origin: origin, cause: cause, if: { !$0.isClosed && group.isWanted && effect?.isLive != false }
    ) { begin($0, in: group, &$1) }
    return transaction.started?.commands ?? []
  }

  private func start(_ work: EffectWork, as effect: RunningEffect) {
    let (isLive, startTask, hasChange) = withLock { (effect.isLive, $0.startTask, $0.takeEffectsChange()) }
    if hasChange { notifyObserversOfEffects() }
    if !isLive { return finish(effect) }
    let output = work.output(clock: clock) { actions, isAnimated in
      let actions = EffectOutput.list(actions, of: Action.self)
      self.send(actions, origin: isAnimated ? .effect : .effect.withoutAnimation, from: effect)
    }
    let task = startTask(work.priority) {
      await work.body(output)
      if effect.sequence != nil { self.continueSequence(of: effect) }
      self.finish(effect)
    }
    // The work may have returned, or another thread may have cancelled it, before its task could be stored.
    let mustCancel = withLock { _ in
      if effect.isLive { effect.task = task }
      return !effect.isLive
    }
    if mustCancel { task.cancel() }
  }

  private func continueSequence(of effect: RunningEffect) {
    let next = withLock(for: .effectID, "running effects") { contents in
      var commands: [EffectCommand] = []
      contents.effects.continueSequence(of: effect, commands: &commands)
      return commands
    }
    perform(next, in: effect.group, isAnimated: true)
  }

  /// Reduces actions that an effect sends, unless the effect was cancelled or its work has returned.
  private func send(_ actions: [Action], origin: ActionOrigin, from effect: RunningEffect) {
    if actions.count == 0 { return }
    let transaction = transact(actions, origin: origin, cause: effect.cause, if: { _ in effect.isLive }) {
      begin($0, in: effect.group, &$1)
    }
    _ = perform(transaction.started, isAnimated: origin.isAnimated)
  }

  private func finish(_ effect: RunningEffect) {
    let (waiters, hasChange) = withLock { ($0.finish(effect), $0.takeEffectsChange()) }
    if hasChange { notifyObserversOfEffects() }
    for var woken in waiters { woken.wake() }
  }

  /// Cancels effects.
  ///
  /// - Parameter cancel: Cancels the work of the effects, and returns it. It is called while the lock is held.
  func cancelEffects(_ cancel: (inout Contents) -> [RunningEffect]) {
    var (tasks, inspectors, hasChange) = withLock(for: .effectID, "running effects") { contents in
      let cancelled = cancel(&contents)
      contents.discard(cancelled)
      return (cancelled.compactMap { $0.takeTask() }, contents.noteEndedEffects(), contents.takeEffectsChange())
    }
    for task in tasks { task.cancel() }
    if hasChange { notifyObserversOfEffects() }
    inspectors.wake()
  }
}

/// Effects that a transaction has registered and that are started after the lock is released.
struct StartedEffects {
  let group: EffectGroup
  let commands: [EffectCommand]
}

// MARK: - Effect handles

extension StoreCore: EffectCore {
  func waitForEffects(of group: EffectGroup) async {
    let (id, isRunning) = withLock { ($0.makeNumber(), group.count > 0) }
    if !isRunning { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let mustWait = withLock { _ in
          let mustWait = group.count > 0 && !Task.isCancelled
          if mustWait { group.waiters.append(continuation, id: id) }
          return mustWait
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      var woken = withLock { _ in group.waiters.remove(id: id) }
      woken.wake()
    }
  }

  func cancelEffects(of group: EffectGroup) {
    cancelEffects { $0.effects.cancel(group) }
  }
}
