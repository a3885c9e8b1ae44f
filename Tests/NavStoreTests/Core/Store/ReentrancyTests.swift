import NavStore
import Testing

@Suite(.startsProcess) struct ReentrancyTests {
  struct Order: Sendable, CustomStringConvertible {
    var name: String
    var then: @Sendable () -> Void = {}
    var description: String { name }
  }

  /// A store whose reducer runs the closure of the action.
  static let shared = Store(
    initialState: 0,
    reducer: Reduce<Int, Order> { _, order in
      order.then()
      return .none
    })

  @Test func `a send from inside a reducer stops with a message that names both actions`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.shared.send(Order(name: "outer") { Self.shared.send(Order(name: "inner")) })
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A reducer sent inner while it was reducing outer."), "\(message)")
    #expect(message.contains("return .send(inner)"), "\(message)")
  }

  @Test func `a send from a reducer to another store, or inside a transaction, stops with the same message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let other = makeCounter()
      Self.shared.send([Order(name: "first"), Order(name: "second") { other.send([.add(41)]) }])
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A reducer sent add(41) while it was reducing second."), "\(message)")
  }

  @Test func `reading the store from inside its reducer stops with a message instead of a deadlock`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.shared.send(Order(name: "curious") { _ = Self.shared.state })
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("A reducer used its own store while it was reducing curious."), "\(message)")
  }

  @Test func `effects, other threads and code after a reduction may send`() async {
    let store = makeCounter(["work": .run { context in context.send(.add(1)) }])
    await store.send(.run("work")).finish()
    store.send(.add(1))
    await Task.detached { _ = store.send(.add(1)) }.value
    #expect(store.state == 3)
  }

  @Test func `a store may be read while another thread reduces for it`() {
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, number in
        for _ in 0..<number { state += 1 }
        return .none
      })
    let isDone = Locked(false)
    // Swift Testing does not attribute an expectation on another thread to this test.
    let torn = Locked<[Int]>([])
    onThreads(2) { thread in
      if thread == 0 {
        for _ in 0..<500 { store.send(100) }
        isDone.withLock { $0 = true }
      } else {
        while !isDone.withLock({ $0 }) {
          let state = store.state
          if !state.isMultiple(of: 100) { torn.withLock { $0.append(state) } }
        }
      }
    }
    #expect(torn.withLock { $0 } == [])
  }
}
