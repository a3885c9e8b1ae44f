// Who is given every action.
extension StoreCore {
  func addRecorder(_ buffer: RecordBuffer<Action>) {
    withLock {
      recorders[ObjectIdentifier(buffer)] = buffer
      expectListener()
    }
  }

  func removeRecorder(_ buffer: RecordBuffer<Action>) {
    withLock { _ = recorders.removeValue(forKey: ObjectIdentifier(buffer)) }
  }

  /// Returns the state that the tap begins after.
  func addTap(_ tap: TransactionBuffer<State, Action>) -> State {
    withLock {
      taps.append(tap)
      return state
    }
  }

  func removeTap(_ tap: TransactionBuffer<State, Action>) {
    withLock { taps.removeAll { $0 === tap } }
  }
}
