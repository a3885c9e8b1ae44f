/// The order in which printing tries the patterns of a table: public patterns before internal ones and, in both groups,
/// complete patterns before incomplete ones. A pattern is identified by its index in the table.
@usableFromInline
struct LinkPrintingOrder<Route: Hashable & Sendable>: Sendable {
  let places: [Int]
  /// The patterns that print only one route, by that route. The root of a tab is `nil`.
  @usableFromInline private(set) var single: [Route?: [Int]] = [:]
  private(set) var others: [Int] = []

  init<Tab>(_ patterns: [LinkPattern<Tab, Route>]) {
    let order = [(false, false), (false, true), (true, false), (true, true)].flatMap { isInternal, isIncomplete in
      patterns.indices.filter {
        patterns[$0].isInternal == isInternal && patterns[$0].isIncomplete == isIncomplete
      }
    }
    var places = Array(repeating: 0, count: patterns.count)
    for (place, number) in order.enumerated() {
      places[number] = place
      switch patterns[number].printedRoutes {
      case .only(let route): single[route, default: []].append(number)
      case .any: others.append(number)
      }
    }
    self.places = places
  }

  /// Returns the patterns that may print a route, in order. `found` is the element of ``single`` for the route.
  ///
  /// - Complexity: O(*n*), where *n* is the number of patterns that may print other routes too.
  @usableFromInline
  func patterns(with found: [Int]?) -> [Int] {
    guard let found else { return others }
    var patterns = others
    for number in found {
      let index = patterns.firstIndex { places[$0] > places[number] } ?? patterns.endIndex
      patterns.insert(number, at: index)
    }
    return patterns
  }
}
