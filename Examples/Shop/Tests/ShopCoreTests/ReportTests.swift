import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

@Suite struct ReportTests {
  @Test(.timeLimit(.minutes(10))) func `visited screens are reported by name, with the time and the product only`()
    async
  {
    let clock = TestClock()
    let store = Store(initialState: ShopState.paying, reducer: ShopReducer.guarded { _, _ in 7 }, clock: clock)
    let visits = store.screenVisits(of: \.screens.identified)
    clock.advance(by: .seconds(4))
    store.send(.navigation(.dismissAll))
    store.send(.guards(.confirm(.navigation(.dismissAll))))
    store.send(.navigation(.push(.product(1))))
    store.send(.navigation(.push(.product(1))))
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let reporting = Task { await ShopReports.report(visits: visits) { continuation.yield($0) } }
    var reports = stream.makeAsyncIterator()
    #expect(await reports.next() == "Checkout")
    #expect(await reports.next() == "home, after 4 s of Checkout")
    #expect(await reports.next() == "Product product 1, after 0 s of home")
    #expect(await reports.next() == "Product product 1, after 0 s of Product")
    reporting.cancel()
  }

  @Test(.timeLimit(.minutes(10))) func `changes of the basket are reported in order, with the screen`() async {
    let store = Store(initialState: ShopState(), reducer: ShopReducer.guarded { _, _ in 7 })
    let transactions = store.transactions
    store.send(.addedToBasket(1))
    store.send(.navigation(.push(.product(2))))
    store.send(.addedToBasket(2))
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let reporting = Task { await ShopReports.report(transactions: transactions) { continuation.yield($0) } }
    var reports = stream.makeAsyncIterator()
    #expect(await reports.next() == "basket 0 to 1 on home")
    #expect(await reports.next() == "basket 1 to 2 on Product")
    reporting.cancel()
  }

  @Test(.timeLimit(.minutes(10))) @MainActor func `the app passes visits, the basket and mistakes to one function`()
    async throws
  {
    let (reports, continuation) = AsyncStream<String>.makeStream()
    let shop = try TemporaryFolder().shop { continuation.yield($0) }
    shop.store.send(.navigation(.push(.product(2))))
    shop.store.send(.addedToBasket(2))
    shop.store.send(.screens(.screen(ScreenID(rawValue: 99), .deliveryTapped)))
    // The visits and the basket are reported by two tasks, so their order is not fixed.
    var missing: Set = ["Product product 2", "basket 0 to 1 on Product", "screen 99"]
    for await report in reports {
      missing = missing.filter { !report.contains($0) }
      if missing.isEmpty { break }
    }
    #expect(missing.isEmpty)
  }

  @Test func `mistakes and refused actions are reported`() {
    let mistakes = Locked<[String]>([])
    let reducer = ShopReducer.guarded(reportingTo: { mistake in mistakes.withLock { $0.append("\(mistake)") } }) {
      _, _ in 7
    }
    var state = ShopState.paying
    state.isPlacingOrder = true
    _ = reducer.reduce(into: &state, action: .navigation(.dismissAll))
    _ = reducer.reduce(into: &state, action: .screens(.screen(ScreenID(rawValue: 99), .deliveryTapped)))
    let found = mistakes.withLock { $0 }
    #expect(found.count == 2)
    #expect(found.first?.contains("Your order is being placed.") == true)
    #expect(found.last?.contains("screen 99") == true)
  }
}

/// A value behind a lock, for closures that several threads may call.
private final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked because the lock is held at each use of the value.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
