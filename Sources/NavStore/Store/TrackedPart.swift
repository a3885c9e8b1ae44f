import Observation

/// A part of the state that observers read, and its value as they were told of it.
///
/// They are told when a transaction leaves another value than the one before. They are told once too often rather than
/// not at all: an observer is installed after its reads, and a change on another thread may fall between.
final class TrackedPart<State: Sendable>: Sendable {
  private let registrar = ObservationRegistrar()
  private let keyPath: any KeyPath<TrackedPart, Bool> & Sendable = \TrackedPart.isTracked
  private let noteRead: @Sendable (State, Int) -> Void
  private let isNews: @Sendable (State, Int) -> Bool

  /// For its key path, by which the registrar tells observers.
  private var isTracked: Bool { true }

  init<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) {
    let memory = Locked(Memory<Value>())
    noteRead = { state, revision in
      let value = read(state)
      let known = memory.withLock { $0.noteRead(value, revision) }
      // Compared without the lock, because `==` is the user's code.
      if let known, known != value { memory.withLock { $0.isOwed = true } }
    }
    isNews = { state, revision in
      let value = read(state)
      guard let (known, isOwed) = memory.withLock({ $0.exchange(value, revision) }) else { return false }
      let isNews = isOwed || known != value
      if isNews { memory.withLock { $0.toldRevision = max($0.toldRevision, revision) } }
      return isNews
    }
  }

  func access() {
    registrar.access(self, keyPath: keyPath)
  }

  /// Notes what a reader has read.
  func wasRead(_ state: State, revision: Int) {
    noteRead(state, revision)
  }

  /// Tells observers if the value of a state differs from the one before.
  func tell(_ state: State, revision: Int) {
    if isNews(state, revision) { tell() }
  }

  /// Tells observers whatever the value is: what they show may not be what they read.
  func tell() {
    registrar.withMutation(of: self, keyPath: keyPath) {}
  }
}

extension TrackedPart: Observable {}

extension TrackedPart {
  /// What observers of a part know.
  private struct Memory<Value: Sendable>: Sendable {
    /// The value that transactions were compared with last.
    private var last: (value: Value, revision: Int)?
    private var readRevision = -1
    var toldRevision = -1
    /// Whether somebody has read what no transaction was told of yet: a later one may lead back to what was known, and
    /// would be no news.
    var isOwed = false

    /// Returns what is to be compared with the value that was read; nil if there is nothing.
    mutating func noteRead(_ value: Value, _ revision: Int) -> Value? {
      readRevision = max(readRevision, revision)
      guard let last else {
        last = (value, revision)
        return nil
      }
      return last.revision == revision ? nil : last.value
    }

    /// Takes the value of a transaction, and returns the one before and whether observers are told in any case. Nil if
    /// a later transaction was told of before this one, and compared with what was there earlier still.
    mutating func exchange(_ value: Value, _ revision: Int) -> (Value?, Bool)? {
      if let last, last.revision >= revision { return nil }
      // Who was told and has not read since may have installed himself too late to hear it.
      let isOwed = isOwed || toldRevision > readRevision
      self.isOwed = false
      defer { last = (value, revision) }
      return (last?.value, isOwed)
    }
  }
}
