#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The rules of one load and one save over any storage: what may be used, what may be written over, what is moved
/// aside.
///
/// | what is found | load | save |
/// | --- | --- | --- |
/// | good, of our schema or one that migrations lead from | used | becomes the previous generation |
/// | good, and a part of it cannot be used | the rest is used | a copy is put aside first |
/// | good, and not what this process has restored or saved | | a copy is put aside first |
/// | good, and its payload does not decode | moved aside, the previous generation is tried | moved aside first |
/// | empty, foreign, damaged, too large | moved aside, the previous generation is tried | moved aside first |
/// | older schema without migrations, or one that fails | left alone, the previous generation is tried | moved aside first |
/// | newer schema or envelope | left alone, the previous generation is tried | refused: nothing is written |
/// | unreadable, or its codec is missing or fails | left alone, the previous generation is tried | refused |
///
/// So nothing is destroyed but a previous generation that a later one replaces, which the app had in full. A load moves
/// nothing that another owner saves to.
package final class SavedStateStore: Sendable {
  /// What a save that succeeded did.
  package enum Outcome: Equatable, Sendable {
    case written
    /// The same payload was saved before by this object and still stands in the storage.
    case unchanged
  }

  /// How many bytes this object saved last; nil while it is not known what stands in the storage.
  package var savedBytes: Int? { memory.withLock { $0.saved?.bytes.count } }

  /// Where the last ten states are that saves of this object have moved aside.
  package var movedAside: [String] { memory.withLock { $0.movedAside } }

  private struct Memory {
    /// What this object saved last, while it is known to stand in the storage.
    var saved: (bytes: Data, payload: Data)?
    /// The sums of what this object saved last, and of what it has tried to save since.
    var own: Set<UInt64> = []
    /// The sum of the previous generation, if that may be replaced.
    var replaceable: UInt64?
    var movedAside: [String] = []
  }

  let storage: any StateStorage
  /// Who saves; nil if nobody is to be asked.
  let owner: StorageOwner?
  let schema: StateSchema
  private let check: @Sendable (Data) throws -> Void
  private let memory = Locked(Memory())

  /// Makes the rules for a storage; `check` throws if a payload of our schema does not decode. With an owner, a save is
  /// refused while another one has the storage.
  package init(
    storage: any StateStorage, schema: StateSchema = StateSchema(), owner: StorageOwner? = nil,
    check: @escaping @Sendable (Data) throws -> Void = { _ in }
  ) {
    self.storage = storage
    self.owner = owner
    self.schema = schema
    self.check = check
  }

  deinit {
    releaseOwnership()
  }

  // MARK: - Saving

  /// Makes the payload the current generation, unless it is already.
  ///
  /// Reads the current generation each time, which is cheap beside the sync of a write, so that what somebody else put
  /// there is not destroyed either. Throws when nothing was saved.
  package func save(_ payload: Data, revision: Int) throws(PersistenceError) -> Outcome {
    try asOwner { () throws(PersistenceError) in
      try memory.withLock { memory throws(PersistenceError) in try save(payload, revision: revision, &memory) }
    }
  }

  private func save(_ payload: Data, revision: Int, _ memory: inout Memory) throws(PersistenceError) -> Outcome {
    if let loaded = KnownGenerations.of(storage).loadedVersion(otherThan: schema.version) {
      throw .schemaMismatch(file: storage.name(of: .current), restored: loaded, saving: schema.version)
    }
    let current = read(.current)
    if let saved = memory.saved, case .success(saved.bytes?) = current, saved.payload == payload { return .unchanged }
    // Looked at before anything is moved: if one generation forbids saving, both stay as they are.
    let currentSum = Self.sum(current)
    let currentFinding = try finding(.current, current, currentSum, memory)
    let previous = memory.replaceable == nil ? read(.previous) : .success(nil)
    let previousSum = Self.sum(previous)
    let previousFinding = try finding(.previous, previous, previousSum, memory)
    let plan = try plan(current: currentFinding, previous: previousFinding)
    let isReplaceable = previousFinding == .had(isWhole: true) || previousFinding == .older
    let remaining = memory.replaceable ?? (isReplaceable ? previousSum : nil)
    let replaceable: UInt64? =
      switch plan.current {
      case .keep: currentSum
      case .retire: nil
      case .nothing, .moveAside: remaining
      }
    let bytes = try encoded(payload, revision: revision, before: replaceable)
    let sum = KnownGenerations.sum(bytes)

    // What stands in the storage is known again only after a write that succeeded.
    memory.saved = nil
    memory.replaceable = nil
    let moved = plan.current == .moveAside ? try moveAside(.current, &memory) : nil
    if plan.movesPrevious { try moveAside(.previous, &memory) }
    do {
      if plan.current == .retire, case .success(let data?) = current {
        // A copy goes aside, so that the state has its place until the new one is safe.
        try storage.write(data, keepingCurrentAsPrevious: true)
        try moveAside(.previous, &memory)
      }
      memory.own.insert(sum)
      try storage.write(bytes, keepingCurrentAsPrevious: plan.current == .keep)
    } catch let error as PersistenceError {
      throw error
    } catch {
      var error = StorageError(error, action: .save, file: storage.name(of: .current))
      if let moved {
        error.consequence = "What was saved before was moved to \(moved), because it could not be used."
      }
      throw .storage(error)
    }
    memory.saved = (bytes, payload)
    memory.own = [sum]
    memory.replaceable = replaceable
    return .written
  }

  /// The bytes to save. Throws if there are more than the schema allows.
  func encoded(_ payload: Data, revision: Int, before: UInt64? = nil) throws(PersistenceError) -> Data {
    var content = payload
    if let codec = schema.codec {
      do { content = try codec.encode(payload) } catch { throw .encodingFailed("codec \(codec.name): \(error)") }
    }
    let bytes = Envelope(
      schema: schema.version, revision: revision, before: before, codec: schema.codec?.name, payload: content
    ).encode()
    guard bytes.count <= schema.maxBytes else { throw .tooLarge(bytes: bytes.count, limit: schema.maxBytes) }
    return bytes
  }

  private func plan(
    current: SavePlan.Finding, previous: SavePlan.Finding
  ) throws(PersistenceError) -> SavePlan {
    do {
      return try SavePlan(current: current, previous: previous)
    } catch {
      let file = storage.name(of: error.generation)
      switch error.reason {
      case .newerSchema(let found, let expected): throw .newerSchema(file: file, found: found, expected: expected)
      case .newerFormat(let found): throw .newerFormat(file: file, found: found)
      case .unreadable(let error): throw .storage(error)
      case .illegible(let reason): throw .illegible(file: file, reason: reason)
      case let reason: throw .illegible(file: file, reason: "\(reason)")
      }
    }
  }

  private static func sum(_ bytes: Result<Data?, any Error>) -> UInt64? {
    if case .success(let data?) = bytes { KnownGenerations.sum(data) } else { nil }
  }

  /// What a generation is to the app. Throws if this process restored it with another schema, which would have it
  /// brought up to date a second time at the next start.
  private func finding(
    _ generation: StateGeneration, _ bytes: Result<Data?, any Error>, _ sum: UInt64?, _ memory: Memory
  ) throws(PersistenceError) -> SavePlan.Finding {
    if let sum {
      if memory.own.contains(sum) { return .had(isWhole: true) }
      switch KnownGenerations.of(storage).outcome(ofSum: sum, schema: schema.version) {
      case .restored(schema.version, let isWhole)?: return .had(isWhole: isWhole)
      case .restored(let version, _)?:
        throw .schemaMismatch(file: storage.name(of: generation), restored: version, saving: schema.version)
      case .older?: return .older
      case .illegible(let reason)?: return .useless(.illegible(reason))
      case nil: break
      }
    }
    switch contents(of: generation, bytes: bytes, upTo: .migrations) {
    case .missing: return .nothing
    case .unusable(let reason): return .useless(reason)
    case .good(let good):
      do { try check(good.payload) } catch { return .useless(Self.reason(error, good)) }
      return .unknown
    }
  }

  /// Returns the name that the generation has now; nil if there is none.
  @discardableResult
  private func moveAside(_ generation: StateGeneration, _ memory: inout Memory) throws(PersistenceError) -> String? {
    do {
      let name = try storage.quarantine(generation)
      if let name { memory.movedAside = (memory.movedAside + [name]).suffix(FileOperation.keptAside) }
      return name
    } catch {
      throw .storage(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }

  // MARK: - Looking

  /// Reads a generation. A storage that knows how leaves one unread that is larger than the schema allows.
  func read(_ generation: StateGeneration) -> Result<Data?, any Error> {
    Result {
      guard let bounded = storage as? any BoundedStorage else { return try storage.read(generation) }
      return try bounded.read(generation, limit: schema.maxBytes)
    }
  }

  /// Whether what this process has restored is to be saved again as it is: an older schema's, or another codec's.
  package func isOutOfDate() -> Bool {
    memory.withLock { _ in
      guard let bytes = try? read(.current).get(), let envelope = try? Envelope.open(bytes),
        case .restored(schema.version, _)? = KnownGenerations.of(storage)
          .outcome(ofSum: KnownGenerations.sum(bytes), schema: schema.version)
      else { return false }
      return envelope.schema != schema.version || envelope.codec != schema.codec?.name
    }
  }

  func contents(
    of generation: StateGeneration, bytes: Result<Data?, any Error>, upTo depth: SavedContents.Depth
  ) -> SavedContents {
    SavedContents(bytes, schema: schema, upTo: depth, name: storage.name(of: generation))
  }
}
