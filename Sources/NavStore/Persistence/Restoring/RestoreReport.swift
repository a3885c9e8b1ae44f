/// The report of a load: what was found, used and moved aside.
///
/// The description has a message for each finding that may require an action, with the name of the file.
public struct RestoreReport: Equatable, Sendable, CustomStringConvertible {
  /// The generation that was restored; `nil` if the initial state is used.
  public package(set) var generation: StateGeneration?

  /// The storage's name for the generation that was restored, for instance the path of its file; `nil` if the initial
  /// state is used.
  package var file: String?

  /// The store's revision at the time the restored state was saved; `nil` if the initial state is used.
  package var revision: Int?

  package var schema: Int?
  package var migrations: [String] = []

  package var repairs = RestoreRepairs()

  package var findings: [Finding] = []

  package init() {}

  /// A generation that was not used, with the reason, and what was done with the generation.
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package var generation: StateGeneration

    package var file: String
    package var reason: Reason

    /// What was done with the generation; `nil` if the load did not try to move it.
    package var quarantine: Quarantine?

    package init(generation: StateGeneration, file: String, reason: Reason, quarantine: Quarantine? = nil) {
      self.generation = generation
      self.file = file
      self.reason = reason
      self.quarantine = quarantine
    }

    package var description: String {
      let sentence = "\(file) \(reason)".printable.asSentence
      return quarantine.map { "\(sentence) \($0)" } ?? sentence
    }
  }

  /// The reason why a generation was not used.
  package enum Reason: Equatable, Sendable, CustomStringConvertible {
    case missing
    case empty
    /// This library has saved the generation, and the bytes have changed since then.
    case damaged(StateDamage)
    /// The generation does not begin like a state that this library saves. Another program probably wrote it.
    case foreign
    /// A later version of the app has saved the generation, which stays in its place.
    case newerSchema(found: Int, expected: Int)
    /// A later version of this library has saved the generation, which stays in its place.
    case newerFormat(found: Int)
    /// An earlier version of the app has saved the generation. It stays in its place until a save moves it aside.
    case olderSchema(found: Int, expected: Int)
    /// An earlier version of the app has saved the generation, and a migration failed. It stays in its place until a
    /// save moves it aside.
    case migrationFailed(String)
    /// The codec of the generation is unknown or failed, or the generation has values of `AnyRoute` and the schema
    /// has no registry. The load leaves the generation in its place.
    case codecFailed(String)
    /// The generation was restored the given number of times in a row, and the app was not marked as healthy after any
    /// of these restores.
    case crashLoop(unfinishedRestores: Int)
    case tooLarge(found: Int, limit: Int)
    /// The generation is complete, but its content is not a state of this app. The associated value is the reason that
    /// the decoder reports.
    case undecodable(String)
    /// The generation exists, or may exist, and could not be read. The load leaves it in its place.
    case unreadable(StorageError)

    /// The reason as text that follows the name of the file.
    package var description: String {
      switch self {
      case .missing: "does not exist"
      case .empty: "is empty"
      case .damaged(let damage): "is damaged: \(damage)"
      case .foreign: "is not a saved state: it was not written by NavStore"
      case .newerSchema(let found, let expected):
        "was saved by a later version of the app (schema \(found); this version reads \(expected)) and was not changed"
      case .newerFormat(let found): "was saved by a later version of NavStore (format \(found)) and was not changed"
      case .olderSchema(let found, let expected):
        "was saved by an earlier version of the app (schema \(found); this version reads \(expected)) and is not used"
      case .migrationFailed(let reason):
        "was saved by an earlier version of the app and cannot be migrated: \(reason)"
      case .codecFailed(let reason): "cannot be read and was not changed: \(reason)"
      case .crashLoop(let count):
        "was restored \(count) times in a row, and the app never became healthy, so it may be what makes the app crash"
      case .tooLarge(let found, let limit): "has \(found) bytes, and the limit for a saved state is \(limit)"
      case .undecodable(let reason): "does not contain a state of this app: \(reason)"
      case .unreadable(let error): "could not be read: \(error.reason)"
      }
    }
  }

  /// What was done with a generation that could not be used.
  package enum Quarantine: Equatable, Sendable, CustomStringConvertible {
    /// The generation was moved. ``FileStorage`` and ``KeyValueStorage`` remove it after ten other generations have
    /// been moved aside.
    case moved(to: String)
    /// The generation could not be moved. A save tries again to move it, and does not overwrite it.
    case failed(StorageError)
    /// The generation was not moved, because another persistence saves to the file. The next save of that persistence
    /// decides what to do with the generation.
    case left(to: StorageOwner.Location)

    package var description: String {
      switch self {
      case .moved(let name): "It was moved to \(name); keep it for a bug report, or delete it."
      case .failed(let error): "It could not be moved aside: \(error.reason). It will not be overwritten."
      case .left(let place): "It was not moved, because \(place) saves to it."
      }
    }
  }

  /// Whether the load had the expected result: the current generation was used as it was saved, or no state was ever
  /// saved.
  ///
  /// Migrations and new tabs are expected.
  public var isUnchanged: Bool {
    findings.allSatisfy { $0.reason == .missing } && generation != .previous && !repairs.hasLosses
  }

  /// A sentence for each part of the saved state that is missing from the restored one, such as a route that no longer
  /// exists and the routes above it. At most 100 losses are listed.
  public var losses: [String] { repairs.lossMessages }

  /// The generations that were left in their places because the codec or the registry of the schema cannot read them.
  public var codecFailures: [StateGeneration] {
    findings.compactMap { if case .codecFailed = $0.reason { $0.generation } else { nil } }
  }

  /// The report in sentences. Each finding and each listed repair is on its own line.
  public var description: String {
    var lines: [String] = []
    for finding in findings where finding.reason != .missing || generation != nil { lines.append(finding.description) }
    switch (generation, file, revision) {
    case (.current?, let file?, let revision?): lines.append("Restored revision \(revision) from \(file.printable).")
    case (.previous?, let file?, let revision?):
      lines.append(
        "Restored revision \(revision) from the previous generation, \(file.printable); later changes are lost.")
    default:
      let isFirst = findings.allSatisfy { $0.reason == .missing }
      lines.append(isFirst ? "No state has been saved yet. The initial state is used." : "The initial state is used.")
    }
    if !migrations.isEmpty, let schema {
      lines.append("It had schema \(schema) and was migrated: \(migrations.joined(separator: ", ")).")
    }
    if !repairs.isEmpty { lines.append(repairs.description) }
    return lines.joined(separator: "\n")
  }
}

/// The result of a load: a state and a report.
public struct Restored<State> {
  /// The restored state, or the initial one.
  public var state: State

  /// The report of what was found, used and moved aside.
  public var report: RestoreReport

  package init(state: State, report: RestoreReport) {
    self.state = state
    self.report = report
  }

  package var revision: Int? { report.revision }
}

extension Restored: Sendable where State: Sendable {}
extension Restored: Equatable where State: Equatable {}
