@testable import NavStoreCore
import Testing

/// The rules of what a store's lock protects, without a lock and without threads.
@Suite struct StoreContentsTests {
  private var contents = StoreContents<Int, String>(0) { _, _ in .none }

  @Test mutating func `a transaction is published only if somebody receives it`() {
    contents.states.endTransaction(isAnimated: true)
    let silent = contents.publish()
    #expect(silent == nil)
    contents.observed.observeState()
    contents.states.endTransaction(isAnimated: true)
    let publication = contents.publish()
    #expect(publication?.revision == 2)
    #expect(publication?.isStateObserved == true)
    #expect(publication?.hasObservedValues == false)
  }

  @Test mutating func `values are kept until they are taken for release`() {
    contents.replace(5)
    #expect(contents.states.present == 5)
    let discarded = contents.takeDiscarded().map { "\($0)" }
    #expect(discarded == ["0"])
    let second = contents.takeDiscarded().count
    #expect(second == 0)
  }

  @Test mutating func `transactions are added to each buffer until it is removed`() {
    let first = contents.addBuffer(capacity: 10, now: { .zero })
    let second = contents.addBuffer(capacity: 10, now: { .zero })
    contents.record(.list(["a"]), origin: .user)
    contents.removeBuffer(first)
    contents.record(.list(["b"]), origin: .user)
    func count(_ number: Int, _ contents: inout StoreContents<Int, String>) -> Int? {
      var events: [RecordedEvent<Int, String>] = []
      return contents.withBuffer(number) { buffer, state in
        buffer.take(&events, state: state)
        return events.count
      }
    }
    let counts = [count(first, &contents), count(second, &contents)]
    #expect(counts == [nil, 2])
    let discarded = contents.takeDiscarded().count
    #expect(discarded == 1)
  }

  @Test mutating func `each event for which waiting tasks check again is a different one`() {
    var events = [contents.lastEvent]
    contents.states.endTransaction(isAnimated: true)
    events.append(contents.lastEvent)
    _ = contents.view(7)
    events.append(contents.lastEvent)
    contents.inspection = InspectionBuffer()
    events.append(contents.lastEvent)
    _ = contents.noteEndedEffects()
    events.append(contents.lastEvent)
    _ = contents.close()
    events.append(contents.lastEvent)
    for (index, event) in events.enumerated() {
      #expect(events.firstIndex(of: event) == index)
    }
    #expect(events.last?.isClosed == true)
  }

  @Test mutating func `a test store receives the transactions that it has not handled itself`() {
    contents.inspect(origin: .user, cause: nil) { ["before"] }
    contents.inspection = InspectionBuffer()
    #expect(contents.isUnheard)
    contents.inspection?.source = .handledTest
    contents.inspect(origin: .user, cause: nil) { ["handled"] }
    contents.inspection?.source = .test
    contents.inspection?.mistakes = [ReducerMistake("mistake")]
    #expect(!contents.isUnheard)
    contents.inspect(origin: .user, cause: nil) { ["sent"] }
    contents.inspect(origin: .effect, cause: 1) { ["received"] }
    let transactions = contents.inspection?.transactions ?? []
    #expect(transactions.map(\.actions) == [["sent"], ["received"]])
    #expect(transactions.map(\.isSentByTest) == [true, false])
    #expect(transactions.map(\.mistakes.count) == [1, 0])
    #expect(transactions.map(\.cause) == [nil, 1])
    #expect(!contents.isUnheard)
  }
}

/// The present state, and the state that readers receive while a developer views another one.
@Suite struct StoreStatesTests {
  private var states = StoreStates(0)

  @Test mutating func `readers receive the viewed state, and transactions change the present one`() {
    let first = states.view(7)
    #expect(first.isChanged)
    #expect(first.old == nil)
    states.change { $0 += 1 }
    states.endTransaction(isAnimated: true)
    #expect(states.shown == 7)
    #expect(states.present == 1)
    #expect(states.revision == 1)
    #expect(states.shownRevision == 2)
    let second = states.view(nil)
    #expect(second.isChanged)
    #expect(second.old?.value == 7)
    #expect(states.shown == 1)
    #expect(states.shownRevision == 3)
    let third = states.view(nil)
    #expect(!third.isChanged)
    #expect(states.shownRevision == 3)
  }

  @Test(arguments: [
    ([], 0), ([true], 1), ([false], 0), ([true, false, false], 1), ([false, true], 2), ([true, false, true], 3),
    ([false, true, false], 2), ([false, false, true, false, false], 3),
  ]) func `the last animated revision is that of the last transaction with animation`(areAnimated: [Bool], last: Int) {
    var states = StoreStates(0)
    for isAnimated in areAnimated { states.endTransaction(isAnimated: isAnimated) }
    #expect(states.revision == areAnimated.count)
    #expect(states.lastAnimatedRevision == last)
    _ = states.view(1)
    #expect(states.lastShownAnimatedRevision == last + 1)
  }
}
