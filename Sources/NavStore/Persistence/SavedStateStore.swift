#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An object that loads and saves the generations of any storage, and decides which one is used, overwritten or moved
/// aside.
///
/// | the generation is | a load | a save |
/// | --- | --- | --- |
/// | good, with the same schema or one that is migrated | uses it | makes it the previous generation |
/// | good, and usable in part | uses that part | moves a copy aside first |
/// | good, and neither restored nor saved by this process | | moves a copy aside first |
/// | good, with a payload that does not decode | moves it aside, tries the previous one | moves it aside first |
/// | empty, foreign, damaged, too large | moves it aside, tries the previous one | moves it aside first |
/// | of an older schema without successful migrations | tries the previous one | moves it aside first |
/// | of a newer schema or envelope | tries the previous one | is refused |
/// | unreadable, or its codec is missing or fails | tries the previous one | is refused |
///
/// Therefore a save discards a generation only if the app has used the whole generation and a newer one exists. A load
/// moves no generation of a storage that another owner saves to.
package final class SavedStateStore: Sendable {
  package enum Outcome: Equatable, Sendable {
    case written
    /// This object has saved the same payload before, and the storage still contains it.
    case unchanged
  }

  /// The number of bytes that this object saved last; `nil` while the contents of the storage are not known.
  package var savedBytes: Int? { memory.withLock { $0.saved?.bytes.count } }

  /// The new names of the last ten generations that saves of this object have moved aside.
  package var movedAside: [String] { memory.withLock { $0.movedAside } }

  private struct Memory {
    /// The last saved state, while it is known to be in the storage.
    var saved: (bytes: Data, payload: Data)?
    var own: Set<UInt64> = []
    /// The checksum of the previous generation; `nil` if that generation must not be replaced.
    var replaceable: UInt64?
    var movedAside: [String] = []
    var hasEnded = false
    var isDiscarded = false
  }

  private let storage: any StateStorage
  private let owner: StorageOwner?
  private let schema: StateSchema
  private let check: @Sendable (Data) throws -> Void
  private let memory = Locked(Memory())

  /// Creates a store of states in a storage. If `owner` is `nil`, saves need no ownership. Otherwise, a save fails
  /// while another owner has the storage. `check` throws an error if a payload of the schema cannot be decoded.
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
    owner?.end()
  }

  func name(of generation: StateGeneration) -> String { storage.name(of: generation) }

  // MARK: - Saving

  /// Makes the payload the current generation, unless it already is.
  ///
  /// Each save reads the current generation, so that a state that another process has saved is not lost. The read is
  /// cheap compared with the sync of the write.
  package func save(_ payload: Data, revision: Int) throws(PersistenceError) -> Outcome {
    try inSession(of: owner) { session throws(PersistenceError) in
      try memory.withLock { memory throws(PersistenceError) in
        try save(payload, revision: revision, in: session, &memory)
      }
    }
  }

  private func save(
    _ payload: Data, revision: Int, in session: any StorageSession, _ memory: inout Memory
  ) throws(PersistenceError) -> Outcome {
    if let loaded = storage.identity.knownGenerations.loadedVersion(otherThan: schema.version) {
      throw .schemaMismatch(file: storage.name(of: .current), restored: loaded, saving: schema.version)
    }
    let current = read(.current, in: session)
    if let saved = memory.saved, case .success(saved.bytes?) = current, saved.payload == payload { return .unchanged }
    // Both generations are read before one is moved: if one of them forbids the save, both stay as they are.
    let currentSum = Self.sum(current)
    let currentFinding = try finding(.current, current, currentSum, memory)
    let previous = memory.replaceable == nil ? read(.previous, in: session) : .success(nil)
    let previousSum = Self.sum(previous)
    let previousFinding = try finding(.previous, previous, previousSum, memory)
    let plan = try plan(current: currentFinding, previous: previousFinding)
    let isReplaceable = previousFinding == .known(isWhole: true) || previousFinding == .older
    let remaining = memory.replaceable ?? (isReplaceable ? previousSum : nil)
    let replaceable: UInt64? =
      switch plan.current {
      case .keep: currentSum
      case .replaceAfterCopy: nil
      case .nothing, .moveAside: remaining
      }
    let bytes = try encoded(payload, revision: revision, before: replaceable)
    let sum = KnownGenerations.sum(bytes)

    // From here until a write succeeds, the contents of the storage are not known.
    memory.saved = nil
    memory.replaceable = nil
    let moved = plan.current == .moveAside ? try moveAside(.current, in: session, &memory) : nil
    if plan.movesPrevious { try moveAside(.previous, in: session, &memory) }
    do {
      if plan.current == .replaceAfterCopy, case .success(let data?) = current {
        // Only a copy is moved aside, so that the state stays in its place until the new one is saved.
        try session.write(data, keepingCurrentAsPrevious: true)
        try moveAside(.previous, in: session, &memory)
      }
      memory.own.insert(sum)
      try session.write(bytes, keepingCurrentAsPrevious: plan.current == .keep)
    } catch let error as PersistenceError {
      throw error
    } catch {
      var error = StorageError(error, action: .save, file: storage.name(of: .current))
      if let moved {
        error.consequence = "The earlier saved state was moved to \(moved), because it could not be used."
      }
      throw .storage(error)
    }
    memory.saved = (bytes, payload)
    memory.own = [sum]
    memory.replaceable = replaceable
    return .written
  }

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
      case .codecFailed(let reason): throw .codecFailed(file: file, reason: reason)
      case let reason: throw .codecFailed(file: file, reason: "\(reason)")
      }
    }
  }

  private static func sum(_ bytes: Result<Data?, any Error>) -> UInt64? {
    if case .success(let data?) = bytes { KnownGenerations.sum(data) } else { nil }
  }

  /// Returns what the app knows about a generation.
  ///
  /// - Throws: ``PersistenceError/schemaMismatch(file:restored:saving:)`` if this process has restored the generation
  ///   with another version of the schema. If the process then saved the state, the next start would migrate the state
  ///   a second time.
  private func finding(
    _ generation: StateGeneration, _ bytes: Result<Data?, any Error>, _ sum: UInt64?, _ memory: Memory
  ) throws(PersistenceError) -> SavePlan.Finding {
    if let sum {
      if memory.own.contains(sum) { return .known(isWhole: true) }
      switch storage.identity.knownGenerations.outcome(ofSum: sum, schema: schema.version) {
      case .restored(schema.version, let isWhole)?: return .known(isWhole: isWhole)
      case .restored(let version, _)?:
        throw .schemaMismatch(file: storage.name(of: generation), restored: version, saving: schema.version)
      case .older?: return .older
      case .codecFailed(let reason)?: return .unusable(.codecFailed(reason))
      case nil: break
      }
    }
    switch contents(of: generation, bytes: bytes, upTo: .migrations) {
    case .missing: return .nothing
    case .unusable(let reason): return .unusable(reason)
    case .good(let good):
      do { try check(good.payload) } catch { return .unusable(Self.reason(error, good)) }
      return .unknown
    }
  }

  @discardableResult
  private func moveAside(
    _ generation: StateGeneration, in session: any StorageSession, _ memory: inout Memory
  ) throws(PersistenceError) -> String? {
    do {
      let name = try session.quarantine(generation)
      if let name { memory.movedAside = (memory.movedAside + [name]).suffix(Quarantine.limit) }
      return name
    } catch {
      throw .storage(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }

  // MARK: - Reading

  private func read(_ generation: StateGeneration) -> Result<Data?, any Error> {
    Result { try storage.withSession(of: nil) { try read(generation, in: $0).get() } }
  }

  /// Reads a generation. Some storages do not read a generation that is larger than the limit of the schema.
  private func read(_ generation: StateGeneration, in session: any StorageSession) -> Result<Data?, any Error> {
    Result { try session.read(generation, limit: schema.maxBytes) }
  }

  /// Returns whether the state that this process has restored must be saved again, because it has an older schema or
  /// another codec.
  package func isOutOfDate() -> Bool {
    memory.withLock { _ in
      guard let bytes = try? read(.current).get(), let envelope = try? Envelope.open(bytes),
        case .restored(schema.version, _)? = storage.identity.knownGenerations
          .outcome(ofSum: KnownGenerations.sum(bytes), schema: schema.version)
      else { return false }
      return envelope.schema != schema.version || envelope.codec != schema.codec?.name
    }
  }

  private func contents(
    of generation: StateGeneration, bytes: Result<Data?, any Error>, upTo depth: SavedContents.Depth
  ) -> SavedContents {
    SavedContents(bytes, schema: schema, upTo: depth, name: storage.name(of: generation))
  }

  /// Returns whether the storage contains the state that this object saved last.
  ///
  /// Before the first save, the state that this process restored last counts, unless another generation has replaced
  /// it. If nothing was restored, the result is `true`.
  func isIntact() -> Bool {
    memory.withLock { memory in
      let current = read(.current)
      if let saved = memory.saved { return (try? current.get()) == saved.bytes }
      guard case .success(nil) = current, let restored = storage.identity.knownGenerations.lastRestored else {
        return true
      }
      return Self.sum(read(.previous)) == restored
    }
  }

  // MARK: - Owners

  private func inSession<Result>(
    of owner: StorageOwner?, _ body: (any StorageSession) throws(PersistenceError) -> Result
  ) throws(PersistenceError) -> Result {
    do {
      return try storage.withSession(of: owner) { try body($0) }
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .storage(StorageError(error, action: .save, file: storage.name(of: .current)))
    }
  }

  /// Claims the storage before the first save, so that no other process can replace the restored state.
  ///
  /// The method does nothing if this process has restored no state. If another owner has the storage, the method
  /// reports nothing, and the first save reports the conflict.
  package func claim() {
    guard let owner, storage.identity.knownGenerations.lastRestored != nil, !memory.withLock({ $0.hasEnded }) else {
      return
    }
    try? storage.withSession(of: owner) { _ in }
  }

  /// Notes that the app has stopped saving and has not crashed, and releases the storage. Later calls do nothing.
  package func end() {
    endRestore()
    memory.withLock { $0.hasEnded = true }
    owner?.end()
  }

  /// Removes everything and releases the storage. If an earlier call has succeeded, does nothing, because the storage
  /// may contain a later state.
  package func discard() throws(PersistenceError) {
    if memory.withLock({ $0.isDiscarded }) { return }
    memory.withLock { memory in
      memory.hasEnded = true
      memory.saved = nil
    }
    defer { owner?.end() }
    do {
      try storage.remove(as: owner ?? StorageOwner())
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .storage(StorageError(error, action: .remove, file: storage.name(of: .current)))
    }
    storage.identity.knownGenerations.noteRestored(nil)
    memory.withLock { $0.isDiscarded = true }
  }

  // MARK: - Loading

  /// Returns the newest state that can be decoded, and a report. The state is `nil` if no generation can be decoded, or
  /// if too many restores in a row have not been marked as healthy. `isWhole` returns whether the whole of a restored
  /// state could be used.
  package func load<State>(
    isWhole: (State) -> Bool = { _ in true }, _ decode: (Data) throws -> State
  ) -> (state: State?, report: RestoreReport) {
    var report = RestoreReport()
    storage.identity.knownGenerations.noteLoad(version: schema.version)
    var restored: UInt64?
    defer { storage.identity.knownGenerations.noteRestored(restored) }
    guard beginRestore(&report) else { return (nil, report) }
    defer { if report.generation == nil { endRestore() } }
    for generation in StateGeneration.allCases {
      let name = storage.name(of: generation)
      let (contents, found) = settledContents(of: generation)
      let bytes = try? found.get()
      let reason: RestoreReport.Reason
      switch contents {
      case .missing: reason = .missing
      case .unusable(let why): reason = why
      case .good(let good):
        do {
          let state = try decode(good.payload)
          report.generation = generation
          report.file = name
          report.revision = good.envelope.revision
          report.schema = good.envelope.schema
          report.migrations = good.migrations
          if let bytes {
            restored = KnownGenerations.sum(bytes)
            let outcome = KnownGenerations.Outcome.restored(schema: schema.version, isWhole: isWhole(state))
            storage.identity.knownGenerations.note(bytes, outcome)
            if let before = good.envelope.before { storage.identity.knownGenerations.note(sum: before, .older) }
          }
          return (state, report)
        } catch {
          reason = Self.reason(error, good)
        }
      }
      if case .codecFailed(let why) = reason, let bytes {
        storage.identity.knownGenerations.note(bytes, .codecFailed(why))
      }
      var finding = RestoreReport.Finding(generation: generation, file: name, reason: reason)
      if Self.isMovedAsideAtLoad(reason) { finding.quarantine = quarantine(generation, holding: found) }
      report.findings.append(finding)
    }
    return (nil, report)
  }

  private static func reason(_ error: any Error, _ good: SavedContents.Good) -> RestoreReport.Reason {
    if let reason = error as? RestoreReport.Reason { return reason }
    // The checksum of the envelope is correct, so the codec once created these bytes from JSON.
    if let codec = good.envelope.codec, (try? JSONValue(parsing: good.payload)) == nil {
      return .codecFailed(
        "the codec \(codec) did not decode it to JSON: its key may differ from the key that the state was saved with")
    }
    return .undecodable(error)
  }

  // MARK: - Counting restores

  /// Counts a restore before the restore begins, because the restore may make the app crash.
  ///
  /// - Returns: `false` if too many restores in a row have not been marked as healthy. In that case, each generation is
  ///   moved aside, except one that a load leaves in place, for example because it has a newer schema, cannot be read,
  ///   or belongs to a storage that another owner saves to.
  private func beginRestore(_ report: inout RestoreReport) -> Bool {
    guard let limit = schema.maxUnfinishedRestores else { return true }
    let count = (try? storage.withSession(of: nil) { try $0.unfinishedRestores() }) ?? 0
    guard count >= limit else {
      // If the restore cannot be counted, it continues without this protection.
      try? storage.withSession(of: nil) { try $0.setUnfinishedRestores(max(0, count) + 1) }
      return true
    }
    for generation in StateGeneration.allCases {
      let found = read(generation)
      var finding = RestoreReport.Finding(
        generation: generation, file: storage.name(of: generation),
        reason: .crashLoop(unfinishedRestores: count))
      // No codec and no migration runs here, because one of them may be the cause of the crashes.
      switch contents(of: generation, bytes: found, upTo: .envelope) {
      case .missing: finding.reason = .missing
      case .unusable(let reason) where !Self.isMovedAsideAtLoad(reason): finding.reason = reason
      case .unusable, .good: finding.quarantine = quarantine(generation, holding: found)
      }
      report.findings.append(finding)
    }
    endRestore()
    return false
  }

  /// Notes that the app works with the restored state, or that no state was restored. After `end()` or `discard()`, the
  /// method does nothing, because the count then belongs to a later restore.
  package func endRestore() {
    if memory.withLock({ $0.hasEnded }) { return }
    try? storage.withSession(of: nil) { session in
      if (try? session.unfinishedRestores()) != 0 { try session.setUnfinishedRestores(0) }
    }
  }

  // MARK: - Generations that cannot be used

  /// Reads a generation, and reads it again if its bytes are not a state.
  ///
  /// While this process reads a file, another process may save twice and overwrite that file. Therefore the generation
  /// is read up to four times, until two reads in a row find the same bytes.
  private func settledContents(
    of generation: StateGeneration
  ) -> (contents: SavedContents, found: Result<Data?, any Error>) {
    var found = read(generation)
    for _ in 0..<3 {
      let contents = contents(of: generation, bytes: found, upTo: .migrations)
      guard case .unusable(let reason) = contents, Self.isMovedAsideAtLoad(reason) else { return (contents, found) }
      let again = read(generation)
      if Self.isSame(found, again) { return (contents, found) }
      found = again
    }
    return (contents(of: generation, bytes: found, upTo: .migrations), found)
  }

  private static func isSame(_ first: Result<Data?, any Error>, _ second: Result<Data?, any Error>) -> Bool {
    switch (first, second) {
    case (.success(let first), .success(let second)): return first == second
    case (.failure(let first as StorageError), .failure(let second as StorageError)):
      return first.obstacle != nil && first.obstacle == second.obstacle
    case (.success, .failure), (.failure, .success), (.failure, .failure): return false
    }
  }

  private static func isMovedAsideAtLoad(_ reason: RestoreReport.Reason) -> Bool {
    switch reason {
    case .empty, .damaged, .foreign, .tooLarge, .undecodable, .crashLoop: true
    case .missing, .newerSchema, .newerFormat, .olderSchema, .migrationFailed, .codecFailed, .unreadable: false
    }
  }

  /// Moves a generation aside, unless it has changed since the given bytes were found, or another owner saves to the
  /// storage.
  private func quarantine(
    _ generation: StateGeneration, holding found: Result<Data?, any Error>
  ) -> RestoreReport.Quarantine? {
    let visitor = StorageOwner()
    defer { visitor.end() }
    do {
      return try storage.withSession(of: visitor) { session in
        guard Self.isSame(read(generation, in: session), found) else { return nil }
        return try session.quarantine(generation).map { .moved(to: $0) }
      }
    } catch PersistenceError.ownedElsewhere(_, let place) {
      return .left(to: place)
    } catch {
      return .failed(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }
}
