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
      case .transaction(let actions, _, _, let state): "\(actions.all.joined(separator: " ")) \(state.value)"
      case .lost(let count, _, let state): "\(count) lost \(state.value)"
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
    buffer.append(.list(["a", "b"]), origin: .user, state: Boxed(1))
    #expect(Self.mark(&buffer, 1, state: 1))
    buffer.append(.list(["c"]), origin: .user, state: Boxed(2))
    buffer.append(.list(["d"]), origin: .user, state: Boxed(3))
    #expect(Self.mark(&buffer, 2, state: 3))
    #expect(!Self.mark(&buffer, 3, state: 3))
    #expect(Self.take(&buffer, state: 3) == ["a b 1", "mark 1", "2 lost 3", "mark 2"])

    for id in 1...2 { #expect(Self.mark(&buffer, id, state: 3)) }
    buffer.append(.list(["e"]), origin: .user, state: Boxed(4))
    #expect(Self.take(&buffer, state: 4) == ["mark 1", "mark 2", "1 lost 4"])
  }

  @Test func `each action and each state without actions counts towards the capacity`() {
    var buffer = Self.makeBuffer(capacity: 3)
    buffer.append(.list(["a", "b"]), origin: .user, state: Boxed(1))
    buffer.append(.list([]), origin: .user, state: Boxed(2))
    buffer.append(.list(["c"]), origin: .user, state: Boxed(3))
    #expect(Self.take(&buffer, state: 3) == ["a b 1", " 2", "1 lost 3"])

    buffer.append(.list(["a", "b", "c"]), origin: .user, state: Boxed(4))
    #expect(Self.take(&buffer, state: 4) == ["a b c 4"])
  }
}
