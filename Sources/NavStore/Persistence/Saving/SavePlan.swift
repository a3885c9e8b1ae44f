/// What a save does with the two generations that it finds, without storage: nothing that a user could want back may be
/// gone at any instant, nor what the app runs on.
struct SavePlan: Equatable {
  /// What a generation is to the app.
  enum Finding: Equatable {
    case nothing
    /// This object saved it, or this process restored it: all of it, or a part.
    case had(isWhole: Bool)
    /// The app had it in full, and a later one since.
    case older
    /// A state that the app never had: it could not be read at the start, or somebody else saved it since.
    case unknown
    case useless(RestoreReport.Reason)
  }

  enum CurrentFate {
    /// It is not there, or may be replaced.
    case nothing
    /// It becomes the previous generation.
    case keep
    /// It is replaced by the new state, when a copy is aside.
    case retire
    /// It is moved aside first.
    case moveAside
  }

  /// Why nothing may be saved.
  struct Refusal: Error, Equatable {
    let generation: StateGeneration
    let reason: RestoreReport.Reason
  }

  let current: CurrentFate
  /// Whether the previous generation is moved aside before anything takes its place.
  let movesPrevious: Bool

  init(current: Finding, previous: Finding) throws(Refusal) {
    let fate: CurrentFate
    switch current {
    case .nothing: fate = .nothing
    case .older: fate = if case .had = previous { .nothing } else { .keep }
    case .had(let isWhole): fate = isWhole ? .keep : .retire
    case .unknown: fate = .retire
    case .useless(let reason):
      if Self.forbidsSaving(reason) { throw Refusal(generation: .current, reason: reason) }
      fate = .moveAside
    }
    self.current = fate

    let hadCurrent = if case .had = current { true } else { false }
    switch previous {
    case .nothing, .older: movesPrevious = false
    // Beside what cannot be used it is what the app runs on, and stays until the new state is safe.
    case .had(let isWhole): movesPrevious = !isWhole && (fate == .keep || fate == .retire)
    case .unknown: movesPrevious = fate == .keep || fate == .retire
    case .useless(let reason):
      switch reason {
      // The app had a later one, so it does not need this one.
      case .illegible where hadCurrent, .unreadable where hadCurrent: break
      // A directory or a pipe was never a state.
      case .unreadable(let error) where error.obstacle == .notAFile: break
      default: if Self.forbidsSaving(reason) { throw Refusal(generation: .previous, reason: reason) }
      }
      movesPrevious = true
    }
  }

  private static func forbidsSaving(_ reason: RestoreReport.Reason) -> Bool {
    switch reason {
    case .newerSchema, .newerFormat, .illegible, .unreadable: true
    case .missing, .empty, .damaged, .foreign, .tooLarge, .olderSchema, .migrationFailed, .undecodable, .crashLoop:
      false
    }
  }
}
