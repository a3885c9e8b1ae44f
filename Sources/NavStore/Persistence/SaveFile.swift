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
/// | good, and a part of it cannot be used | the rest is used | as good, and moved aside by the save after that |
/// | good, and its payload does not decode | moved aside, the previous generation is tried | moved aside first |
/// | empty, foreign, damaged, too large | moved aside, the previous generation is tried | moved aside first |
/// | older schema without migrations, or one that fails | left alone, the previous generation is tried | moved aside first |
/// | newer schema or envelope | left alone, the previous generation is tried | refused: nothing is written |
/// | unreadable, or its codec is missing or fails | left alone, the previous generation is tried | refused |
///
/// So only what could be restored ever becomes the previous generation, and nothing is destroyed but a previous
/// generation that could be restored in full and that a later good one replaces.
package final class SaveFile: Sendable {
  /// What a save that succeeded did.
  package enum Outcome: Equatable, Sendable {
    case written
    /// The same payload was saved before by this object and still stands in the storage.
    case unchanged
  }

  /// How many bytes this object saved last; nil while it is not known what stands in the storage.
  package var savedBytes: Int? { memory.withLock { $0.saved?.bytes.count } }

  /// How much of a payload can be used.
  package enum Use: Sendable { case whole, part }

  private struct Memory {
    /// What this object saved last, while it is known to stand in the storage.
    var saved: (bytes: Data, payload: Data)?
    /// Whether the previous generation may be replaced: it was looked at, or this object put it there.
    var isPreviousReplaceable = false
  }

  let storage: any StateStorage
  /// Who saves; nil if nobody is to be asked.
  let owner: StorageOwner?
  private let schema: StateSchema
  private let check: @Sendable (Data) throws -> Use
  private let memory = Locked(Memory())

  /// Makes the rules for a storage; `check` throws if a payload of our schema does not decode. With an owner, a save is
  /// refused while another one has the storage.
  package init(
    storage: any StateStorage, schema: StateSchema = StateSchema(), owner: StorageOwner? = nil,
    check: @escaping @Sendable (Data) throws -> Use = { _ in .whole }
  ) {
    self.storage = storage
    self.owner = owner
    self.schema = schema
    self.check = check
  }

  deinit {
    giveUpOwnership()
  }

  // MARK: - Loading

  /// Returns the newest generation that decodes, or nil, and a report of what was found.
  package func load<State>(_ decode: (Data) throws -> State) -> (state: State?, report: RestoreReport) {
    memory.withLock { _ in
      var report = RestoreReport()
      guard beginRestore(&report) else { return (nil, report) }
      defer { if report.generation == nil { endRestore() } }
      for generation in [StateGeneration.current, .previous] {
        let name = storage.name(of: generation)
        let reason: RestoreReport.Reason
        switch contents(of: generation, bytes: Result { try storage.read(generation) }) {
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
            return (state, report)
          } catch {
            reason = error as? RestoreReport.Reason ?? .undecodable(error)
          }
        }
        var finding = RestoreReport.Finding(generation: generation, file: name, reason: reason)
        if Self.isMovedAsideAtLoad(reason) { finding.quarantine = quarantine(generation, name: name) }
        report.findings.append(finding)
      }
      return (nil, report)
    }
  }

  /// Counts a restore before it begins, because it may be what crashes. False if too many in a row have not become
  /// healthy: then both generations are moved aside.
  private func beginRestore(_ report: inout RestoreReport) -> Bool {
    guard let limit = schema.maxUnfinishedRestores, let counter = storage as? any RestoreCounting else { return true }
    let count = (try? counter.unfinishedRestores()) ?? 0
    guard count >= limit else {
      // Where it cannot be counted, the guard does not guard, and the app works.
      try? counter.setUnfinishedRestores(max(0, count) + 1)
      return true
    }
    for generation in StateGeneration.allCases {
      let name = storage.name(of: generation)
      var finding = RestoreReport.Finding(
        generation: generation, file: name, reason: .crashLoop(unfinishedRestores: count))
      switch contents(of: generation, bytes: Result { try storage.read(generation) }) {
      case .missing: finding.reason = .missing
      case .unusable(let reason) where !Self.isMovedAsideAtLoad(reason): finding.reason = reason
      case .unusable, .good: finding.quarantine = quarantine(generation, name: name)
      }
      report.findings.append(finding)
    }
    endRestore()
    return false
  }

  /// Notes that the app works with what was restored, or that nothing was.
  package func endRestore() {
    guard schema.maxUnfinishedRestores != nil, let counter = storage as? any RestoreCounting else { return }
    try? counter.setUnfinishedRestores(0)
  }

  private static func isMovedAsideAtLoad(_ reason: RestoreReport.Reason) -> Bool {
    switch reason {
    case .empty, .damaged, .foreign, .tooLarge, .undecodable, .crashLoop: true
    case .missing, .newerSchema, .newerFormat, .olderSchema, .migrationFailed, .illegible, .unreadable: false
    }
  }

  private func quarantine(_ generation: StateGeneration, name: String) -> RestoreReport.Quarantine? {
    do {
      return try storage.quarantine(generation).map { .moved(to: $0) }
    } catch {
      return .failed(StorageError(error, action: .quarantine, file: name))
    }
  }

  // MARK: - Saving

  /// Makes the payload the current generation, unless it is already.
  ///
  /// Reads the current generation each time, which is cheap beside the sync of a write, so that what somebody else put
  /// there is not destroyed either. Throws when nothing was saved.
  package func save(_ payload: Data, revision: Int) throws(PersistenceError) -> Outcome {
    try asOwner { () throws(PersistenceError) in try saveAsOwner(payload, revision: revision) }
  }

  private func saveAsOwner(_ payload: Data, revision: Int) throws(PersistenceError) -> Outcome {
    try memory.withLock { memory throws(PersistenceError) in
      let current = Result { try storage.read(.current) }
      if let saved = memory.saved, case .success(saved.bytes?) = current, saved.payload == payload { return .unchanged }
      // Whatever happens from here on, what stands in the storage is known again only after a write that succeeded.
      let saved = memory.saved
      memory.saved = nil

      let bytes = try encoded(payload, revision: revision)
      let isOurs = if let saved, case .success(saved.bytes?) = current { true } else { false }
      let fate = isOurs ? .keep : try fate(of: .current, bytes: current)
      // Looked at before anything is moved: if one generation forbids saving, both stay as they are.
      let previousFate =
        memory.isPreviousReplaceable
        ? .keep : try self.fate(of: .previous, bytes: Result { try storage.read(.previous) })
      let moved = fate == .moveAside ? try moveAside(.current) : nil
      if previousFate == .moveAside || previousFate == .keepOnce { _ = try moveAside(.previous) }
      // What becomes the previous generation now was put there by this object, or can be restored in full.
      memory.isPreviousReplaceable = fate != .keepOnce

      do {
        try storage.write(bytes, keepingCurrentAsPrevious: fate == .keep || fate == .keepOnce)
      } catch {
        var error = StorageError(error, action: .save, file: storage.name(of: .current))
        if let moved {
          error.consequence = "What was saved before was moved to \(moved), because it could not be used."
        }
        throw .storage(error)
      }
      memory.saved = (bytes, payload)
      return .written
    }
  }

  /// The bytes to save. Throws if there are more than the schema allows.
  func encoded(_ payload: Data, revision: Int) throws(PersistenceError) -> Data {
    var content = payload
    if let codec = schema.codec {
      do { content = try codec.encode(payload) } catch { throw .encodingFailed("codec \(codec.name): \(error)") }
    }
    let bytes = Envelope(schema: schema.version, revision: revision, codec: schema.codec?.name, payload: content)
      .encode()
    guard bytes.count <= schema.maxBytes else { throw .tooLarge(bytes: bytes.count, limit: schema.maxBytes) }
    return bytes
  }

  /// What a save has to do with a generation before it writes: `keepOnce` is for what can be restored in part.
  private enum Fate { case nothing, keep, keepOnce, moveAside }

  private func fate(
    of generation: StateGeneration, bytes: Result<Data?, any Error>
  ) throws(PersistenceError) -> Fate {
    switch contents(of: generation, bytes: bytes) {
    case .missing: return .nothing
    case .good(let good):
      do {
        return switch try check(good.payload) {
        case .whole: .keep
        case .part: .keepOnce
        }
      } catch RestoreReport.Reason.illegible(let reason) {
        throw .illegible(file: storage.name(of: generation), reason: reason)
      } catch {
        return .moveAside
      }
    case .unusable(let reason):
      switch reason {
      case .missing: return .nothing
      case .empty, .damaged, .foreign, .tooLarge, .olderSchema, .migrationFailed, .undecodable, .crashLoop:
        return .moveAside
      case .illegible(let reason):
        throw .illegible(file: storage.name(of: generation), reason: reason)
      case .newerSchema(let found, let expected):
        throw .newerSchema(file: storage.name(of: generation), found: found, expected: expected)
      case .newerFormat(let found): throw .newerFormat(file: storage.name(of: generation), found: found)
      case .unreadable(let error): throw .storage(error)
      }
    }
  }

  /// Returns the name that the generation has now.
  private func moveAside(_ generation: StateGeneration) throws(PersistenceError) -> String? {
    do {
      return try storage.quarantine(generation)
    } catch {
      throw .storage(StorageError(error, action: .quarantine, file: storage.name(of: generation)))
    }
  }

  // MARK: - Looking

  /// Whether what is current is to be saved again as it is: an older schema's, or another codec's.
  package func isOutOfDate() -> Bool {
    memory.withLock { _ in
      guard case .good(let good) = contents(of: .current, bytes: Result { try storage.read(.current) }) else {
        return false
      }
      return good.envelope.schema != schema.version || good.envelope.codec != schema.codec?.name
    }
  }

  private func contents(of generation: StateGeneration, bytes: Result<Data?, any Error>) -> SavedContents {
    SavedContents(bytes, schema: schema, name: storage.name(of: generation))
  }
}
