@testable import NavStoreCore
import Testing

/// What a subscription to transactions keeps.
@Suite struct TransactionBufferTests {
  private static func makeBuffer(capacity: Int) -> TransactionBuffer<Int, String> {
    TransactionBuffer(number: 1, capacity: capacity, now: { .zero })
  }

  private static func mark(_ buffer: inout TransactionBuffer<Int, String>, _ id: Int, state: Int) -> Bool {
    buffer.mark(id, state: state)
  }

  private static func take(_ buffer: inout TransactionBuffer<Int, String>, state: Int) -> [String] {
    var events: [RecordedEvent<Int, String>] = []
    buffer.take(&events, state: state)
    return events.map { event in
      switch event {
      case .action(let action, _, _, let state): state.map { "\(action) \($0)" } ?? action
      case .replaced(_, _, let state): "replaced \(state)"
      case .lost(let count, _, let state): "\(count) lost \(state)"
      case .mark(let id, _): "mark \(id)"
      }
    }
  }

  @Test(arguments: 1...4) func `a buffer keeps as many marks as its capacity, until its events are taken`(capacity: Int)
  {
    var buffer = Self.makeBuffer(capacity: capacity)
    for _ in 1...3 {
      for id in 1...capacity { #expect(Self.mark(&buffer, id, state: 0)) }
      for id in 1...3 { #expect(!Self.mark(&buffer, capacity + id, state: 0)) }
      #expect(Self.take(&buffer, state: 0) == (1...capacity).map { "mark \($0)" })
      #expect(buffer.isEmpty)
    }
  }

  @Test func `a mark is kept although no transaction fits, and a transaction is lost if marks fill the buffer`() {
    var buffer = Self.makeBuffer(capacity: 2)
    buffer.append(["a", "b"], origin: .user, state: 1)
    #expect(Self.mark(&buffer, 1, state: 1))
    buffer.append(["c"], origin: .user, state: 2)
    buffer.append(["d"], origin: .user, state: 3)
    #expect(Self.mark(&buffer, 2, state: 3))
    #expect(!Self.mark(&buffer, 3, state: 3))
    #expect(Self.take(&buffer, state: 3) == ["a", "b 1", "mark 1", "2 lost 3", "mark 2"])

    for id in 1...2 { #expect(Self.mark(&buffer, id, state: 3)) }
    buffer.append(["e"], origin: .user, state: 4)
    #expect(Self.take(&buffer, state: 4) == ["mark 1", "mark 2", "1 lost 4"])
  }
}
