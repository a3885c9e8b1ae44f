import NavStore
import Testing

/// The rows of the table about the initial state.
@Suite struct NavigationResetTests {
  static func rules(initial: String? = nil, _ rule: BackRule = .none) throws -> TextRules {
    TextRules(backRule: rule, initialState: try initial.map { try TextState($0) })
  }

  @Test(arguments: [
    TableRow("home: 1 | *search: 2 | sheet 1 a: b", .reset, "*home: | search:"),
    TableRow("home: | *search: | library: | initial search", .reset, .sameAsBefore),
    TableRow("*home: | search: | visits search home", .reset, "*home: | search:"),
    TableRow(
      "*home: 1 | search: | initial search", .reset, "home: | *search: | visits home search | initial search",
      rules: TextRules(backRule: .order)),
    TableRow("*home: 1 2 | search: 3", .reset("search"), "*home: 1 2 | search:"),
    TableRow("*home: | search: 3", .reset("home"), .sameAsBefore),
    TableRow("*home: 1 | sheet 1 a:", .reset("home"), "*home: | sheet 1 a:"),
    TableRow("*home: 1", .reset("gone"), .unknownTab),
  ])
  func `without an initial state, reset returns each tab to its root and selects the initial tab`(row: TableRow) throws
  {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: | search: 2 | sheet 1 a:", .reset, "home: | *search: 1 | visits home search | initial search"),
    TableRow("*x:", .reset, "home: | *search: 1 | visits home search | initial search"),
    TableRow("home: | *search: 1 | visits home search | initial search", .reset, .sameAsBefore),
    TableRow("*home: 2 | search: 2", .reset("search"), "*home: 2 | search: 1"),
    TableRow("*home: 2 | search: 2", .reset("home"), "*home: | search: 2"),
    TableRow("*home: | search: 1", .reset("search"), .sameAsBefore),
    TableRow("*home: | library: 1", .reset("library"), "*home: | library:"),
  ])
  func `with an initial state, reset returns to it`(row: TableRow) throws {
    var row = row
    row.rules = try Self.rules(initial: "home: | *search: 1 | visits home search | initial search")
    try row.check()
  }

  @Test func `reset neither reuses the number of a modal nor resets the scroll counters`() throws {
    for initial in [nil, "*home: | search: 1"] {
      let rules = try Self.rules(initial: initial)
      var state = try TextState("*home: | search: 1")
      state.tabTapped("home")
      state.present("a")
      state.push("b", in: .tab("search"))
      #expect(state.reset(rules: rules) == .changed)
      #expect(state.scrollSignal(of: "home") == 1)
      state.present("a")
      #expect(state.modals.map(\.id.rawValue) == [2])
    }
  }

  @Test func `a tab that a reset brings back has not scrolled, even if it has in the initial state`() throws {
    var initial = try TextState("*home: | search:")
    initial.tabTapped("home")
    var rules = TextRules(backRule: .none)
    rules.initialState = initial
    var state = try TextState("*search:")
    #expect(state.reset(rules: rules) == .changed)
    #expect(state.scrollSignal(of: "home") == 0)
  }

  @Test(arguments: [
    TableRow("*home: 1 | sheet 1 a: b", .reset, "*home: | sheet 1 a: | cover 3 b: c"),
    TableRow("*home: 1 | sheet 4 a: b", .reset, "*home: | sheet 4 a: | cover 5 b: c"),
    TableRow("*home: | sheet 4 a: | cover 5 b: c", .reset, .sameAsBefore),
    TableRow("*home: | cover 1 b: c", .reset, "*home: | sheet 3 a: | cover 4 b: c"),
    TableRow("*home: | cover 1 a:", .reset, "*home: | sheet 3 a: | cover 4 b: c"),
    TableRow("*home: | sheet 1 b: | cover 2 b: c", .reset, "*home: | sheet 3 a: | cover 4 b: c"),
  ])
  func `a modal of the initial state keeps its identity while it is presented and gets a new one afterwards`(
    row: TableRow
  ) throws {
    var row = row
    row.rules = try Self.rules(initial: "*home: | sheet 1 a: | cover 2 b: c")
    try row.check()
  }
}
