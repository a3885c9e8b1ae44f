import NavStore
import NavStoreTool
import Testing

@Suite struct NavigationDrawingTests {
  private func drawing(_ actions: DemoNavigationAction...) -> [String] {
    var navigation = DemoState().navigation
    for action in actions { navigation.apply(action, rules: DemoReducer.rules) }
    return NavigationDrawing(navigation).lines
  }

  @Test func `the initial state shows the tab bar and the root of the selected tab`() {
    #expect(drawing() == ["[home]  search  library  settings", "home  Home"])
  }

  @Test func `every tab with a stack has breadcrumbs, and the current screen has suggestions`() {
    let lines = drawing(.push(.song(1)), .tabTapped(.library), .push(.song(3)))
    #expect(
      lines == [
        "home  search  [library]  settings",
        #"home     Home > Song 1 "Harbour Light""#,
        #"library  Library > Song 3 "Low Tide""#,
        "         see also: song:7, film:2, book:4",
      ])
  }

  @Test func `modals follow the tabs and show their own stacks`() {
    let lines = drawing(
      .push(.song(1)), .present(.settings), .push(.setting("sound")), .present(.film(1), style: .cover))
    #expect(
      lines == [
        "[home]  search  library  settings",
        #"home     Home > Song 1 "Harbour Light""#,
        "sheet 1  Settings > Sound",
        #"cover 2  Film 1 "The Clockmender""#,
        "         see also: book:3, song:5",
      ])
  }

  @Test func `a long stack shows its root and its top`() {
    let lines = drawing(.setPath((1...9).map { .song($0) }, in: .focused))
    #expect(
      lines[1] == "home  Home > (6 more) > Song 7 \"Undertow\" > "
        + "Song 8 \"Slow Elevator\" > Song 9 \"Last Bus Home\"")
  }
}
