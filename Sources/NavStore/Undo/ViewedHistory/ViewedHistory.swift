/// The routes that a user has seen, the newest first, for a list of recently viewed items. Each route occurs once.
///
/// A ``ViewedHistoryReducer`` updates the history. Because each added route is compared with all entries, the reducer
/// limits the number of entries.
public struct ViewedHistory<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// A route that the user has seen, and its tab.
  public struct Entry: Hashable, Sendable {
    /// The tab that was selected when the route was last seen.
    public let tab: Tab
    /// The route, as the user last saw it.
    public let route: Route

    /// Creates an entry, for the action of a test.
    public init(_ route: Route, in tab: Tab) {
      self.tab = tab
      self.route = route
    }
  }

  /// The viewed routes, the newest first.
  public internal(set) var entries: [Entry]

  /// Creates a history.
  ///
  /// - Parameter entries: The viewed routes, the newest first. If a route occurs several times, only its first entry is
  ///   used.
  public init(_ entries: [Entry] = []) {
    var seen: Set<Route> = []
    self.entries = entries.filter { seen.insert($0.route).inserted }
  }

  /// Adds a route as the first entry, and removes an earlier entry of the same route.
  ///
  /// - Complexity: O(n), where n is the number of entries.
  package mutating func note(
    _ route: Route, in tab: Tab, limit: Int = .max, sameRoute: ((Route, Route) -> Bool)? = nil
  ) {
    remove(route, sameRoute: sameRoute)
    entries.insert(Entry(route, in: tab), at: 0)
    if entries.count > limit { entries.removeLast(entries.count - max(limit, 0)) }
  }

  /// Removes the entry of a route, and returns whether the route had an entry.
  ///
  /// - Complexity: O(n), where n is the number of entries.
  @discardableResult
  package mutating func remove(_ route: Route, sameRoute: ((Route, Route) -> Bool)? = nil) -> Bool {
    let count = entries.count
    entries.removeAll { sameRoute?($0.route, route) ?? ($0.route == route) }
    return entries.count < count
  }

  package mutating func clear() {
    entries = []
  }
}

extension ViewedHistory.Entry: CustomReflectable {
  /// A mirror of the properties in the order of the initializer's parameters.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, route), ("in", tab)]
    return Mirror(self, children: members, displayStyle: .struct)
  }
}

extension ViewedHistory.Entry: Encodable where Tab: Encodable, Route: Encodable {}
extension ViewedHistory.Entry: Decodable where Tab: Decodable, Route: Decodable {}

extension ViewedHistory: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes the list of entries, and omits an `AnyRoute` whose type is not registered.
  ///
  /// - Throws: An error if a route cannot be encoded for another reason. A ``Persistence`` omits such a route instead.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for entry in entries {
      if let omission = entry.route.omission(from: encoder, inside: 2) {
        let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions
        omissions?.note("\(ValueOutline.text(of: entry.route)) among the viewed routes: \(omission.reason)")
      } else {
        try list.encode(entry)
      }
    }
  }
}

extension ViewedHistory: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes the list of entries.
  ///
  /// - Throws: A `DecodingError` if an entry cannot be decoded. A ``Persistence`` omits such an entry instead, and adds
  ///   it to its report.
  public init(from decoder: any Decoder) throws {
    guard let context = decoder.userInfo[.restoring] as? RestoreContext else {
      self.init(try [Entry](from: decoder))
      return
    }
    self.init(Self.savedEntries(in: decoder, noting: context))
  }

  private static func savedEntries(in decoder: any Decoder, noting context: RestoreContext) -> [Entry] {
    guard var list = try? decoder.unkeyedContainer() else {
      context.note(.unreadableViewedRoutes)
      return []
    }
    var entries: [Entry] = []
    while !list.isAtEnd, let element = try? list.superDecoder() {
      do {
        entries.append(try Entry(from: element))
      } catch {
        let route = (try? JSONValue(from: element))?["route"]?.outline
        context.note(
          .init(
            stack: "the viewed routes", position: list.currentIndex - 1, route: route, reason: error.decodingReason))
      }
    }
    return entries
  }
}
