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

  private let storage: any StateStorage
  /// Who saves; nil if nobody is to be asked.
  private let owner: StorageOwner?
  private let schema: StateSchema
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

  /// Returns the name of the generation for messages.
  func name(of generation: StateGeneration) -> String { storage.name(of: generation) }

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
    if let loaded = storage.identity.knownGenerations.loadedVersion(otherThan: schema.version) {
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
      switch storage.identity.knownGenerations.outcome(ofSum: sum, schema: schema.version) {
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
      if let name { memory.movedAside = (memory.movedAside + [name]).suffix(Quarantine.limit) }
      return name
    } catch {
      throw .storage(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }

  // MARK: - Looking

  /// Reads a generation. A storage that knows how leaves one unread that is larger than the schema allows.
  private func read(_ generation: StateGeneration) -> Result<Data?, any Error> {
    Result { try storage.read(generation, limit: schema.maxBytes) }
  }

  /// Whether what this process has restored is to be saved again as it is: an older schema's, or another codec's.
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

  // MARK: - Owners

  /// Runs a save as the owner of the storage, if there is an owner and the storage knows of owners.
  private func asOwner<Result>(_ save: () throws(PersistenceError) -> Result) throws(PersistenceError) -> Result {
    guard let owner else { return try save() }
    do {
      return try storage.withOwnership(of: owner) { try save() }
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw .storage(StorageError(error, action: .save, file: storage.name(of: .current)))
    }
  }

  /// Takes the storage before the first save, if something is saved there that somebody else could remove or replace.
  /// If another one has it, the first save says so.
  package func claim() {
    guard owner != nil, storage.hasOwners, (try? read(.current).get()) != nil else { return }
    try? asOwner { () throws(PersistenceError) in }
  }

  /// Notes that the app has ended in an orderly way, which is no crash, and lets others save.
  package func end() {
    endRestore()
    releaseOwnership()
  }

  /// Lets others save; a later save asks anew.
  package func releaseOwnership() {
    if let owner { storage.releaseOwnership(of: owner) }
  }

  // MARK: - Loading

  /// Returns the newest generation that decodes, or nil, and a report of what was found. `isWhole` says whether all of
  /// a restored state could be used.
  package func load<State>(
    isWhole: (State) -> Bool = { _ in true }, _ decode: (Data) throws -> State
  ) -> (state: State?, report: RestoreReport) {
    var report = RestoreReport()
    storage.identity.knownGenerations.noteLoad(version: schema.version)
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
            let outcome = KnownGenerations.Outcome.restored(schema: schema.version, isWhole: isWhole(state))
            storage.identity.knownGenerations.note(bytes, outcome)
            if let before = good.envelope.before { storage.identity.knownGenerations.note(sum: before, .older) }
          }
          return (state, report)
        } catch {
          reason = Self.reason(error, good)
        }
      }
      if case .illegible(let why) = reason, let bytes { storage.identity.knownGenerations.note(bytes, .illegible(why)) }
      var finding = RestoreReport.Finding(generation: generation, file: name, reason: reason)
      if Self.isMovedAsideAtLoad(reason) { finding.quarantine = quarantine(generation, holding: found) }
      report.findings.append(finding)
    }
    return (nil, report)
  }

  /// Why a state that was opened does not decode.
  private static func reason(_ error: any Error, _ good: SavedContents.Good) -> RestoreReport.Reason {
    if let reason = error as? RestoreReport.Reason { return reason }
    // The envelope's sum was right, so these are the bytes that the codec once made of JSON.
    if let codec = good.envelope.codec, (try? JSONValue(parsing: good.payload)) == nil {
      return .illegible("the codec \(codec) makes no JSON of it: it may have another key than the one that saved it")
    }
    return .undecodable(error)
  }

  // MARK: - Counting restores

  /// Counts a restore before it begins, because it may be what crashes. False if too many in a row have not become
  /// healthy: then both generations are moved aside.
  private func beginRestore(_ report: inout RestoreReport) -> Bool {
    guard let limit = schema.maxUnfinishedRestores else { return true }
    let count = (try? storage.unfinishedRestores()) ?? 0
    guard count >= limit else {
      // Where it cannot be counted, the guard does not guard, and the app works.
      try? storage.setUnfinishedRestores(max(0, count) + 1)
      return true
    }
    for generation in StateGeneration.allCases {
      let found = read(generation)
      var finding = RestoreReport.Finding(
        generation: generation, file: storage.name(of: generation),
        reason: .crashLoop(unfinishedRestores: count))
      // No codec and no migration runs here: it may be what crashes.
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

  /// Notes that the app works with what was restored, or that nothing was.
  package func endRestore() {
    if (try? storage.unfinishedRestores()) != 0 { try? storage.setUnfinishedRestores(0) }
  }

  // MARK: - Looking and moving

  /// Reads a generation, and again if its bytes are no state: another process may have saved twice meanwhile, and
  /// written over the file that was open. Only what stays as it is was damaged.
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

  /// Whether two reads of a generation found the same bytes, or the same reason not to read them.
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
    case .missing, .newerSchema, .newerFormat, .olderSchema, .migrationFailed, .illegible, .unreadable: false
    }
  }

  /// Moves a generation aside if it is still what was found, and no other owner saves to it.
  private func quarantine(
    _ generation: StateGeneration, holding found: Result<Data?, any Error>
  ) -> RestoreReport.Quarantine? {
    let visitor = StorageOwner()
    let visit = SavedStateStore(storage: storage, schema: schema, owner: visitor)
    do {
      return try visit.asOwner { () throws(PersistenceError) in
        guard Self.isSame(read(generation), found) else { return nil }
        do {
          return try storage.quarantine(generation).map { .moved(to: $0) }
        } catch {
          return .failed(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
        }
      }
    } catch .ownedElsewhere(_, let place) {
      return .left(to: place)
    } catch {
      return .failed(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }
}
