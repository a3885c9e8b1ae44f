import Observation

/// A part of the state that observers read, and its value as they were told of it.
///
/// They are told when a transaction leaves another value than the one before, and of no other transaction.
final class TrackedPart<State: Sendable>: Sendable {
  private let registrar = ObservationRegistrar()
  private let keyPath: any KeyPath<TrackedPart, Bool> & Sendable = \TrackedPart.isTracked
  private let begin: @Sendable (State, Int) -> Void
  /// Whether the part of a state, with its revision, differs from the one before.
  private let differs: @Sendable (State, Int) -> Bool

  /// For its key path, by which the registrar tells observers.
  private var isTracked: Bool { true }

  init<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) {
    let last = Locked<(value: Value, revision: Int)?>(nil)
    begin = { state, revision in
      let value = read(state)
      last.withLock { last in
        // What a second reader sees may be news that the first one was not told of yet.
        if last == nil { last = (value, revision) }
      }
    }
    differs = { state, revision in
      let value = read(state)
      let old = last.withLock { last -> Value? in
        // A later transaction was told of before this one, and compared with what was there earlier still.
        if let last, last.revision >= revision { return value }
        defer { last = (value, revision) }
        return last?.value
      }
      // Compared without the lock, because `==` is the user's code.
      return old != value
    }
  }

  func access() {
    registrar.access(self, keyPath: keyPath)
  }

  /// Notes the value that the first reader reads, so that the next one is compared with it.
  func begin(with state: State, revision: Int) {
    begin(state, revision)
  }

  /// Tells observers if the value of a state differs from the one before.
  func tell(_ state: State, revision: Int) {
    if differs(state, revision) { registrar.withMutation(of: self, keyPath: keyPath) {} }
  }
}

extension TrackedPart: Observable {}
