/// The routes that a user has seen, the newest first, each once: what a "recently viewed" list shows.
///
/// ``ViewedHistoryReducer`` keeps it. Its methods are for tests and for states that are made by hand. Noting and removing a
/// route cost what comparing it with every entry costs, so the number of entries is bounded.
public struct ViewedHistory<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// A route that was seen, and where.
  public struct Entry: Hashable, Sendable {
    /// The tab that was selected when the route was last seen.
    public let tab: Tab
    /// The route as it was last seen.
    public let route: Route

    /// An entry, for tests and previews.
    public init(_ route: Route, in tab: Tab) {
      self.tab = tab
      self.route = route
    }
  }

  /// What was seen, the newest first, no route twice.
  public internal(set) var entries: [Entry]

  /// A history with these entries, the newest first, or with none. A route that stands there twice counts where it
  /// stands first.
  public init(_ entries: [Entry] = []) {
    var seen: Set<Route> = []
    self.entries = entries.filter { seen.insert($0.route).inserted }
  }

  /// A history that begins with what a navigation shows, as after a restore.
  public init(startingAt navigation: NavigationState<Tab, Route>) {
    self.init(navigation.top.map { [Entry($0, in: navigation.selectedTab)] } ?? [])
  }

  /// Puts a route first, in the place of the same route where it stood before.
  ///
  /// - Parameters:
  ///   - route: The route that is seen.
  ///   - tab: The tab it is seen in.
  ///   - limit: How many entries are kept.
  ///   - sameRoute: When two routes are the same; nil for `==`.
  public mutating func note(
    _ route: Route, in tab: Tab, limit: Int = .max, sameRoute: ((Route, Route) -> Bool)? = nil
  ) {
    remove(route, sameRoute: sameRoute)
    entries.insert(Entry(route, in: tab), at: 0)
    if entries.count > limit { entries.removeLast(entries.count - max(limit, 0)) }
  }

  /// Removes a route and says whether it was there.
  @discardableResult
  public mutating func remove(_ route: Route, sameRoute: ((Route, Route) -> Bool)? = nil) -> Bool {
    let count = entries.count
    entries.removeAll { sameRoute?($0.route, route) ?? ($0.route == route) }
    return entries.count < count
  }

  /// Removes every entry.
  public mutating func clear() {
    entries = []
  }
}

extension ViewedHistory.Entry: Encodable where Tab: Encodable, Route: Encodable {}
extension ViewedHistory.Entry: Decodable where Tab: Decodable, Route: Decodable {}

extension ViewedHistory: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes the list of entries. An ``AnyRoute`` whose type is not registered is left out. So is a route that throws,
  /// where a ``Persistence`` saves the list; elsewhere its error is thrown.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for entry in entries {
      if let omission = entry.route.omission(from: encoder, inside: 2) {
        let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions
        omissions?.note("\(RouteDiagnostic.shown(entry.route)) among the viewed routes: \(omission.reason)")
      } else {
        try list.encode(entry)
      }
    }
  }
}

extension ViewedHistory: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` when an entry does not decode. Where a ``Persistence`` restores
  /// it, such an entry is left out and told in its report.
  public init(from decoder: any Decoder) throws {
    guard let collector = decoder.userInfo[.restoring] as? RestoreContext else {
      self.init(try [Entry](from: decoder))
      return
    }
    self.init(Self.savedEntries(in: decoder, noting: collector))
  }

  private static func savedEntries(in decoder: any Decoder, noting collector: RestoreContext) -> [Entry] {
    guard var list = try? decoder.unkeyedContainer() else {
      collector.note(.unreadableViewedRoutes)
      return []
    }
    var entries: [Entry] = []
    while !list.isAtEnd, let element = try? list.superDecoder() {
      do {
        entries.append(try Entry(from: element))
      } catch {
        let route = (try? JSONValue(from: element))?["route"]?.outline
        collector.note(
          .init(
            stack: "the viewed routes", position: list.currentIndex - 1, route: route, reason: error.decodingReason))
      }
    }
    return entries
  }
}
