import Foundation
import NavStore
import NavStoreTesting
import Testing

@Suite struct InMemoryStorageTests {
  private let storage = InMemoryStorage(current: Data("1".utf8), previous: Data("0".utf8))

  @Test func `a write keeps the current generation as the previous one, or does not`() throws {
    try storage.write(Data("2".utf8), keepingCurrentAsPrevious: true)
    #expect(storage[.current] == Data("2".utf8))
    #expect(storage[.previous] == Data("1".utf8))
    try storage.write(Data("3".utf8), keepingCurrentAsPrevious: false)
    #expect(try storage.read(.current) == Data("3".utf8))
    #expect(try storage.read(.previous) == Data("1".utf8))
    #expect(storage.writeCount == 2)
  }

  @Test func `what is moved aside is kept under a name of its own`() throws {
    #expect(try storage.quarantine(.current) == "memory.damaged-1")
    #expect(try storage.quarantine(.current) == nil)
    #expect(try storage.quarantine(.previous) == "memory.damaged-2")
    #expect(storage[.current] == nil)
    #expect(storage.quarantined == ["memory.damaged-1": Data("1".utf8), "memory.damaged-2": Data("0".utf8)])
    #expect(storage.name(of: .previous) == "memory.previous")
  }
}
