internal import Observation

/// A value in a state that the Observation framework tracks separately from the rest of the state.
///
/// After each transaction, the content of the value is compared with the content after the previous transaction, and
/// observers are notified if the two differ.
///
/// The Observation framework installs an observer only after the observer's reads, so another thread may change the
/// value between a read and the installation. The observer is then notified after a later transaction or in a later
/// turn of the main loop. An observer may also be notified although the value has not changed.
///
/// The variables are separate properties. If they were combined in one generic value in a ``Locked``, the runtime would
/// look up the type of that value at each use.
final class ObservedValue<State: Sendable, Value: Equatable & Sendable>: AnyObservedValue, @unchecked Sendable {
  // Unchecked because every variable below is read and written only while the lock is held.
  private let part: ObservedPart
  private let read: @Sendable (State) -> Value
  private let mutex = Lock()
  /// The content of the value in the state with the revision `lastRevision`.
  @exclusivity(unchecked) private var last: Value
  @exclusivity(unchecked) private var lastRevision: Int
  @exclusivity(unchecked) private var readRevision = -1
  @exclusivity(unchecked) private var notifiedRevision = -1
  /// Whether, since the last call of ``update(to:revision:)``, a reader has received content that differs from `last`.
  ///
  /// A later transaction may restore the content in `last`. The comparison then finds no difference, but the reader
  /// must still be notified.
  @exclusivity(unchecked) private var hasEarlyReader = false

  /// Creates an observed value from a state and the revision of that state.
  ///
  /// - Parameters:
  ///   - state: The state to read the first content from.
  ///   - revision: The revision of the state.
  ///   - part: The part of the store for which the observers of the value are registered.
  ///   - read: Returns the content of the value in a state.
  init(_ state: State, revision: Int, part: ObservedPart, read: @escaping @Sendable (State) -> Value) {
    self.read = read
    last = read(state)
    lastRevision = revision
    self.part = part
  }

  /// Registers a read of the value with the Observation framework.
  func access() { part.access() }

  /// Returns the content of the value in `state`, and records that a reader has received that content.
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
    // The values are compared without the lock, because `==` is the user's code.
    if known != value { mutex.withLock { hasEarlyReader = true } }
    return value
  }

  /// Notifies observers if the content in `state` differs from `last`, or if an observer may have missed an earlier
  /// notification. Does nothing if the content in this state or in a later one was compared before.
  func update(to state: State, revision: Int) {
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
    mutex.withLock { notifiedRevision = max(notifiedRevision, revision) }
    notify()
  }

  func update(at state: UnsafeRawPointer, revision: Int) {
    update(to: state.assumingMemoryBound(to: State.self).pointee, revision: revision)
  }

  func notifyAgain(since revision: Int) {
    if mutex.withLock({ notifiedRevision >= revision }) { notify() }
  }

  func notify() { part.notify() }
}

/// An ``ObservedValue`` without its types, so that a store can keep all of its observed values in one list, and iterate
/// over the list without looking up a type at run time.
protocol AnyObservedValue: AnyObject, Sendable {
  /// Notifies observers after a transaction if the value may have changed.
  ///
  /// - Parameters:
  ///   - state: The address of the store's state after the transaction.
  ///   - revision: The revision of that state.
  func update(at state: UnsafeRawPointer, revision: Int)

  /// Notifies observers again if they were notified of the transaction with the revision `revision` or of a later one.
  func notifyAgain(since revision: Int)

  /// Notifies observers, whether or not the value has changed.
  func notify()
}

/// A part of a store for which observers are registered: the whole state, or one value.
///
/// The parts of a store share one registrar, because a view that reads several parts then registers only once.
/// `ObservedPart` and `Subject` are not generic, so the runtime does not look up their types at each use.
struct ObservedPart: Sendable {
  /// The subject that is passed to the registrar.
  private struct Subject: Observable {
    let registrar = ObservationRegistrar()

    /// A member whose key path, with a number, identifies a part. It is never read.
    subscript(number: Int) -> Void { () }
  }

  private let subject: Subject
  private let keyPath: any KeyPath<Subject, Void> & Sendable

  /// Creates a part with a registrar of its own.
  init() {
    self.init(of: Subject(), number: 0)
  }

  private init(of subject: Subject, number: Int) {
    self.subject = subject
    keyPath = \.[number]
  }

  /// Returns another part with the same registrar.
  ///
  /// - Parameter number: A number that no other part with this registrar has. A part with a new registrar has the
  ///   number 0.
  func other(_ number: Int) -> ObservedPart { ObservedPart(of: subject, number: number) }

  /// Registers a read of the part with the Observation framework.
  func access() {
    subject.registrar.access(subject, keyPath: keyPath)
  }

  /// Notifies the observers of the part.
  func notify() {
    subject.registrar.withMutation(of: subject, keyPath: keyPath) {}
  }
}
