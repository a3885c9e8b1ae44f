#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// A storage for tests and previews that keeps its generations in memory.
///
/// The storage can outlive a persistence, so a test can save the state of one store and restore that state in another
/// store. The storage also records every write:
///
/// ```swift
/// @Test func `changes that follow one another are saved once`() async throws {
///   let clock = TestClock()
///   let storage = InMemoryStorage()
///   let store = Store(initialState: AppState(), reducer: AppReducer())
///   let persistence = Persistence(of: store, to: storage, clock: clock)
///   persistence.start()
///   store.send(.push(.song(7)))
///   store.send(.push(.song(8)))
///   for await status in persistence.statuses where status.seenRevision == 2 { break }
///   await clock.sleepers(atLeast: 1)
///   clock.advance(by: .milliseconds(500))
///   await storage.writes(atLeast: 1)
///   #expect(try storage.states(as: AppState.self) == [store.state])
/// }
/// ```
///
/// To test how an app handles storage errors, use a ``FaultInjectingStorage``. All members may be used from any thread.
public final class InMemoryStorage: StateStorage, Sendable {
  private struct Contents {
    var generations: [StateGeneration: Data]
    var quarantined: [String: Data] = [:]
    var history: [Data] = []
    var unfinishedRestores = 0
  }

  /// The identity of this storage, which differs from the identity of every other storage.
  public let identity = StorageIdentity()

  private let contents: Locked<Contents>
  private let written = WaitableCount()
  private let reporter: FailureReporter
  private let testTimeout: TestTimeout

  /// Creates a storage with the given generations.
  public convenience init(current: Data? = nil, previous: Data? = nil) {
    self.init(current: current, previous: previous, reporter: FailureReporter())
  }

  package init(
    current: Data? = nil, previous: Data? = nil, reporter: FailureReporter,
    testTimeout: TestTimeout = TestTimeout(limit: TestTimeout.standardLimit)
  ) {
    self.reporter = reporter
    self.testTimeout = testTimeout
    var generations: [StateGeneration: Data] = [:]
    generations[.current] = current
    generations[.previous] = previous
    contents = Locked(Contents(generations: generations))
  }

  /// The bytes of a generation, or `nil` if the generation does not exist.
  public subscript(generation: StateGeneration) -> Data? {
    get { contents.withLock { $0.generations[generation] } }
    set { contents.withLock { $0.generations[generation] = newValue } }
  }

  /// The quarantined generations, by their new names: `memory.aside-1`, `memory.aside-2` and so on.
  public var quarantined: [String: Data] { contents.withLock { $0.quarantined } }

  // MARK: - Writes

  /// The bytes of all writes, oldest first. The storage never discards these bytes.
  public var history: [Data] { contents.withLock { $0.history } }

  package var writeCount: Int { contents.withLock { $0.history.count } }

  /// Returns the states of all writes, oldest first. ``NavStore/StateStorage/state(as:in:routes:)`` returns only the
  /// state of one generation.
  ///
  /// - Parameters:
  ///   - type: The type of the states.
  ///   - routes: The registry of the route types that `AnyRoute` values of the states can contain. Pass `nil` if the
  ///     states contain no `AnyRoute` values.
  /// - Throws: `StorageError` if the bytes of a write are not a state of this type.
  /// - Complexity: O(n), where n is the number of bytes of all writes.
  public func states<Saved: Decodable>(as type: Saved.Type, routes: RouteRegistry? = nil) throws -> [Saved] {
    try history.enumerated().map { index, data in
      try SavedState.decode(type, from: data, routes: routes, file: "write \(index + 1) to \(name(of: .current))")
    }
  }

  /// Suspends until at least `count` writes to the storage have been performed since its creation.
  ///
  /// The function does not yield or poll: the last of the expected writes resumes the caller. At that time, the bytes
  /// are stored, but the persistence may not have updated its status. If fewer than `count` writes have been performed
  /// when the timeout ends, the test fails at the line of the call. The function returns early if the calling task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of writes to wait for.
  ///   - timeout: The longest time to wait, in real time. The default is ten seconds. Only a failing test waits until
  ///     the timeout ends.
  ///   - fileID: The file that a failure is shown in. The default is the caller's file.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column in that line.
  public func writes(
    atLeast count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    await testTimeout.wait(
      until: { writeCount >= count }, by: { [written] in await written.wait(atLeast: count) }, limit: timeout, reporter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { limit in
      """
      Missing writes: \(writeCount) of \(count) expected writes reached the storage within \(limit) of real time.

      A persistence writes while its `run()` is running, after an interval on its clock, which a test moves with \
      `clock.advance(by:)`. It does not write a state that is already saved. Its `status` contains the last failure.
      """
    }
  }

  // MARK: - StateStorage

  /// Returns `memory.current` or `memory.previous`.
  public func name(of generation: StateGeneration) -> String { "memory.\(generation.rawValue)" }

  /// Runs the body. The storage has no owners.
  public func withSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws -> Result
  ) throws -> Result { try body(Session(storage: self)) }

  /// Removes both generations, ``quarantined`` and the number of unfinished restores, but not ``history``. Does not
  /// throw.
  public func remove(as owner: StorageOwner) throws {
    contents.withLock { contents in
      contents.generations = [:]
      contents.quarantined = [:]
      contents.unfinishedRestores = 0
    }
  }

  private struct Session: StorageSession {
    let storage: InMemoryStorage

    func read(_ generation: StateGeneration, limit: Int) -> Data? { storage[generation] }

    func write(_ data: Data, keepingCurrentAsPrevious: Bool) {
      storage.contents.withLock { contents in
        if keepingCurrentAsPrevious, let current = contents.generations[.current] {
          contents.generations[.previous] = current
        }
        contents.generations[.current] = data
        contents.history.append(data)
      }
      storage.written.change(by: 1)
    }

    func quarantine(_ generation: StateGeneration) -> String? {
      storage.contents.withLock { contents in
        guard let data = contents.generations.removeValue(forKey: generation) else { return nil }
        let name = "memory.aside-\(contents.quarantined.count + 1)"
        contents.quarantined[name] = data
        return name
      }
    }

    func unfinishedRestores() -> Int { storage.contents.withLock { $0.unfinishedRestores } }

    func setUnfinishedRestores(_ count: Int) { storage.contents.withLock { $0.unfinishedRestores = count } }
  }
}
