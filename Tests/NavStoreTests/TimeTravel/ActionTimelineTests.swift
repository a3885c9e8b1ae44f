import NavStore
import Testing

/// Appends digits to a number, so that the number shows which actions were applied, and in which order.
struct DigitReducer: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state = state * 10 + action
    return action == 9 ? .send(8) : .none
  }
}

/// A rule of a timeline: what some commands do to a timeline with the actions 1, 2, 3 and 4.
struct TimelineRule: CustomTestStringConvertible, Sendable {
  var name: String
  /// The lifted action of Redux DevTools that has the same result; empty for a rule of this library.
  var source: String
  var commands: String
  /// The state that is viewed, its position, the numbers of the entries, and the present state. The numbers of entries
  /// that are left out are negative.
  var result: String

  init(_ name: String, _ source: String, _ commands: String, _ result: String) {
    (self.name, self.source, self.commands, self.result) = (name, source, commands, result)
  }

  var testDescription: String { name }

  /// The rules. The sources are cases of `liftReducerWith` in `packages/redux-devtools-instrument/src/instrument.ts` of
  /// github.com/reduxjs/redux-devtools, and options of `packages/redux-devtools-instrument/README.md`. Differences are
  /// explained in Docs/Decisions/0040-action-timeline.md.
  static let all = [
    // New transactions
    TimelineRule("a new action is viewed with the present", "PERFORM_ACTION", "add 5", "12345 at 5: 1 2 3 4 5 | 12345"),
    TimelineRule(
      "an earlier view stays when actions arrive", "PERFORM_ACTION", "view 2, add 5, add 6",
      "12 at 2: 1 2 3 4 5 6 | 123456"),
    TimelineRule("the start stays viewed", "PERFORM_ACTION", "view 0, add 5", "0 at 0: 1 2 3 4 5 | 12345"),
    TimelineRule(
      "the present follows again after the return to it", "PERFORM_ACTION", "view 1, add 5, view 5, add 6",
      "123456 at 6: 1 2 3 4 5 6 | 123456"),
    TimelineRule("actions of one transaction are one entry", "", "add 5 6", "123456 at 5: 1 2 3 4 5 | 123456"),
    TimelineRule("an empty transaction is no entry", "", "add", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a state may be replaced", "", "set 7, add 8", "78 at 6: 1 2 3 4 5 6 | 78"),
    TimelineRule("a replaced state is left out", "", "set 7, add 8, skip 5", "12348 at 6: 1 2 3 4 -5 6 | 12348"),
    TimelineRule("an effect does not run", "PERFORM_ACTION", "add 9", "12349 at 5: 1 2 3 4 5 | 12349"),

    // Viewing
    TimelineRule("a jump to a position", "JUMP_TO_STATE", "view 2", "12 at 2: 1 2 3 4 | 1234"),
    TimelineRule("a jump to the start", "JUMP_TO_STATE", "view 0", "0 at 0: 1 2 3 4 | 1234"),
    TimelineRule("a jump forwards", "JUMP_TO_STATE", "view 1, view 3", "123 at 3: 1 2 3 4 | 1234"),
    TimelineRule("a jump to an action", "JUMP_TO_ACTION", "after 3", "123 at 3: 1 2 3 4 | 1234"),
    TimelineRule("a jump to an unknown action", "JUMP_TO_ACTION", "view 2, after 9", "12 at 2: 1 2 3 4 | 1234"),
    TimelineRule(
      "a jump to an action that has moved", "JUMP_TO_ACTION", "move 4 1, after 1", "41 at 2: 4 1 2 3 | 4123"),
    TimelineRule("a jump beyond the end", "", "view 5", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a jump before the start", "", "view -1", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a step back", "JUMP_TO_STATE", "back", "123 at 3: 1 2 3 4 | 1234"),
    TimelineRule("a step back from the start", "JUMP_TO_STATE", "view 0, back", "0 at 0: 1 2 3 4 | 1234"),
    TimelineRule("a step forward", "JUMP_TO_STATE", "view 1, forward", "12 at 2: 1 2 3 4 | 1234"),
    TimelineRule("a step forward from the present", "JUMP_TO_STATE", "forward", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a return to the present", "JUMP_TO_STATE", "view 1, add 5, present", "12345 at 5: 1 2 3 4 5 | 12345"),

    // Skip
    TimelineRule("an action is left out", "TOGGLE_ACTION", "skip 2", "134 at 4: 1 -2 3 4 | 134"),
    TimelineRule("an action is put back", "TOGGLE_ACTION", "skip 2, keep 2", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("two actions are left out", "TOGGLE_ACTION", "skip 3, skip 1", "24 at 4: -1 2 -3 4 | 24"),
    TimelineRule("an action before the view", "TOGGLE_ACTION", "view 2, skip 1", "2 at 2: -1 2 3 4 | 234"),
    TimelineRule("the last action before the view", "TOGGLE_ACTION", "view 2, skip 2", "1 at 2: 1 -2 3 4 | 134"),
    TimelineRule("an action after the view", "TOGGLE_ACTION", "view 2, skip 3", "12 at 2: 1 2 -3 4 | 124"),
    TimelineRule(
      "new actions follow one that is left out", "TOGGLE_ACTION", "skip 4, add 5", "1235 at 5: 1 2 3 -4 5 | 1235"),
    TimelineRule("a range is left out", "SET_ACTIONS_ACTIVE", "skip 2-3", "14 at 4: 1 -2 -3 4 | 14"),
    TimelineRule("a range around the view", "SET_ACTIONS_ACTIVE", "view 2, skip 2-3", "1 at 2: 1 -2 -3 4 | 14"),
    TimelineRule(
      "a part of a range is put back", "SET_ACTIONS_ACTIVE", "skip 1-4, keep 2-3", "23 at 4: -1 2 3 -4 | 23"),
    TimelineRule("a range left out twice", "SET_ACTIONS_ACTIVE", "skip 1-2, skip 2-3", "4 at 4: -1 -2 -3 4 | 4"),
    TimelineRule("an action left out twice", "", "skip 2, skip 2", "134 at 4: 1 -2 3 4 | 134"),
    TimelineRule("an unknown action is left out", "", "skip 9, add 5", "12345 at 5: 1 2 3 4 5 | 12345"),
    TimelineRule(
      "a range of numbers, not of positions", "SET_ACTIONS_ACTIVE", "move 4 1, skip 1-2", "43 at 4: 4 -1 -2 3 | 43"),

    // Reorder
    TimelineRule("an action moves to the left", "REORDER_ACTION", "move 4 2", "1423 at 4: 1 4 2 3 | 1423"),
    TimelineRule("an action moves to the beginning", "REORDER_ACTION", "move 3 1", "3124 at 4: 3 1 2 4 | 3124"),
    TimelineRule("an action moves to the right", "REORDER_ACTION", "move 1 4", "2314 at 4: 2 3 1 4 | 2314"),
    TimelineRule("an action moves to the end", "REORDER_ACTION", "move 1 end", "2341 at 4: 2 3 4 1 | 2341"),
    TimelineRule("an action moves before itself", "REORDER_ACTION", "move 2 2", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("an action moves before the next one", "REORDER_ACTION", "move 2 3", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("an unknown action moves", "REORDER_ACTION", "move 7 2", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("the position stays", "REORDER_ACTION", "view 2, move 4 1", "41 at 2: 4 1 2 3 | 4123"),
    TimelineRule("an action after the view moves", "REORDER_ACTION", "view 2, move 4 3", "12 at 2: 1 2 4 3 | 1243"),
    TimelineRule("an action moves out of the view", "REORDER_ACTION", "view 2, move 1 end", "23 at 2: 2 3 4 1 | 2341"),
    TimelineRule(
      "an action that is left out moves", "REORDER_ACTION", "skip 2, move 2 end", "134 at 4: 1 3 4 -2 | 134"),
    TimelineRule("a move before an unknown action", "", "move 2 7", "1234 at 4: 1 2 3 4 | 1234"),

    // Sweep
    TimelineRule("what is left out is deleted", "SWEEP", "skip 2-3, sweep", "14 at 2: 1 4 | 14"),
    TimelineRule("a sweep with nothing left out", "SWEEP", "sweep", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a sweep of all actions", "SWEEP", "skip 1-4, sweep", "0 at 0:  | 0"),
    TimelineRule("a sweep after the view", "SWEEP", "view 2, skip 4, sweep", "12 at 2: 1 2 3 | 123"),
    TimelineRule("new actions after a sweep", "SWEEP", "skip 4, sweep, add 5", "1235 at 4: 1 2 3 5 | 1235"),
    TimelineRule("a sweep keeps the state that is viewed", "", "view 3, skip 1, sweep", "23 at 2: 2 3 4 | 234"),
    TimelineRule(
      "a sweep of the end of an earlier view", "SWEEP", "view 3, skip 4, sweep, add 5", "1235 at 4: 1 2 3 5 | 1235"),

    // Commit, roll back, reset
    TimelineRule("the present becomes the start", "COMMIT", "commit", "1234 at 0:  | 1234"),
    TimelineRule("the state that is viewed becomes the start", "COMMIT", "view 2, commit", "12 at 0:  | 12"),
    TimelineRule("a commit without an action", "COMMIT", "skip 2, commit", "134 at 0:  | 134"),
    TimelineRule("a roll-back to the start", "ROLLBACK", "rollback", "0 at 0:  | 0"),
    TimelineRule("a roll-back to the last commit", "ROLLBACK", "view 2, commit, rollback", "12 at 0:  | 12"),
    TimelineRule("a reset after a commit", "RESET", "commit, reset", "0 at 0:  | 0"),
    TimelineRule("numbers continue after a commit", "", "commit, add 5", "12345 at 1: 5 | 12345"),
    TimelineRule("numbers continue after a roll-back", "", "commit, add 5, rollback, add 6", "12346 at 1: 6 | 12346"),
    TimelineRule("numbers continue after a reset", "", "commit, add 5, reset, add 6", "6 at 1: 6 | 6"),

    // Lock
    TimelineRule("a locked timeline ignores actions", "LOCK_CHANGES", "lock, add 5", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a locked timeline can be edited", "LOCK_CHANGES", "lock, skip 1, view 2", "2 at 2: -1 2 3 4 | 234"),
    TimelineRule("an unlocked timeline", "LOCK_CHANGES", "lock, unlock, add 5", "12345 at 5: 1 2 3 4 5 | 12345"),
    TimelineRule("a lock ignores a replaced state", "", "lock, set 5", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule(
      "an ignored action has no number", "LOCK_CHANGES", "lock, add 5, unlock, add 6", "12346 at 5: 1 2 3 4 5 | 12346"),
    TimelineRule("a lock during a pause", "", "pause, lock, add 5", "1234 at 4: 1 2 3 4 | 1234"),

    // Pause. Redux DevTools commits or, with the option `pauseActionType`, adds an entry for the pause.
    TimelineRule("a pause without actions", "", "pause, resume", "1234 at 4: 1 2 3 4 | 1234"),
    TimelineRule("a pause is one entry", "pauseActionType", "pause, add 5, add 6", "123456 at 5: 1 2 3 4 5 | 123456"),
    TimelineRule(
      "an earlier view stays during a pause", "", "view 3, pause, add 5, add 6", "123 at 3: 1 2 3 4 5 | 123456"),
    TimelineRule("a view before a pause", "pauseActionType", "pause, add 5, view 4", "1234 at 4: 1 2 3 4 5 | 12345"),
    TimelineRule("a state is set during a pause", "", "pause, add 5, set 7, add 8", "78 at 5: 1 2 3 4 5 | 78"),
    TimelineRule(
      "entries stay after a pause", "", "pause, add 5 6, resume, add 7", "1234567 at 6: 1 2 3 4 5 6 | 1234567"),
    TimelineRule(
      "two pauses", "", "pause, add 5, resume, add 6, pause, add 7", "1234567 at 7: 1 2 3 4 5 6 7 | 1234567"),
    TimelineRule("an edit before a pause", "", "pause, add 5, skip 1", "12345 at 5: -1 2 3 4 5 | 12345"),
    TimelineRule("a pause is left out", "pauseActionType", "pause, add 5, skip 5", "1234 at 5: 1 2 3 4 -5 | 1234"),
    TimelineRule(
      "a pause goes on after it is left out", "", "pause, add 5, skip 5, add 6", "12346 at 6: 1 2 3 4 -5 6 | 12346"),
    TimelineRule(
      "a pause goes on after a move", "", "pause, add 5, move 5 1, add 6", "1234512346 at 6: 5 1 2 3 4 6 | 1234512346"),
    TimelineRule(
      "a pause goes on after a commit", "", "pause, add 5, commit, add 6, add 7", "1234567 at 1: 6 | 1234567"),
  ]

  /// The rules of a timeline with at most four entries.
  static let limited = [
    TimelineRule("the oldest action is committed", "maxAge", "add 5", "12345 at 4: 2 3 4 5 | 12345"),
    TimelineRule("a committed action stays after a roll-back", "maxAge", "add 5, add 6, rollback", "12 at 0:  | 12"),
    TimelineRule("an action that is left out is dropped", "maxAge", "skip 1, add 5", "2345 at 4: 2 3 4 5 | 2345"),
    TimelineRule("the view moves with its entry", "maxAge", "view 2, add 5", "12 at 1: 2 3 4 5 | 12345"),
    TimelineRule("a view of the committed action", "maxAge", "view 1, add 5", "1 at 0: 2 3 4 5 | 12345"),
    TimelineRule("a view before the committed action", "maxAge", "view 0, add 5, add 6", "12 at 0: 3 4 5 6 | 123456"),
    TimelineRule("an edit after a commit", "maxAge", "add 5, add 6, skip 3", "12456 at 4: -3 4 5 6 | 12456"),
    TimelineRule("a committed action cannot be left out", "maxAge", "add 5, skip 1", "12345 at 4: 2 3 4 5 | 12345"),
    TimelineRule("the action that is first is committed", "maxAge", "move 4 1, add 5", "41235 at 4: 1 2 3 5 | 41235"),
    TimelineRule("a sweep makes room", "maxAge", "skip 1, sweep, add 5", "2345 at 4: 2 3 4 5 | 2345"),
    TimelineRule("a pause commits the oldest action once", "", "pause, add 5, add 6", "123456 at 4: 2 3 4 5 | 123456"),
  ]

  func check(maximumCount: Int = .max) {
    var timeline = ActionTimeline(start: 0, reducer: DigitReducer(), maximumCount: maximumCount)
    for digit in 1...4 { timeline.append(digit) }
    for command in commands.split(separator: ", ") { timeline.perform(String(command)) }
    #expect(timeline.summary == result)
    #expect(timeline.viewedEntry?.id == (timeline.position == 0 ? nil : timeline.entries[timeline.position - 1].id))
  }
}

extension ActionTimeline where State == Int, Action == Int {
  /// Performs a command of a `TimelineRule`.
  fileprivate mutating func perform(_ command: String) {
    let words = command.split(separator: " ")
    let numbers = words.dropFirst().flatMap { $0.hasPrefix("-") ? [Int($0)] : $0.split(separator: "-").map { Int($0) } }
    let ids = numbers.compactMap { $0 }
    switch words[0] {
    case "add": if ids.count == 1 { append(ids[0]) } else { append(ids) }
    case "set": append(replacement: ids[0], origin: .restore)
    case "view": view(at: ids[0])
    case "after": view(after: ids[0])
    case "back": stepBack()
    case "forward": stepForward()
    case "present": viewPresent()
    case "skip": if ids.count == 1 { exclude(ids[0]) } else { exclude(ids[0]...ids[1]) }
    case "keep": if ids.count == 1 { include(ids[0]) } else { include(ids[0]...ids[1]) }
    case "move": move(ids[0], before: numbers[1])
    case "sweep": sweep()
    case "commit": commit()
    case "rollback": rollBack()
    case "reset": reset()
    case "lock": isLocked = true
    case "unlock": isLocked = false
    case "pause": isPaused = true
    case "resume": isPaused = false
    default: Issue.record("The command \(command) is unknown.")
    }
  }

  /// The timeline in the form of `TimelineRule.result`.
  var summary: String {
    let numbers = entries.map { $0.isExcluded ? "-\($0.id)" : "\($0.id)" }.joined(separator: " ")
    return "\(state) at \(position): \(numbers) | \(present)"
  }
}

@Suite struct ActionTimelineTests {
  @Test(arguments: TimelineRule.all)
  func `the rules of a timeline hold`(rule: TimelineRule) {
    rule.check()
  }

  @Test(arguments: TimelineRule.limited)
  func `the rules of a timeline with a maximum length hold`(rule: TimelineRule) {
    rule.check(maximumCount: 4)
  }

  @Test func `an entry has its number, actions, origin and time`() {
    var timeline = ActionTimeline(start: 0, reducer: DigitReducer())
    timeline.append(1)
    timeline.append([2, 3], origin: ActionOrigin.deepLink, time: .seconds(2))
    timeline.append(replacement: 7, origin: ActionOrigin.restore, time: .seconds(3))
    #expect(timeline.entries.map(\.id) == [1, 2, 3])
    #expect(timeline.entries.map(\.actions) == [[1], [2, 3], []])
    #expect(timeline.entries.map(\.replacement) == [nil, nil, 7])
    #expect(timeline.entries.map(\.origin) == [ActionOrigin.user, ActionOrigin.deepLink, ActionOrigin.restore])
    #expect(timeline.entries.map(\.time) == [.zero, .seconds(2), .seconds(3)])
    #expect((0...timeline.entries.count).map(timeline.state) == [0, 1, 123, 7])
    #expect(timeline.start == 0)
  }

  @Test func `a timeline follows the transactions of a store, with their actions, origins and replaced states`() async {
    let store = Store(initialState: 0, reducer: DigitReducer())
    var transactions = store.transactions.makeAsyncIterator()
    var timeline = ActionTimeline(start: store.state, reducer: DigitReducer())
    store.send(1)
    store.send([2, 3], origin: .deepLink)
    store.core.replace(7, origin: .restore)
    store.send(9)  // its effect sends 8
    for _ in 1...5 {
      guard let transaction = await transactions.next() else { break }
      timeline.append(transaction)
    }
    #expect(timeline.summary == "798 at 5: 1 2 3 4 5 | 798")
    #expect(timeline.state == store.state)
    #expect(timeline.entries.map(\.actions) == [[1], [2, 3], [], [9], [8]])
    #expect(timeline.entries[2].replacement == 7)
    #expect(timeline.entries.map(\.origin) == [.user, .deepLink, .restore, .user, .effect] as [ActionOrigin])
  }

  @Test func `a copy is a value of its own`() {
    var timeline = ActionTimeline(start: 0, reducer: DigitReducer())
    timeline.append(1)
    let copy = timeline
    timeline.append(2)
    timeline.exclude(1)
    #expect(copy.summary == "1 at 1: 1 | 1")
    #expect(timeline.summary == "2 at 2: -1 2 | 2")
  }

  @Test func `the actions of an entry are one transaction, and those of two entries are two`() {
    let reducer = DigitReducer().undoable()
    var timeline = ActionTimeline(start: UndoState(0), reducer: reducer)
    timeline.append([.action(1), .action(2)])
    timeline.append(.action(3))
    #expect(Array(timeline.state.past) == [0, 12])
  }

  @Test(.startsProcess) func `a position outside the timeline and a maximum length below 1 stop the program`() async {
    let position = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var timeline = ActionTimeline(start: 0, reducer: DigitReducer())
      timeline.append(1)
      _ = timeline.state(at: 2)
    }
    position?.expectMessage("The position 2 is out of bounds: the timeline has positions 0 to 1.")
    let maximum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ActionTimeline(start: 0, reducer: DigitReducer(), maximumCount: 0)
    }
    maximum?.expectMessage("ActionTimeline(maximumCount: 0): pass the maximum number of entries, at least 1.")
  }
}
