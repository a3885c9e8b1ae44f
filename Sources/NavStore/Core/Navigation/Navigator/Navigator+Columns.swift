/// The columns of a split view that shows the path of a tab. Each route is in the column of its position; see
/// ``NavigationColumns/init(_:hasContent:)``.
extension Navigator {
  /// The first route of a column, which the list in the previous column selects.
  ///
  /// ```swift
  /// List(selection: $navigator[selectionOf: .library, column: .detail]) {
  ///   ForEach(songs, id: \.id) { song in SongRow(song).tag(Route.song(song.id)) }
  /// }
  /// ```
  ///
  /// Setting another route replaces the routes of the column and empties the columns after it. Setting `nil` does
  /// nothing, because a framework sets `nil` when columns collapse. To empty a column, set the path of the tab. The
  /// sidebar shows the root of the tab, so its selection is `nil`, and setting it does nothing.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  @_disfavoredOverload
  public subscript(
    selectionOf tab: Tab, column column: NavigationColumns<Route>.Column, hasContent hasContent: Bool = true
  ) -> Route? {
    get { NavigationColumns(self[pathOf: tab], hasContent: hasContent)[column].first }
    set {
      guard let newValue, column != .sidebar else { return }
      var columns = NavigationColumns(self[pathOf: tab], hasContent: hasContent)
      columns.select(newValue, in: column)
      self[pathOf: tab] = columns.path
    }
  }

  /// The routes of a column above its selected route, for a navigation stack whose root is the selected screen. Only the
  /// detail has such routes.
  ///
  /// Setting the path of a column without a selected route does nothing.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path.
  public subscript(
    pathOf tab: Tab, column column: NavigationColumns<Route>.Column, hasContent hasContent: Bool = true
  ) -> [Route] {
    get { Array(NavigationColumns(self[pathOf: tab], hasContent: hasContent)[column].dropFirst()) }
    set {
      var columns = NavigationColumns(self[pathOf: tab], hasContent: hasContent)
      guard let first = columns[column].first else { return }
      columns[column] = [first] + newValue
      self[pathOf: tab] = columns.path
    }
  }
}
