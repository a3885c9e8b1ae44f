import NavStore
import NavStoreInspection
import Testing

/// The columns of a split view: which routes they show, and where back leads.
@Suite struct NavigationColumnsTests {
  typealias Columns = NavigationColumns<String>

  /// The visible columns as a text, with what each one shows: `root|list|-`. A dash is an empty column.
  private static func text(_ columns: Columns, _ count: Int) -> String {
    columns.visible(count).map { columns[$0].last ?? ($0 == .sidebar ? "root" : "-") }.joined(separator: "|")
  }

  /// The lists of the mail app are in the sidebar and the content column. All other routes are in the detail.
  private static func column(_ route: String) -> Columns.Column {
    route.hasPrefix("account") ? .sidebar : route.hasPrefix("list") ? .content : .detail
  }

  @Test(arguments: [
    ([], "root", "root|-", "root|-|-"),
    (["list"], "list", "root|list", "root|list|-"),
    (["list", "mail"], "mail", "list|mail", "root|list|mail"),
    (["list", "mail", "file"], "file", "list|file", "root|list|file"),
  ])
  func `three columns show a path by position`(_ path: [String], _ one: String, _ two: String, _ three: String) {
    let columns = Columns(path)
    #expect((1...3).map { Self.text(columns, $0) } == [one, two, three])
    #expect(columns.path == path)
  }

  @Test(arguments: [
    ([], "root", "root|-"), (["mail"], "mail", "root|mail"), (["mail", "file"], "file", "root|file"),
  ])
  func `two columns show a path by position`(_ path: [String], _ one: String, _ two: String) {
    let columns = Columns(path, hasContent: false)
    #expect([1, 2, 3].map { Self.text(columns, $0) } == [one, two, two])
    #expect(columns.path == path && columns[.content] == path)
  }

  @Test func `a route is in the column of its kind, and never in a column before the one of the route below it`() {
    let columns = Columns(["account", "list", "list 2", "mail", "list 3"], column: Self.column)
    #expect(columns[.sidebar] == ["account"])
    #expect(columns[.content] == ["list", "list 2"])
    #expect(columns[.detail] == ["mail", "list 3"])
    #expect(Columns(["mail"], column: Self.column)[.content].isEmpty)
    #expect(Self.text(Columns(["mail"], column: Self.column), 2) == "-|mail")
    #expect(Columns(["list", "mail"], hasContent: false, column: Self.column)[.detail] == ["list", "mail"])
  }

  /// The path, and how many routes back removes in a window for one, two and three columns.
  @Test(arguments: [
    ([], [0, 0, 0]),
    // Next to the root, the list reveals nothing if it goes.
    (["list"], [1, 0, 0]),
    // In a window for two columns, the sidebar comes back.
    (["list", "mail"], [1, 1, 0]),
    (["list", "mail", "file"], [1, 1, 1]),
    (["list", "list 2", "mail"], [1, 1, 2]),
    // The detail goes together with the route of the sidebar, which covers the root.
    (["account", "mail"], [1, 1, 2]),
  ])
  func `back removes the fewest routes after which another screen is visible`(_ path: [String], _ counts: [Int]) {
    let columns = Columns(path, column: Self.column)
    #expect((1...3).map { columns.routesToPop(showing: $0) } == counts)
  }

  @Test(arguments: [([], [0, 0]), (["mail"], [1, 0]), (["mail", "file"], [1, 1])])
  func `back in two columns keeps the only route of the detail next to the sidebar`(_ path: [String], _ counts: [Int]) {
    let columns = Columns(path, hasContent: false)
    #expect([1, 2].map { columns.routesToPop(showing: $0) } == counts)
    #expect(columns.routesToPop(showing: 3) == counts[1])
    #expect(columns.routesToPop(showing: 0) == counts[0] && columns.routesToPop(showing: .min) == counts[0])
  }

  @Test func `a selection replaces the columns after it, and the same selection changes nothing`() {
    var columns = Columns(["list", "mail", "file"])
    columns.select("mail", in: .detail)
    columns.select("list", in: .content)
    #expect(columns.path == ["list", "mail", "file"])
    columns.select("mail 2", in: .detail)
    #expect(columns.path == ["list", "mail 2"])
    columns.select("list 2", in: .content)
    #expect(columns.path == ["list 2"])
    columns[.detail] = ["mail", "file"]
    columns[.content] = ["list 2"]
    #expect(columns.path == ["list 2", "mail", "file"])
    columns.select(nil, in: .content)
    #expect(columns.path == [] && columns == Columns([]))
  }

  @Test func `any path is the same after it was shown in columns, and back ends at a screen without a way back`() {
    var random = SplitMix64(seed: 6)
    let routes = ["account", "list", "list 2", "mail", "file"]
    for _ in 0..<2_000 {
      let path = (0..<random.below(7)).map { _ in routes[random.below(routes.count)] }
      for hasContent in [false, true] {
        for count in 1...3 {
          var columns = Columns(path, hasContent: hasContent, column: Self.column)
          #expect(columns.path == path)
          #expect(Columns(path, hasContent: hasContent).path == path)
          while case let removed = columns.routesToPop(showing: count), removed > 0 {
            let before = Self.text(columns, count)
            columns = Columns(columns.path.dropLast(removed), hasContent: hasContent, column: Self.column)
            if count == 1 { #expect(removed == 1) }
            // A path may contain a route twice, so the texts can be equal only then.
            #expect(Self.text(columns, count) != before || Set(path).count < path.count)
          }
          if count == 1 { #expect(columns.path.isEmpty) }
        }
      }
    }
  }
}
