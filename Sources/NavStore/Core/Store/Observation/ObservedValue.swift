internal import Observation

/// A part of the state that observers read, and its value as they were told of it.
///
/// They are told when a transaction leaves another value than the one before. They are told once too often rather than
/// not at all: an observer is installed after its reads, and a change on another thread may fall between.
///
/// All is stored here and not in a value behind a lock: the types of generic values are looked up at each use, those of
/// an object's properties are known by the object.
final class ObservedValue<State: Sendable, Value: Equatable & Sendable>: AnyObservedValue<State>, @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let read: @Sendable (State) -> Value
  private let mutex = Lock()
  /// The value that transactions were compared with last.
  @exclusivity(unchecked) private var last: Value
  @exclusivity(unchecked) private var lastRevision: Int
  @exclusivity(unchecked) private var readRevision = -1
  @exclusivity(unchecked) private var toldRevision = -1
  /// Whether somebody has read what no transaction was told of yet: a later one may lead back to what was known, and
  /// would be no news.
  @exclusivity(unchecked) private var isOwed = false

  /// A part that is what it is in a state, until a transaction is told of.
  init(_ state: State, revision: Int, read: @escaping @Sendable (State) -> Value) {
    self.read = read
    last = read(state)
    lastRevision = revision
  }

  /// The part of a state, noted as what a reader has read.
  func value(in state: State, revision: Int) -> Value {
    let value = read(state)
    mutex.lock()
    readRevision = max(readRevision, revision)
    if lastRevision == revision {
      mutex.unlock()
      return value
    }
    let known = last
    mutex.unlock()
    // Compared without the lock, because `==` is the user's code.
    if known != value {
      mutex.lock()
      isOwed = true
      mutex.unlock()
    }
    return value
  }

  /// Tells observers if the value of a state differs from the one before.
  override func tell(_ state: State, revision: Int) {
    let value = read(state)
    mutex.lock()
    // A later transaction was told of before this one, and compared with what was there earlier still.
    guard revision > lastRevision else { return mutex.unlock() }
    let known = last
    // Who was told and has not read since may have installed himself too late to hear it.
    let isOwed = isOwed || toldRevision > readRevision
    self.isOwed = false
    last = value
    lastRevision = revision
    mutex.unlock()
    guard isOwed || known != value else { return }
    mutex.lock()
    toldRevision = max(toldRevision, revision)
    mutex.unlock()
    tell()
  }

  override func notifyAgain(since revision: Int) {
    mutex.lock()
    let wasNotified = toldRevision >= revision
    mutex.unlock()
    if wasNotified { tell() }
  }
}

/// A part of the state that observers read: by it they are told.
class AnyObservedValue<State: Sendable>: @unchecked Sendable {
  // Unchecked because it has a subclass, which says why itself.
  private let signal = ObservationSignal()

  func access() {
    signal.registrar.access(signal, keyPath: \.isTold)
  }

  /// Tells observers of a transaction, unless the part is known to be what it was.
  func tell(_ state: State, revision: Int) {
    tell()
  }

  /// Notifies observers again if they were notified of a transaction of a revision or a later one.
  func notifyAgain(since revision: Int) {
    tell()
  }

  /// Tells observers whatever the value is: what they show may not be what they read.
  func tell() {
    signal.registrar.withMutation(of: signal, keyPath: \.isTold) {}
  }
}

/// What a registrar knows of a part. Of no other type, so that its key path is made once.
private struct ObservationSignal: Observable {
  let registrar = ObservationRegistrar()

  /// For its key path, by which the registrar tells observers.
  var isTold: Bool { true }
}
