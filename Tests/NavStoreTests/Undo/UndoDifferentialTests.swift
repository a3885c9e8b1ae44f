import NavStore
import NavStoreInspection
import Testing

/// A comparison of the reducer with a simple model, with random rules and random transactions.
@Suite struct UndoDifferentialTests {
  typealias Step = [NumberUndoAction]

  @Test func `the history equals that of a naive model, for random rules and transactions`() {
    let steps = TestEnvironment.isLong ? 1_000_000 : 20_000
    for seed in TestEnvironment.seeds(UInt64(steps / 100)) {
      var random = SplitMix64(seed: seed)
      let rules = Self.rules(&random)
      let walk = (0..<100).map { _ in Self.step(&random) }
      guard Self.difference(walk, rules.rules) != nil else { continue }
      let shortest = SequenceShrinker<Step>().shrink(walk) { Self.difference($0, rules.rules) != nil }
      let shown = shortest?.elements ?? walk
      Issue.record(
        """
        NAVSTORE_SEED=\(seed), \(rules.description)
        \(shown.map { "\($0)" }.joined(separator: "\n"))
        \(Self.difference(shown, rules.rules) ?? "")
        """)
      return
    }
  }

  @Test func `the comparison finds a difference and shows its shortest sequence`() {
    // The model has another limit than the reducer.
    let walk = (1...50).map { [NumberUndoAction.add($0), .other] }
    let shortest = SequenceShrinker<Step>().shrink(walk) { steps in
      Self.difference(steps, NumberUndoRules(limit: 3), modelRules: NumberUndoRules(limit: 4)) != nil
    }
    #expect(shortest?.elements.count == 4)
  }

  /// The first difference of a walk, or nil.
  static func difference(
    _ walk: [Step], _ rules: NumberUndoRules, modelRules: NumberUndoRules? = nil
  ) -> String? {
    var rules = rules
    rules.initialState = 0
    let reducer = UndoReducer(NumberEditing(), rules: rules)
    var state = NumberHistory(0)
    var model = NaiveUndo(0, rules: modelRules ?? rules)
    for step in walk {
      let before = state
      if step.count == 1 {
        _ = reducer.reduce(into: &state, action: step[0])
      } else {
        _ = reducer.reduce(into: &state, actions: step)
      }
      model.apply(step)
      let expected = model.contents
      let isSame =
        state.past.elementsEqual(expected.past) && state.present == expected.present
        && state.future.elementsEqual(expected.future) && state.past.count == expected.past.count
        && state.canUndo == !expected.past.isEmpty && state.canRedo == !expected.future.isEmpty
        && state.future.count == expected.future.count
      guard isSame else {
        return "after \(step): \(describe(state)) instead of \(expected), before: \(describe(before))"
      }
    }
    return nil
  }

  private static func describe(_ state: NumberHistory) -> String {
    "\(Array(state.past)) \(state.present) \(Array(state.future))"
  }

  private static func rules(_ random: inout SplitMix64) -> (rules: NumberUndoRules, description: String) {
    let limit = random.pick(0, 1, 2, 3, 7, .max)
    let isFiltering = random.once(in: 2)
    let isGrouping = random.once(in: 2)
    let syncs = random.once(in: 2)
    let ignores = random.once(in: 3)
    return (
      NumberUndoRules(
        limit: limit, excluding: isFiltering ? ["cursor"] : [], isGrouping: isGrouping, syncsUnrecorded: syncs,
        ignoresInitialState: ignores),
      "limit \(limit), filter \(isFiltering), groups \(isGrouping), syncs \(syncs), "
        + "ignores the initial state \(ignores)"
    )
  }

  private static func step(_ random: inout SplitMix64) -> Step {
    let count = random.pick(1, 1, 1, 2, 3, 5)
    return (0..<count).map { _ in action(&random) }
  }

  private static func action(_ random: inout SplitMix64) -> NumberUndoAction {
    let kind = random.pick("edit", "edit", "cursor")
    let group: String? = random.pick(nil, "a", "a", "b")
    return switch random.below(20) {
    case 0..<7: .add(random.below(4) - 1, kind: kind, group: group)
    case 7..<10: .set(random.below(4), kind: kind, group: group)
    case 10..<13: .undo
    case 13..<15: .redo
    case 15: .jump(random.below(9) - 4)
    case 16: .recordedJump(index: random.below(5), isFuture: false)
    case 17: .recordedJump(index: random.below(4), isFuture: true)
    case 18: random.pick(.endGroup, .other)
    default: random.pick(.clear, .reset, .other, .other)
    }
  }
}

extension UndoAction<NumberEditing.Edit> {
  fileprivate static var other: Self { .action(.init(change: .other)) }
}

/// A simple model of the rules of undo, with arrays and complete copies.
struct NaiveUndo {
  struct Contents: Equatable {
    var past: [Int] = []
    var present: Int
    var future: [Int] = []
    /// The state that a step returns to: the present, unless a change was not recorded.
    var recorded: Int
    var isFresh = true
    var group: String?
  }

  let rules: NumberUndoRules
  let isGrouping: Bool
  private let start: Int
  private(set) var contents: Contents
  /// The contents before the changes of one step, and whether one of the changes was recorded.
  private var begun: (contents: Contents, hasRecorded: Bool)?

  init(_ start: Int, rules: NumberUndoRules) {
    self.rules = rules
    self.isGrouping = rules.groups != nil
    self.start = start
    contents = Contents(present: start, recorded: start)
  }

  /// Applies the actions of one transaction.
  mutating func apply(_ actions: [NumberUndoAction]) {
    begun = nil
    for action in actions {
      switch action {
      case .action(let edit): change(edit)
      case .undo: move(-1)
      case .redo: move(1)
      case .jump(let steps): move(steps)
      case .recordedJump(let index, isFuture: true): if contents.future.indices.contains(index) { move(index + 1) }
      case .recordedJump(let index, isFuture: false):
        if contents.past.indices.contains(index) { move(index - contents.past.count) }
      case .clear:
        contents = Contents(present: contents.present, recorded: contents.present, isFresh: false)
        begun = nil
      case .reset:
        contents = Contents(present: start, recorded: start)
        begun = nil
      case .endGroup:
        contents.group = nil
        begun = nil
      }
    }
  }

  private mutating func move(_ steps: Int) {
    let all = contents.past + [contents.recorded] + contents.future
    let index = contents.past.count + steps
    guard steps != 0, all.indices.contains(index) else { return }
    contents = Contents(
      past: Array(all[..<index]), present: all[index], future: Array(all[(index + 1)...]), recorded: all[index],
      isFresh: false)
    begun = nil
  }

  private mutating func change(_ edit: NumberEditing.Edit) {
    let before = contents
    switch edit.change {
    case .set(let value): contents.present = value
    case .add(let number): contents.present += number
    case .other: break
    }
    guard contents.present != before.present else { return }
    let isLater = begun != nil
    if begun == nil { begun = (before, false) }

    if rules.records?(edit, before.present, contents.present) == false {
      if rules.syncsUnrecorded {
        contents.recorded = contents.present
        contents.isFresh = false
      }
    } else {
      let group = isGrouping ? edit.group : nil
      if begun?.hasRecorded == false, group == nil || group != contents.group {
        if !(rules.ignoresInitialState && contents.isFresh) { contents.past.append(contents.recorded) }
        contents.past = contents.past.suffix(rules.limit)
        contents.future = []
      }
      contents.recorded = contents.present
      contents.isFresh = false
      contents.group = group
      begun?.hasRecorded = true
    }
    if isLater, let begun, begun.contents.present == contents.present {
      contents = begun.contents
      self.begun = (contents, false)
    }
  }
}
