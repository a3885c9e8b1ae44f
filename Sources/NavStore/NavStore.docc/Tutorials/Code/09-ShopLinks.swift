import NavStore

typealias ShopLink = DeepLink<ShopTab, ShopRoute>

nonisolated let shopLinks = DeepLinkTable<ShopTab, ShopRoute>(schemes: ["shop"]) {
  LinkPattern("", in: .home)
  LinkPattern("orders", in: .orders)
  LinkPattern(
    "product/:id", .int, in: .home,
    make: ShopRoute.product, match: { if case .product(let id) = $0 { id } else { nil } })
  LinkPattern(
    "order/:id", .int, in: .orders,
    make: ShopRoute.order, match: { if case .order(let id) = $0 { id } else { nil } })
}

nonisolated let shopResolver = LinkResolver<ShopTab, ShopRoute, ShopState>(shopLinks, rules: [])
