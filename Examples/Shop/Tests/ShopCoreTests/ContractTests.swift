import Foundation
import NavStore
import NavStoreTesting
import Testing

@testable import ShopCore

/// What the users of earlier releases have, and every later release must understand. Each file in `Contracts` was
/// recorded by the code of its release.
@Suite struct ContractTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Contracts")
  static let accepted = ["1.0 link shop://gift/5": "The shop sells no gift cards any more."]

  typealias Recorded = ActionLogSchema<ShopState, ShopAction>

  /// The schema of the sample sessions. The app itself records none.
  static let sessions = Recorded(
    version: 2, stateMigrations: ShopModel.migrations,
    actionMigrations: [
      .step(from: 1, "the cart is called basket") { action in
        if case .object(var members) = action, let added = members.removeValue(forKey: "addedToCart") {
          members["addedToBasket"] = added
          action = .object(members)
        }
      }
    ])

  static let urls = [
    "shop://", "shop://search", "shop://orders", "shop://account", "shop://product/1", "https://shop.example/order/3",
    "shop://account/profile",
  ]

  static let samples: [String: [ShopAction]] = [
    "a link to an order goes on after sign-in": [.linkOpened("shop://order/3"), .signedIn("Ada"), .navigation(.back)],
    "the checkout needs a sign-in": [
      .linkOpened("shop://product/2"), .addedToBasket(2), .checkoutTapped, .signedIn("Ada"), .navigation(.dismiss),
    ],
    "an order": [.signedIn("Ada"), .addedToBasket(1), .orderPlaced(Order(id: 7, products: [1])), .signedOut],
  ]

  static func states() -> [String: ShopState] {
    StateExplorer(
      initialState: ShopState(), reducer: ShopReducer.guarded(reportingTo: nil) { _, _ in 7 },
      actions: ExplorationTests.actions
    ).explore(maxDepth: 5).samples { state in
      let screen = state.navigation.top?.trackedName ?? "\(state.navigation.selectedTab)"
      return state.isSignedIn ? "\(screen), signed in" : screen
    }
  }

  // snippet: example contract
  static func contract(
    states: [String: ShopState] = [:], schema: StateSchema = ShopModel.schema,
    links: DeepLinkTable<ShopTab, ShopRoute> = shopLinks,
    reducer: some Reducer<ShopState, ShopAction> = ShopReducer.guarded { _, _ in 7 }
  ) -> Contract<ShopState> {
    Contract(initialState: ShopState(), schema: schema)
      .states(states)
      .links(links, urls: urls) { state, link in
        if link.tab == .orders { state.navigation.setTabs(ShopTab.allCases) }
        state.navigation.deepLink(link)
      }
      .sessions(samples, schema: sessions, reducer: reducer)
  }

  @Test func `what the users of earlier releases have is kept`() {
    Self.contract().check(Self.folder, accepting: Self.accepted).expectKept()
  }

  /// Records a release: `CONTRACT=1.2 swift test --filter ContractTests`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CONTRACT"] != nil))
  func `the contract of a release is recorded`() throws {
    let release = try #require(ProcessInfo.processInfo.environment["CONTRACT"])
    try Self.contract(states: Self.states()).record(release, in: Self.folder)
  }
  // end
}

// MARK: - What the contract finds

extension ContractTests {
  /// Returns the losses of release 1.0 that a mistake in today's code causes.
  private func losses(_ contract: Contract<ShopState>) -> [String] {
    contract.check(Self.folder, accepting: Self.accepted).losses.filter { $0.hasPrefix("1.0") }
  }

  @Test func `a link that is gone, and one that opens another place, are reported`() {
    let links = DeepLinkTable<ShopTab, ShopRoute>(schemes: ["shop"], hosts: ["shop.example"]) {
      LinkPattern("", in: .home)
      for tab in [ShopTab.search, .orders, .account] { LinkPattern(tab.rawValue, in: tab) }
      LinkPattern("account/profile", in: .account)
      LinkPattern(
        "order/:id", .int, in: .orders,
        make: ShopRoute.order, match: { if case .order(let id) = $0 { id } else { nil } })
    }
    let lost = losses(Self.contract(links: links))
    #expect(lost.count == 2)
    #expect(lost.first?.hasPrefix("1.0 link shop://account/profile: The URL opens another place") == true)
    #expect(lost.last?.hasPrefix("1.0 link shop://product/1: The URL opens nothing any more.") == true)
  }

  @Test func `a missing migration is named`() {
    let lost = losses(Self.contract(schema: StateSchema(version: 2, restoring: RestoreOptions(keepsSavedTabs: true))))
    #expect(
      lost == [
        "1.0: The StateSchema, which has version 2, reads no state of version 1. Add a step from 1 to its migrations."
      ])
  }

  @Test func `a route that is gone is reported, if no migration removes it`() {
    let schema = StateSchema(
      version: 2,
      migrations: [
        .step(from: 1, "the cart is called basket") { state in
          state["basket"] = state["cart"]
          state["cart"] = nil
        }
      ], restoring: RestoreOptions(keepsSavedTabs: true))
    let lost = losses(Self.contract(schema: schema))
    #expect(lost.map { $0.prefix { $0 != ":" } } == ["1.0 state Gift card", "1.0 state Gift card, signed in"])
    #expect(lost.first?.contains(#"Route 1 of home, {"giftCard":…}, was dropped"#) == true)
  }

  @Test func `a rule that no longer holds is reported`() {
    let unguarded = ShopReducer(placeOrder: { _, _ in 7 }, screens: .shop(stock: nil, reportingTo: nil))
    let lost = losses(Self.contract(reducer: unguarded))
    #expect(
      lost.map { $0.prefix { $0 != ":" } } == [
        "1.0 session a link to an order goes on after sign-in", "1.0 session the checkout needs a sign-in",
      ])
  }
}
