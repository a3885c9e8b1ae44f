import Foundation
import NavStore
import Workload

enum AppTab: Hashable, Sendable { case home }

enum Route: Hashable, Sendable {
  case page(Int)
  case item(section: String, id: Int)
}

typealias Links = DeepLinkTable<AppTab, Route>

/// Prints how long universal links of three segments take to be parsed with 10 and with 1,000 links in the table,
/// beside Foundation's URLComponents, and what printing a route and refusing a URL that is too long take.
///
///     swift run -c release --package-path Benchmarks LinkSpeed [number of rounds]
///
/// Exits with 1 if the number of links counts: if 1,000 take more than twice as long as 10. The times are the best of
/// several rounds, in which each has its turn.
@main
struct LinkSpeed {
  static let urls = (0..<64).map { "https://example.com/shop/section\($0)/\($0)" }

  static func main() throws {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 9
    let (few, many) = (try table(10), try table(1_000))
    let long = "https://example.com/" + String(repeating: "a", count: 1 << 20)
    let route = Route.item(section: "a", id: 7)
    let tasks: [(count: Int, run: (Int) throws -> Void)] = [
      (50_000, { try parse($0, few) }),
      (50_000, { try parse($0, many) }),
      (10_000, split),
      (10_000, { refuse($0, long, many) }),
      (2_000, { for _ in 0..<$0 { _ = try few.print(route) } }),
      (200, { for _ in 0..<$0 { _ = try many.print(route) } }),
    ]
    var best = tasks.map { _ in Double.infinity }
    for _ in 0..<max(rounds, 1) {
      for (number, task) in tasks.enumerated() {
        best[number] = min(best[number], try measured { try task.run(task.count) }.seconds / Double(task.count))
      }
    }
    let ratio = best[1] / best[0]
    print("parsing with 10 links: \(best[0].nanoseconds), \(Int(1 / best[0])) a second")
    print("  with 1,000 links: \(best[1].nanoseconds), \(Int(1 / best[1])) a second, \(ratio.short) times as long")
    print(
      "  URLComponents and splitting its path: \(best[2].nanoseconds); parsing is \((best[1] / best[2]).short) × that")
    print("refusing a URL of 1 MiB: \(best[3].nanoseconds)")
    print("printing with 10 links: \(best[4].nanoseconds), with 1,000 links: \(best[5].nanoseconds)")
    guard ratio <= 2 else {
      print("Parsing with 1,000 links takes \(ratio.short) times as long as with 10, and twice is allowed.")
      exit(1)
    }
  }

  static func parse(_ count: Int, _ links: Links) throws {
    for index in 0..<count {
      let link = try links.parse(urls[index & 63])
      precondition(link.path.count == 1)
    }
  }

  static func split(_ count: Int) {
    for index in 0..<count {
      let segments = URLComponents(string: urls[index & 63])?.path.split(separator: "/")
      precondition(segments?.count == 3)
    }
  }

  static func refuse(_ count: Int, _ url: String, _ links: Links) {
    for _ in 0..<count { precondition((try? links.parse(url)) == nil) }
  }

  /// A table with so many links, each with a first segment of its own.
  static func table(_ size: Int) throws -> Links {
    let pages = (1..<size).map { number in
      LinkPattern<AppTab, Route>("page\(number)/of/\(number)", in: .home, to: .page(number))
    }
    let item = LinkPattern<AppTab, Route>(
      "shop/:section/:id", .string, .int, in: .home, make: Route.item(section:id:),
      match: { if case .item(let section, let id) = $0 { (section, id) } else { nil } })
    return try DeepLinkTable(validating: pages + [item], hosts: ["example.com"])
  }
}

extension Double {
  /// Seconds as nanoseconds.
  fileprivate var nanoseconds: String { "\(Int(self * 1e9)) ns" }

  /// The number with two decimals.
  fileprivate var short: String { String(format: "%.2f", self) }
}
