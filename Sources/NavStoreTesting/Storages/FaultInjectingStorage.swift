internal import Dispatch
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
public import NavStore

/// A storage for tests that wraps another storage and injects faults into its operations.
///
/// ```swift
/// @Test func `while a disk is full the state stays unsaved, and it is saved once there is space`() async throws {
///   let clock = TestClock()
///   let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
///   let store = Store(initialState: AppState(), reducer: AppReducer())
///   let persistence = Persistence(of: store, to: storage, clock: clock)
///   storage.inject(.outOfSpace(), at: .writes)
///   store.send(.push(.song(7)))
///   await #expect(throws: PersistenceError.self) { try await persistence.flush() }
///   #expect(persistence.status.phase == .retrying(at: .seconds(1)))
///   storage.removeFaults()
///   await clock.sleepers(atLeast: 1)
///   clock.advance(by: .seconds(1))
///   await storage.base.writes(atLeast: 1)
///   #expect(try storage.base.state(as: AppState.self) == store.state)
/// }
/// ```
///
/// Each read, write, quarantine and removal has two numbers, which begin with 1: its number among the operations of its
/// kind, and its number among all operations. A ``StorageFault/Moment`` specifies the operations that a fault affects.
/// A persistence reads before it writes, so the first operation of a persistence is usually a read. ``operations``
/// lists all operations in order. ``base`` is the wrapped storage. Operations that the test performs on ``base`` are
/// not counted and do not fail.
///
/// A ``StorageFault/hold`` blocks the thread that performs the operation until ``release()`` is called:
///
/// ```swift
/// storage.inject(.hold, at: .write(1))
/// async let flushed: Void = persistence.flush()
/// await storage.heldOperations(atLeast: 1)  // the write has begun …
/// store.send(.push(.song(8)))  // … and the state changes during the write
/// storage.release()
/// try await flushed
/// ```
///
/// Most saves of a persistence run on its own queue, and a hold blocks only that queue. In `Persistence.load`, in
/// `flushAndWait()` and in a direct call to the storage, a hold blocks the caller. Hold an operation of these calls
/// only if another thread can call ``release()``.
///
/// If a fault makes an operation fail, the operation throws a `StorageError` with the system's error code: 5 (`EIO`) or
/// 28 (`ENOSPC`). The reason of the error names the operation. All members may be used from any thread.
public final class FaultInjectingStorage<Base: StateStorage>: StateStorage {
  private struct Contents {
    var plan = FaultPlan()
    var held: [DispatchSemaphore] = []
  }

  /// The wrapped storage.
  public let base: Base

  private let reporter: FailureReporter
  private let testTimeout: TestTimeout
  private let contents = Locked(Contents())
  private let heldCount = WaitableCount()

  /// Creates a storage without faults around `base`.
  public convenience init(wrapping base: Base) {
    self.init(wrapping: base, reporter: FailureReporter())
  }

  package init(
    wrapping base: Base, reporter: FailureReporter,
    testTimeout: TestTimeout = TestTimeout(limit: TestTimeout.standardLimit)
  ) {
    self.base = base
    self.reporter = reporter
    self.testTimeout = testTimeout
  }

  /// The operations of the storage as text, oldest first, with the faults that affected them: for example
  /// `write 2 of current: held, tear(keeping: 12)`. Each operation is added when it begins.
  public var operations: [String] { begunOperations.map(\.description) }

  package var begunOperations: [StorageOperation] { contents.withLock { $0.plan.operations } }

  // MARK: - Faults

  /// Adds a fault that affects the operations that `moment` specifies.
  ///
  /// If several faults other than holds affect an operation, only the one that was injected last applies. A hold
  /// applies in addition, before that fault. The faults of an operation are determined when the operation begins.
  ///
  /// The test fails at the line of the call if `moment` specifies an operation that has already begun, because the
  /// fault would have no effect.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - moment: The operations that the fault affects.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  /// - Precondition: The number of the operation is at least 1, a number of bytes is not negative, and the moment of an
  ///   `outOfSpace`, `tear` or `tearSilently` fault specifies writes.
  public func inject(
    _ fault: StorageFault, at moment: StorageFault.Moment, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    Self.check(fault, at: moment)
    let (isPast, last) = contents.withLock { contents in
      contents.plan.inject(fault, at: moment)
      return (contents.plan.isPast(moment), contents.plan.operations.last)
    }
    guard isPast, let last else { return }
    reporter.fail(
      """
      The fault \(fault) at \(moment) has no effect, because that operation has already begun. The last operation was \
      \(last). Inject the fault earlier, or at a later operation.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes all faults and releases all held operations. The numbering of operations continues.
  public func removeFaults() {
    release { _ in true }
  }

  private static func check(_ fault: StorageFault, at moment: StorageFault.Moment) {
    if let number = moment.number, number < 1 {
      fatalError("A fault was injected at \(moment). Operations are counted from 1.")
    }
    switch fault {
    case .outOfSpace(let bytes) where bytes < 0, .tear(let bytes) where bytes < 0,
      .tearSilently(let bytes) where bytes < 0:
      fatalError("The fault \(fault) has a negative number of bytes. Pass at least 0.")
    default: break
    }
    if fault.concernsWritesOnly, moment.kind != .write {
      fatalError("The fault \(fault) was injected at \(moment), but affects only writes. Use .write(…) or .writes.")
    }
  }

  // MARK: - Held operations

  /// Suspends until a ``StorageFault/hold`` blocks at least `count` operations.
  ///
  /// The function does not yield or poll: when the last of the expected operations begins, that operation resumes the
  /// caller. If fewer than `count` operations are held when the timeout ends, the test fails at the line of the call.
  /// The function returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of held operations to wait for.
  ///   - timeout: The longest time to wait, in real time. The default is ten seconds. Only a failing test waits until
  ///     the timeout ends.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func heldOperations(
    atLeast count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await testTimeout.wait(
      until: { heldCount.value >= count }, by: { [heldCount] in await heldCount.wait(atLeast: count) }, limit: timeout,
      reporter, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { limit in
      let held = heldCount.value
      return """
        Missing operations: \(held) of \(count) expected operations \(held == 1 ? "is" : "are") held after \(limit) of \
        real time.

        Inject `.hold` before the operation begins, and check that the code under test starts the operation. \
        `operations` lists all operations.
        """
    }
  }

  /// Releases all held operations, and removes all ``StorageFault/hold`` faults, so that later operations are not held.
  /// Other faults remain.
  public func release() {
    release { $0 == .hold }
  }

  private func release(removing predicate: (StorageFault) -> Bool) {
    let held = contents.withLock { contents in
      contents.plan.removeFaults(where: predicate)
      defer { contents.held = [] }
      return contents.held
    }
    heldCount.change(by: -held.count)
    for semaphore in held { semaphore.signal() }
  }

  /// Adds the operation to ``operations``, and blocks the thread while the operation is held.
  private func begin(_ kind: StorageOperation.Kind, _ generation: StateGeneration = .current) -> StorageOperation {
    let (operation, semaphore) = contents.withLock { contents -> (StorageOperation, DispatchSemaphore?) in
      let operation = contents.plan.begin(kind, generation)
      guard operation.isHeld else { return (operation, nil) }
      let semaphore = DispatchSemaphore(value: 0)
      contents.held.append(semaphore)
      return (operation, semaphore)
    }
    if let semaphore {
      heldCount.change(by: 1)
      semaphore.wait()
    }
    return operation
  }

  // MARK: - StateStorage

  /// The name of the generation in the wrapped storage.
  public func name(of generation: StateGeneration) -> String { base.name(of: generation) }

  /// The identity of the wrapped storage.
  public var identity: StorageIdentity { base.identity }

  /// Runs the body with a session of the wrapped storage whose operations may fail. No fault affects the beginning and
  /// the end of a session.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    try base.withSession(of: owner) { try body(Session(storage: self, base: $0)) }
  }

  /// Removes everything from the wrapped storage, unless a fault prevents the operation.
  public func remove(as owner: StorageOwner) throws {
    let operation = begin(.removal)
    if operation.fault == .fail { throw error(.remove, operation, consequence: "Nothing was removed.") }
    try base.remove(as: owner)
    if operation.fault == .failAfterwards {
      throw error(.remove, operation, consequence: "Everything was removed, but a power cut may undo that.")
    }
  }

  /// Returns an error for a failing operation. The codes 5 and 28 are `EIO` and `ENOSPC` on all systems.
  private func error(
    _ action: StorageError.Action, _ operation: StorageOperation, reason: String = "Input/output error",
    code: Int32 = 5,
    consequence: String = "The saved state is unchanged."
  ) -> StorageError {
    StorageError(
      action: action, file: name(of: operation.generation),
      reason: "\(reason), injected into \(operation.kind.rawValue) \(operation.number)", code: code,
      consequence: consequence)
  }

  private struct Session: StorageSession {
    let storage: FaultInjectingStorage
    let base: any StorageSession

    func read(_ generation: StateGeneration, limit: Int) throws -> Data? {
      let operation = storage.begin(.read, generation)
      if operation.fault != nil { throw storage.error(.read, operation, consequence: "It was not changed.") }
      return try base.read(generation, limit: limit)
    }

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
      let operation = storage.begin(.write)
      func write(_ data: Data) throws { try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious) }

      switch operation.fault {
      case nil, .hold: try write(data)
      case .fail: throw storage.error(.save, operation)
      case .failAfterwards:
        try write(data)
        throw storage.error(
          .save, operation, consequence: "The new state is in place, but may not survive a power cut.")
      case .outOfSpace(let free):
        guard data.count <= free else {
          throw storage.error(.save, operation, reason: "No space left on device", code: 28)
        }
        try write(data)
      case .tear(let count):
        let torn = Data(data.prefix(count))
        try write(torn)
        throw storage.error(
          .save, operation, consequence: "The current generation ends after \(torn.count) of \(data.count) bytes.")
      case .tearSilently(let count): try write(Data(data.prefix(count)))
      }
    }

    func quarantine(_ generation: StateGeneration) throws -> String? {
      let operation = storage.begin(.quarantine, generation)
      if operation.fault == .fail { throw storage.error(.quarantine, operation, consequence: "It was not moved.") }
      let name = try base.quarantine(generation)
      if operation.fault == .failAfterwards {
        throw storage.error(
          .quarantine, operation, consequence: name.map { "Nevertheless, it was moved to \($0)." } ?? "")
      }
      return name
    }

    // No fault affects these calls, and they are not counted.
    func unfinishedRestores() throws -> Int { try base.unfinishedRestores() }
    func setUnfinishedRestores(_ count: Int) throws { try base.setUnfinishedRestores(count) }
  }
}
