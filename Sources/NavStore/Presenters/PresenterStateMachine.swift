/// What a shell shows and what it is to do next: the rules of a presenter, without tasks, locks or a store.
///
/// One step is out at a time. A list of steps is worked off as long as its state is the newest; when there is a newer
/// one, or the shell has done something by itself, the rest is given up and another list made from what is shown to
/// what is newest.
///
/// While the shell reports something, the state does not say it yet: no step is given until the store has reduced the
/// action, and none for a state that was read before. Otherwise the shell would be told to take back what its user has
/// just done.
package struct PresenterStateMachine<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  package typealias Step = NavigationStep<Tab, Route>

  /// A permission to read the state, good until the shell reports something.
  package struct ReadPermit: Hashable, Sendable {
    fileprivate let reportCount: Int
  }

  package enum Command: Hashable, Sendable {
    /// Have the shell do this, and say when it has: it counts as shown from now on.
    case show(Step)
    /// Everything is shown.
    case waitForChange
    /// Something happened since the state was read: ask to look again.
    case readAgain
  }

  /// What the shell shows, or is on its way to show.
  package private(set) var shown: ShownNavigation<Tab, Route>
  private let limits: StepLimits
  private var isPerformingStep = false
  private var reportCount = 0
  private var openReportCount = 0
  /// The rest of the list that leads to the newest state, the next one last; nil when there is none.
  private var remainingSteps: [Step]?
  private var newestRevision = -1
  /// Whether the shell has shown a whole state: until then it appears, and nothing is animated.
  private var hasAppeared: Bool

  package init(showing shown: ShownNavigation<Tab, Route>, limits: StepLimits) {
    self.shown = shown
    hasAppeared = shown.selectedTab != nil
    self.limits = limits
  }

  /// Whether the state may be read for a next step; nil while a step is out or a report is under way.
  package func readPermit() -> ReadPermit? {
    isPerformingStep || openReportCount > 0 ? nil : ReadPermit(reportCount: reportCount)
  }

  /// What comes next, to show a state that was read after a look.
  package mutating func next(_ state: NavigationState<Tab, Route>, revision: Int, with permit: ReadPermit) -> Command {
    // An older state is one that another run has read before this one saw a newer.
    guard readPermit() == permit, revision >= newestRevision else { return .readAgain }
    if revision > newestRevision { remainingSteps = nil }
    newestRevision = revision
    var steps = remainingSteps ?? shown.steps(to: state, limits: limits).reversed()
    let step = steps.popLast()
    remainingSteps = steps
    guard let step else {
      hasAppeared = true
      return .waitForChange
    }
    shown.apply(step.change)
    isPerformingStep = true
    return .show(hasAppeared ? step : Step(step.change, isAnimated: false))
  }

  /// The shell has done the step that was out.
  package mutating func stepEnded() {
    isPerformingStep = false
  }

  /// The shell shows something by itself, and the action for that is about to be sent.
  ///
  /// Returns false when it is shown already, or is of what is not there: then nothing is to be sent, because a shell
  /// that says late what it was told to do must not undo what has come since.
  package mutating func reportBegan(_ change: Step.Change) -> Bool {
    let before = shown
    shown.apply(change)
    guard shown != before else { return false }
    remainingSteps = nil
    reportCount += 1
    openReportCount += 1
    return true
  }

  /// The action of a report that began is reduced.
  package mutating func reportEnded() {
    openReportCount -= 1
  }
}
