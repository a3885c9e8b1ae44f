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
/// Each thread has one context. A store reads the context to detect that its reducer uses the store, which would cause
/// a deadlock. A variable of the store cannot serve this purpose, because a thread without the lock would read the
/// variable while another thread writes it.
@usableFromInline
package final class ThreadContext {
  // The address of the action that is being reduced. The unsafe pointer is valid, because only this thread reads it,
  // and only until the function that holds the action returns. No other thread has access, so exclusive access is not
  // checked.
  @exclusivity(unchecked) @usableFromInline var action: UnsafeRawPointer?
  @exclusivity(unchecked) private var actionType: Any.Type = Never.self
  @exclusivity(unchecked) private var store: ObjectIdentifier?
  private let number = ThreadContext.lastNumber.withLock { last in
    last += 1
    return last
  }
  private var transactionCount = 0
  private var reducesWithoutStore = false
  /// The stores whose observers are being notified, and whether they must be notified again.
  @exclusivity(unchecked) private var notifying: [(store: ObjectIdentifier, again: Bool)] = []

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
    fatalError(
      """
      A reducer sent \(sent) while it was reducing \(description). A reducer changes its state and returns effects: \
      return .send(\(sent)) to have that action reduced next.
      """)
  }

  /// Ends the reduction of the current action.
  @inlinable
  func leave() {
    action = nil
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

  /// Stops the program if the reducer of a store runs on this thread.
  func checkNotReducing(_ store: ObjectIdentifier) {
    if action != nil, self.store == store {
      fatalError(
        """
        A reducer used its own store while it was reducing \(description). Read and change the state that the reducer \
        receives, and use the store only in an effect.
        """)
    }
  }

  /// Notifies the observers of a store, and repeats the notification until no observer changes the store.
  ///
  /// If an observer changes the store, it causes a second call of this method on the same thread. The second call only
  /// requests a repetition. The first call notifies the observers again after the current notification has ended.
  ///
  /// The Observation framework removes an observer only after the observer's `onChange` has returned. If the second
  /// call notified the observers itself, it would call the same `onChange` again, without end.
  func notify(_ store: ObjectIdentifier, _ notifyObservers: () -> Void) {
    if let index = notifying.firstIndex(where: { $0.store == store }) {
      notifying[index].again = true
      return
    }
    let index = notifying.count
    notifying.append((store, true))
    while notifying[index].again {
      notifying[index].again = false
      notifyObservers()
    }
    notifying.removeLast()
  }

  /// Notes a mistake of the reducer that runs on this thread, for a test store that inspects the reducer's store.
  package func note(_ mistake: @autoclosure () -> ReducerMistake) {
    guard action != nil, let store, let address = UnsafeRawPointer(bitPattern: UInt(bitPattern: store)) else { return }
    // The identifier is the address of the store's core, which is alive while its reducer runs.
    let core = Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue()
    (core as? any MistakeReceiver)?.receive(mistake)
  }

  private var description: String {
    action.map { Self.describe($0, actionType) } ?? "nothing"
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
}

/// A mistake that a reducer has found while it reduced an action: something that the app has requested does not happen.
///
/// A mistake stops nothing. A test that asserts everything fails, because the state does not show the mistake.
@usableFromInline
package struct ReducerMistake: Sendable {
  /// What does not happen, why, and what to do.
  package let message: String
  /// Whether this is no mistake if the transaction changes the state or has effects, because another reducer has
  /// handled the action.
  package let isForgivenIfHandled: Bool

  package init(_ message: String, isForgivenIfHandled: Bool = false) {
    (self.message, self.isForgivenIfHandled) = (message, isForgivenIfHandled)
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
