import NavStore
import NavStoreInspection
import Testing

/// The state depends on all actions and on their order.
private struct HashReducer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state = state &* 31 &+ action &+ 1
    return .none
  }
}

/// A timeline that computes each state from the start. It is the reference for `ActionTimeline`.
private struct NaiveTimeline {
  struct Entry {
    var id: Int
    var actions: [Int]
    var replacement: Int?
    var isExcluded = false
  }

  var initial = 1
  var start = 1
  var entries: [Entry] = []
  var position = 0
  var lastID = 0
  var isLocked = false
  var isPaused = false
  var pausedID = 0
  let maximumCount: Int

  static func apply(_ entries: some Sequence<Entry>, to start: Int) -> Int {
    var state = start
    for entry in entries where !entry.isExcluded {
      state = entry.replacement ?? state
      for action in entry.actions { _ = HashReducer().reduce(into: &state, action: action) }
    }
    return state
  }

  func state(at position: Int) -> Int { Self.apply(entries.prefix(position), to: start) }
  var state: Int { state(at: position) }
  var present: Int { state(at: entries.count) }

  mutating func append(_ actions: [Int], replacement: Int? = nil) {
    if isLocked || actions.isEmpty && replacement == nil { return }
    var entry = Entry(id: lastID + 1, actions: actions, replacement: replacement)
    if isPaused {
      entry = Entry(id: entry.id, actions: [], replacement: Self.apply([entry], to: present))
      if let last = entries.last, last.id == pausedID, !last.isExcluded {
        entries[entries.count - 1].replacement = entry.replacement
        return
      }
      pausedID = entry.id
    }
    let follows = position == entries.count
    lastID += 1
    entries.append(entry)
    if follows { position += 1 }
    if entries.count > maximumCount {
      // The oldest tenth, at least one.
      let count = max(1, (maximumCount + 9) / 10)
      start = state(at: count)
      entries.removeFirst(count)
      position = max(0, position - count)
    }
  }

  mutating func begin(with state: Int) {
    (start, entries, position) = (state, [], 0)
  }

  mutating func setExcluded(_ isExcluded: Bool, _ ids: ClosedRange<Int>) {
    for index in entries.indices where ids.contains(entries[index].id) { entries[index].isExcluded = isExcluded }
  }

  mutating func sweep() {
    position = entries.prefix(position).filter { !$0.isExcluded }.count
    entries = entries.filter { !$0.isExcluded }
  }

  mutating func move(_ id: Int, before other: Int?) {
    guard id != other, let entry = entries.first(where: { $0.id == id }) else { return }
    let rest = entries.filter { $0.id != id }
    guard let other else {
      entries = rest + [entry]
      return
    }
    guard let index = rest.firstIndex(where: { $0.id == other }) else { return }
    entries = rest[..<index] + [entry] + rest[index...]
  }
}

@Suite struct ActionTimelineRandomTests {
  /// With `NAVSTORE_LONG`, the three timelines perform a million operations together.
  @Test(arguments: [(3, 2), (100, 7), (Int.max, 64)])
  func `a timeline does what a naive one does`(maximumCount: Int, snapshotInterval: Int) {
    var random = SplitMix64(seed: TestEnvironment.seed &+ UInt64(snapshotInterval))
    var timeline = ActionTimeline(
      start: 1, reducer: HashReducer(), maximumCount: maximumCount, snapshotInterval: snapshotInterval)
    var naive = NaiveTimeline(maximumCount: maximumCount)
    var longest = 0
    for step in 0..<(TestEnvironment.isLong ? 333_334 : 2_000) {
      let operation = perform(on: &timeline, &naive, step, &random)
      guard timeline.state == naive.state, timeline.position == naive.position,
        timeline.entries.elementsEqual(
          naive.entries, by: { $0.id == $1.id && $0.isExcluded == $1.isExcluded && $0.actions == $1.actions }),
        step % 16 != 0
          || timeline.present == naive.present && timeline.start == naive.start
            && timeline.state(at: naive.entries.count / 2) == naive.state(at: naive.entries.count / 2)
      else {
        Issue.record("Step \(step), \(operation): \(timeline.state), and not \(naive.state) at \(naive.position).")
        return
      }
      longest = max(longest, naive.entries.count)
    }
    // The timelines are long enough to use several stored states.
    #expect(longest >= min(maximumCount, 3 * snapshotInterval))
  }

  /// Performs a random operation on both timelines, and returns its name.
  private func perform(
    on timeline: inout ActionTimeline<Int, Int>, _ naive: inout NaiveTimeline, _ step: Int, _ random: inout SplitMix64
  ) -> String {
    let id = max(0, naive.lastID - Int.random(in: -1...200, using: &random))
    let ids = id...(id + Int.random(in: 0...5, using: &random))
    switch Int.random(in: 0..<1_000, using: &random) {
    case 0..<500:
      let actions = (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0...9, using: &random) }
      timeline.append(actions)
      naive.append(actions)
      return "append \(actions)"
    case 500..<510:
      timeline.append(replacement: step, origin: ActionOrigin.restore)
      naive.append([], replacement: step)
      return "append(replacement: \(step))"
    case 510..<610:
      let position = Int.random(in: -2...(naive.entries.count + 2), using: &random)
      timeline.view(at: position)
      if 0...naive.entries.count ~= position { naive.position = position }
      return "view(at: \(position))"
    case 610..<640:
      timeline.viewPresent()
      naive.position = naive.entries.count
      return "viewPresent"
    case 640..<670:
      timeline.view(after: id)
      if let index = naive.entries.firstIndex(where: { $0.id == id }) { naive.position = index + 1 }
      return "view(after: \(id))"
    case 670..<700:
      timeline.stepBack()
      naive.position = max(0, naive.position - 1)
      return "stepBack"
    case 700..<720:
      timeline.stepForward()
      naive.position = min(naive.entries.count, naive.position + 1)
      return "stepForward"
    case 720..<830:
      timeline.exclude(ids)
      naive.setExcluded(true, ids)
      return "exclude(\(ids))"
    case 830..<900:
      timeline.include(id)
      naive.setExcluded(false, id...id)
      return "include(\(id))"
    case 900..<960:
      let other = Bool.random(using: &random) ? nil : max(0, naive.lastID - Int.random(in: -1...200, using: &random))
      timeline.move(id, before: other)
      naive.move(id, before: other)
      return "move(\(id), before: \(other.map { "\($0)" } ?? "nil"))"
    case 960..<970:
      timeline.sweep()
      naive.sweep()
      return "sweep"
    case 970..<971:
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        timeline.commit()
        naive.begin(with: naive.state)
        return "commit"
      case 1:
        timeline.rollBack()
        naive.begin(with: naive.start)
        return "rollBack"
      default:
        timeline.reset()
        naive.begin(with: naive.initial)
        return "reset"
      }
    case 971..<985:
      naive.isLocked = Int.random(in: 0..<8, using: &random) == 0
      timeline.isLocked = naive.isLocked
      return "isLocked = \(naive.isLocked)"
    default:
      naive.isPaused = Int.random(in: 0..<4, using: &random) == 0
      timeline.isPaused = naive.isPaused
      return "isPaused = \(naive.isPaused)"
    }
  }
}
