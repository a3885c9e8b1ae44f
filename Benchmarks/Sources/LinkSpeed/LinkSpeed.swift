import NavStore
import Workload

enum AppTab: Hashable, Sendable { case home }

enum Route: Hashable, Sendable {
  case page(Int)
  case item(section: String, id: Int)
}

/// Prints how long a URL of three segments takes to be parsed and a route to be printed, with 10 and with 1,000 links in the table.
///
///     swift run -c release --package-path Benchmarks LinkSpeed
@main
struct LinkSpeed {
  static func main() throws {
    let count = 200_000
    for size in [10, 1_000] {
      let links = try table(size)
      let urls = (0..<64).map { "https://example.com/shop/section\($0)/\($0)" }
      let (parsing, _) = try measured {
        for index in 0..<count {
          let link = try links.parse(urls[index & 63])
          precondition(link.path.count == 1)
        }
      }
      let route = Route.item(section: "a", id: 7)
      let (printing, _) = try measured { for _ in 0..<count / 100 { _ = try links.print(route) } }
      print(
        "\(size) links: \(Int(parsing * 1e9 / Double(count))) ns to parse, \(Int(Double(count) / parsing)) a second; "
          + "\(Int(printing * 1e11 / Double(count))) ns to print")
    }
  }

  /// A table with so many links, each with a first segment of its own.
  static func table(_ size: Int) throws -> DeepLinkTable<AppTab, Route> {
    let pages = (1..<size).map { number in
      LinkPattern<AppTab, Route>("page\(number)/of/\(number)", in: .home, to: .page(number))
    }
    let item = LinkPattern<AppTab, Route>(
      "shop/:section/:id", .string, .int, in: .home, make: Route.item(section:id:),
      match: { if case .item(let section, let id) = $0 { (section, id) } else { nil } })
    return try DeepLinkTable(validating: pages + [item], hosts: ["example.com"])
  }
}
