internal import Observation

/// A value in a state that the Observation framework tracks separately from the rest of the state.
///
/// After each transaction, the content of the value is compared with the content after the previous transaction, and
/// observers are notified if the two differ.
///
/// The Observation framework installs an observer only after the observer's reads, so another thread may change the
/// value between a read and the installation. The observer is then notified after a later transaction or in a later
/// turn of the main loop. An observer may also be notified although the value has not changed.
final class ObservedValue<State: Sendable, Value: Equatable & Sendable>: AnyObservedValue {
  private let part: ObservedPart
  private let read: @Sendable (State) -> Value
  private let content: Locked<ObservedContent<Value>>

  init(_ state: State, revision: Int, part: ObservedPart, read: @escaping @Sendable (State) -> Value) {
    self.read = read
    self.part = part
    content = Locked(ObservedContent(read(state), revision: revision))
  }

  func access() { part.access() }

  /// Records that a reader receives the content at a revision.
  ///
  /// - Returns: Whether ``last`` has this content. Another thread may then replace it by the content at a later revision.
  func beginRead(at revision: Int) -> Bool { content.withLock { $0.read(at: revision) } }

  /// The content after the last compared transaction.
  var last: Value { content.withLock { $0.last } }

  func value(in state: State, revision: Int) -> Value {
    let value = read(state)
    var isCompared = true
    let last = content.withLock { content in
      isCompared = content.read(at: revision)
      return content.last
    }
    // The values are compared without the lock, because `==` is the user's code.
    if !isCompared, last != value { content.withLock { $0.hasEarlyReader = true } }
    return value
  }

  func update(to state: State, revision: Int) {
    let value = read(state)
    var change = ObservedContent<Value>.Change.none
    let last = content.withLock { content in
      let last = content.last
      change = content.update(to: value, revision: revision)
      return last
    }
    guard change == .certain || change == .possible && last != value else { return }
    content.withLock { $0.notify(of: revision) }
    notify()
  }

  func notifyAgain(since revision: Int) {
    if content.withLock({ $0.notifiedRevision >= revision }) { notify() }
  }

  func notify() { part.notify() }
}

/// What the readers and observers of an observed value have received.
struct ObservedContent<Value: Sendable> {
  /// Whether observers are notified of a transaction.
  enum Change {
    /// Another thread has compared a later transaction already.
    case none
    /// Observers are notified if the content differs.
    case possible
    /// One of the observers may have missed an earlier notification.
    case certain
  }

  private var lastRevision: Int
  private var readRevision = -1
  private(set) var notifiedRevision = -1
  /// Whether, since the last call of ``update(to:revision:)``, a reader has received content that differs from `last`.
  ///
  /// A later transaction may restore the content in `last`. The comparison then finds no difference, but the reader
  /// must still be notified.
  var hasEarlyReader = false
  private let cell: Cell<Value>

  init(_ content: Value, revision: Int) {
    cell = Cell(content)
    lastRevision = revision
  }

  @inline(__always)
  var last: Value { cell.value }

  /// Records that a reader receives the content at a revision.
  ///
  /// - Returns: Whether the content is ``last``. If not, the caller compares the two, and sets ``hasEarlyReader`` if they
  ///   differ.
  mutating func read(at revision: Int) -> Bool {
    readRevision = max(readRevision, revision)
    return lastRevision == revision
  }

  @inline(__always)
  mutating func update(to content: Value, revision: Int) -> Change {
    guard revision > lastRevision else { return .none }
    // An observer that was notified and has not read since may have been installed too late for that notification.
    let mustNotify = hasEarlyReader || notifiedRevision > readRevision
    hasEarlyReader = false
    cell.value = content
    lastRevision = revision
    return mustNotify ? .certain : .possible
  }

  mutating func notify(of revision: Int) {
    notifiedRevision = max(notifiedRevision, revision)
  }
}

/// An ``ObservedValue`` without the type of its content, so that a store can keep all of its observed values in one
/// list.
protocol AnyObservedValue<State>: AnyObject, Sendable {
  associatedtype State

  /// Notifies observers if the content differs from that after the transaction before, or if an observer may have missed
  /// an earlier notification. Does nothing if the content in this state or in a later one was compared before.
  ///
  /// - Parameters:
  ///   - state: The store's state after the transaction.
  ///   - revision: The revision of that state.
  func update(to state: State, revision: Int)

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
  private struct Subject: Observable {
    let registrar = ObservationRegistrar()

    /// A member whose key path, with a number, identifies a part. It is never read.
    subscript(number: Int) -> Void { () }
  }

  private let subject: Subject
  private let keyPath: any KeyPath<Subject, Void> & Sendable

  init() {
    self.init(of: Subject(), number: 0)
  }

  private init(of subject: Subject, number: Int) {
    self.subject = subject
    keyPath = \.[number]
  }

  /// Returns another part with the same registrar. No other part of the registrar may have the number. The first part
  /// has the number 0.
  func other(_ number: Int) -> ObservedPart { ObservedPart(of: subject, number: number) }

  /// An identity for ``ThreadContext/notify(_:_:)``.
  var identity: ObjectIdentifier { ObjectIdentifier(keyPath) }

  func access() {
    subject.registrar.access(subject, keyPath: keyPath)
  }

  func notify() {
    subject.registrar.withMutation(of: subject, keyPath: keyPath) {}
  }
}
