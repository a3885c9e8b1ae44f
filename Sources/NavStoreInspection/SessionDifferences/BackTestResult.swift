internal import NavStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The first difference of a replayed session.
package struct SessionDifference: Sendable {
  /// A text that is the same for sessions that differ in the same way. It contains no values of the session.
  package let kind: String
  /// The number of the transaction that differs; 0 if the log cannot be read.
  package let transaction: Int
  package let details: String
  /// `false` if the session could not be replayed, so that nothing is known about its states.
  package let isCompared: Bool

  package init(kind: String, transaction: Int, details: String, isCompared: Bool = true) {
    self.kind = kind
    self.transaction = transaction
    self.details = details
    self.isCompared = isCompared
  }
}

/// The first differences of many sessions, by kind. The result does not depend on the order in which the sessions are
/// added.
package struct BackTestResult: Sendable {
  package struct Group: Sendable {
    package fileprivate(set) var sessions = 0
    /// The index of the session whose difference has the lowest transaction.
    package fileprivate(set) var shortest: Int
    package fileprivate(set) var difference: SessionDifference
  }

  package private(set) var sessions = 0
  private var groupsByKind: [String: Group] = [:]

  /// The groups, the largest ones first.
  package var groups: [Group] {
    groupsByKind.values.sorted {
      $0.sessions != $1.sessions ? $0.sessions > $1.sessions : $0.difference.kind < $1.difference.kind
    }
  }

  package init() {}

  package mutating func add(_ session: Int, _ difference: SessionDifference?) {
    sessions += 1
    guard let difference else { return }
    var group = groupsByKind[difference.kind] ?? Group(shortest: session, difference: difference)
    group.sessions += 1
    if (difference.transaction, session) < (group.difference.transaction, group.shortest) {
      (group.shortest, group.difference) = (session, difference)
    }
    groupsByKind[difference.kind] = group
  }
}

extension BackTestResult {
  /// Replays sessions in parallel, one per processor at a time.
  ///
  /// - Parameters:
  ///   - count: The number of sessions.
  ///   - progress: A function that receives the number of sessions that were replayed.
  ///   - firstDifference: A function that replays the session with an index.
  /// - Returns: The result. After the cancellation of the task, it does not contain all sessions.
  package static func replaying(
    _ count: Int, isolation: isolated (any Actor)? = #isolation, progress: (Int) -> Void,
    firstDifference: @escaping @Sendable (Int) -> SessionDifference?
  ) async -> BackTestResult {
    var result = BackTestResult()
    await withTaskGroup(of: (session: Int, difference: SessionDifference?).self) { group in
      var sessions = (0..<count).makeIterator()
      func replayNext() {
        guard !Task.isCancelled, let session = sessions.next() else { return }
        group.addTask { (session, firstDifference(session)) }
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { replayNext() }
      while let (session, difference) = await group.next() {
        replayNext()
        result.add(session, difference)
        progress(result.sessions)
      }
    }
    return result
  }
}
