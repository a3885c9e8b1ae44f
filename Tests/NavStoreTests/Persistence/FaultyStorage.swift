import Foundation
import NavStore
import NavStoreTesting

/// A storage in memory that fails and blocks on demand.
final class FaultyStorage: StateStorage, Sendable {
  enum Fault {
    case read, write, quarantine
    /// The write takes place and then throws, as when the last sync fails.
    case writeAfterwards
  }

  let base: InMemoryStorage

  private struct Storage {
    var faults: Set<Fault> = []
    var isHeld = false
    var payloads: [Data] = []
  }

  private let (entries, entry) = AsyncStream.makeStream(of: Void.self)
  private let condition = NSCondition()
  // Read and written only while `condition` is locked.
  private nonisolated(unsafe) var storage = Storage()

  init(current: Data? = nil, previous: Data? = nil) {
    base = InMemoryStorage(current: current, previous: previous)
  }

  static func error(_ action: StorageError.Action) -> StorageError {
    StorageError(action: action, file: "memory", reason: "it is faulty")
  }

  /// What fails until it is changed.
  var faults: Set<Fault> {
    get { condition.withLock { storage.faults } }
    set { condition.withLock { storage.faults = newValue } }
  }

  /// The payloads that were written, in order.
  var payloads: [Data] { condition.withLock { storage.payloads } }

  /// Lets writes block their thread until `release()`.
  func hold() { condition.withLock { storage.isHeld = true } }

  func release() {
    condition.withLock {
      storage.isHeld = false
      condition.broadcast()
    }
  }

  /// Waits until one more write has come in, with a state that was read before.
  func nextWrite() async {
    for await _ in entries { return }
  }

  func name(of generation: StateGeneration) -> String { "memory.\(generation.rawValue)" }

  func read(_ generation: StateGeneration) throws -> Data? {
    if faults.contains(.read) { throw Self.error(.read) }
    return try base.read(generation)
  }

  func write(_ data: Data, keepingCurrentAsPrevious: Bool) throws {
    entry.yield()
    condition.withLock { while storage.isHeld { condition.wait() } }
    if faults.contains(.write) { throw Self.error(.save) }
    try base.write(data, keepingCurrentAsPrevious: keepingCurrentAsPrevious)
    let payload = try Envelope.open(data).payload
    condition.withLock { storage.payloads.append(payload) }
    if faults.contains(.writeAfterwards) { throw Self.error(.save) }
  }

  func quarantine(_ generation: StateGeneration) throws -> String? {
    if faults.contains(.quarantine) { throw Self.error(.quarantine) }
    return try base.quarantine(generation)
  }
}
