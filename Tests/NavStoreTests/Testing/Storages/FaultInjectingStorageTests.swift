import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite(.hangLimit) struct FaultInjectingStorageTests {
  private let storage = FaultInjectingStorage(
    wrapping: InMemoryStorage(current: Data("one".utf8), previous: Data("zero".utf8)))

  private func text(_ generation: StateGeneration) -> String? {
    storage.base[generation].map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ text: String) throws {
    try storage.write(Data(text.utf8), keepingCurrentAsPrevious: true)
  }

  // MARK: - Faults

  @Test func `without faults, the storage behaves like its base`() throws {
    #expect(try storage.read(.current) == Data("one".utf8))
    try write("two")
    try storage.write(Data("three".utf8), keepingCurrentAsPrevious: false)
    #expect(text(.current) == "three")
    #expect(text(.previous) == "one")
    #expect(try storage.quarantine(.previous) == "memory.aside-1")
    #expect(storage.name(of: .current) == "memory.current")
    #expect(
      storage.operations == [
        "read 1 of current", "write 1 of current", "write 2 of current", "quarantine 1 of previous",
      ])
  }

  @Test func `a failing operation does nothing, and its error names the operation`() throws {
    storage.inject(.fail, at: .operations)
    let errors = [
      #expect(throws: StorageError.self) { try storage.read(.previous) },
      #expect(throws: StorageError.self) { try write("two") },
      #expect(throws: StorageError.self) { _ = try storage.quarantine(.current) },
    ]
    #expect(
      errors.map { $0?.description ?? "" } == [
        "Cannot read memory.previous: Input/output error, injected into read 1 (error 5). It was not changed.",
        "Cannot save memory.current: Input/output error, injected into write 1 (error 5). "
          + "The saved state is unchanged.",
        "Cannot move aside memory.current: Input/output error, injected into quarantine 1 (error 5). "
          + "It was not moved.",
      ])
    #expect(text(.current) == "one")
    #expect(text(.previous) == "zero")
    #expect(storage.begunOperations.allSatisfy { $0.fault == .fail })
  }

  @Test func `an operation that fails afterwards is still performed`() throws {
    storage.inject(.failAfterwards, at: .operations)
    #expect(throws: StorageError.self) { try storage.read(.current) }
    let saved = #expect(throws: StorageError.self) { try write("two") }
    #expect(saved?.consequence == "The new state is in place, but may not survive a power cut.")
    #expect(text(.current) == "two")
    #expect(text(.previous) == "one")
    let moved = #expect(throws: StorageError.self) { _ = try storage.quarantine(.current) }
    #expect(moved?.consequence == "Nevertheless, it was moved to memory.aside-1.")
    #expect(text(.current) == nil)
  }

  @Test func `data that does not fit is not written, and data that fits is`() throws {
    storage.inject(.outOfSpace(free: 3), at: .writes)
    try write("two")
    let error = #expect(throws: StorageError.self) { try write("four") }
    #expect(
      error?.description == """
        Cannot save memory.current: No space left on device, injected into write 2 (error 28). \
        The saved state is unchanged.
        """)
    #expect(text(.current) == "two")
    storage.inject(.outOfSpace(), at: .writes)
    #expect(throws: StorageError.self) { try write("2") }
    #expect(text(.current) == "two")
  }

  @Test func `after a torn write, its first bytes are current and the last state is the previous generation`() throws {
    storage.inject(.tear(keeping: 2), at: .write(1))
    let error = #expect(throws: StorageError.self) { try write("three") }
    #expect(error?.consequence == "The current generation ends after 2 of 5 bytes.")
    #expect(text(.current) == "th")
    #expect(text(.previous) == "one")
    storage.inject(.tearSilently(keeping: 4), at: .write(2))
    try write("three")
    #expect(text(.current) == "thre")
    storage.inject(.tearSilently(keeping: 10), at: .write(3))
    try write("three")
    #expect(text(.current) == "three")
    storage.inject(.tear(keeping: 0), at: .write(4))
    #expect(throws: StorageError.self) { try write("four") }
    #expect(text(.current) == "")
  }

  // MARK: - Moments

  @Test func `operations are counted by kind and all together, from the beginning`() throws {
    storage.inject(.fail, at: .write(2))
    storage.inject(.fail, at: .operation(5))
    storage.inject(.fail, at: .quarantine(1))
    storage.inject(.fail, at: .read(3))
    try write("two")  // 1
    _ = try storage.read(.current)  // 2
    #expect(throws: StorageError.self) { try write("three") }  // 3
    _ = try storage.read(.previous)  // 4
    #expect(throws: StorageError.self) { try write("three") }  // 5
    try write("three")  // 6
    #expect(throws: StorageError.self) { _ = try storage.quarantine(.current) }  // 7
    #expect(throws: StorageError.self) { try storage.read(.current) }  // 8
    _ = try storage.read(.current)
    #expect(storage.begunOperations.indices.filter { storage.begunOperations[$0].fault != nil } == [2, 4, 6, 7])
  }

  @Test func `the fault that was injected last counts, and all can be removed`() throws {
    storage.inject(.fail, at: .writes)
    storage.inject(.tearSilently(keeping: 1), at: .write(2))
    #expect(throws: StorageError.self) { try write("two") }
    try write("two")
    #expect(text(.current) == "t")
    #expect(throws: StorageError.self) { try write("two") }
    storage.removeFaults()
    try write("two")
    #expect(text(.current) == "two")
    #expect(storage.begunOperations.last?.number == 4)
  }

  @Test func `a fault for a past operation fails the test at the line of the injection`() throws {
    let failures = FailureLog()
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(), reporter: failures.reporter)
    _ = try storage.read(.current)
    storage.inject(.fail, at: .read(2))
    storage.inject(.fail, at: .write(1))
    storage.inject(.fail, at: .operation(2))
    storage.inject(.fail, at: .reads)
    #expect(failures.messages.isEmpty)
    let line: UInt = #line + 1
    storage.inject(.fail, at: .read(1))
    #expect(
      failures.messages == [
        """
        The fault fail at read 1 has no effect, because that operation has already begun. The last operation was \
        read 1 of current. Inject the fault earlier, or at a later operation.
        """
      ])
    #expect(failures.lines == [line])
    storage.inject(.fail, at: .operation(1))
    #expect(failures.messages.count == 2)
  }

  // MARK: - Holding

  @Test func `an operation is held until it is released, and then takes place`() async throws {
    storage.inject(.hold, at: .write(1))
    let storage = storage
    let writing = Task { try await blocking { try storage.write(Data("two".utf8), keepingCurrentAsPrevious: true) } }
    await storage.heldOperations(atLeast: 1)
    #expect(text(.current) == "one")
    // Other operations continue.
    #expect(try storage.read(.current) == Data("one".utf8))
    storage.release()
    try await writing.value
    #expect(text(.current) == "two")
    #expect(storage.operations.first == "write 1 of current: held")
  }

  @Test func `a held operation meets its other fault when it is released`() async throws {
    storage.inject(.hold, at: .operations)
    storage.inject(.tear(keeping: 1), at: .writes)
    let storage = storage
    let writing = Task { try await blocking { try storage.write(Data("two".utf8), keepingCurrentAsPrevious: true) } }
    await storage.heldOperations(atLeast: 1)
    #expect(text(.current) == "one")
    storage.release()
    await #expect(throws: StorageError.self) { try await writing.value }
    #expect(text(.current) == "t")
    #expect(storage.operations.first == "write 1 of current: held, tear(keeping: 1)")
    // The hold was removed, and the other fault remains.
    #expect(throws: StorageError.self) { try write("four") }
  }

  @Test func `several operations are held at a time, and removing the faults releases all of them`() async throws {
    storage.inject(.hold, at: .reads)
    let storage = storage
    let reads = (0..<3).map { _ in Task { try await blocking { try storage.read(.current) } } }
    await storage.heldOperations(atLeast: 3)
    storage.removeFaults()
    for read in reads { #expect(try await read.value == Data("one".utf8)) }
    #expect(try storage.read(.current) == Data("one".utf8))
  }

  @Test func `a released operation is not counted as held`() async throws {
    let storage = storage
    for number in 1...20 {
      let held = Task {
        await storage.heldOperations(atLeast: 1)
        return storage.operations.count
      }
      storage.inject(.hold, at: .reads)
      let read = Task { try await blocking { try storage.read(.current) } }
      #expect(await held.value == number)
      storage.release()
      _ = try await read.value
    }
  }

  @Test func `a wait for a held operation that does not come fails after ten seconds of real time`() async {
    let (real, log) = (TestClock(), FailureLog())
    let storage = FaultInjectingStorage(
      wrapping: InMemoryStorage(), reporter: log.reporter, testTimeout: TestTimeout(limit: .seconds(10), clock: real))
    async let waited: Void = storage.heldOperations(atLeast: 1)
    await real.sleepers(atLeast: 1)
    real.advance(by: .seconds(10))
    await waited
    #expect(log.lines == [#line - 4])
    #expect(
      log.headlines == ["Missing operations: 0 of 1 expected operations are held after 10.0 seconds of real time."])
  }
}

/// Mistakes in a test that stop the program.
@Suite(.startsProcess) struct FaultInjectingStorageMistakeTests {
  @Test func `an invalid fault stops the test and explains the correct call`() async {
    let counting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FaultInjectingStorage(wrapping: InMemoryStorage()).inject(.fail, at: .write(0))
    }
    counting?.expectMessage("A fault was injected at write 0. Operations are counted from 1.")
    let torn = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      FaultInjectingStorage(wrapping: InMemoryStorage()).inject(.tear(keeping: 1), at: .operation(1))
    }
    torn?.expectMessage("but affects only writes. Use .write(…) or .writes.")
    await #expect(processExitsWith: .failure) {
      FaultInjectingStorage(wrapping: InMemoryStorage()).inject(.outOfSpace(free: -1), at: .writes)
    }
  }
}
