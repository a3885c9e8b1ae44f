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
/// | good, of our schema | used | becomes the previous generation |
/// | good, and its payload does not decode | moved aside, the previous generation is tried | moved aside first |
/// | empty, foreign, damaged | moved aside, the previous generation is tried | moved aside first |
/// | older schema | left alone, the previous generation is tried | moved aside first |
/// | newer schema or envelope | left alone, the previous generation is tried | refused: nothing is written |
/// | unreadable | left alone, the previous generation is tried | refused: nothing is written |
///
/// So only what could be restored ever becomes the previous generation, and nothing is destroyed but a previous
/// generation that a later good one replaces. Migrations will make older schemas usable: `contents(of:)` is their
/// place.
package final class SaveFile: Sendable {
  /// What a save that succeeded did.
  package enum Outcome: Equatable, Sendable {
    case written
    /// The same payload was saved before by this object and still stands in the storage.
    case unchanged
  }

  private enum Contents {
    case missing
    case good(Envelope)
    case unusable(RestoreReport.Reason)
  }

  private struct Memory {
    /// What this object saved last, while it is known to stand in the storage.
    var saved: (bytes: Data, payload: Data)?
    /// Whether the previous generation may be replaced: it was looked at, or this object put it there.
    var isPreviousReplaceable = false
  }

  private let storage: any StateStorage
  private let schema: Int
  private let check: @Sendable (Data) throws -> Void
  private let memory = Locked(Memory())

  /// Makes the rules for a storage; `check` throws if a payload of our schema does not decode.
  package init(storage: any StateStorage, schema: Int, check: @escaping @Sendable (Data) throws -> Void = { _ in }) {
    guard schema >= 0 else { fatalError("The version of a saved state is \(schema). Count versions from 1.") }
    self.storage = storage
    self.schema = schema
    self.check = check
  }

  // MARK: - Loading

  /// Returns the newest generation that decodes, or nil, and a report of what was found.
  package func load<State>(_ decode: (Data) throws -> State) -> (state: State?, report: RestoreReport) {
    memory.withLock { _ in
      var report = RestoreReport()
      for generation in [StateGeneration.current, .previous] {
        let name = storage.name(of: generation)
        let reason: RestoreReport.Reason
        switch contents(of: generation, bytes: Result { try storage.read(generation) }) {
        case .missing: reason = .missing
        case .unusable(let why): reason = why
        case .good(let envelope):
          do {
            let state = try decode(envelope.payload)
            report.generation = generation
            report.file = name
            report.revision = envelope.revision
            report.schema = envelope.schema
            return (state, report)
          } catch {
            reason = .undecodable(error)
          }
        }
        var finding = RestoreReport.Finding(generation: generation, file: name, reason: reason)
        if Self.isMovedAsideAtLoad(reason) { finding.quarantine = quarantine(generation, name: name) }
        report.findings.append(finding)
      }
      return (nil, report)
    }
  }

  private static func isMovedAsideAtLoad(_ reason: RestoreReport.Reason) -> Bool {
    switch reason {
    case .empty, .damaged, .foreign, .undecodable: true
    case .missing, .newerSchema, .newerFormat, .olderSchema, .unreadable: false
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
    try memory.withLock { memory throws(PersistenceError) in
      let current = Result { try storage.read(.current) }
      if let saved = memory.saved, case .success(saved.bytes?) = current, saved.payload == payload { return .unchanged }
      // Whatever happens from here on, what stands in the storage is known again only after a write that succeeded.
      let saved = memory.saved
      memory.saved = nil

      let isOurs = if let saved, case .success(saved.bytes?) = current { true } else { false }
      let fate = isOurs ? .keep : try fate(of: .current, bytes: current)
      // Looked at before anything is moved: if one generation forbids saving, both stay as they are.
      let previousFate =
        memory.isPreviousReplaceable
        ? .keep : try self.fate(of: .previous, bytes: Result { try storage.read(.previous) })
      let moved = fate == .moveAside ? try moveAside(.current) : nil
      if previousFate == .moveAside { _ = try moveAside(.previous) }
      memory.isPreviousReplaceable = true

      let bytes = Envelope(schema: schema, revision: revision, payload: payload).encode()
      do {
        try storage.write(bytes, keepingCurrentAsPrevious: fate == .keep)
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

  /// What a save has to do with a generation before it writes.
  private enum Fate { case nothing, keep, moveAside }

  private func fate(
    of generation: StateGeneration, bytes: Result<Data?, any Error>
  ) throws(PersistenceError) -> Fate {
    switch contents(of: generation, bytes: bytes) {
    case .missing: return .nothing
    case .good(let envelope):
      do {
        try check(envelope.payload)
        return .keep
      } catch {
        return .moveAside
      }
    case .unusable(let reason):
      switch reason {
      case .missing: return .nothing
      case .empty, .damaged, .foreign, .olderSchema, .undecodable: return .moveAside
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

  private func contents(of generation: StateGeneration, bytes: Result<Data?, any Error>) -> Contents {
    let data: Data
    switch bytes {
    case .success(nil): return .missing
    case .success(let found?): data = found
    case .failure(let error):
      return .unusable(.unreadable(StorageError(error, action: .read, file: storage.name(of: generation))))
    }
    let envelope: Envelope
    do {
      envelope = try Envelope.open(data)
    } catch {
      return .unusable(RestoreReport.Reason(error))
    }
    if envelope.schema > schema { return .unusable(.newerSchema(found: envelope.schema, expected: schema)) }
    if envelope.schema < schema { return .unusable(.olderSchema(found: envelope.schema, expected: schema)) }
    return .good(envelope)
  }
}

extension RestoreReport.Reason {
  /// Why bytes are not an envelope that can be used.
  package init(_ error: EnvelopeError) {
    self =
      switch error {
      case .empty: .empty
      case .foreign: .foreign
      case .damaged(let damage): .damaged(damage)
      case .unsupportedVersion(let version): .newerFormat(found: version)
      }
  }

  /// The path and the reason of a decoding error, on one line.
  package static func undecodable(_ error: any Error) -> Self {
    let context: DecodingError.Context
    switch error {
    case DecodingError.dataCorrupted(let found), DecodingError.keyNotFound(_, let found),
      DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found):
      context = found
    default: return .undecodable("\(error)")
    }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return .undecodable(path.isEmpty ? context.debugDescription : "at \(path): \(context.debugDescription)")
  }
}
