/// The state machine of a ``NavigationPresenter``: the shown navigation and the next step, without tasks, locks or a
/// store.
///
/// One step runs at a time. The machine creates a list of steps for the newest state and returns them one by one. When
/// a newer state is read, or when the interface reports a change, the machine discards the remaining steps and creates
/// a list of the steps from the shown navigation to the newest state.
///
/// When the interface reports a change, the state does not contain the change yet. The machine returns no step until
/// the store has reduced the action for the change, and no step for a state that was read before the report. Otherwise,
/// a step would undo what the user has just done.
package struct PresenterStateMachine<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  package typealias Step = NavigationStep<Tab, Route>

  /// A permission to read the state. No permission is valid during a step. When the interface reports a change, all
  /// earlier permissions become invalid.
  package struct ReadPermit: Hashable, Sendable {
    fileprivate let reportCount: Int
  }

  package enum Command: Hashable, Sendable {
    /// Perform the step, and call `stepEnded()` when the step has ended. The machine already treats the step as shown.
    case show(Step)
    /// The newest state is shown. Wait until the state changes.
    case waitForChange
    /// The permission is no longer valid, or another call of `run(_:)` has read a newer state. Request another
    /// permission and read the state again.
    case readAgain
  }

  /// The navigation that the interface shows, or will show when the current step ends.
  package private(set) var shown: ShownNavigation<Tab, Route>
  private let limits: StepLimits
  private var isPerformingStep = false
  private var reportCount = 0
  private var openReportCount = 0
  /// The remaining steps to the newest state. The next step is last. The value is `nil` if a new list of steps must be
  /// created.
  private var remainingSteps: [Step]?
  private var newestRevision = -1
  /// The newest revision that was shown completely.
  private var shownRevision: Int
  /// Whether one of the transactions after `shownRevision` is animated.
  private var isAnimated = true
  /// A Boolean value that indicates whether the interface has shown a complete state. Until then, no step is animated.
  private var hasAppeared: Bool

  /// Creates a state machine. `revision` is the revision of the store at the time the interface showed `shown`.
  package init(showing shown: ShownNavigation<Tab, Route>, revision: Int, limits: StepLimits) {
    self.shown = shown
    shownRevision = revision
    hasAppeared = shown.selectedTab != nil
    self.limits = limits
  }

  /// Returns a permission to read the state for the next step.
  ///
  /// The result is `nil` while a step runs, and from the time the interface reports a change until the store has
  /// reduced the action for that change.
  package func readPermit() -> ReadPermit? {
    isPerformingStep || openReportCount > 0 ? nil : ReadPermit(reportCount: reportCount)
  }

  /// Returns the next command for a state that was read with a permission. `lastAnimatedRevision` is greater than
  /// `revision` if the store has reduced an animated transaction after the state was read.
  package mutating func next(
    _ state: NavigationState<Tab, Route>, revision: Int, lastAnimatedRevision: Int, with permit: ReadPermit
  ) -> Command {
    // Since this call of `run(_:)` read its state, another call may have passed a newer one.
    guard readPermit() == permit, revision >= newestRevision else { return .readAgain }
    if revision > newestRevision {
      remainingSteps = nil
      isAnimated = lastAnimatedRevision > shownRevision
    }
    newestRevision = revision
    var steps = remainingSteps ?? shown.steps(to: state, limits: limits).reversed()
    let step = steps.popLast()
    remainingSteps = steps
    guard let step else {
      hasAppeared = true
      shownRevision = revision
      return .waitForChange
    }
    shown.apply(step.change)
    isPerformingStep = true
    return .show(hasAppeared && isAnimated ? step : Step(step.change, isAnimated: false))
  }

  package mutating func stepEnded() {
    isPerformingStep = false
  }

  /// Records that the interface shows a change. Call this method before the action for the change is sent.
  ///
  /// - Returns: `false` if the change is already shown, or if its tab or modal does not exist. In both cases, do not
  ///   send the action. The interface may report a step of the presenter late, and an action for such a report would
  ///   undo later changes.
  package mutating func reportBegan(_ change: Step.Change) -> Bool {
    let before = shown
    shown.apply(change)
    guard shown != before else { return false }
    remainingSteps = nil
    reportCount += 1
    openReportCount += 1
    return true
  }

  package mutating func reportEnded() {
    openReportCount -= 1
  }
}
