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
