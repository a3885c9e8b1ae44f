@testable import NavStoreCore
import Testing

/// The observed parts of a state, without a store.
@Suite struct ObservedPartsTests {
  private var parts = ObservedParts<String>()

  private func makeValue() -> ObservedValue<String, Int> {
    ObservedValue("", revision: 0, part: ObservedPart(), read: { $0.count })
  }

  @Test mutating func `equal key paths have one value`() {
    #expect(!parts.areObserved)
    let value = makeValue()
    let added = parts.add(value, at: \String.count)
    let again = parts.add(makeValue(), at: \String.count)
    #expect(added === value)
    #expect(again === value)
    #expect(parts.value(at: \String.count) === value)
    #expect(parts.value(at: \String.isEmpty) == nil)
    #expect(parts.values.count == 1)
    #expect(parts.areObserved)
  }

  @Test mutating func `a temporary value is updated until it is removed`() {
    let values = [makeValue(), makeValue()]
    for value in values { parts.add(value) }
    parts.remove(values[0])
    #expect(parts.values.map(ObjectIdentifier.init) == [ObjectIdentifier(values[1])])
    parts.remove(values[1])
    #expect(!parts.areObserved)
    parts.observeState()
    #expect(parts.areObserved)
  }

  @Test mutating func `of several later notifications, one is scheduled, since the earliest revision`() {
    let none = parts.takeScheduled()
    #expect(none == nil)
    let mustSchedule = [5, 3, 9].map { parts.notifyLater(since: $0) }
    #expect(mustSchedule == [true, false, false])
    let scheduled = parts.takeScheduled()
    #expect(scheduled == 3)
    let next = parts.notifyLater(since: 10)
    #expect(next)
  }
}

/// The rules of when observers of a value are notified, without a lock.
@Suite struct ObservedContentTests {
  private var content = ObservedContent("a", revision: 1)

  @Test mutating func `a read of a compared revision needs no comparison`() {
    let same = content.read(at: 1)
    #expect(same)
    let other = content.read(at: 2)
    #expect(!other && content.last == "a")
  }

  @Test mutating func `an older revision is not compared after a newer one`() {
    let newer = content.update(to: "c", revision: 3)
    #expect(newer == .possible && content.last == "c")
    let older = content.update(to: "b", revision: 2)
    #expect(older == .none && content.last == "c")
    let next = content.update(to: "d", revision: 4)
    #expect(next == .possible && content.last == "d")
  }

  @Test mutating func `observers that may have missed a notification are notified of equal content`() {
    content.notify(of: 2)
    let unread = content.update(to: "b", revision: 2)
    #expect(unread == .certain)
    _ = content.read(at: 2)
    let read = content.update(to: "b", revision: 3)
    #expect(read == .possible)
    content.hasEarlyReader = true
    let early = content.update(to: "b", revision: 4)
    #expect(early == .certain)
    let late = content.update(to: "b", revision: 5)
    #expect(late == .possible)
  }
}
