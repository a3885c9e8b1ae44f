internal import Dispatch
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// A storage that fails where a test wants it to, around one that works.
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
/// Reads, writes and quarantines are counted from 1, each kind on its own and all together, and a fault strikes those
/// that its ``StorageFault/Moment`` names. A read counts like anything else: a persistence reads before it writes.
/// ``operations`` shows what came, in which order. ``base`` is the storage beneath, where nothing is counted and
/// nothing fails.
///
/// A ``StorageFault/hold`` blocks the thread of the operation, without a fixed time, until ``release()``:
///
/// ```swift
/// storage.inject(.hold, at: .write(1))
/// async let flushed: Void = persistence.flush()
/// await storage.heldOperations(atLeast: 1)  // the write has begun …
/// store.send(.push(.song(8)))  // … and something changes meanwhile
/// storage.release()
/// try await flushed
/// ```
///
/// A persistence writes on a queue of its own, which may block. `Persistence.load` reads on the thread that calls it,
/// as do the storage's own functions: hold those only where the test itself does not wait for them on that thread.
///
/// What it throws is a `StorageError` with the number of the system's error (5 or 28), whose reason names the
/// operation. All members may be used from any thread.
public final class FaultInjectingStorage<Base: StateStorage>: StateStorage {
  private struct Contents {
    var plan = FaultPlan()
    var held: [DispatchSemaphore] = []
  }

  /// The storage that does what no fault prevents.
  public let base: Base

  private let reporter: FailureReporter
  private let testTimeout: TestTimeout
  private let contents = Locked(Contents())
  private let heldCount = WaitableCount()

  /// Makes a storage without faults.
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

  /// What the storage was asked for, oldest first, with the faults that struck. They are noted when they begin.
  public var operations: [StorageOperation] { contents.withLock { $0.plan.operations } }

  // MARK: - Faults

  /// Lets a fault strike the operations of a moment.
  ///
  /// Of several that strike one operation, the one injected last counts; a hold comes before it. What strikes an
  /// operation is settled when it begins.
  ///
  /// Fails the test, at the line of the call, if the operation has begun already: the fault would never strike. A
  /// number below one, a negative number of bytes, and a tear or a lack of space at anything but writes stop the test.
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
      The fault \(fault) at \(moment) will never strike: that has begun already, the last operation was \(last). \
      Inject the fault before, or at a later moment.
      """, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Removes every fault and releases what is held: the storage works again. The counts go on.
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
      fatalError("The fault \(fault) has a negative number of bytes.")
    default: break
    }
    if fault.concernsWritesOnly, moment.kind != .write {
      fatalError("The fault \(fault) was injected at \(moment). Only writes meet it: say .write(…) or .writes.")
    }
  }

  // MARK: - Holding

  /// Suspends until at least `count` operations are held; returns early when the calling task is cancelled.
  ///
  /// It neither yields nor polls: the operation that completes the number resumes it. If it does not come within ten
  /// seconds of real time, the test fails at the line of the call.
  ///
  /// - Parameters:
  ///   - count: How many must be held.
  ///   - timeout: How long to wait at most, in real time; nil for ten seconds. Only a test that fails waits so long.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
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
        Nothing to hold: \(held) of \(count) expected operations \(held == 1 ? "is" : "are") held after \(limit) of real time.

        Inject `.hold` before the operation begins, and see that something asks for it; `operations` shows what came.
        """
    }
  }

  /// Lets everything that is held go on, and removes the holds that have not struck yet. Other faults stay.
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

  /// Notes the operation, and waits here for as long as it is held.
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

  /// The name that the storage beneath has for the generation.
  public func name(of generation: StateGeneration) -> String { base.name(of: generation) }

  /// Reads from the storage beneath, unless a fault strikes.
  public func read(_ generation: StateGeneration) throws -> Data? {
    let operation = begin(.read, generation)
    if operation.fault != nil { throw error(.read, operation, consequence: "It was left as it is.") }
    return try base.read(generation)
  }

  /// Writes to the storage beneath, as far as no fault prevents it.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    let operation = begin(.write)
    func write(_ data: Data) throws { try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious) }

    switch operation.fault {
    case nil, .hold: try write(data)
    case .fail: throw error(.save, operation)
    case .failAfterwards:
      try write(data)
      throw error(.save, operation, consequence: "The new state is in place, but may not survive a power cut.")
    case .outOfSpace(let free):
      guard data.count <= free else { throw error(.save, operation, reason: "No space left on device", code: 28) }
      try write(data)
    case .tear(let count):
      let torn = Data(data.prefix(count))
      try write(torn)
      throw error(
        .save, operation, consequence: "The current generation ends after \(torn.count) of \(data.count) bytes.")
    case .tearSilently(let count): try write(Data(data.prefix(count)))
    }
  }

  /// Moves the generation aside in the storage beneath, unless a fault strikes.
  public func quarantine(_ generation: StateGeneration) throws -> String? {
    let operation = begin(.quarantine, generation)
    if operation.fault == .fail { throw error(.quarantine, operation, consequence: "It was left in its place.") }
    let name = try base.quarantine(generation)
    if operation.fault == .failAfterwards {
      throw error(.quarantine, operation, consequence: name.map { "It was moved to \($0) all the same." } ?? "")
    }
    return name
  }

  /// The numbers are those of `EIO` and `ENOSPC` on every system.
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

  // MARK: - What has no faults

  // These requirements belong to the base: no fault strikes there, and nothing is counted.

  /// The identity of the base.
  public var identity: StorageIdentity { base.identity }

  /// Whether the base accepts only one owner at a time.
  public var hasOwners: Bool { base.hasOwners }

  /// Runs the body as the owner of the base.
  public func withOwnership<Result>(of owner: StorageOwner, _ body: () throws -> Result) throws -> Result {
    try base.withOwnership(of: owner, body)
  }

  /// Releases what the owner owns of the base.
  public func releaseOwnership(of owner: StorageOwner) { base.releaseOwnership(of: owner) }

  /// Returns how many restores in a row have not been marked as healthy, by the count of the base.
  public func unfinishedRestores() throws -> Int { try base.unfinishedRestores() }

  /// Sets the count of the base.
  public func setUnfinishedRestores(_ count: Int) throws { try base.setUnfinishedRestores(count) }
}
