// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct Product: Identifiable, Hashable, Sendable {
  public let id: Int
  public let name: String
  public let cents: Int
}

/// A purchase of the account that is signed in.
public struct Order: Identifiable, Hashable, Codable, Sendable {
  public let id: Int
  public let products: [Product.ID]

  // A String: a localized key would group the digits.
  public var title: String { "Order \(id)" }

  public init(id: Int, products: [Product.ID]) {
    self.id = id
    self.products = products
  }
}

/// What the shop sells. A real app asks a server.
public enum Catalogue {
  public static let products = [
    Product(id: 1, name: "Teapot", cents: 3_900),
    Product(id: 2, name: "Green tea", cents: 850),
    Product(id: 3, name: "Black tea", cents: 790),
    Product(id: 4, name: "Tea towel", cents: 1_200),
    Product(id: 5, name: "Cup", cents: 1_450),
  ]

  public static func product(_ id: Product.ID) -> Product? { products.first { $0.id == id } }

  public static func products(matching query: String) -> [Product] {
    query.isEmpty ? products : products.filter { $0.name.lowercased().contains(query.lowercased()) }
  }

  public static func total(of products: [Product.ID]) -> Int {
    products.reduce(0) { $0 + (product($1)?.cents ?? 0) }
  }

  public static func price(_ cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) €"
  }

  /// Asks the shop how many of a product it has.
  public static func stock(of product: Product.ID) async throws -> Int {
    try await Task.sleep(for: .seconds(1))
    return Int.random(in: 0...20)
  }

  /// Sends an order to the shop, and returns its number. A server returns the same number for the same `orderKey`.
  public static func placeOrder(_ products: [Product.ID], _ checkout: Checkout) async throws -> Order.ID {
    try await Task.sleep(for: .seconds(1))
    return Int.random(in: 1_000...9_999)
  }
}
