extension StoreCore: StateReader {
  /// A part of the state, for readers that may be observing. From the first such read on, observers are told of every
  /// transaction that changes the part.
  func value<Value: Equatable & Sendable>(of path: PartPath<State, Value>) -> Value {
    value(of: trackedPart(path, read: nil))
  }

  func part<Value: Equatable & Sendable>(
    _ path: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ValueReader<Value> {
    let part = trackedPart(path, read: read)
    return ValueReader { self.value(of: part) }
  }

  func notifyReaders<Value: Equatable & Sendable>(of path: PartPath<State, Value>) {
    withLock { parts[path.keyPath] }?.tell()
  }

  /// Tells who has read a part that differs.
  func tellParts() {
    lock()
    let (parts, state, revision) = (parts.all, state, revision)
    unlock()
    for part in parts { part.tell(state, revision: revision) }
  }

  private func value<Value: Equatable & Sendable>(of part: ObservedValue<State, Value>) -> Value {
    part.access()
    lock()
    let (state, revision) = (state, revision)
    unlock()
    return part.value(in: state, revision: revision)
  }

  private func trackedPart<Value: Equatable & Sendable>(
    _ path: PartPath<State, Value>, read: (@Sendable (State) -> Value)?
  ) -> ObservedValue<State, Value> {
    lock()
    let known = parts[path.keyPath]
    unlock()
    // The same key path leads to the same type of value.
    if let known { return unsafeDowncast(known, to: ObservedValue<State, Value>.self) }
    lock()
    let (state, revision) = (state, revision)
    unlock()
    // Read without the lock, because a property may be the user's code.
    let new = ObservedValue<State, Value>(state, revision: revision, read: read ?? { $0[keyPath: path.keyPath] })
    // Whoever asks reads after this, so that no transaction falls between that he is not told of.
    let part = withLock {
      expectListener()
      return parts.insert(new, path.keyPath)
    }
    return unsafeDowncast(part, to: ObservedValue<State, Value>.self)
  }
}
