/// What loading a state found, used and moved aside.
///
/// The description has a sentence for each thing a person may want to act on, with the names of the files.
public struct RestoreReport: Equatable, Sendable, CustomStringConvertible {
  /// The generation that was restored, or nil if the initial state is used.
  public var generation: StateGeneration?

  /// What the storage calls the generation that was restored, for instance its path.
  public var file: String?

  /// The store's revision at the time the restored state was saved.
  public var revision: Int?

  /// The version of the restored state, as it was saved.
  public var schema: Int?

  /// The names of the steps that brought the restored state up to date, in order.
  public var migrations: [String] = []

  /// What of the restored state is not what was saved.
  public var repairs = RestoreRepairs()

  /// Why each generation that was looked at before was not used.
  public var findings: [Finding] = []

  /// Makes the report of a load that found nothing to look at.
  public init() {}

  /// Why a generation was not used, and where it is now.
  public struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// The generation that was looked at.
    public var generation: StateGeneration

    /// What the storage calls it, for instance its path.
    public var file: String

    /// Why it was not used.
    public var reason: Reason

    /// Whether it was moved aside; nil if it was left in its place on purpose.
    public var quarantine: Quarantine?

    /// Makes a finding.
    public init(generation: StateGeneration, file: String, reason: Reason, quarantine: Quarantine? = nil) {
      self.generation = generation
      self.file = file
      self.reason = reason
      self.quarantine = quarantine
    }

    /// The finding as a sentence or two.
    public var description: String {
      let sentence = "\(file) \(reason)".printable.asSentence
      return quarantine.map { "\(sentence) \($0)" } ?? sentence
    }
  }

  /// Why a generation was not used.
  public enum Reason: Equatable, Sendable, CustomStringConvertible {
    /// There is none.
    case missing
    /// There is one, without any content.
    case empty
    /// It was saved by this library and is no longer what was saved.
    case damaged(StateDamage)
    /// It is not a state that this library saved.
    case foreign
    /// It was saved by a later version of the app. It is left alone.
    case newerSchema(found: Int, expected: Int)
    /// It was saved by a later version of this library. It is left alone.
    case newerFormat(found: Int)
    /// It was saved by an earlier version of the app. It is left alone, and moved aside before anything is saved over
    /// it.
    case olderSchema(found: Int, expected: Int)
    /// It was saved by an earlier version of the app, and a migration failed. It is left alone, and moved aside before
    /// anything is saved over it.
    case migrationFailed(String)
    /// Its codec is not known or could not read it, or it has values of ``AnyRoute`` and no registry was given. It is
    /// left alone.
    case illegible(String)
    /// It was restored that many times in a row, and the app never became healthy.
    case crashLoop(unfinishedRestores: Int)
    /// It has more bytes than a saved state may have.
    case tooLarge(found: Int, limit: Int)
    /// It is complete, and its content is not a state of this app: the decoder's reason.
    case undecodable(String)
    /// It is there, or may be, and could not be read. It is left alone.
    case unreadable(StorageError)

    /// The reason, to be put after the name of the file.
    public var description: String {
      switch self {
      case .missing: "does not exist"
      case .empty: "is empty"
      case .damaged(let damage): "is damaged: \(damage)"
      case .foreign: "is not a saved state: something else wrote it"
      case .newerSchema(let found, let expected):
        "was saved by a later version of the app (schema \(found), this one reads \(expected)) and is left alone"
      case .newerFormat(let found): "was saved by a later version of NavStore (format \(found)) and is left alone"
      case .olderSchema(let found, let expected):
        "was saved by an earlier version of the app (schema \(found), this one reads \(expected)) and is not used"
      case .migrationFailed(let reason):
        "was saved by an earlier version of the app and cannot be brought up to date: \(reason)"
      case .illegible(let reason): "cannot be read and is left alone: \(reason)"
      case .crashLoop(let count):
        "was restored \(count) times in a row without the app becoming healthy, so it may be what stops it"
      case .tooLarge(let found, let limit): "has \(found) bytes, more than the \(limit) of a saved state"
      case .undecodable(let reason): "does not hold a state of this app: \(reason)"
      case .unreadable(let error): "could not be read: \(error.reason)"
      }
    }
  }

  /// Where a generation went that could not be used.
  public enum Quarantine: Equatable, Sendable, CustomStringConvertible {
    /// It was moved to that name, where it stays until ten others have been moved after it.
    case moved(to: String)
    /// It could not be moved. Saving will try again, and not write over it.
    case failed(StorageError)
    /// A living persistence saves to it, and judges it at its next save.
    case left(to: StorageOwner.Location)

    /// What happened, as a sentence.
    public var description: String {
      switch self {
      case .moved(let name): "It was moved to \(name); keep it for a bug report, or delete it."
      case .failed(let error): "It could not be moved aside: \(error.reason). Nothing is saved over it."
      case .left(let place): "It is left to \(place), which saves to it."
      }
    }
  }

  /// Whether the load went as expected: the current generation was used as it was saved, or nothing was ever saved.
  ///
  /// Migrations are expected, and so are tabs that are new.
  public var isUnchanged: Bool {
    findings.allSatisfy { $0.reason == .missing } && generation != .previous && !repairs.hasLosses
  }

  /// The report in sentences, one a line.
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
      lines.append(isFirst ? "Nothing was saved yet: the initial state is used." : "The initial state is used.")
    }
    if !migrations.isEmpty, let schema {
      lines.append("It was of schema \(schema) and was brought up to date: \(migrations.joined(separator: ", ")).")
    }
    if !repairs.isEmpty { lines.append(repairs.description) }
    return lines.joined(separator: "\n")
  }
}

/// A state that was loaded, or the initial one, and how it came about.
public struct Restored<State> {
  /// The state to begin with.
  public var state: State

  /// What was found, used and moved aside.
  public var report: RestoreReport

  /// Makes the result of a load.
  public init(state: State, report: RestoreReport) {
    self.state = state
    self.report = report
  }

  /// The store's revision at the time the state was saved; nil if nothing was restored.
  public var revision: Int? { report.revision }
}

extension Restored: Sendable where State: Sendable {}
extension Restored: Equatable where State: Equatable {}
