/// What a save does with the two existing generations.
///
/// At every instant of the save, the storage contains each state that a user might need, including the state that the
/// app has restored. The plan is only a decision: it does not access the storage.
struct SavePlan: Equatable {
  /// What the app knows about a generation.
  enum Finding: Equatable {
    case nothing
    /// The persistence has saved the generation, or this process has restored it, as a whole or in part.
    case known(isWhole: Bool)
    /// The app has used the whole generation, and has used a newer generation since.
    case older
    /// The app has never used the generation: it could not be read when the app started, or another process has saved
    /// it since then.
    case unknown
    case unusable(RestoreReport.Reason)
  }

  enum CurrentAction {
    /// The generation does not exist, or may be replaced.
    case nothing
    /// The generation becomes the previous one.
    case keep
    /// A copy of the generation is moved aside, and then the new state replaces the generation.
    case replaceAfterCopy
    case moveAside
  }

  struct Refusal: Error, Equatable {
    let generation: StateGeneration
    let reason: RestoreReport.Reason
  }

  let current: CurrentAction
  let movesPrevious: Bool

  init(current: Finding, previous: Finding) throws(Refusal) {
    let action: CurrentAction
    switch current {
    case .nothing: action = .nothing
    case .older: action = if case .known = previous { .nothing } else { .keep }
    case .known(let isWhole): action = isWhole ? .keep : .replaceAfterCopy
    case .unknown: action = .replaceAfterCopy
    case .unusable(let reason):
      if Self.forbidsSaving(reason) { throw Refusal(generation: .current, reason: reason) }
      action = .moveAside
    }
    self.current = action

    let isCurrentKnown = if case .known = current { true } else { false }
    switch previous {
    case .nothing, .older: movesPrevious = false
    // If the current generation cannot be used, the app has restored the previous one, which stays until the new state
    // is saved.
    case .known(let isWhole): movesPrevious = !isWhole && (action == .keep || action == .replaceAfterCopy)
    case .unknown: movesPrevious = action == .keep || action == .replaceAfterCopy
    case .unusable(let reason):
      switch reason {
      // The app has used a later generation, so the previous one is not needed.
      case .codecFailed where isCurrentKnown, .unreadable where isCurrentKnown: break
      // A directory or a pipe is never a saved state.
      case .unreadable(let error) where error.obstacle == .notAFile: break
      default: if Self.forbidsSaving(reason) { throw Refusal(generation: .previous, reason: reason) }
      }
      movesPrevious = true
    }
  }

  private static func forbidsSaving(_ reason: RestoreReport.Reason) -> Bool {
    switch reason {
    case .newerSchema, .newerFormat, .codecFailed, .unreadable: true
    case .missing, .empty, .damaged, .foreign, .tooLarge, .olderSchema, .migrationFailed, .undecodable, .crashLoop:
      false
    }
  }
}
