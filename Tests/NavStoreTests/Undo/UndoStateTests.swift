@testable import NavStore
@testable import NavStoreCore
import Testing

@Suite struct UndoStateTests {
  @Test func `past and future are collections in the order of time`() {
    var state = UndoState("a")
    for letter in ["b", "c", "d", "e"] { state.record(letter, limit: 3) }
    #expect(Array(state.past) == ["b", "c", "d"])
    state.jump(by: -2)
    #expect((state.past.count, state.past[0]) == (1, "b"))
    #expect(Array(state.future) == ["d", "e"])
    #expect((state.future[0], state.future[1], state.future.last) == ("d", "e", "e"))
    #expect((state.past.count, state.future.count, state.canUndo, state.canRedo) == (1, 2, true, true))
  }

  @Test func `an index out of bounds stops the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = UndoState(past: [1, 2], present: 3).past[2]
    }
    result?.expectMessage("The index 2 is out of bounds: the past has 2 states. Check `indices` first.")
  }

  @Test func `optional states are stored unchanged`() {
    var state = UndoState<Int?>(nil)
    state.record(1)
    state.record(nil)
    #expect(Array(state.past) == [nil, 1])
    state.undo()
    state.undo()
    #expect(state == UndoState(past: [], present: nil, future: [1, nil]))
  }

  @Test func `states that are removed from the history are released immediately`() {
    final class Token: Sendable {}
    struct Holder: Equatable, Sendable {
      var number: Int
      var token = Token()
      static func == (first: Holder, second: Holder) -> Bool { first.number == second.number }
    }
    var state = UndoState(Holder(number: 0))
    weak let first = state.present.token
    for number in 1...8 { state.record(Holder(number: number), limit: 8) }
    #expect(first != nil)
    state.record(Holder(number: 9), limit: 8)
    #expect(first == nil)
    weak let last = state.present.token
    state.undo()
    #expect(last != nil)
    state.record(Holder(number: 10))
    #expect(last == nil, "The future is empty.")
  }

  @Test
  func `two states are equal, with equal hashes, if the present, the history and the state of the next step are equal`()
  {
    var first = NumberHistory(0)
    first.record(1, group: "typing")
    let second = NumberHistory(past: [0], present: 1)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    var third = second
    third.replacePresent(with: 2)
    third.replacePresent(with: 1)
    #expect(third == second)
    third.replacePresent(with: 2)
    #expect(third != NumberHistory(past: [0], present: 2), "The next step returns to 1, not to 2.")
    #expect(second != NumberHistory(past: [0], present: 1, future: [2]))
  }

  @Test func `encoding and decoding preserve a history and the state that the next step returns to`() throws {
    var state = NumberHistory(0)
    #expect(try JSON.text(state) == #"{"fresh":true,"present":0}"#)
    for number in 1...3 { state.record(number) }
    state.undo()
    state.replacePresent(with: 7)
    let text = try JSON.text(state)
    #expect(text == #"{"future":[3],"past":[0,1],"present":7,"recorded":2}"#)
    var decoded = try JSON.value(NumberHistory.self, text)
    #expect(decoded == state)
    decoded.record(8)
    #expect(Array(decoded.past) == [0, 1, 2])
    #expect(JSON.refusal(of: #"{"past":[1]}"#, as: NumberHistory.self) != nil)
  }

  @Test func `the past omits an initial state that was restored`() throws {
    let reducer = UndoReducer(NumberEditing(), rules: NumberUndoRules(ignoresInitialState: true))
    var state = try JSON.value(NumberHistory.self, try JSON.text(NumberHistory(0)))
    _ = reducer.reduce(into: &state, action: .add(1))
    #expect(!state.canUndo)
    state = try JSON.value(NumberHistory.self, try JSON.text(state))
    _ = reducer.reduce(into: &state, action: .add(1))
    #expect(state == NumberHistory(past: [1], present: 2))
  }

  @Test func `recording a state that equals the present is no step, and keeps the future and the group`() {
    var state = NumberHistory(0)
    for number in 1...3 { state.record(number, group: "a") }
    state.record(4)
    state.undo()
    let before = state
    let isChange = state.record(3)
    #expect(!isChange)
    let isOtherChange = state.record(group: "b") { $0 += 0 }
    #expect(!isOtherChange)
    #expect(state == before && state.future.count == 1)

    state = NumberHistory(0)
    state.record(1, group: "a")
    state.record(1)
    state.record(2, group: "a")
    #expect(state == NumberHistory(past: [0], present: 2), "The group has not ended.")
  }

  @Test func `recording a state that equals the present keeps the values that are not compared`() {
    var navigation = NavigationState<Int, Int>(tabs: [1])
    var state = UndoState(navigation)
    navigation.tabTapped(1)
    let isChange = state.record(navigation)
    #expect(!isChange && !state.canUndo)
    #expect(state.present.scrollSignal(of: 1) == 1)
  }

  @Test func `clearing a change that was not recorded is a change`() {
    var state = NumberHistory(0)
    let isFirstChange = state.clear()
    #expect(!isFirstChange)
    state.replacePresent(with: 1)
    #expect(state != NumberHistory(1))
    let isSecondChange = state.clear()
    #expect(isSecondChange)
    #expect(state == NumberHistory(1))
  }

  @Test func `the memory of a history with a limit does not grow with removed states`() {
    var state = NumberHistory(0)
    for number in 1...1_000 { state.record(number, limit: 3) }
    #expect(Array(state.past) == [997, 998, 999])
    #expect(state.earlier.slots.count <= 8)
  }

  @Test func `the next step removes the past if the limit is now 0`() {
    var state = NumberHistory(past: [1, 2, 3], present: 4)
    state.record(5, limit: 0)
    #expect(state == NumberHistory(5))
    let reducer = NumberEditing().undoable(limit: 0)
    var restored = NumberHistory(past: [1, 2, 3], present: 4)
    _ = reducer.reduce(into: &restored, actions: [.add(1), .add(-1), .add(2)])
    #expect(restored == NumberHistory(6))
  }

  @Test func `the next step shortens a past that exceeds the limit`() throws {
    var state = try JSON.value(NumberHistory.self, #"{"past":[0,1,2,3,4],"present":5}"#)
    state.record(6, limit: 2)
    #expect(state == NumberHistory(past: [4, 5], present: 6))
  }

  @Test func `the mirror has the past, the present and the future`() {
    var text = ""
    dump(NumberHistory(past: [1], present: 2), to: &text)
    #expect(text.contains("past: 1 element"))
    #expect(text.contains("present: 2"))
    #expect(!text.contains("slots"))
  }

  @Test func `writing the present is no step, and past and future stay unchanged`() {
    var state = UndoState(past: [0], present: 1, future: [2])
    state.present = 5
    #expect(state == UndoState(past: [0], present: 5, future: [2]))
    // The next step returns to the written state.
    var changed = state
    changed.record(6)
    #expect(changed == UndoState(past: [0, 5], present: 6))
    state.undo()
    #expect(state == UndoState(past: [], present: 0, future: [5, 2]))
  }

  @Test func `after a change that was not recorded, the next step returns to a present that was written`() {
    var state = UndoState(0)
    state.replacePresent(with: 1)
    state.present = 2
    state.record(3)
    #expect(state == UndoState(past: [2], present: 3))
    // An equal state changes nothing.
    var same = UndoState(0)
    same.replacePresent(with: 1)
    same.present = 1
    same.record(3)
    #expect(same == UndoState(past: [0], present: 3))
  }

  @Test func `a reducer can change the present in place`() {
    var state = UndoState([1, 2])
    state.present.append(3)
    state.present[0] = 7
    #expect(state == UndoState([7, 2, 3]))
  }
}
