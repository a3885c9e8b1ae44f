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
  /// What it is called in the table, and in the limits of others.
  public let name: String
  /// What it may cost.
  public let limits: [Limit]
  /// Makes what one run needs, outside of what is measured.
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
  /// Says what the run has come to, outside of what is measured: it is compared with what the floor has come to, so
  /// that nothing measures work that was not done, or a loop that the compiler has removed. Nil for work that the floor
  /// does not do; then this looks by itself whether it was done, and throws ``WorkNotDone`` if not.
  public typealias Result = () async throws -> AnyHashable?

  /// What a run does.
  public enum Work {
    /// It waits for nobody.
    case atOnce(() throws -> Result)
    /// It waits for other tasks.
    case waiting(() async throws -> Result)
  }

  /// What is measured.
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

/// A contender has not done what it was to do, and its time says nothing.
public struct WorkNotDone: Error, CustomStringConvertible {
  /// What is missing.
  public let description: String

  /// An error that says what is missing.
  public init(_ description: String) {
    self.description = description
  }

  /// Throws unless a condition holds.
  public static func unless(_ isDone: Bool, _ description: @autoclosure () -> String) throws {
    if !isDone { throw WorkNotDone(description()) }
  }
}
