/// The tabs, in their order.
nonisolated enum ShopTab: String, Codable, CaseIterable { case home, orders }

/// Every screen above the root of a tab, and every sheet.
nonisolated enum ShopRoute: Hashable, Codable { case product(Int), order(Int), signIn, terms }

nonisolated let products = [1: "Teapot", 2: "Green tea", 3: "Cup"]
