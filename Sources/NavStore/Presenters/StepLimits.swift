/// How much a shell does in one step.
public struct StepLimits: Hashable, Sendable {
  /// How many screens a step may put on top of what is shown. The root of a modal counts as one.
  public let pushes: Int
  /// How many modals a step may dismiss.
  public let dismissals: Int

  /// Limits of a shell. Stops the program when one is below 1: it could do nothing at all.
  ///
  /// - Parameters:
  ///   - pushes: How many screens a step may put on top; as many as there are unless told otherwise.
  ///   - dismissals: How many modals a step may dismiss; as many as there are unless told otherwise. Pass 1 for a shell
  ///     that dismisses one modal at a time.
  public init(pushes: Int = .max, dismissals: Int = .max) {
    guard pushes >= 1, dismissals >= 1 else {
      fatalError("StepLimits(pushes: \(pushes), dismissals: \(dismissals)): a step does at least one. Pass 1 or more.")
    }
    self.pushes = pushes
    self.dismissals = dismissals
  }
}
