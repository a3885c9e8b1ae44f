#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What one thread is doing for stores: the action that the thread reduces, the number of its transactions, and the
/// stores whose observers it notifies.
///
/// Each thread has one context. A store reads the context to detect that its reducer, or other code of the app that
/// runs while the store's lock is held, uses the store, which would cause a deadlock. A variable of the store cannot
/// serve this purpose, because a thread without the lock would read the variable while another thread writes it.
@usableFromInline
package final class ThreadContext {
  // The address of the action that is being reduced, or of another subject of a `LockedCode`. The unsafe pointer is
  // valid, because only this thread reads it, and only until the function that holds the subject returns. No other
  // thread has access, so exclusive access is not checked.
  @exclusivity(unchecked) @usableFromInline var action: UnsafeRawPointer?
  @exclusivity(unchecked) private var actionType: Any.Type = Never.self
  @exclusivity(unchecked) private var store: ObjectIdentifier?
  @exclusivity(unchecked) private var code = LockedCode.reducer
  private let number = ThreadContext.lastNumber.withLock { last in
    last += 1
    return last
  }
  private var transactionCount = 0
  private var reducesWithoutStore = false
  /// The objects whose observers are being notified, and whether they must be notified again.
  @exclusivity(unchecked) private var notifying: [(object: ObjectIdentifier, again: Bool)] = []

  /// The context of the current thread.
  @usableFromInline
  package static var current: ThreadContext { reference(key).takeUnretainedValue() }

  /// Returns the context of the current thread without retaining it. The context lives until the thread ends.
  ///
  /// Retaining and releasing the context would be two atomic operations per action, which cost as much as the lock.
  static func reference(_ key: pthread_key_t) -> Unmanaged<ThreadContext> {
    if let existing = pthread_getspecific(key) { return Unmanaged.fromOpaque(existing) }
    return makeReference()
  }

  @inline(never)
  private static func makeReference() -> Unmanaged<ThreadContext> {
    let new = Unmanaged.passRetained(ThreadContext())
    let result = pthread_setspecific(key, new.toOpaque())
    precondition(result == 0, "pthread_setspecific failed with error \(result): the process is out of resources.")
    return new
  }

  /// Begins the reduction of an action, which must stay at its address until ``leave()`` is called.
  ///
  /// Stops the program if a reducer already runs on this thread.
  ///
  /// - Parameters:
  ///   - action: The address of the action.
  ///   - actionType: The type of the action.
  ///   - store: The store that reduces the action.
  ///   - continuesTransaction: Whether the action before this one belongs to the same transaction.
  @inline(__always)
  func enter(
    _ action: UnsafeRawPointer, _ actionType: Any.Type, of store: ObjectIdentifier, continuesTransaction: Bool = false
  ) {
    if self.action != nil { stopSending(action, actionType) }
    self.action = action
    self.actionType = actionType
    self.store = store
    if !continuesTransaction { transactionCount &+= 1 }
  }

  @inline(never)
  private func stopSending(_ action: UnsafeRawPointer, _ actionType: Any.Type) -> Never {
    let sent = Self.describe(action, actionType)
    let advice =
      code.advice
      ?? "A reducer changes its state and returns effects: return .send(\(sent)) to have that action reduced next."
    fatalError("\(code.name) sent \(sent) while \(code.activity) \(description). \(advice)")
  }

  /// Ends the reduction of the current action.
  @inlinable
  func leave() {
    action = nil
  }

  /// What a thread does while it holds the lock of a store.
  @usableFromInline
  struct Activity {
    let action: UnsafeRawPointer?
    let actionType: Any.Type
    let store: ObjectIdentifier?
    let code: LockedCode
  }

  /// Begins a call of code of the app, other than a reducer, for a subject, which must stay at its address until
  /// ``end(_:)`` is called.
  ///
  /// - Returns: What the thread did before: a reducer of one store may read another store.
  @usableFromInline
  func begin(
    _ code: LockedCode, of store: ObjectIdentifier, for subject: UnsafeRawPointer, _ type: Any.Type
  ) -> Activity {
    defer { (action, actionType, self.store, self.code) = (subject, type, store, code) }
    return Activity(action: action, actionType: actionType, store: self.store, code: self.code)
  }

  @usableFromInline
  func end(_ old: Activity) {
    (action, actionType, store, code) = (old.action, old.actionType, old.store, old.code)
  }

  /// The transaction that is being reduced on this thread; `nil` outside of a transaction.
  var transaction: TransactionID? {
    action != nil || reducesWithoutStore ? TransactionID(thread: number, count: transactionCount) : nil
  }

  /// Runs a closure that reduces actions without a store. If a transaction is being reduced on this thread, the actions
  /// are part of that transaction. Otherwise, they are one transaction.
  @usableFromInline
  package func withTransaction<Result>(_ body: () -> Result) -> Result {
    guard transaction == nil else { return body() }
    transactionCount &+= 1
    reducesWithoutStore = true
    defer { reducesWithoutStore = false }
    return body()
  }

  /// Stops the program if this thread holds the lock of a store because it calls code of the app.
  func checkNotLocked(_ store: ObjectIdentifier) {
    if action != nil, self.store == store {
      let advice =
        code.advice
        ?? "Read and change the state that the reducer receives, and use the store only in an effect."
      fatalError("\(code.name) used its own store while \(code.activity) \(description). \(advice)")
    }
  }

  /// The number of times that a notification is repeated because observers change the store. The limit is far above
  /// what an app needs, and low enough that the delay of the sender is negligible.
  package static let maximumRepetitions = 50

  /// Notifies the observers of an object, and repeats the notification while observers change the object, up to
  /// ``maximumRepetitions`` times.
  ///
  /// If an observer changes the object, it causes a second call of this method on the same thread. The second call only
  /// requests a repetition. The first call notifies the observers again after the current notification has ended.
  ///
  /// The Observation framework removes an observer only after the observer's `onChange` has returned. If the second
  /// call notified the observers itself, it would call the same `onChange` again, without end.
  ///
  /// - Returns: `false` if an observer changed the object during the last repetition. The caller must then notify the
  ///   observers again later. `true` for a second call.
  package func notify(_ object: ObjectIdentifier, _ notifyObservers: () -> Void) -> Bool {
    if let index = notifying.firstIndex(where: { $0.object == object }) {
      notifying[index].again = true
      return true
    }
    let index = notifying.count
    notifying.append((object, true))
    var remaining = 1 + Self.maximumRepetitions
    while notifying[index].again, remaining > 0 {
      notifying[index].again = false
      notifyObservers()
      remaining -= 1
    }
    return !notifying.removeLast().again
  }

  /// The number of mistakes that reducers have noted on this thread, without the discarded ones.
  package private(set) var mistakeCount = 0

  /// Notes a mistake of the reducer that runs on this thread, for a test store that inspects the reducer's store.
  package func note(_ mistake: @autoclosure () -> ReducerMistake) {
    guard let receiver = mistakeReceiver else { return }
    mistakeCount &+= 1
    receiver.receive(mistake)
  }

  /// Discards the mistakes of reductions that a reducer has undone.
  ///
  /// - Parameter count: The ``mistakeCount`` before these reductions.
  package func discardMistakes(after count: Int) {
    if mistakeCount == count { return }
    mistakeReceiver?.discardMistakes(mistakeCount &- count)
    mistakeCount = count
  }

  private var mistakeReceiver: (any MistakeReceiver)? {
    guard action != nil, let store, let address = UnsafeRawPointer(bitPattern: UInt(bitPattern: store)) else {
      return nil
    }
    // The identifier is the address of the store's core, which is alive while its reducer runs.
    return Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() as? any MistakeReceiver
  }

  private var description: String {
    guard let action else { return "nothing" }
    // A clock is called for a list of actions.
    func describeFirst<Subject>(_ type: Subject.Type) -> String? {
      guard let actions = action.assumingMemoryBound(to: type).pointee as? any Collection else { return nil }
      return actions.first.map { "\($0)" } ?? "a new state"
    }
    return code == .clock ? describeFirst(actionType) ?? "" : Self.describe(action, actionType)
  }

  private static func describe(_ action: UnsafeRawPointer, _ type: Any.Type) -> String {
    func describe<Action>(_ type: Action.Type) -> String {
      "\(action.assumingMemoryBound(to: type).pointee)"
    }
    return describe(type)
  }

  private static let lastNumber = Locked(0)

  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { object in
      #if canImport(Darwin)
        Unmanaged<ThreadContext>.fromOpaque(object).release()
      #else
        if let object { Unmanaged<ThreadContext>.fromOpaque(object).release() }
      #endif
    }
    precondition(result == 0, "pthread_key_create failed with error \(result): the process is out of resources.")
    return key
  }()
}

/// The core of a store, for mistakes of its reducer.
protocol MistakeReceiver: AnyObject {
  /// Keeps a mistake if a test store inspects the store. The store's lock must be held.
  func receive(_ mistake: () -> ReducerMistake)
  /// Removes the last mistakes of the current transaction. The store's lock must be held.
  func discardMistakes(_ count: Int)
}

/// A mistake that a reducer has found while it reduced an action: something that the app has requested does not happen.
///
/// A mistake does not stop the program. It fails a test that asserts everything, because no assertion about the state
/// detects it.
@usableFromInline
package struct ReducerMistake: Sendable {
  /// What does not happen, why, and what to do.
  package let message: String
  /// Whether the mistake is ignored if the transaction changes the state or has effects, because another reducer has
  /// then handled the action.
  package let isForgivenIfHandled: Bool

  package init(_ message: String, isForgivenIfHandled: Bool = false) {
    (self.message, self.isForgivenIfHandled) = (message, isForgivenIfHandled)
  }
}

/// Code of an app that runs while the lock of a store is held.
@usableFromInline
enum LockedCode {
  case reducer
  /// The clock of a recorder or of a stream of transactions.
  case clock
  /// The `==` and `hash(into:)` of an effect's id.
  case effectID
  /// The `==` and `hash(into:)` of an argument of a key path.
  case keyPath

  fileprivate var name: String {
    switch self {
    case .reducer: "A reducer"
    case .clock: "A clock"
    case .effectID: "The == or hash(into:) of an effect's id"
    case .keyPath: "The == or hash(into:) of a key path's argument"
    }
  }

  fileprivate var activity: String {
    switch self {
    case .reducer: "it was reducing"
    case .clock: "the store was recording"
    case .effectID, .keyPath: "the store was looking for"
    }
  }

  /// What to do instead; `nil` for a reducer.
  fileprivate var advice: String? {
    switch self {
    case .reducer: nil
    case .clock: "The store's lock is held while the clock returns the time, so a clock must not use a store."
    case .effectID, .keyPath: "The store's lock is held while values are compared, so they must not use a store."
    }
  }
}

/// The identity of a transaction. No two transactions of a process have the same identity.
///
/// A reducer receives one action at a time. A reducer that counts transactions, as undo does, compares this identity to
/// find out whether an action belongs to the same transaction as the action before it. A state that stores the identity
/// leaves it out of `==` and does not save it.
@usableFromInline
package struct TransactionID: Equatable, Sendable {
  /// The number of the thread that reduces. Numbering the transactions of each thread separately needs no lock, unlike
  /// one counter for the process.
  let thread: Int
  /// The number of the transaction among the transactions of its thread.
  let count: Int

  /// The transaction that is being reduced on this thread; `nil` outside of a transaction.
  @usableFromInline package static var current: TransactionID? {
    ThreadContext.reference(ThreadContext.key)._withUnsafeGuaranteedRef { $0.transaction }
  }
}
