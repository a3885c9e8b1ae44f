#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import NavStore

/// A storage for tests and previews, which keeps the generations in memory.
///
/// It outlives the persistence that writes to it, so a test can save with one store and restore with the next. It tells
/// what was saved, and when:
///
/// ```swift
/// @Test func `changes that follow one another are saved once`() async throws {
///   let clock = TestClock()
///   let storage = InMemoryStorage()
///   let store = Store(initialState: AppState(), reducer: AppReducer())
///   let persistence = Persistence(of: store, to: storage, clock: clock)
///   let run = Task { await persistence.run() }
///   store.send(.push(.song(7)))
///   store.send(.push(.song(8)))
///   await clock.sleepers(atLeast: 1)
///   clock.advance(by: .milliseconds(500))
///   await storage.writes(atLeast: 1)
///   #expect(try storage.states(as: AppState.self) == [store.state])
///   run.cancel()
/// }
/// ```
///
/// For storages that fail see ``FaultInjectingStorage``. All members may be used from any thread.
public final class InMemoryStorage: StateStorage, Sendable {
  private struct Contents {
    var generations: [StateGeneration: Data]
    var quarantined: [String: Data] = [:]
    var history: [Data] = []
    var unfinishedRestores = 0
  }

  /// The identity of this storage, which no other one shares.
  public let identity = StorageIdentity()

  private let contents: Locked<Contents>
  private let written = WaitableCount()
  private let reporter: FailureReporter
  private let testTimeout: TestTimeout

  /// Makes a storage with the given generations.
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

  /// The bytes of a generation, or nil if there is none.
  public subscript(generation: StateGeneration) -> Data? {
    get { contents.withLock { $0.generations[generation] } }
    set { contents.withLock { $0.generations[generation] = newValue } }
  }

  /// What was moved aside, by the names it was given: `memory.aside-1`, `-2`, …
  public var quarantined: [String: Data] { contents.withLock { $0.quarantined } }

  // MARK: - What was written

  /// The bytes of every write, oldest first. They are kept for as long as the storage is.
  public var history: [Data] { contents.withLock { $0.history } }

  /// How many times something was written.
  public var writeCount: Int { contents.withLock { $0.history.count } }

  /// The states of every write, oldest first; ``NavStore/StateStorage/state(as:in:routes:)`` returns the last one.
  ///
  /// Throws `StorageError` if one is not a state of this type. `routes` names the types of the state's `AnyRoute`
  /// values, if it has any. Cost: that of decoding all of them.
  public func states<Saved: Decodable>(as type: Saved.Type, routes: RouteRegistry? = nil) throws -> [Saved] {
    try history.enumerated().map { index, data in
      try SavedState.decode(type, from: data, routes: routes, file: "write \(index + 1) to \(name(of: .current))")
    }
  }

  /// Suspends until something was written at least `count` times since the storage was made; returns early when the
  /// calling task is cancelled.
  ///
  /// It neither yields nor polls: the write that completes the number resumes it. The bytes are there then, while the
  /// status of the persistence that wrote them may follow a moment later. If it does not come within ten seconds of
  /// real time, the test fails at the line of the call.
  ///
  /// - Parameters:
  ///   - count: How many writes there must have been.
  ///   - timeout: How long to wait at most, in real time; nil for ten seconds. Only a test that fails waits so long.
  ///   - fileID: The file that a failure is shown in, by default the caller's.
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
      Not written: \(writeCount) of \(count) expected writes came to the storage within \(limit) of real time.

      A persistence writes while its `run()` runs and once the time on its clock has come, which a test moves by \
      `clock.advance(by:)`; it writes nothing when the state is as it was saved, and its `status` tells what failed.
      """
    }
  }

  // MARK: - StateStorage

  /// `memory.current` or `memory.previous`.
  public func name(of generation: StateGeneration) -> String { "memory.\(generation.rawValue)" }

  /// Returns the bytes of the generation, or nil. Does not throw.
  public func read(_ generation: StateGeneration) throws -> Data? { self[generation] }

  /// Makes the data the current generation. Does not throw.
  public func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    contents.withLock { contents in
      if keepingCurrentAsPrevious, let current = contents.generations[.current] {
        contents.generations[.previous] = current
      }
      contents.generations[.current] = data
      contents.history.append(data)
    }
    written.change(by: 1)
  }

  /// Moves the generation to ``quarantined`` and returns the name it has there. Does not throw.
  public func quarantine(_ generation: StateGeneration) throws -> String? {
    contents.withLock { contents in
      guard let data = contents.generations.removeValue(forKey: generation) else { return nil }
      let name = "memory.aside-\(contents.quarantined.count + 1)"
      contents.quarantined[name] = data
      return name
    }
  }

  /// How many restores in a row have not become healthy.
  public func unfinishedRestores() -> Int { contents.withLock { $0.unfinishedRestores } }

  /// Sets the count.
  public func setUnfinishedRestores(_ count: Int) { contents.withLock { $0.unfinishedRestores = count } }
}
