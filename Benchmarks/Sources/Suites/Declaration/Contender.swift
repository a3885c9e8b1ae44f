/// One way of doing a job.
///
/// ```swift
/// Contender("send", .atMost(2)) {
///   let store = Store(initialState: initial, reducer: NavigationReducer())
///   return Run {
///     for action in actions { store.send(action) }
///     return { Place(store.state) }
///   }
/// }
/// ```
public struct Contender: Sendable {
  /// The name in the table and in the limits of other contenders.
  public let name: String
  /// The limits of its cost.
  public let limits: [Limit]
  /// Prepares one run. The preparation is not measured.
  public let prepare: @Sendable () async throws -> Run

  init(_ name: String, limits: [Limit], prepare: @escaping @Sendable () async throws -> Run) {
    self.name = name
    self.limits = limits
    self.prepare = prepare
  }

  init(_ name: String, _ limits: Limit..., prepare: @escaping @Sendable () async throws -> Run) {
    self.init(name, limits: limits, prepare: prepare)
  }
}

/// The part of a contender that is measured.
public struct Run {
  /// Returns the result of the run, which is not measured. It is compared with the result of the floor, so that no
  /// measurement counts work that was not done, or a loop that the compiler has removed. It returns nil for work that
  /// the floor does not do, and then throws ``WorkNotDone`` if the work was not done.
  public typealias Result = () async throws -> AnyHashable?

  /// The work of a run.
  public enum Work {
    /// Work that does not wait.
    case atOnce(() throws -> Result)
    /// Work that waits for other tasks.
    case waiting(() async throws -> Result)
  }

  /// The measured work.
  public let work: Work

  init(_ body: @escaping () throws -> Result) {
    work = .atOnce(body)
  }

  private init(_ work: Work) {
    self.work = work
  }

  static func waiting(_ body: @escaping () async throws -> Result) -> Run {
    Run(.waiting(body))
  }
}

/// An error for a contender that has not done its work, so that its time is meaningless.
public struct WorkNotDone: Error, CustomStringConvertible {
  /// A description of the missing work.
  public let description: String

  /// Creates an error with a description of the missing work.
  public init(_ description: String) {
    self.description = description
  }

  /// Throws unless a condition holds.
  public static func unless(_ isDone: Bool, _ description: @autoclosure () -> String) throws {
    if !isDone { throw WorkNotDone(description()) }
  }
}
