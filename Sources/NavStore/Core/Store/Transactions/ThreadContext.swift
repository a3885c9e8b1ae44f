#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What this thread is doing for a store: whether it reduces, so that the use of a store from inside a reducer is found
/// before it deadlocks; which transaction that is for; and whether it tells observers.
///
/// There is one object per thread. A variable of the store could not tell: a thread that does not hold the lock would
/// have to read what the thread that holds it writes.
@usableFromInline
package final class ThreadContext {
  // Unsafe: the address of the action that is being reduced. It is read by this thread alone, and only until the frame
  // that holds the action returns. Since no other thread has access, exclusive access is not checked.
  @exclusivity(unchecked) @usableFromInline var action: UnsafeRawPointer?
  @exclusivity(unchecked) private var actionType: Any.Type = Never.self
  @exclusivity(unchecked) private var store: ObjectIdentifier?
  private let number = ThreadContext.makeNumber()
  private var transactionCount = 0
  private var reducesByHand = false
  /// The stores whose observers are being told, and whether they must be told again.
  private var told: [(store: ObjectIdentifier, again: Bool)] = []

  /// This thread's object.
  @usableFromInline
  package static var current: ThreadContext { reference(key).takeUnretainedValue() }

  /// This thread's object, which lives until the thread ends, without a count of who holds it: to count it up and down
  /// would be two atomic operations an action, which cost as much as the lock does.
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

  /// `store` is about to reduce the action at an address, where it stays until ``leave()``.
  ///
  /// Stops the program when a reducer runs on this thread.
  ///
  /// - Parameter continuesTransaction: Whether the action before it belongs to the same transaction.
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

  /// The reducer has returned.
  @inlinable
  func leave() {
    action = nil
  }

  /// The transaction that is being reduced on this thread; nil when none is.
  var transaction: TransactionID? {
    action != nil || reducesByHand ? TransactionID(thread: number, count: transactionCount) : nil
  }

  /// Reduces without a store: what `body` reduces is one transaction, or a part of the one that is being reduced.
  @usableFromInline
  package func withTransaction<Result>(_ body: () -> Result) -> Result {
    guard transaction == nil else { return body() }
    transactionCount &+= 1
    reducesByHand = true
    defer { reducesByHand = false }
    return body()
  }

  /// Stops the program when a reducer of `store` runs on this thread.
  func checkNotReducing(_ store: ObjectIdentifier) {
    if action != nil, self.store == store {
      fatalError(
        """
        A reducer used its own store while it was reducing \(description). A reducer is given the state: read and \
        change that, and do the rest in an effect.
        """)
    }
  }

  /// Tells the observers of `store`, and again for each change that they make meanwhile.
  ///
  /// Observation forgets an observer only after its `onChange` has returned. Told at once of a change that it makes
  /// itself, it would be called again without end.
  func tell(_ store: ObjectIdentifier, _ tellObservers: () -> Void) {
    if let index = told.firstIndex(where: { $0.store == store }) {
      told[index].again = true
      return
    }
    let index = told.count
    told.append((store, true))
    while told[index].again {
      told[index].again = false
      tellObservers()
    }
    told.removeLast()
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

  private static func makeNumber() -> Int {
    lastNumber.withLock { last in
      last += 1
      return last
    }
  }

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

/// Which transaction an action is reduced in. No two transactions of a process have the same.
///
/// A reducer sees one action at a time. One that counts transactions, as undo does, tells by this whether the action
/// before belonged to the same. It is no part of what states compare or save.
@usableFromInline
package struct TransactionID: Equatable, Sendable {
  /// The number of the thread that reduces, and of its transactions: unlike one number for the process, both are
  /// counted without a lock.
  let thread: Int
  let count: Int

  /// The transaction that is being reduced on this thread; nil outside of a transaction.
  @usableFromInline package static var current: TransactionID? {
    ThreadContext.reference(ThreadContext.key)._withUnsafeGuaranteedRef { $0.transaction }
  }
}

extension Reducer {
  /// Reduces actions as one transaction, as a store does that is sent the list: for reducers in tests, in tools and in
  /// the replay of a log.
  ///
  /// Called from a reducer, it is a part of that one's transaction. Returns the effects of all actions in order.
  public func reduce(into state: inout State, actions: some Sequence<Action>) -> Effect<Action> {
    ThreadContext.current.withTransaction {
      .merge(actions.map { reduce(into: &state, action: $0) })
    }
  }
}
