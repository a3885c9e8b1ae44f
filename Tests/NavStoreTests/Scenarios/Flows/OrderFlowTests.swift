import NavStore
import NavStoreTesting
import Testing

/// How do I end a flow of several screens, so that back from its last one does not lead into it again?
///
/// In a stack, replace the flow's screens by the last one in one transaction. Better, give the flow a sheet and dismiss
/// that: the flow goes with its path, the tabs are as they were, and nothing that comes late leads into it again.
@Suite struct OrderFlowTests {
  enum AppTab: String, Codable, CaseIterable { case shop, orders }
  enum Route: Hashable, Codable { case item(Int), cart, address, payment, done }

  let store = Store(
    initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  @Test func `the last screen takes the place of the flow, and back from it leads to the root`() {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    store.send([.popToRoot, .push(.done)])
    #expect(store.state.focusedPath == [.done])
    store.send(.back)
    #expect(store.state.focusedPath == [])
  }

  @Test func `a flow that began deeper in the stack ends where it began`() {
    for screen in [Route.item(7), .cart, .address, .payment] { store.send(.push(screen)) }
    store.send([.popTo(.cart), .replaceTop(.done)])
    #expect(store.state.focusedPath == [.item(7), .done])
    store.send(.back)
    #expect(store.state.focusedPath == [.item(7)])
  }

  @Test func `in one transaction nobody sees the root in between`() async {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    var records = store.actionRecords.makeAsyncIterator()
    let revision = store.revision
    store.send([.popToRoot, .push(.done)])
    #expect(store.revision == revision + 1)
    #expect(await records.next()?.revision == revision + 1)
    #expect(await records.next()?.revision == revision + 1)
  }

  @Test func `pushed upon the flow, the last screen would lead back to the payment`() {
    for screen in [Route.cart, .address, .payment, .done] { store.send(.push(screen)) }
    store.send(.back)
    #expect(store.state.top == .payment)
  }

  @Test func `in a stack, a swipe back that ends after the payment writes the flow's screens again`() {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    store.send([.popToRoot, .push(.done)])
    navigator[pathOf: .shop] = [.cart, .address]  // the view writes the binding, late
    #expect(store.state.top == .address)
  }

  @Test func `a flow in a sheet has its path there, and ends with the sheet`() {
    navigator[pathOf: .shop] = [.item(7)]
    store.send(.present(.cart))
    for screen in [Route.address, .payment, .done] { store.send(.push(screen)) }
    #expect("\(store.state)" == "[shop] /item(7) | orders / | sheet 1: cart/address/payment/done")
    store.send(.dismiss)
    #expect("\(store.state)" == "[shop] /item(7) | orders /")
  }

  @Test func `in a sheet, such a swipe writes to a sheet that is gone, and opens nothing again`() throws {
    store.send(.present(.cart))
    for screen in [Route.address, .payment] { store.send(.push(screen)) }
    let sheet = try #require(navigator.modals.last)
    store.send([.dismiss, .selectTab(.orders), .push(.done)])
    navigator[pathOf: sheet.id] = [.address]
    #expect("\(store.state)" == "shop / | [orders] /done")
  }
}
