internal import NavStore

/// The steps of a session that are compared with those of another session. Equal sessions can differ in the parts and
/// the marks of their logs, so these are left out.
package struct ComparedSteps {
  /// For each step a hash of what happened, a hash of the state after it, and its position in the list of all steps.
  fileprivate private(set) var contents: [Int] = []
  fileprivate private(set) var states: [Int] = []
  fileprivate private(set) var positions: [Int] = []
  private var hasBegun = false

  package var count: Int { contents.count }

  mutating func add<Subject: ReportSubject>(
    _ event: ReplayEvent<Subject.State, Subject.Action>, of subject: Subject, at position: Int
  ) {
    let isFirst = !hasBegun
    hasBegun = true
    var hasher = Hasher()
    var state: Subject.State?
    func combine(_ kind: Int, _ actions: [Subject.Action] = []) {
      hasher.combine(kind)
      for action in actions { subject.hash(action, into: &hasher) }
    }
    switch event {
    case .began(let header, let began):
      // If the first files of a log were deleted, the log begins with a later part.
      guard isFirst || header.part == 1 && (header.kept ?? []).isEmpty else { return }
      combine(0)
      state = began
    case .transaction(let transaction):
      combine(1, transaction.actions)
      state = transaction.state
    case .replaced(_, _, _, let replaced):
      combine(2)
      state = replaced
    case .skipped(_, _, _, let actions):
      combine(3, actions)
    case .undecodable(let action):
      combine(4)
      hasher.combine(action.action)
    case .gap(let gap):
      combine(5)
      hasher.combine(gap.numbers.count)
    case .diverged, .resumed, .mark, .damaged, .end:
      return
    }
    contents.append(hasher.finalize())
    states.append(state.flatMap(subject.navigation).hashValue)
    positions.append(position)
  }
}

/// The steps of two sessions that correspond to each other, and the steps that only one session has.
///
/// All indexes are positions in the lists of all steps of the sessions.
package struct SessionAlignment {
  /// Consecutive steps of the first session, and the steps of the second session that they correspond to.
  struct Run: Equatable {
    let first: Int
    let second: Int
    var count: Int
  }

  /// A row of the comparison in which the sessions differ: a step that only one session has, two different steps, or
  /// two equal steps that lead to different states.
  package struct Difference {
    package let first: Int?
    package let second: Int?
    /// Whether the steps are equal, so that only the states after them differ.
    package let isOfStates: Bool
    /// The steps whose states show the difference. A session without a step here has the state of the step before.
    package let states: (first: Int?, second: Int?)
    /// Whether the sessions have no further steps.
    package let isEnd: (first: Bool, second: Bool)
  }

  private(set) var runs: [Run] = []
  package private(set) var moved: [(first: Int, second: Int)] = []
  /// The rows with steps that only one session has, or with different steps.
  package private(set) var differences: [Difference] = []
  /// The first difference, also of states; `nil` if the sessions are equal.
  package private(set) var first: Difference?
  /// Whether the steps between the first and the last difference are aligned. They are not if too many of them differ.
  package let isComplete: Bool

  package init(_ old: ComparedSteps, _ new: ComparedSteps) {
    let (hunks, areMinimal) = Alignment.hunks(expected: old.contents, actual: new.contents)
    isComplete = areMinimal
    var (x, y) = (0, 0)
    func difference(_ x: Int, _ y: Int, inFirst: Bool, inSecond: Bool) -> Difference {
      let (before, otherBefore) = (x > 0 ? old.positions[x - 1] : nil, y > 0 ? new.positions[y - 1] : nil)
      let (here, other) = (inFirst ? old.positions[x] : nil, inSecond ? new.positions[y] : nil)
      return Difference(
        first: here, second: other, isOfStates: inFirst && inSecond && old.contents[x] == new.contents[y],
        states: (here ?? before, other ?? otherBefore), isEnd: (x == old.count, y == new.count))
    }
    func align(to end: Int) {
      while x < end {
        if first == nil, old.states[x] != new.states[y] { first = difference(x, y, inFirst: true, inSecond: true) }
        append(old.positions[x], new.positions[y])
        (x, y) = (x + 1, y + 1)
      }
    }
    for hunk in hunks {
      align(to: hunk.expected.lowerBound)
      for offset in 0..<max(hunk.expected.count, hunk.actual.count) {
        let (inFirst, inSecond) = (offset < hunk.expected.count, offset < hunk.actual.count)
        let row = difference(x, y, inFirst: inFirst, inSecond: inSecond)
        first = first ?? row
        differences.append(row)
        if inFirst { x += 1 }
        if inSecond { y += 1 }
      }
    }
    align(to: old.count)
    if areMinimal { findMoves(hunks, old, new) }
  }

  private mutating func append(_ first: Int, _ second: Int) {
    if let last = runs.last, last.first + last.count == first, last.second + last.count == second {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(first: first, second: second, count: 1))
    }
  }

  /// A step that one session has here and the other session elsewhere was moved. Of several equal steps, the first ones
  /// correspond to each other.
  private mutating func findMoves(_ hunks: [Alignment.Hunk], _ old: ComparedSteps, _ new: ComparedSteps) {
    var removed = Dictionary(grouping: hunks.flatMap(\.expected).reversed()) { old.contents[$0] }
    for index in hunks.flatMap(\.actual) {
      guard let origin = removed[new.contents[index]]?.popLast() else { continue }
      moved.append((old.positions[origin], new.positions[index]))
    }
  }

  /// One sentence about all differences of the steps; `nil` if no step differs.
  package func summary(_ name: String, _ otherName: String) -> String? {
    if differences.isEmpty { return nil }
    if !isComplete { return "more than \(Alignment.changeLimit.counting("step")) differ" }
    let counts = [
      (differences.count { $0.first != nil } - moved.count, "only in \(name)"),
      (differences.count { $0.second != nil } - moved.count, "only in \(otherName)"),
      (moved.count, "moved"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.counting("step")) \($1)" }.joined(separator: ", ")
  }
}

extension NavigationLog {
  /// Replays the log, and returns its steps for a comparison. The positions of the steps count the events.
  package func comparedSteps(each: @escaping () -> Void) throws -> (steps: ComparedSteps, report: LoggedReport) {
    let subject = LogSubject(self)
    var steps = ComparedSteps()
    var count = 0
    let report = try replay { event in
      each()
      steps.add(event, of: subject, at: count)
      count += 1
    }
    return (steps, report)
  }
}

extension ReportText {
  mutating func append(_ alignment: SessionAlignment) {
    append(#","alignment":{"runs":["#)
    append(list: alignment.runs.map { [$0.first, $0.second, $0.count] })
    append(#"],"moved":["#)
    append(list: alignment.moved.map { [$0.first, $0.second] })
    append("]")
    if let first = alignment.first {
      append(text: #","first":[\#(first.first ?? -1),\#(first.second ?? -1)]"#)
    }
    append(#","summary":"#)
    append(string: alignment.summary("the first session", "the second one") ?? "")
    append("}")
  }

  private mutating func append(list: [[Int]]) {
    append(text: list.map { "[\($0.map(String.init).joined(separator: ","))]" }.joined(separator: ","))
  }
}
