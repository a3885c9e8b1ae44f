import Foundation
@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

@Suite struct SavedStateStoreTests {
  private func file(_ storage: any StateStorage, schema: Int = 3) -> SavedStateStore {
    SavedStateStore(storage: storage, schema: StateSchema(version: schema)) { _ = try number($0) }
  }

  /// Returns a storage with the current state 7 and the previous state 6. The app has restored 7.
  private func restoredStorage() -> InMemoryStorage {
    let before = KnownGenerations.sum(bytes(6))
    let current = Envelope(schema: 3, revision: 7, before: before, payload: Data("7".utf8)).encode()
    let storage = InMemoryStorage(current: current, previous: bytes(6))
    #expect(file(storage).load(number).state == 7)
    return storage
  }

  private func bytes(_ number: Int, schema: Int = 3, revision: Int? = nil) -> Data {
    Envelope(schema: schema, revision: revision ?? number, payload: Data("\(number)".utf8)).encode()
  }

  /// Returns the number of a saved state, or `nil` if the state does not exist or has another schema.
  private func saved(in bytes: Data?) throws -> Int? {
    let envelope = try bytes.map { try Envelope.open($0) }
    return envelope?.schema == 3 ? try envelope.map { try number($0.payload) } : nil
  }

  private static let newerFormat = Data(#"{"format":"navstore.state","v":2,"codec":"zip"}"#.utf8 + [0x0A])

  /// Contents that cannot be used, with the reason in the report, and whether a load moves them aside.
  static let unusable: [(bytes: Data, reason: RestoreReport.Reason, isMovedByLoad: Bool)] = {
    let good = Envelope(schema: 3, revision: 9, payload: Data("9".utf8)).encode()
    return [
      (Data(), .empty, true),
      (Data("hello".utf8), .foreign, true),
      (good.dropLast(), .damaged(.torn(expected: 1, found: 0)), true),
      (good.dropLast() + Data("8".utf8), .damaged(.checksum), true),
      (
        Envelope(schema: 3, revision: 9, payload: Data("nine".utf8)).encode(), .undecodable("NotANumber()"), true
      ),
      (Envelope(schema: 2, revision: 9, payload: Data("9".utf8)).encode(), .olderSchema(found: 2, expected: 3), false),
      (Envelope(schema: 4, revision: 9, payload: Data("9".utf8)).encode(), .newerSchema(found: 4, expected: 3), false),
      (newerFormat, .newerFormat(found: 2), false),
    ]
  }()

  // MARK: - Load

  @Test func `without a saved state, the initial state is returned`() {
    let (state, report) = file(InMemoryStorage()).load(number)
    #expect(state == nil)
    #expect(report.findings.map(\.reason) == [.missing, .missing])
    #expect(report.isUnchanged)
    #expect(report.description == "No state has been saved yet. The initial state is used.")
  }

  @Test func `the current generation is used, and the previous one is not read`() {
    let (state, report) = file(InMemoryStorage(current: bytes(7), previous: Data())).load(number)
    #expect(state == 7)
    #expect(report.generation == .current)
    #expect(report.revision == 7)
    #expect(report.schema == 3)
    #expect(report.findings.isEmpty)
    #expect(report.isUnchanged)
    #expect(report.description == "Restored revision 7 from memory.current.")
  }

  @Test(arguments: unusable.indices)
  func `a generation that cannot be used is never deleted, and the previous one is tried`(index: Int) {
    let (current, reason, isMoved) = Self.unusable[index]
    let storage = InMemoryStorage(current: current, previous: bytes(6))
    let (state, report) = file(storage).load(number)
    #expect(state == 6)
    #expect(report.generation == .previous)
    #expect(report.findings.map(\.reason) == [reason])
    #expect(report.findings[0].quarantine == (isMoved ? .moved(to: "memory.aside-1") : nil))
    #expect(storage.quarantined == (isMoved ? ["memory.aside-1": current] : [:]))
    #expect(storage[.current] == (isMoved ? nil : current))
    #expect(!report.isUnchanged)
    #expect(report.description.contains("memory.current \(reason)"))
    #expect(report.description.contains("Restored revision 6 from the previous generation, memory.previous"))
  }

  @Test func `two generations that cannot be used leave the initial state`() {
    let storage = InMemoryStorage(current: Data("a".utf8), previous: bytes(6).dropLast())
    let (state, report) = file(storage).load(number)
    #expect(state == nil)
    #expect(storage.quarantined.count == 2)
    #expect(
      report.description == """
        memory.current is not a saved state: it was not written by NavStore. It was moved to memory.aside-1; keep it for a bug report, or delete it.
        memory.previous is damaged: it ends after 0 of 1 bytes of content. It was moved to memory.aside-2; keep it for a bug report, or delete it.
        The initial state is used.
        """)
  }

  @Test func `a missing current generation is reported when the previous one is used`() {
    let (state, report) = file(InMemoryStorage(previous: bytes(6))).load(number)
    #expect(state == 6)
    #expect(report.description.hasPrefix("memory.current does not exist."))
  }

  @Test func `a generation that cannot be read is left alone, and one that cannot be moved does not stop the load`() {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(current: Data("a".utf8), previous: bytes(6)))
    storage.inject(.fail, at: .quarantines)
    let (state, report) = file(storage).load(number)
    #expect(state == 6)
    #expect(report.findings[0].quarantine == .failed(.injected(.quarantine, into: "quarantine 1")))
    #expect(
      report.description.contains(
        "It could not be moved aside: Input/output error, injected into quarantine 1. It will not be overwritten."))

    storage.removeFaults()
    storage.inject(.fail, at: .reads)
    let (nothing, second) = file(storage).load(number)
    #expect(nothing == nil)
    #expect(
      second.findings.map(\.reason) == [
        .unreadable(.injected(.read, into: "read 5")), .unreadable(.injected(.read, .previous, into: "read 6")),
      ])
    #expect(storage.base[.current] == Data("a".utf8))
    #expect(storage.base[.previous] == bytes(6))
  }

  // MARK: - Save

  @Test func `a good generation becomes the previous one`() throws {
    let storage = InMemoryStorage()
    let file = file(storage)
    for number in 1...3 { #expect(try file.save(Data("\(number)".utf8), revision: number) == .written) }
    #expect(try saved(in: storage[.current]) == 3)
    #expect(try saved(in: storage[.previous]) == 2)
    #expect(storage.quarantined.isEmpty)
    // The last state contains the checksum of the state before it.
    let sums = try StateGeneration.allCases.map { try #require(storage[$0]) }.map { KnownGenerations.sum($0) }
    #expect(try Envelope.open(#require(storage[.current])).before == sums[1])
  }

  @Test func `the state of an earlier process becomes the previous one`() throws {
    let storage = restoredStorage()
    #expect(try file(storage).save(Data("8".utf8), revision: 1) == .written)
    #expect(try saved(in: storage[.previous]) == 7)
    #expect(storage.quarantined.isEmpty)
  }

  @Test func `a state that the app never had is moved aside, and only after the new one is saved`() throws {
    let storage = InMemoryStorage(current: bytes(7), previous: bytes(6))
    let file = file(storage)
    #expect(try file.save(Data("8".utf8), revision: 1) == .written)
    #expect(storage.quarantined == ["memory.aside-1": bytes(6), "memory.aside-2": bytes(7)])
    #expect(file.movedAside == ["memory.aside-1", "memory.aside-2"])
    #expect(storage[.current] == bytes(8, revision: 1))
    #expect(storage[.previous] == nil)
    #expect(try file.save(Data("9".utf8), revision: 2) == .written)
    #expect(storage[.previous] == bytes(8, revision: 1))
    #expect(storage.quarantined.count == 2)
  }

  @Test func `a state that another process has saved since the load is moved aside`() throws {
    let storage = restoredStorage()
    storage[.current] = bytes(99)
    let file = file(storage)
    for number in 8...9 { _ = try file.save(Data("\(number)".utf8), revision: number) }
    #expect(storage.quarantined.values.sorted { $0.count < $1.count }.last == bytes(99))
  }

  @Test func `a state that was restored with another schema is not overwritten`() throws {
    let storage = InMemoryStorage(current: bytes(7))
    #expect(file(storage).load(number).state == 7)
    let error = PersistenceError.schemaMismatch(file: "memory.current", restored: 3, saving: 4)
    #expect(throws: error) { try file(storage, schema: 4).save(Data("8".utf8), revision: 8) }
    #expect("\(error)".hasSuffix("Pass the same StateSchema to load and to Persistence."))
    #expect(storage[.current] == bytes(7))
    #expect(!error.isReadOnly)
  }

  @Test(arguments: unusable.indices)
  func `a generation that cannot be used is moved aside before the save, or forbids it`(index: Int) throws {
    let (bad, reason, _) = Self.unusable[index]
    for generation in StateGeneration.allCases {
      let storage = restoredStorage()
      storage[.current] = generation == .current ? nil : storage[.current]
      // The app restores the remaining generation.
      #expect(file(storage).load(number).state == (generation == .current ? 6 : 7))
      storage[generation] = bad
      let file = file(storage)
      switch reason {
      case .newerSchema(let found, let expected):
        let error = PersistenceError.newerSchema(file: storage.name(of: generation), found: found, expected: expected)
        #expect(throws: error) { try file.save(Data("8".utf8), revision: 8) }
        #expect(error.isReadOnly)
      case .newerFormat(let found):
        let error = PersistenceError.newerFormat(file: storage.name(of: generation), found: found)
        #expect(throws: error) { try file.save(Data("8".utf8), revision: 8) }
        #expect(error.isReadOnly)
      default:
        #expect(try file.save(Data("8".utf8), revision: 8) == .written)
        #expect(storage.quarantined == ["memory.aside-1": bad])
        #expect(try saved(in: storage[.current]) == 8)
        #expect(try saved(in: storage[.previous]) == (generation == .current ? 6 : 7))
        #expect(file.movedAside == ["memory.aside-1"])
        continue
      }
      #expect(storage.writeCount == 0)
      #expect(storage.quarantined.isEmpty)
      #expect(storage[generation] == bad)
    }
  }

  @Test func `a generation that cannot be read or moved aside is not overwritten`() {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage(current: bytes(7), previous: bytes(6)))
    storage.inject(.fail, at: .reads)
    #expect(throws: PersistenceError.storage(.injected(.read, into: "read 1"))) {
      try file(storage).save(Data("8".utf8), revision: 8)
    }
    storage.base[.current] = Data("a".utf8)
    storage.removeFaults()
    storage.inject(.fail, at: .quarantines)
    #expect(throws: PersistenceError.storage(.injected(.quarantine, into: "quarantine 1"))) {
      try file(storage).save(Data("8".utf8), revision: 8)
    }
    #expect(storage.base[.current] == Data("a".utf8))
    #expect(storage.base[.previous] == bytes(6))
    #expect(storage.base.writeCount == 0)
  }

  @Test func `a state that this object has saved, and that is still in the storage, is not written again`() throws {
    let storage = FaultInjectingStorage(wrapping: InMemoryStorage())
    let file = file(storage)
    #expect(try file.save(Data("1".utf8), revision: 1) == .written)
    #expect(try file.save(Data("1".utf8), revision: 2) == .unchanged)
    #expect(storage.base.writeCount == 1)
    // This object has not written these bytes, so they may not be durable. Their payload is equal.
    storage.base[.current] = bytes(1, revision: 99)
    #expect(try file.save(Data("1".utf8), revision: 3) == .written)
    storage.base[.current] = nil
    #expect(try file.save(Data("1".utf8), revision: 4) == .written)
    // The bytes of a failed write may not be durable either: the write may have failed at the last sync.
    storage.inject(.failAfterwards, at: .writes)
    #expect(throws: PersistenceError.self) { try file.save(Data("5".utf8), revision: 5) }
    storage.removeFaults()
    #expect(try file.save(Data("5".utf8), revision: 5) == .written)
    #expect(try saved(in: storage.base[.current]) == 5)
  }

  @Test func `a state that another process saves between two saves is moved aside, not lost`() throws {
    let storage = InMemoryStorage()
    let file = file(storage)
    _ = try file.save(Data("1".utf8), revision: 1)
    storage[.current] = Data("mine".utf8)
    _ = try file.save(Data("2".utf8), revision: 2)
    #expect(storage.quarantined.values.map { String(decoding: $0, as: UTF8.self) } == ["mine"])
    #expect(storage[.current] == bytes(2))
  }

  // MARK: - With files

  @Test func `a damaged file is named, moved aside and survives every later save`() throws {
    let directory = try TemporaryDirectory()
    let storage = try FileStorage(path: directory.path("a.state"))
    let first = file(storage)
    for number in 1...2 { _ = try first.save(Data("\(number)".utf8), revision: number) }
    let damaged = try #require(directory.bytes("a.state")).dropLast()
    try damaged.write(to: URL(fileURLWithPath: directory.path("a.state")))
    let (state, report) = file(storage).load(number)
    #expect(state == 1)
    #expect(
      report.description.hasPrefix("\(directory.path("a.state")) is damaged: it ends after 0 of 1 bytes of content."))
    #expect(report.description.contains("It was moved to \(directory.path("a.state.aside-1"))"))
    let second = file(storage)
    for number in 3...5 { _ = try second.save(Data("\(number)".utf8), revision: number) }
    #expect(directory.bytes("a.state.aside-1") == damaged)
    #expect(file(storage).load(number).state == 5)
    #expect(
      directory.names == ["a.state", "a.state.aside-1", "a.state.navstore-owner", "a.state.previous", "a.state.tmp"])
  }

  @Test func `a directory in the file's place is reported and stays`() throws {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path("a.state"), withIntermediateDirectories: false)
    let storage = try FileStorage(path: directory.path("a.state"))
    let (_, report) = file(storage).load(number)
    #expect(
      report.description.contains("\(directory.path("a.state")) could not be read: reading it failed: Is a directory"))
    #expect(throws: PersistenceError.self) { try file(storage).save(Data("1".utf8), revision: 1) }
    #expect(directory.names == ["a.state"])
  }
}

/// Returns the number that a payload of these tests contains as text.
private func number(_ data: Data) throws -> Int {
  guard let number = Int(String(decoding: data, as: UTF8.self)) else { throw NotANumber() }
  return number
}

private struct NotANumber: Error {}
