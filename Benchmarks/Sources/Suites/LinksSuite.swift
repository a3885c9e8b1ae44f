import Foundation
import NavStore

private typealias Links = DeepLinkTable<AppTab, Route>

extension Suite {
  /// The cost of a link in both directions, and proof that it does not depend on the number of links to fixed screens
  /// in a table.
  static var links: Suite {
    let urls = (0..<64).map { "https://example.com/shop/section\($0)/\($0)" }
    let routes = (0..<64).map { Route.search(text: "section\($0)", page: $0) }
    return Suite(
      "links",
      [
        Series(
          "a link is parsed", over: "links",
          [10, 1_000].map { size in
            let count = 20_000
            let links = table(size)
            return Point(
              size, operations: count, floor: .splitting(urls, count),
              [
                Contender("DeepLinkTable.parse", limits: size == 1_000 ? [.times(2, at: 10)] : []) {
                  Run {
                    var last: [Route?] = Array(repeating: nil, count: urls.count)
                    for number in 0..<count { last[number & 63] = try links.parse(urls[number & 63]).path.last }
                    return { [last] in last }
                  }
                },
                .components(urls, count),
              ])
          }),
        Series(
          "a link is printed", over: "links",
          [10, 1_000].map { size in
            let count = size == 10 ? 2_000 : 200
            let links = table(size)
            return Point(
              size, operations: count,
              floor: Contender("an interpolation") {
                Run {
                  var last = Array(repeating: "", count: routes.count)
                  for number in 0..<count {
                    if case .search(let text, let page) = routes[number & 63] {
                      last[number & 63] = "/shop/\(text)/\(page)"
                    }
                  }
                  return { [last] in last }
                }
              },
              [
                Contender("DeepLinkTable.print", limits: size == 1_000 ? [.times(2, at: 10)] : []) {
                  Run {
                    var last = Array(repeating: "", count: routes.count)
                    for number in 0..<count { last[number & 63] = try links.print(routes[number & 63]) }
                    return { [last] in last }
                  }
                }
              ])
          }),
        refusal,
      ])
  }

  /// A URL of 1 MiB, which another app may send.
  private static var refusal: Series {
    let count = 20_000
    let long = "https://example.com/" + String(repeating: "a", count: 1 << 20)
    let links = table(1_000)
    return Series(
      "a URL of 1 MiB is refused",
      [
        Point(
          operations: count,
          floor: Contender("its length by hand") {
            Run {
              var refused = 0
              for _ in 0..<count where isTooLong(long) { refused += 1 }
              return { [refused] in refused }
            }
          },
          [
            Contender("DeepLinkTable.parse") {
              Run {
                var refused = 0
                for _ in 0..<count where (try? links.parse(long)) == nil { refused += 1 }
                return { [refused] in refused }
              }
            }
          ])
      ])
  }

  // Not inlined, because the compiler would call it once for all iterations.
  @inline(never)
  private static func isTooLong(_ url: String) -> Bool { url.utf8.count > 2_048 }

  /// Returns a table with a number of links, each with a different first segment.
  private static func table(_ size: Int) -> Links {
    let pages = (1..<size).map { number in
      LinkPattern<AppTab, Route>("page\(number)/of/\(number)", in: .home, to: .item(number))
    }
    let search = LinkPattern<AppTab, Route>(
      "shop/:section/:id", .string, .int, in: .home, make: Route.search(text:page:),
      match: { if case .search(let text, let page) = $0 { (text, page) } else { nil } })
    do {
      return try Links(validating: pages + [search], hosts: ["example.com"])
    } catch {
      fatalError("\(error)")
    }
  }
}

extension Contender {
  /// Code by hand for one link, without escapes, errors and limits.
  fileprivate static func splitting(_ urls: [String], _ count: Int) -> Contender {
    Contender("split by hand") {
      Run {
        var last: [Route?] = Array(repeating: nil, count: urls.count)
        for number in 0..<count {
          let segments = urls[number & 63].utf8.split(separator: UInt8(ascii: "/"))
          guard segments.count == 5, segments[0].elementsEqual("https:".utf8),
            segments[1].elementsEqual("example.com".utf8), segments[2].elementsEqual("shop".utf8),
            let text = String(segments[3]), let page = Int(Substring(segments[4]))
          else { continue }
          last[number & 63] = .search(text: text, page: page)
        }
        return { [last] in last }
      }
    }
  }

  /// Foundation's parser of URLs, which finds no link.
  fileprivate static func components(_ urls: [String], _ count: Int) -> Contender {
    Contender("URLComponents, and its path split") {
      Run {
        var last: [Route?] = Array(repeating: nil, count: urls.count)
        for number in 0..<count {
          guard let path = URLComponents(string: urls[number & 63])?.path else { continue }
          let segments = path.split(separator: "/")
          guard segments.count == 3, let page = Int(segments[2]) else { continue }
          last[number & 63] = .search(text: String(segments[1]), page: page)
        }
        return { [last] in last }
      }
    }
  }
}
