/// The columns of a split view that shows one path.
///
/// A column shows its last route. If the sidebar has no route, the sidebar shows the root. The path consists of the
/// routes of all columns in order. Therefore, no route is lost when a window becomes narrow and then wide again.
///
/// ```swift
/// var columns = NavigationColumns(navigator[pathOf: .library])
/// columns.select(.song(7), in: .detail)
/// navigator[pathOf: .library] = columns.path
/// ```
public struct NavigationColumns<Route: Hashable & Sendable>: Hashable, Sendable {
  /// A column of a split view. The cases are in reading order.
  public enum Column: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The first column, which shows the root.
    case sidebar
    /// The middle column of three.
    case content
    /// The last column.
    case detail

    /// Returns whether a column precedes another one.
    public static func < (first: Column, second: Column) -> Bool { first.rawValue < second.rawValue }
  }

  /// Whether the split view has a content column between the sidebar and the detail, whether or not all columns fit in
  /// the window.
  public let hasContent: Bool
  /// The routes of each column, by the raw value of the column.
  private var routes: [[Route]] = [[], [], []]

  /// Creates the columns of a path from the positions of its routes. With a content column, the first
  /// route is in that column and the others are in the detail. Without it, all routes are in the detail.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public init(_ path: [Route], hasContent: Bool = true) {
    self.hasContent = hasContent
    let count = hasContent ? 1 : 0
    routes[Column.content.rawValue] = Array(path.prefix(count))
    routes[Column.detail.rawValue] = Array(path.dropFirst(count))
  }

  /// Creates the columns of a path from the column of each route.
  ///
  /// No route is in an earlier column than the route below it. For example, above a route of the detail, each route is
  /// in the detail.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - hasContent: Whether the split view has a content column. If not, routes of that column are in the detail.
  ///   - column: Returns the column of a route.
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public init(_ path: [Route], hasContent: Bool = true, column: (Route) -> Column) {
    self.hasContent = hasContent
    var current = Column.sidebar
    for route in path {
      current = max(current, Self.existing(column(route), hasContent: hasContent))
      routes[current.rawValue].append(route)
    }
  }

  /// The path: the routes of the sidebar, of the content column and of the detail.
  public var path: [Route] { routes.flatMap { $0 } }

  /// The routes of a column. The column shows the last one.
  ///
  /// Setting different routes empties the columns after this column, because the contents of those columns depend on
  /// the route that this column showed before. With two columns, the content column is the detail.
  public subscript(column: Column) -> [Route] {
    get { routes[Self.existing(column, hasContent: hasContent).rawValue] }
    set {
      let column = Self.existing(column, hasContent: hasContent)
      guard newValue != self[column] else { return }
      for column in Column.allCases[column.rawValue...] { routes[column.rawValue] = [] }
      routes[column.rawValue] = newValue
    }
  }

  /// Sets a route as the only route of a column, for example when the user selects a row in the column before it. A
  /// route of `nil` empties the column.
  ///
  /// If the route is already the first route of the column, the columns do not change, because a list may write the row
  /// that is already selected.
  public mutating func select(_ route: Route?, in column: Column) {
    if let route, self[column].first == route { return }
    self[column] = route.map { [$0] } ?? []
  }

  /// Returns the columns that are side by side in a window with room for `count` columns.
  ///
  /// The result ends with the last column that has a route. If fewer than `count` columns end there, the result begins
  /// with the sidebar and also includes later columns.
  ///
  /// - Parameter count: The number of columns that the window has room for. A number below 1 is treated as 1.
  public func visible(_ count: Int) -> [Column] {
    let columns = Self.columns(hasContent: hasContent)
    let last = columns.lastIndex { !self[$0].isEmpty } ?? 0
    let count = max(1, min(count, columns.count))
    let first = max(0, last + 1 - count)
    return Array(columns[first..<first + count])
  }

  /// Returns the number of routes to remove from the end of the path when the user goes back. This is the smallest
  /// number of routes whose removal reveals a screen that was not visible before.
  ///
  /// In a window with room for one column, going back removes the last route. If no removal reveals another screen, the
  /// result is 0, and going back leads out of the path. For example, the only route of the detail stays next to a
  /// visible sidebar, because no other screen would appear in its place.
  ///
  /// ```swift
  /// let count = columns.routesToPop(showing: 2)
  /// navigator.send(count > 0 ? .pop(count) : .selectTab(.home))
  /// ```
  ///
  /// - Parameter count: The number of columns that the window has room for. A number below 1 is treated as 1.
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public func routesToPop(showing count: Int) -> Int {
    let shown = screens(visible: count)
    var shorter = self
    var removed = 0
    while let column = shorter.routes.lastIndex(where: { !$0.isEmpty }) {
      shorter.routes[column].removeLast()
      removed += 1
      if !shorter.screens(visible: count).isSubset(of: shown) { return removed }
    }
    return 0
  }

  /// A screen, identified by its column and by the number of routes in the column up to that screen.
  private struct VisibleScreen: Hashable {
    let column: Column
    let depth: Int
  }

  private func screens(visible count: Int) -> Set<VisibleScreen> {
    Set(
      visible(count).compactMap { column in
        let depth = self[column].count
        return depth > 0 || column == .sidebar ? VisibleScreen(column: column, depth: depth) : nil
      })
  }

  private static func columns(hasContent: Bool) -> [Column] {
    hasContent ? Column.allCases : [.sidebar, .detail]
  }

  private static func existing(_ column: Column, hasContent: Bool) -> Column {
    !hasContent && column == .content ? .detail : column
  }
}
