extension StoreCore {
  /// The state. The Observation framework tracks this read. After the first such read, observers are notified of every
  /// transaction.
  ///
  /// The access is registered before the state is read, and the contents know of the observer before any later
  /// transaction.
  var observedState: State {
    wholeState.access()
    return withLock { contents in
      contents.observed.observeState()
      return contents.states.shown
    }
  }

  func notifyObservers(of publication: Publication) {
    notifyRepeatedly {
      if publication.isStateObserved { wholeState.notify() }
      if publication.hasObservedValues { updateObservedValues() }
    }
    // The Observation framework installs a view's observer only after the view's reads. A change between the reads and
    // the installation does not notify the view, but the next turn of the main loop begins after the installation.
    if let mainLoop, !mainLoop.isCurrent() { notifyLater(since: publication.revision) }
  }

  func notifyObserversOfEffects() {
    let hasEnded = ThreadContext.current.notify(runningEffects.identity) { runningEffects.notify() }
    let isOnOtherThread = mainLoop.map { !$0.isCurrent() } ?? false
    if !hasEnded || isOnOtherThread { notifyLater(since: .max) }
  }

  private func updateObservedValues() {
    var values: [any AnyObservedValue<State>] = []
    readShown(and: { values = $0.observed.values }) { state, revision in
      for value in values { value.update(to: state, revision: revision) }
    }
  }

  /// Notifies observers by a closure, which is called again while observers change the store. If they have not stopped
  /// after some calls, the notification goes on later.
  private func notifyRepeatedly(_ notify: () -> Void) {
    let hasEnded = ThreadContext.current.notify(ObjectIdentifier(self), notify)
    if !hasEnded { notifyLater(since: .max) }
  }

  /// Schedules a notification of the observers: of the whole state, of the values that have changed by then, and of the
  /// values whose observers were notified of the transaction with the revision `revision` or of a later one.
  private func notifyLater(since revision: Int) {
    if withLock({ $0.observed.notifyLater(since: revision) }) { scheduleNotification() }
  }

  private func scheduleNotification() {
    if let mainLoop {
      mainLoop.inNextTurn { [weak self] in self?.notifyAgain() }
    } else {
      Task { [weak self] in self?.notifyAgain() }
    }
  }

  private func notifyAgain() {
    var hasRun = false
    notifyRepeatedly {
      hasRun = true
      // If an observer sends an action, this closure runs again, and only that action then determines which observers
      // are notified.
      let (since, observed) = withLock { ($0.observed.takeScheduled(), $0.observed) }
      if observed.isStateObserved { wholeState.notify() }
      if observed.areEffectsObserved { notifyObserversOfEffects() }
      if let since {
        for value in observed.values { value.notifyAgain(since: since) }
      }
      updateObservedValues()
    }
    // If the closure has not run, this thread is already notifying the observers of this store, and one of them runs a
    // nested loop, for example the loop of an alert.
    if !hasRun { scheduleNotification() }
  }
}

extension StoreCore: StateReader {
  func reader<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>, read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    let observed = observedValue(at: keyPath, read: read)
    return ValueReader { self.value(of: observed) }
  }

  func temporaryReader<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (State) -> Value
  ) -> ValueReader<Value> {
    // The value has a registrar of its own, so that its observers are released together with the value.
    let observed = makeObservedValue(ObservedPart(), read)
    withLock { $0.observed.add(observed) }
    return ValueReader {
      self.value(of: observed)
    } atEnd: {
      self.withLock { $0.observed.remove(observed) }
    }
  }

  func isRunning(_ id: EffectID, in scopes: [EffectID]) -> Bool {
    runningEffects.access()
    return withLock(for: .effectID, "running effects") { contents in
      contents.observed.areEffectsObserved = true
      return contents.effects.isRunning(id, in: scopes)
    }
  }

  func notifyReaders(of keyPath: PartialKeyPath<State>) {
    guard let observed = knownValue(at: keyPath) else { return }
    // If an observer of the value calls this method, its notification is repeated only after the observer has returned.
    _ = ThreadContext.current.notify(ObjectIdentifier(observed)) { observed.notify() }
  }

  func notifyReaders() {
    notifyRepeatedly {
      wholeState.notify()
      updateObservedValues()
    }
  }

  private func value<Value: Equatable & Sendable>(of observed: ObservedValue<State, Value>) -> Value {
    observed.access()
    // If the last transaction has been compared, its content is known, and the state need not be copied.
    let revision = withLock { $0.states.shownRevision }
    if observed.beginRead(at: revision) { return observed.last }
    return readShown { observed.value(in: $0, revision: $1) }
  }

  private func knownValue(at keyPath: AnyKeyPath) -> (any AnyObservedValue<State>)? {
    withLock(for: .keyPath, keyPath) { $0.observed.value(at: keyPath) }
  }

  private func observedValue<Value: Equatable & Sendable>(
    at keyPath: KeyPath<State, Value>, read: @escaping @Sendable (State) -> Value
  ) -> ObservedValue<State, Value> {
    let observed: any AnyObservedValue<State>
    if let known = knownValue(at: keyPath) {
      observed = known
    } else {
      let new = makeObservedValue(wholeState.other(withLock { $0.makeNumber() }), read)
      // The caller reads the value only after the observed value is stored, so that the caller's observers miss no
      // transaction in between.
      observed = withLock(for: .keyPath, keyPath) { $0.observed.add(new, at: keyPath) }
    }
    // The values of equal key paths have the same type.
    return unsafeDowncast(observed, to: ObservedValue<State, Value>.self)
  }

  /// The content is read without the lock, because `read` may be the user's code.
  private func makeObservedValue<Value: Equatable & Sendable>(
    _ part: ObservedPart, _ read: @escaping @Sendable (State) -> Value
  ) -> ObservedValue<State, Value> {
    readShown { ObservedValue($0, revision: $1, part: part, read: read) }
  }
}
