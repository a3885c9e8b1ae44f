/// The columns of a split view that shows one path.
///
/// A column shows the last of its routes. The sidebar shows its root if it has no route. The path is the routes of all
/// columns in order, so a window that becomes narrow and wide again loses nothing:
///
/// ```swift
/// var columns = NavigationColumns(navigator[pathOf: .library])
/// columns.select(.song(7), in: .detail)
/// navigator[pathOf: .library] = columns.path
/// ```
public struct NavigationColumns<Route: Hashable & Sendable>: Hashable, Sendable {
  /// A column, in reading order.
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

  /// The columns that a split view has, whether or not all of them fit in the window.
  public enum Layout: Hashable, Sendable {
    /// A sidebar and a detail.
    case twoColumns
    /// A sidebar, a content column and a detail.
    case threeColumns
  }

  /// The columns that the split view has.
  public let layout: Layout
  /// The routes of each column, by the raw value of the column.
  private var routes: [[Route]] = [[], [], []]

  /// Creates the columns of a path, by the positions of its routes: with three columns, the first route is in the
  /// content column and the others are in the detail. With two columns, all routes are in the detail.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public init(_ path: [Route], layout: Layout = .threeColumns) {
    self.layout = layout
    let count = layout == .threeColumns ? 1 : 0
    routes[Column.content.rawValue] = Array(path.prefix(count))
    routes[Column.detail.rawValue] = Array(path.dropFirst(count))
  }

  /// Creates the columns of a path, by the columns in which its routes belong.
  ///
  /// A route never returns to an earlier column: above a route of the detail, each route is in the detail.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - layout: The columns of the split view. With two columns, routes of the content column are in the detail.
  ///   - column: Returns the column of a route.
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public init(_ path: [Route], layout: Layout = .threeColumns, column: (Route) -> Column) {
    self.layout = layout
    var current = Column.sidebar
    for route in path {
      current = max(current, Self.existing(column(route), in: layout))
      routes[current.rawValue].append(route)
    }
  }

  /// The path: the routes of the sidebar, of the content column and of the detail.
  public var path: [Route] { routes.flatMap(\.self) }

  /// The routes of a column. The column shows the last one.
  ///
  /// Setting other routes empties the columns after it, because their contents belong to what the column showed before.
  /// With two columns, the content column is the detail.
  public subscript(column: Column) -> [Route] {
    get { routes[Self.existing(column, in: layout).rawValue] }
    set {
      let column = Self.existing(column, in: layout)
      guard newValue != self[column] else { return }
      for column in Column.allCases[column.rawValue...] { routes[column.rawValue] = [] }
      routes[column.rawValue] = newValue
    }
  }

  /// Shows a route as the only one of a column, as when the user selects a row in the column before it. `nil` empties
  /// the column.
  ///
  /// If the column shows the route already, the columns do not change: a list also writes the row that is selected.
  public mutating func select(_ route: Route?, in column: Column) {
    if let route, self[column].first == route { return }
    self[column] = route.map { [$0] } ?? []
  }

  /// Returns the columns that are side by side if the window has room for a number of them: those that end with the
  /// last column that has a route, or those that begin with the sidebar.
  ///
  /// - Parameter count: The number of columns, at least 1.
  public func visible(_ count: Int) -> [Column] {
    let columns = Self.columns(of: layout)
    let last = columns.lastIndex { !self[$0].isEmpty } ?? 0
    let count = max(1, min(count, columns.count))
    let first = max(0, last + 1 - count)
    return Array(columns[first..<first + count])
  }

  /// Returns how many routes the action back removes from the end of the path: the fewest after which a screen is
  /// visible that was not visible before.
  ///
  /// In a window with room for one column, this is the last route. Next to a list that is visible, the only route of the
  /// detail stays, because nothing would appear in its place. The result is then 0, and back leads out of the path.
  ///
  /// ```swift
  /// let count = columns.routesToPop(showing: 2)
  /// navigator.send(count > 0 ? .pop(count) : .selectTab(.home))
  /// ```
  ///
  /// - Parameter count: The number of columns that the window has room for, at least 1.
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

  /// A screen by its column and by the number of routes up to it.
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

  private static func columns(of layout: Layout) -> [Column] {
    layout == .threeColumns ? Column.allCases : [.sidebar, .detail]
  }

  private static func existing(_ column: Column, in layout: Layout) -> Column {
    layout == .twoColumns && column == .content ? .detail : column
  }
}
