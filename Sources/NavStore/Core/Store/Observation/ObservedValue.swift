internal import Observation

/// A value of a state that Observation tracks separately from the rest of the state.
///
/// After each transaction, the content of the value is compared with the content after the previous transaction, and
/// observers are notified if the two differ.
///
/// Observation installs an observer only after the observer's reads, so another thread may change the value between a
/// read and the installation. The observer is then notified later. An observer may also be notified although the value
/// has not changed.
///
/// Each variable is a property of the object. If all variables were one generic value in a ``Locked``, the runtime
/// would look up the type of that value at each use.
final class ObservedValue<State: Sendable, Value: Equatable & Sendable>: AnyObservedValue<State>, @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let read: @Sendable (State) -> Value
  private let mutex = Lock()
  /// The content of the value after the last transaction that was compared.
  @exclusivity(unchecked) private var last: Value
  @exclusivity(unchecked) private var lastRevision: Int
  @exclusivity(unchecked) private var readRevision = -1
  @exclusivity(unchecked) private var notifiedRevision = -1
  /// Whether a reader has received new content before ``update(to:revision:)`` has compared that content with `last`.
  ///
  /// A later transaction may restore the content in `last`. The comparison then finds no difference, but the reader
  /// must still be notified.
  @exclusivity(unchecked) private var hasEarlyReader = false

  /// Creates an observed value with its content in a state.
  ///
  /// - Parameters:
  ///   - state: The state to read the first content from.
  ///   - revision: The revision of the state.
  ///   - read: Returns the content of the value in a state.
  init(_ state: State, revision: Int, read: @escaping @Sendable (State) -> Value) {
    self.read = read
    last = read(state)
    lastRevision = revision
  }

  /// Returns the content of the value in a state, and records that a reader has received that content.
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
      hasEarlyReader = true
      mutex.unlock()
    }
    return value
  }

  /// Notifies observers if the content in a state differs from the content that was compared last.
  override func update(to state: State, revision: Int) {
    let value = read(state)
    mutex.lock()
    // Another thread may have compared a later transaction already.
    guard revision > lastRevision else { return mutex.unlock() }
    let known = last
    // An observer that was notified and has not read since may have been installed too late for that notification.
    let mustNotify = hasEarlyReader || notifiedRevision > readRevision
    hasEarlyReader = false
    last = value
    lastRevision = revision
    mutex.unlock()
    guard mustNotify || known != value else { return }
    mutex.lock()
    notifiedRevision = max(notifiedRevision, revision)
    mutex.unlock()
    notify()
  }

  override func notifyAgain(since revision: Int) {
    mutex.lock()
    let wasNotified = notifiedRevision >= revision
    mutex.unlock()
    if wasNotified { notify() }
  }
}

/// The superclass of ``ObservedValue``, which does not depend on the type of the value.
class AnyObservedValue<State: Sendable>: @unchecked Sendable {
  // Unchecked because the class has a subclass that is unchecked.
  private let signal = ObservationSignal()

  /// Registers a read of the value with Observation.
  func access() {
    signal.registrar.access(signal, keyPath: \.isRegistered)
  }

  /// Notifies observers of a transaction, unless the value is certainly unchanged.
  func update(to state: State, revision: Int) {
    notify()
  }

  /// Notifies observers again if they were notified of the transaction with the given revision, or of a later one.
  func notifyAgain(since revision: Int) {
    notify()
  }

  /// Notifies observers, whether or not the value has changed.
  func notify() {
    signal.registrar.withMutation(of: signal, keyPath: \.isRegistered) {}
  }
}

/// An observed value that is removed from its store when the last reference to this object is released.
final class TemporaryObservation<State: Sendable, Value: Equatable & Sendable>: Sendable {
  let value: ObservedValue<State, Value>
  private let remove: @Sendable (AnyObservedValue<State>) -> Void

  init(
    of value: ObservedValue<State, Value>, remove: @escaping @Sendable (AnyObservedValue<State>) -> Void
  ) {
    self.value = value
    self.remove = remove
  }

  deinit { remove(value) }
}

/// The subject that observers of a value are registered with.
///
/// It is not generic, so that its key path is created only once.
private struct ObservationSignal: Observable {
  let registrar = ObservationRegistrar()

  /// The property whose key path identifies the subject.
  var isRegistered: Bool { true }
}
