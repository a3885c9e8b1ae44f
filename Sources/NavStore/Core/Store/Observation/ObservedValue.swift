internal import Observation

/// A value of a state that observers read separately, with its last known content.
///
/// After each transaction the value is compared with its content after the previous transaction, and observers are
/// notified if the two differ. An observer is installed only after its reads, so another thread may change the value
/// between the two. The observer is then notified later. It may also be notified although nothing has changed.
///
/// The variables are properties of the object and not one value behind a lock. The types of the properties are known
/// from the object, but the types of a generic value would be looked up at each use.
final class ObservedValue<State: Sendable, Value: Equatable & Sendable>: AnyObservedValue<State>, @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let read: @Sendable (State) -> Value
  private let mutex = Lock()
  /// The content after the last transaction that was compared.
  @exclusivity(unchecked) private var last: Value
  @exclusivity(unchecked) private var lastRevision: Int
  @exclusivity(unchecked) private var readRevision = -1
  @exclusivity(unchecked) private var notifiedRevision = -1
  /// Whether a reader has read a content whose transaction has not been compared yet.
  ///
  /// A later transaction may restore the last content. Then the comparison finds no difference, but that reader must
  /// still be notified.
  @exclusivity(unchecked) private var hasEarlyReader = false

  /// Creates the value of a state.
  ///
  /// - Parameters:
  ///   - state: The state to read the first content from.
  ///   - revision: The revision of the state.
  ///   - read: Returns the value of a state.
  init(_ state: State, revision: Int, read: @escaping @Sendable (State) -> Value) {
    self.read = read
    last = read(state)
    lastRevision = revision
  }

  /// Returns the value of a state, and records that a reader has read it.
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

  /// Notifies observers if the value of a state differs from the last content.
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

/// An ``ObservedValue`` of any type.
class AnyObservedValue<State: Sendable>: @unchecked Sendable {
  // Unchecked because the class has a subclass that is unchecked.
  private let signal = ObservationSignal()

  /// Registers the current observer.
  func access() {
    signal.registrar.access(signal, keyPath: \.isRegistered)
  }

  /// Notifies observers of a transaction, unless the value is certainly unchanged.
  func update(to state: State, revision: Int) {
    notify()
  }

  /// Notifies observers again if they were notified of the transaction with a revision, or of a later one.
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
