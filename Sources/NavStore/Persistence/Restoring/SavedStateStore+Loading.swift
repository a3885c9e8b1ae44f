#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SavedStateStore {
  /// Returns the newest generation that decodes, or nil, and a report of what was found. `isWhole` says whether all of
  /// a restored state could be used.
  package func load<State>(
    isWhole: (State) -> Bool = { _ in true }, _ decode: (Data) throws -> State
  ) -> (state: State?, report: RestoreReport) {
    var report = RestoreReport()
    KnownGenerations.of(storage).noteLoad(version: schema.version)
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
            KnownGenerations.of(storage).note(bytes, outcome)
            if let before = good.envelope.before { KnownGenerations.of(storage).note(sum: before, .older) }
          }
          return (state, report)
        } catch {
          reason = Self.reason(error, good)
        }
      }
      if case .illegible(let why) = reason, let bytes { KnownGenerations.of(storage).note(bytes, .illegible(why)) }
      var finding = RestoreReport.Finding(generation: generation, file: name, reason: reason)
      if Self.isMovedAsideAtLoad(reason) { finding.quarantine = quarantine(generation, holding: found) }
      report.findings.append(finding)
    }
    return (nil, report)
  }

  /// Why a state that was opened does not decode.
  static func reason(_ error: any Error, _ good: SavedContents.Good) -> RestoreReport.Reason {
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
    guard let limit = schema.maxUnfinishedRestores, let counter = storage as? any RestoreCounting else { return true }
    let count = (try? counter.unfinishedRestores()) ?? 0
    guard count >= limit else {
      // Where it cannot be counted, the guard does not guard, and the app works.
      try? counter.setUnfinishedRestores(max(0, count) + 1)
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
    guard let counter = storage as? any RestoreCounting, (try? counter.unfinishedRestores()) != 0 else { return }
    try? counter.setUnfinishedRestores(0)
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
