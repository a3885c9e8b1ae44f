#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What one thread is doing for stores: the code of the app that it runs while it holds the lock of a store, the number
/// of its transactions, and the objects whose observers it notifies.
///
/// Each thread has one context. A store reads the context to detect that its reducer, or other code of the app that
/// runs while the store's lock is held, uses the store, which would cause a deadlock. A variable of the store cannot
/// serve this purpose, because a thread without the lock would read the variable while another thread writes it.
@usableFromInline
package struct ThreadContext {
  /// A call of code of the app while the lock of a store is held.
  private struct Call {
    let code: LockedCode
    let store: ObjectIdentifier
    // The address of the action that is being reduced, or of another subject. The unsafe pointer is valid, because only
    // this thread reads it, and only until the call returns.
    var subject: UnsafeRawPointer
    let type: Any.Type
  }

  private struct Contents {
    var call: Call?
    let number: Int
    var transactionCount = 0
    var reducesWithoutStore = false
    /// The mistakes that reducers have noted in the current transaction; `nil` if nobody asks for them.
    var mistakes: [ReducerMistake]?
    /// The objects whose observers are being notified, and whether they must be notified again.
    var notifying: [(object: ObjectIdentifier, again: Bool)] = []
  }

  // An unsafe pointer instead of an object, because retaining and releasing an object are two atomic operations per
  // action, which cost as much as the lock. The memory lives until the thread ends, and no other thread uses it.
  private let contents: UnsafeMutablePointer<Contents>

  /// The context of the current thread.
  @usableFromInline package static var current: ThreadContext {
    if let existing = pthread_getspecific(key) {
      return ThreadContext(contents: existing.assumingMemoryBound(to: Contents.self))
    }
    return makeCurrent()
  }

  @inline(never)
  private static func makeCurrent() -> ThreadContext {
    let number = lastNumber.withLock { last in
      last += 1
      return last
    }
    let new = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    new.initialize(to: Contents(number: number))
    let result = pthread_setspecific(key, new)
    precondition(result == 0, "pthread_setspecific failed with error \(result): the process is out of resources.")
    return ThreadContext(contents: new)
  }

  private static func release(_ contents: UnsafeMutableRawPointer) {
    let contents = contents.assumingMemoryBound(to: Contents.self)
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// The identity of the thread, which is unique while the thread runs.
  package var thread: Int { contents.pointee.number }

  /// Begins a transaction by the reduction of its first action. ``endReducing()`` ends the reduction of all actions.
  ///
  /// Stops the program if code of the app already runs on this thread while it holds the lock of any store.
  ///
  /// - Parameters:
  ///   - action: The address of the action.
  ///   - store: The store that reduces the action. The caller takes its lock after this call.
  func beginTransaction<Action>(_ action: UnsafePointer<Action>, of store: AnyObject) {
    if let call = contents.pointee.call { stop(call, sending: action) }
    contents.pointee.call = Call(
      code: .reducer, store: ObjectIdentifier(store), subject: action, type: Action.self)
    contents.pointee.transactionCount &+= 1
  }

  /// Begins the reduction of the next action of the transaction.
  func continueTransaction(_ action: UnsafeRawPointer) {
    contents.pointee.call?.subject = action
  }

  /// Ends the reduction of the actions of a transaction.
  func endReducing() { contents.pointee.call = nil }

  /// Calls code of the app while the lock of a store is held. The program stops if the code uses the store.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - store: The store.
  ///   - subject: What the code is called for, for messages.
  ///   - body: A closure that calls the code.
  func run<Subject, Result>(
    _ code: LockedCode, of store: AnyObject, for subject: Subject, _ body: () -> Result
  ) -> Result {
    withUnsafePointer(to: subject) { address in
      // A reducer of one store may read another store.
      let old = contents.pointee.call
      contents.pointee.call = Call(code: code, store: ObjectIdentifier(store), subject: address, type: Subject.self)
      defer { contents.pointee.call = old }
      return body()
    }
  }

  @inline(never)
  private func stop<Action>(_ call: Call, sending action: UnsafePointer<Action>) -> Never {
    let sent = Self.describe(action, Action.self)
    let advice =
      call.code.advice
      ?? "A reducer changes its state and returns effects: return .send(\(sent)) to have that action reduced next."
    fatalError("\(call.code.name) sent \(sent) while \(call.code.activity) \(description(of: call)). \(advice)")
  }

  /// Stops the program if this thread holds the lock of a store because it calls code of the app.
  func checkNotLocked(_ store: AnyObject) {
    guard let call = contents.pointee.call, call.store == ObjectIdentifier(store) else { return }
    let advice =
      call.code.advice
      ?? "Read and change the state that the reducer receives, and use the store only in an effect."
    fatalError("\(call.code.name) used its own store while \(call.code.activity) \(description(of: call)). \(advice)")
  }

  /// The transaction that is being reduced on this thread; `nil` outside of a transaction.
  var transaction: TransactionID? {
    contents.pointee.call != nil || contents.pointee.reducesWithoutStore
      ? TransactionID(thread: thread, count: contents.pointee.transactionCount) : nil
  }

  /// Runs a closure that reduces actions without a store. If a transaction is being reduced on this thread, the actions
  /// are part of that transaction. Otherwise, they are one transaction.
  @usableFromInline
  package func withTransaction<Result>(_ body: () -> Result) -> Result {
    guard transaction == nil else { return body() }
    contents.pointee.transactionCount &+= 1
    contents.pointee.reducesWithoutStore = true
    defer { contents.pointee.reducesWithoutStore = false }
    return body()
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
    if let index = contents.pointee.notifying.firstIndex(where: { $0.object == object }) {
      contents.pointee.notifying[index].again = true
      return true
    }
    let index = contents.pointee.notifying.count
    contents.pointee.notifying.append((object, true))
    var remaining = 1 + Self.maximumRepetitions
    while contents.pointee.notifying[index].again, remaining > 0 {
      contents.pointee.notifying[index].again = false
      notifyObservers()
      remaining -= 1
    }
    return !contents.pointee.notifying.removeLast().again
  }

  /// The number of mistakes that reducers have noted in the current transaction, without the discarded ones.
  @usableFromInline package var mistakeCount: Int { contents.pointee.mistakes?.count ?? 0 }

  /// Notes a mistake of the reducer that runs on this thread, if a test store inspects the reducer's store.
  package func note(_ mistake: @autoclosure () -> ReducerMistake) {
    if contents.pointee.mistakes == nil { return }
    let new = mistake()
    contents.pointee.mistakes?.append(new)
  }

  /// Discards the mistakes of reductions that a reducer has undone.
  ///
  /// - Parameter count: The ``mistakeCount`` before these reductions.
  package func discardMistakes(after count: Int) {
    let discarded = mistakeCount - count
    contents.pointee.mistakes?.removeLast(discarded)
  }

  /// Keeps the mistakes that reducers note from now on, until ``takeMistakes()`` is called.
  func collectMistakes() { contents.pointee.mistakes = [] }

  /// Removes and returns the mistakes that were collected.
  func takeMistakes() -> [ReducerMistake] {
    guard let mistakes = contents.pointee.mistakes else { return [] }
    contents.pointee.mistakes = nil
    return mistakes
  }

  private func description(of call: Call) -> String {
    Self.describe(call.subject, call.type)
  }

  private static func describe(_ action: UnsafeRawPointer, _ type: Any.Type) -> String {
    func describe<Action>(_ type: Action.Type) -> String {
      "\(action.assumingMemoryBound(to: type).pointee)"
    }
    return describe(type)
  }

  private static let lastNumber = Locked(0)

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key) { object in
      #if canImport(Darwin)
        ThreadContext.release(object)
      #else
        if let object { ThreadContext.release(object) }
      #endif
    }
    precondition(result == 0, "pthread_key_create failed with error \(result): the process is out of resources.")
    return key
  }()
}

/// A mistake that a reducer has found while it reduced an action: something that the app has requested does not happen.
///
/// A mistake does not stop the program. It fails a test that asserts everything, because no assertion about the state
/// detects it.
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
    ThreadContext.current.transaction
  }
}
