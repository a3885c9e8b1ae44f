internal import NavStore
internal import NavStoreInspection

/// The last actions that a test store has reduced, with the states that they led to, for the report of a failure.
///
/// The states stay in memory as long as they are recorded. At least the last 1,000 actions are.
struct TestRecording<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// An action, or a change of the state that no action made.
  struct Entry: Sendable {
    let action: Action?
    let origin: ActionOrigin
    let state: State
    let isLast: Bool

    init(action: Action?, origin: ActionOrigin, state: State, isLast: Bool) {
      self.action = action
      self.origin = origin
      self.state = state
      self.isLast = isLast
    }
  }

  static var limit: Int { 1_000 }

  private var start: State
  /// The number of transactions before the first entry.
  private var before = 0
  /// The entries before those in `entries`. The array is empty or has at least `limit` elements.
  private var older: [Entry] = []
  var entries: [Entry] = []

  init(from state: State) {
    start = state
  }

  /// Adds a transaction, and returns the previous recording if old entries were removed. The caller must release it
  /// without a lock, because releasing a state can run code of the user.
  mutating func append(_ actions: [Action], origin: ActionOrigin, leadingTo state: State) -> TestRecording? {
    let old = entries.count >= Self.limit ? removeOldest() : nil
    for index in 0..<actions.count {
      let isLast = index == actions.count - 1
      entries.append(Entry(action: actions[index], origin: origin, state: state, isLast: isLast))
    }
    if actions.count == 0 { entries.append(Entry(action: nil, origin: origin, state: state, isLast: true)) }
    return old
  }

  mutating func removeOldest() -> TestRecording {
    let old = self
    if let last = older.last { start = last.state }
    before += older.count(where: \.isLast)
    older = entries
    entries = []
    entries.reserveCapacity(older.count)
    return old
  }

  /// Returns the report of a failure, or `nil` if no state contains a navigation. `unhandled` is the number of
  /// transactions at the end that the test has not handled. The failure is shown at the transaction before them.
  func report(of message: String, named name: String, unhandled: Int) -> SessionReport? {
    var report = AppReport<State, Action>(.failure, named: name)
    report.begin(before > 0 ? "after \(before.counting("earlier transaction"))" : "the initial state", in: start)
    var number = before
    var actions: [Action] = []
    for entry in older + entries {
      if let action = entry.action { actions.append(action) }
      guard entry.isLast else { continue }
      number += 1
      report.add(number, entry.origin, actions, to: entry.state)
      actions = []
    }
    guard report.hasNavigation else { return nil }
    report.setFailure(message, atStep: number - before - unhandled)
    return SessionReport(bytes: report.page)
  }
}
