/// Transactions in order, and the states that they lead to. Each state can be viewed, and the list can be edited.
///
/// ```swift
/// var timeline = ActionTimeline(start: AppState(), reducer: AppReducer())
/// timeline.append(.navigation(.push(.song(7))))
/// timeline.append(.navigation(.tabTapped(.library)))
/// timeline.stepBack()
/// print(timeline.state.navigation)  // [home] /song(7) | search / | library /
/// timeline.exclude(1)
/// print(timeline.present.navigation)  // home / | search / | [library] /
/// ```
///
/// A timeline is a tool for developers. It shows what the app would have done without an action, or with its actions in
/// another order. The operations are those of Redux DevTools. For the undo of an app's users, see ``UndoState``.
///
/// A timeline calls the reducer and discards the effects. An action that an effect of the app has sent is an entry of
/// its own.
///
/// States are computed when they are viewed. A timeline stores one state for every 64 entries that were viewed. An edit
/// discards the stored states after the first entry that changes, so an edit near the end of a long timeline computes
/// few states.
public struct ActionTimeline<State: Sendable, Action: Sendable>: Sendable {
  /// A transaction: the actions of one `send`, or a state that was set without an action.
  public struct Entry: Identifiable, Sendable {
    /// The number of the entry. The first entry has the number 1, and each later one has the next number. A number is
    /// never used again.
    public let id: Int
    /// The actions in the order in which they are reduced. The array is empty if the entry replaces the state.
    public let actions: [Action]
    /// The state that the entry sets; `nil` if the entry has actions.
    public let replacement: State?
    /// The origin of the transaction.
    public let origin: ActionOrigin
    /// The time between the start of the recording and the transaction.
    public let time: Duration
    /// Whether the entry is left out.
    public fileprivate(set) var isExcluded = false

    fileprivate func apply(to state: inout State, by reducer: any Reducer<State, Action>) {
      if isExcluded { return }
      if let replacement { state = replacement }
      _ = reducer.reduce(into: &state, actions: actions)
    }
  }

  /// The state before the first entry.
  public private(set) var start: State
  /// The transactions, in the order in which they are applied.
  public private(set) var entries: [Entry] = []
  /// The number of entries before the state that is viewed.
  public private(set) var position = 0
  /// The state that is viewed.
  public private(set) var state: State
  /// Whether new transactions are ignored. Edits are still possible.
  public var isLocked = false
  /// Whether recording is paused. Consecutive transactions that arrive during a pause are one entry, which has their
  /// last state instead of their actions.
  public var isPaused = false

  private let reducer: any Reducer<State, Action>
  private let initialState: State
  private var maximumCount: Int
  /// The identity of the timeline. Its copies share the identity until the next transaction arrives.
  private var identity = TimelineIdentity()
  private var lastID = 0
  /// Whether a transaction was deleted or ignored, or the timeline does not belong to the store that shows it. In these
  /// cases, the entries may not lead to the state of the recorded session.
  private var hasLostTransactions = false
  /// The highest number of the entries that became part of ``start`` because of the maximum number of entries.
  private var committedID = 0
  private var pausedID: Entry.ID?
  private let interval: Int
  private var snapshots: [(position: Int, state: State)] = []

  /// Creates a timeline without entries.
  ///
  /// - Parameters:
  ///   - start: The state before the first entry.
  ///   - reducer: The reducer that applies the actions.
  ///   - maximumCount: The maximum number of entries, at least 1. If a new entry exceeds it, the oldest tenth of the
  ///     entries, at least one, becomes part of ``start``. The program stops if the number is smaller than 1.
  public init(start: State, reducer: some Reducer<State, Action>, maximumCount: Int = .max) {
    self.init(start: start, reducer: reducer, maximumCount: maximumCount, snapshotInterval: 64)
  }

  package init(start: State, reducer: some Reducer<State, Action>, maximumCount: Int, snapshotInterval: Int) {
    guard maximumCount > 0 else {
      fatalError("ActionTimeline(maximumCount: \(maximumCount)): pass the maximum number of entries, at least 1.")
    }
    self.start = start
    self.reducer = reducer
    self.maximumCount = maximumCount
    interval = snapshotInterval
    initialState = start
    state = start
  }

  // MARK: - New transactions

  /// Adds a transaction of one action.
  ///
  /// If the present state is viewed, the timeline then views the new state. Otherwise, the earlier state stays viewed.
  /// A locked timeline ignores the transaction.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - origin: The origin of the action.
  ///   - time: The time between the start of the recording and the action.
  /// - Complexity: O(1), averaged over many calls.
  public mutating func append(_ action: Action, origin: ActionOrigin = .user, time: Duration = .zero) {
    append([action], origin: origin, time: time)
  }

  /// Adds a transaction of several actions, under the same rules as for one action. An empty array adds nothing.
  ///
  /// - Complexity: O(m), where m is the number of actions, averaged over many calls.
  public mutating func append(_ actions: [Action], origin: ActionOrigin = .user, time: Duration = .zero) {
    guard !actions.isEmpty else { return }
    append(actions, nil, origin, time)
  }

  /// Adds a transaction of a store. If the store has replaced its state without an action, the entry has no actions and
  /// replaces the state.
  ///
  /// ```swift
  /// for await transaction in transactions {
  ///   timeline.append(transaction)
  /// }
  /// ```
  ///
  /// - Complexity: O(m), where m is the number of actions, averaged over many calls.
  public mutating func append(_ transaction: StoreTransaction<State, Action>) {
    append(
      transaction.actions, transaction.actions.isEmpty ? transaction.after : nil, transaction.origin, transaction.time)
  }

  package mutating func append(replacement: State, origin: ActionOrigin, time: Duration = .zero) {
    append([], replacement, origin, time)
  }

  private mutating func append(
    _ actions: [Action], _ replacement: State?, _ origin: ActionOrigin, _ time: Duration
  ) {
    identity = TimelineIdentity()
    if isLocked {
      hasLostTransactions = true
      return
    }
    let entry = Entry(id: lastID + 1, actions: actions, replacement: replacement, origin: origin, time: time)
    guard isPaused else { return add(entry) }
    var state = present
    entry.apply(to: &state, by: reducer)
    if let last = entries.last, last.id == pausedID, !last.isExcluded {
      entries[entries.count - 1] = Entry(id: last.id, actions: [], replacement: state, origin: origin, time: time)
      entriesChanged(from: entries.count - 1)
    } else {
      pausedID = entry.id
      add(Entry(id: entry.id, actions: [], replacement: state, origin: origin, time: time))
    }
  }

  private mutating func add(_ entry: Entry) {
    let isViewed = isViewingPresent
    lastID = entry.id
    entries.append(entry)
    if isViewed { advance() }
    if entries.count > maximumCount { commitOldest() }
  }

  /// Makes the oldest entries part of ``start``.
  ///
  /// The remaining entries move in memory, so a tenth of the maximum number is committed together.
  private mutating func commitOldest() {
    let count = entries.count - maximumCount + (maximumCount - 1) / 10
    start = state(at: count)
    for entry in entries[..<count] {
      if entry.isExcluded || entry.id < committedID { hasLostTransactions = true }
      committedID = max(committedID, entry.id)
    }
    entries.removeFirst(count)
    snapshots = snapshots.compactMap { $0.position > count ? ($0.position - count, $0.state) : nil }
    if position < count { state = start }
    position = max(0, position - count)
  }

  // MARK: - States

  /// The state after the last entry.
  ///
  /// - Complexity: O(1) if the present state is viewed; otherwise as ``state(at:)``.
  public var present: State { isViewingPresent ? state : state(at: entries.count) }

  /// Whether the present state is viewed.
  public var isViewingPresent: Bool { position == entries.count }

  /// Whether ``present`` may differ from the state that the recorded transactions have led to, because one of them was
  /// left out, moved, deleted or ignored, or because the timeline was set as ``TimeTravel/timeline``.
  ///
  /// - Complexity: O(n), where n is the number of entries.
  package var isEdited: Bool {
    var last = committedID
    for entry in entries {
      if entry.isExcluded || entry.id < last { return true }
      last = entry.id
    }
    return hasLostTransactions
  }

  /// The entry that led to the state that is viewed; `nil` if ``start`` is viewed.
  public var viewedEntry: Entry? { position == 0 ? nil : entries[position - 1] }

  /// Returns the state after a number of entries, without viewing it.
  ///
  /// - Parameter position: A number of entries, from 0 to the number of all entries. The program stops if the number is
  ///   out of this range.
  /// - Complexity: O(n), where n is the number of entries since the last stored state. n is less than 64 if the state
  ///   was viewed and no entry before the state was edited afterwards.
  public func state(at position: Int) -> State {
    guard 0...entries.count ~= position else {
      fatalError("The position \(position) is out of bounds: the timeline has positions 0 to \(entries.count).")
    }
    var (reached, state) = snapshot(before: position)
    for entry in entries[reached..<position] { entry.apply(to: &state, by: reducer) }
    return state
  }

  private func snapshot(before position: Int) -> (position: Int, state: State) {
    snapshots.last { $0.position <= position } ?? (0, start)
  }

  // MARK: - Viewing

  /// Views the state after a number of entries. If the number is negative or the timeline has fewer entries, the call
  /// does nothing.
  ///
  /// - Parameter position: A number of entries; 0 for ``start``.
  /// - Complexity: That of ``state(at:)``.
  public mutating func view(at position: Int) {
    guard 0...entries.count ~= position else { return }
    (self.position, state) = snapshot(before: position)
    while self.position < position { advance() }
  }

  /// Views the state after an entry. If no entry has the number, the call does nothing.
  ///
  /// - Complexity: O(n), where n is the number of entries.
  public mutating func view(after id: Entry.ID) {
    if let index = index(of: id) { view(at: index + 1) }
  }

  /// Views the state before ``viewedEntry``. If ``start`` is viewed, the call does nothing.
  ///
  /// - Complexity: That of ``state(at:)``.
  public mutating func stepBack() { view(at: position - 1) }

  /// Views the state after the next entry. If the present state is viewed, the call does nothing.
  ///
  /// - Complexity: O(m), where m is the number of actions of the entry.
  public mutating func stepForward() {
    if !isViewingPresent { advance() }
  }

  /// Views the present state.
  ///
  /// - Complexity: That of ``state(at:)``.
  public mutating func viewPresent() { view(at: entries.count) }

  private mutating func advance() {
    entries[position].apply(to: &state, by: reducer)
    position += 1
    // Positions change when the oldest entry is committed, so the distance decides, and not a multiple of the interval.
    if position - (snapshots.last?.position ?? 0) >= interval { snapshots.append((position, state)) }
  }

  /// Returns whether the timeline is a copy of another one, and both have received the same transactions.
  package func hasTransactions(of other: ActionTimeline) -> Bool { identity === other.identity }

  package mutating func separate(maximumCount: Int) {
    identity = TimelineIdentity()
    hasLostTransactions = true
    self.maximumCount = maximumCount
  }

  private func index(of id: Entry.ID) -> Int? { entries.firstIndex { $0.id == id } }

  // MARK: - Edits

  /// Leaves an entry out. If no entry has the number, the call does nothing.
  ///
  /// - Complexity: O(n), where n is the number of entries. If the entry is before the state that is viewed, that state
  ///   is computed again, beginning at the last stored state before the entry.
  public mutating func exclude(_ id: Entry.ID) { exclude(id...id) }

  /// Leaves out all entries whose numbers are in a range.
  ///
  /// - Complexity: O(n), where n is the number of entries. If the first entry of the range is before the state that is
  ///   viewed, that state is computed again, beginning at the last stored state before the entry.
  public mutating func exclude(_ ids: ClosedRange<Entry.ID>) { setExcluded(true, ids) }

  /// Puts back an entry that was left out. If no entry has the number, the call does nothing.
  ///
  /// - Complexity: O(n), where n is the number of entries. If the entry is before the state that is viewed, that state
  ///   is computed again, beginning at the last stored state before the entry.
  public mutating func include(_ id: Entry.ID) { include(id...id) }

  /// Puts back all entries that were left out and whose numbers are in a range.
  ///
  /// - Complexity: O(n), where n is the number of entries. If the first entry of the range is before the state that is
  ///   viewed, that state is computed again, beginning at the last stored state before the entry.
  public mutating func include(_ ids: ClosedRange<Entry.ID>) { setExcluded(false, ids) }

  private mutating func setExcluded(_ isExcluded: Bool, _ ids: ClosedRange<Entry.ID>) {
    var first: Int?
    for index in entries.indices where ids.contains(entries[index].id) && entries[index].isExcluded != isExcluded {
      entries[index].isExcluded = isExcluded
      first = first ?? index
    }
    if let first { entriesChanged(from: first) }
  }

  /// Moves an entry. If one of the numbers belongs to no entry, the call does nothing.
  ///
  /// ``position`` does not change. Therefore, the timeline can view a different state after the move.
  ///
  /// - Parameters:
  ///   - id: The number of the entry.
  ///   - other: The number of the entry that follows after the move; `nil` to move the entry to the end.
  /// - Complexity: O(n), where n is the number of entries. If the move changes the entries before the state that is
  ///   viewed, that state is computed again, beginning at the last stored state before the first of these changes.
  public mutating func move(_ id: Entry.ID, before other: Entry.ID?) {
    guard let old = index(of: id), let new = other.map(index(of:)) ?? entries.count, new != old else { return }
    let entry = entries.remove(at: old)
    entries.insert(entry, at: new > old ? new - 1 : new)
    entriesChanged(from: min(old, new))
  }

  private mutating func entriesChanged(from index: Int) {
    snapshots.removeAll { $0.position > index }
    if position > index { view(at: position) }
  }

  /// Deletes the entries that are left out. The state that is viewed stays viewed.
  ///
  /// - Complexity: O(n), where n is the number of entries. The reducer is not called.
  public mutating func sweep() {
    var excludedBefore = [0]
    for entry in entries {
      excludedBefore.append(excludedBefore[excludedBefore.count - 1] + (entry.isExcluded ? 1 : 0))
    }
    if excludedBefore[entries.count] > 0 { hasLostTransactions = true }
    entries.removeAll(where: \.isExcluded)
    position -= excludedBefore[position]
    snapshots = snapshots.map { ($0.position - excludedBefore[$0.position], $0.state) }
  }

  // MARK: - Beginning again

  /// Replaces ``start`` with the state that is viewed, and deletes all entries.
  public mutating func commit() { begin(with: state, isPresent: isViewingPresent && !isEdited) }

  /// Returns to ``start``, and deletes all entries.
  public mutating func rollBack() { begin(with: start, isPresent: entries.isEmpty && !isEdited) }

  /// Returns to the state with which the timeline was created, and deletes all entries.
  public mutating func reset() { begin(with: initialState, isPresent: lastID == 0 && !isEdited) }

  private mutating func begin(with state: State, isPresent: Bool) {
    hasLostTransactions = !isPresent
    (start, self.state, entries, position, snapshots) = (state, state, [], 0, [])
  }
}

private final class TimelineIdentity: Sendable {}

extension ActionTimeline.Entry: Equatable where State: Equatable, Action: Equatable {}
extension ActionTimeline.Entry: Hashable where State: Hashable, Action: Hashable {}
