import NavStore
import NavStoreTesting
import Testing

/// How do I end a flow of several screens so that `back` from its last screen does not return to the flow?
///
/// In a stack, replace the screens of the flow by the last one in one transaction. A better way is to present the flow
/// in a sheet and dismiss the sheet. Its path is then removed, the tabs are unchanged, and a late write of a view
/// cannot reopen the flow.
@Suite struct OrderFlowTests {
  enum AppTab: String, Codable, CaseIterable { case shop, orders }
  enum Route: Hashable, Codable { case item(Int), cart, address, payment, done }

  let store = Store(
    initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  @Test func `the last screen replaces the flow, and back leads to the root`() {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    // snippet: flow in a stack
    store.send([.popToRoot, .push(.done)])
    #expect(store.state.focusedPath == [.done])
    store.send(.back)
    #expect(store.state.focusedPath == [])
    // end
  }

  @Test func `a flow that began deeper in the stack returns to where it began`() {
    for screen in [Route.item(7), .cart, .address, .payment] { store.send(.push(screen)) }
    store.send([.popTo(.cart), .replaceTop(.done)])
    #expect(store.state.focusedPath == [.item(7), .done])
    store.send(.back)
    #expect(store.state.focusedPath == [.item(7)])
  }

  @Test func `no subscriber sees the root between the two actions of a transaction`() async {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    var transactions = store.transactions.makeAsyncIterator()
    let revision = store.revision
    store.send([.popToRoot, .push(.done)])
    #expect(store.revision == revision + 1)
    #expect(await transactions.next()?.actions == [.popToRoot, .push(.done)])
  }

  @Test func `if the last screen is pushed on the flow, back leads to the payment`() {
    for screen in [Route.cart, .address, .payment, .done] { store.send(.push(screen)) }
    store.send(.back)
    #expect(store.state.top == .payment)
  }

  @Test func `in a stack, a swipe back that ends after the payment restores the screens of the flow`() {
    for screen in [Route.cart, .address, .payment] { store.send(.push(screen)) }
    store.send([.popToRoot, .push(.done)])
    navigator[pathOf: .shop] = [.cart, .address]  // the view writes the binding late
    #expect(store.state.top == .address)
  }

  @Test func `a flow in a sheet ends when the sheet is dismissed`() {
    navigator[pathOf: .shop] = [.item(7)]
    // snippet: flow in a sheet
    store.send(.present(.cart))
    for screen in [Route.address, .payment, .done] { store.send(.push(screen)) }
    #expect("\(store.state)" == "[shop] /item(7) | orders / | sheet 1: cart/address/payment/done")
    store.send(.dismiss)
    #expect("\(store.state)" == "[shop] /item(7) | orders /")
    // end
  }

  @Test func `in a sheet, a late swipe writes to a dismissed sheet and reopens nothing`() throws {
    store.send(.present(.cart))
    for screen in [Route.address, .payment] { store.send(.push(screen)) }
    let sheet = try #require(navigator.modals.last)
    store.send([.dismiss, .selectTab(.orders), .push(.done)])
    navigator[pathOf: sheet.id] = [.address]
    #expect("\(store.state)" == "shop / | [orders] /done")
  }
}
