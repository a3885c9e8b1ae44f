import NavStore
import Testing

private let history = TextRules(backRule: .history)
private let poppingHome = TextRules(backRule: .none, onLeave: ["home": .popToRoot, "search": .keepPath])
private let atMost2 = TextRules(backRule: .none, maxDepth: 2)

/// The rows of the table about tabs, modals and links.
@Suite struct NavigationTabsTableTests {
  @Test(arguments: [
    TableRow("*home: 1 | search: 2", .tabTapped("search"), "home: 1 | *search: 2"),
    TableRow("*home: 1 | search: 2", .tabTapped("gone"), .unknownTab),
    TableRow("*home: 1 | search: 2", .tabTapped("search"), "home: | *search: 2", rules: poppingHome),
    TableRow("home: 1 | *search: 2", .tabTapped("home"), "*home: 1 | search: 2", rules: poppingHome),
    TableRow("*home: 1 | search: 2", .tabTapped("gone"), .unknownTab, rules: poppingHome),
    TableRow("*home: 1 | search: | sheet 1 a: b", .tabTapped("search"), "home: 1 | *search: | sheet 1 a: b"),
  ])
  func `a tap on another tab selects it and changes a path only by a policy`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 | search: 3", .tabTapped("home"), "*home: | search: 3"),
    TableRow("*home: 1 | sheet 1 a: b", .tabTapped("home"), "*home: | sheet 1 a: b"),
    TableRow("*home: | search: 3", .tabTapped("home"), .scrolledToTop),
    TableRow("*home: | sheet 1 a: b", .tabTapped("home"), .scrolledToTop),
  ])
  func `a tap on the selected tab pops it to its root, and scrolls at the root`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 | search: 2", .selectTab("search"), "home: 1 | *search: 2"),
    TableRow("*home: 1 | search: 2", .selectTab("search"), "home: 1 | *search: 2", rules: poppingHome),
    TableRow("*home: 1 | search: 2", .selectTab("home"), .alreadySelected),
    TableRow("*home: | search: 2", .selectTab("home"), .alreadySelected),
    TableRow("*home: | search: 2", .selectTab("gone"), .unknownTab),
    TableRow("home: | *search: | visits home search", .selectTab("search"), .alreadySelected),
  ])
  func `selecting a tab by code never pops and never scrolls`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2", .back, "*home: 1"),
    TableRow("*home: 1 | sheet 1 a: b c", .back, "*home: 1 | sheet 1 a: b"),
    TableRow("*home: 1 | sheet 1 a:", .back, "*home: 1"),
    TableRow("*home: | sheet 1 a: b | cover 2 c:", .back, "*home: | sheet 1 a: b"),
    TableRow("home: 1 | *search: 2 | visits home search", .back, "home: 1 | *search: | visits home search"),
    TableRow("home: 1 | *search: | visits home search", .back, "*home: 1 | search:"),
    TableRow("home: 1 | *search: | visits home search", .back, "*home: 1 | search:", rules: poppingHome),
    TableRow("*home: | search: | visits home search home", .back, "home: | *search: | visits home search"),
    TableRow("home: | *search:", .back, "home: | *search:", outcome: .exit),
    TableRow("*home: | search: 1", .back, "*home: | search: 1", outcome: .exit),
  ])
  func `back pops, then dismisses, then returns through the visits, then exits`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1", .present("a"), "*home: 1 | sheet 1 a:"),
    TableRow("*home: 1 | sheet 1 a: b", .present("a", style: .cover), "*home: 1 | sheet 1 a: b | cover 2 a:"),
    TableRow("*home: | sheet 1 a: | sheet 2 b:", .dismiss, "*home: | sheet 1 a:"),
    TableRow("*home: 1", .dismiss, .noModal),
    TableRow(
      "*home: | sheet 1 a: | sheet 2 b: | sheet 3 c:", .dismiss(ModalID(rawValue: 2)), "*home: | sheet 1 a:"),
    TableRow("*home: | sheet 1 a: | sheet 3 c:", .dismiss(ModalID(rawValue: 1)), "*home:"),
    TableRow("*home: | sheet 1 a: | sheet 3 c:", .dismiss(ModalID(rawValue: 2)), .unknownModal),
    TableRow("*home:", .dismiss(ModalID(rawValue: 1)), .unknownModal),
    TableRow("*home: 1 | sheet 1 a: b | sheet 2 b:", .dismissAll, "*home: 1"),
    TableRow("*home: 1", .dismissAll, .noModal),
  ])
  func `modals are stacked, and dismissing one dismisses those above it`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow(
      "*home: 1 | search: 2 | sheet 1 a:", .deepLink(TextLink(tab: "search", path: ["3", "4"])),
      "home: 1 | *search: 3 4"),
    TableRow("*home: 1 | search: 2", .deepLink(TextLink(tab: "home")), "*home: | search: 2"),
    TableRow("*home: 1 | sheet 1 a:", .deepLink(TextLink(tab: "home", path: ["1"])), "*home: 1"),
    TableRow(
      "*home: 1 | sheet 1 a:",
      .deepLink(TextLink(tab: "home", path: ["1"], modals: [.init("b", style: .cover, path: ["c"]), .init("d")])),
      "*home: 1 | cover 2 b: c | sheet 3 d:"),
    TableRow("*home: 1", .deepLink(TextLink(tab: "home", path: ["1"])), .sameAsBefore),
    TableRow("*home: 1 | sheet 1 a:", .deepLink(TextLink(tab: "gone", modals: [.init("b")])), .unknownTab),
    TableRow(
      "*home: 1 | search: 2", .deepLink(TextLink(tab: "search", path: ["3"], placement: .push)),
      "home: 1 | *search: 2 3"),
    TableRow("*home: 1", .deepLink(TextLink(tab: "home", placement: .push)), .sameAsBefore),
    // The routes of the link are on top already.
    TableRow("*home: 1 2 3", .deepLink(TextLink(tab: "home", path: ["2", "3"], placement: .push)), .sameAsBefore),
    TableRow(
      "home: 1 2 | *search:", .deepLink(TextLink(tab: "home", path: ["2"], placement: .push)), "*home: 1 2 | search:"),
    TableRow(
      "*home: 1 2", .deepLink(TextLink(tab: "home", path: ["1"], placement: .push)), "*home: 1 2 1"),
    TableRow(
      "*home: 1 2", .deepLink(TextLink(tab: "home", path: ["2", "3"], placement: .push)), "*home: 1 2 2 3"),
    TableRow(
      "*home: 1 2", .deepLink(TextLink(tab: "home", path: ["0", "1", "2"], placement: .push)), "*home: 1 2 0 1 2"),
    TableRow(
      "*home: 1 2 3", .deepLink(TextLink(tab: "home", path: ["3"], placement: .push)), .sameAsBefore, rules: atMost2),
    TableRow(
      "*home: a1 b1", .deepLink(TextLink(tab: "home", path: ["b2"], placement: .push)), "*home: a1 b2",
      rules: TextRules(backRule: .none, sameRoute: sameFirstCharacter)),
    TableRow("*home: 1 | search:", .deepLink(TextLink(tab: "search")), "home: 1 | *search:", rules: poppingHome),
    TableRow(
      "*home: 1 | search: 2", .deepLink(TextLink(tab: "search", path: ["3"])),
      "home: 1 | *search: 3 | visits home search", rules: history),
    TableRow("home: | *search: | visits home search", .deepLink(TextLink(tab: "search")), .sameAsBefore),
    TableRow(
      "*home: | search: | sheet 1 a:", .deepLink(TextLink(tab: "search", path: ["1", "2", "3"])), .tooDeep,
      rules: atMost2),
    TableRow(
      "home: 1 2 3 | *search:", .deepLink(TextLink(tab: "home", placement: .push)), "*home: 1 2 3 | search:",
      rules: atMost2),
    TableRow(
      "*home: 1 2 | sheet 1 a:", .deepLink(TextLink(tab: "home", path: ["3"], placement: .push)), .tooDeep,
      rules: atMost2),
    TableRow(
      "*home: 1 | search:",
      .deepLink(TextLink(tab: "search", modals: [.init("a"), .init("b", path: ["1", "2", "3"])])), .tooDeep,
      rules: atMost2),
    TableRow("*home: 1 2 3", .deepLink(TextLink(tab: "home", path: ["4", "5"])), "*home: 4 5", rules: atMost2),
  ])
  func `a deep link is opened completely or not at all`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow(
      "*home: 1 | sheet 1 a:", .deepLink(TextLink(tab: "home", path: ["1"], modals: [.init("a")])), .sameAsBefore),
    TableRow(
      "*home: | sheet 1 a: b | cover 2 c:",
      .deepLink(TextLink(tab: "home", modals: [.init("a", path: ["b"]), .init("c", style: .cover)])), .sameAsBefore),
    TableRow(
      "*home: 1 | sheet 1 a: b",
      .deepLink(TextLink(tab: "home", modals: [.init("a", path: ["b"])], placement: .push)), .sameAsBefore),
    // A modal with another path is the same one.
    TableRow(
      "*home: | sheet 1 a: b", .deepLink(TextLink(tab: "home", modals: [.init("a")])), "*home: | sheet 1 a:"),
    TableRow(
      "*home: | sheet 1 a: b c | cover 2 d: e",
      .deepLink(TextLink(tab: "home", modals: [.init("a", path: ["b", "x"]), .init("d", style: .cover)])),
      "*home: | sheet 1 a: b x | cover 2 d:"),
    // A modal with another style or root is another one, and so are those above it.
    TableRow(
      "*home: | sheet 1 a:", .deepLink(TextLink(tab: "home", modals: [.init("a", style: .cover)])),
      "*home: | cover 2 a:"),
    TableRow("*home: | sheet 1 a:", .deepLink(TextLink(tab: "home", modals: [.init("b")])), "*home: | sheet 2 b:"),
    TableRow(
      "*home: | sheet 1 a: | sheet 2 b: | sheet 3 c:",
      .deepLink(TextLink(tab: "home", modals: [.init("a"), .init("x"), .init("c")])),
      "*home: | sheet 1 a: | sheet 4 x: | sheet 5 c:"),
    TableRow(
      "*home: | sheet 1 a: | sheet 2 b:", .deepLink(TextLink(tab: "home", modals: [.init("b")])),
      "*home: | sheet 3 b:"),
    // The modals that both have stay.
    TableRow(
      "*home: | sheet 1 a: | sheet 2 b:", .deepLink(TextLink(tab: "home", modals: [.init("a")])),
      "*home: | sheet 1 a:"),
    TableRow(
      "*home: | sheet 1 a:", .deepLink(TextLink(tab: "home", modals: [.init("a"), .init("b")])),
      "*home: | sheet 1 a: | sheet 2 b:"),
    TableRow(
      "*home: | search: | sheet 1 a: | sheet 2 b:", .deepLink(TextLink(tab: "search", modals: [.init("a")])),
      "home: | *search: | sheet 1 a:"),
    // The modals of the link are already presented. They stay while the tab and its path change.
    TableRow(
      "*home: 1 | search: | sheet 1 a:", .deepLink(TextLink(tab: "search", path: ["2"], modals: [.init("a")])),
      "home: 1 | *search: 2 | sheet 1 a:"),
    // A modal with the same screens, by the rule of the reducer, keeps its identity and shows the routes of the link.
    TableRow(
      "*home: | sheet 1 a1: b1", .deepLink(TextLink(tab: "home", modals: [.init("a2", path: ["b2"])])),
      "*home: | sheet 2 a2: b2"),
    TableRow(
      "*home: | sheet 1 a1: b1", .deepLink(TextLink(tab: "home", modals: [.init("a2", path: ["b2"])])),
      "*home: | sheet 1 a2: b2",
      rules: TextRules(backRule: .none, sameRoute: sameFirstCharacter)),
    TableRow(
      "*home: | sheet 1 a1: b1 | sheet 2 c1:", .deepLink(TextLink(tab: "home", modals: [.init("a2", path: ["d"])])),
      "*home: | sheet 1 a2: d",
      rules: TextRules(backRule: .none, sameRoute: sameFirstCharacter)),
  ])
  func `a deep link keeps the identities of its modals if they are already presented`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 | search: 2", .setTabs(["search", "home"]), "search: 2 | *home: 1 | initial home"),
    TableRow("*home: 1 | search: 2", .setTabs(["home", "library"]), "*home: 1 | library:"),
    TableRow("*home: 1 | search: 2", .setTabs(["library", "search"]), "*library: | search: 2 | initial home"),
    TableRow("*home: 1 | search: 2", .setTabs(["home", "search"]), .sameAsBefore),
    TableRow("*home: 1 | search: 2", .setTabs(["home", "search", "home", "search"]), .sameAsBefore),
    TableRow("*home: 1 | search: 2", .setTabs([]), .noTabs),
    TableRow("*home: | sheet 1 a: b", .setTabs(["x"]), "*x: | sheet 1 a: b | initial home"),
    TableRow(
      "a: | b: 1 | *c: | visits a b c", .setTabs(["a", "b", "d"]), "a: | *b: 1 | d: | visits a b", rules: history),
    TableRow(
      "a: | *b: | visits a b", .setTabs(["a", "b", "c"]), "a: | *b: | c: | visits a b", rules: history),
    TableRow(
      "*a: | b: | c: | visits a c a b a", .setTabs(["a", "c"]), "*a: | c: | visits a c a",
      rules: TextRules(backRule: .fullHistory)),
    TableRow("*a: | b: | visits b a", .setTabs(["a"]), "*a:", rules: history),
    TableRow(
      "*a: | b: | c:", .setTabs(["c", "b", "a"]), "c: | b: | *a: | visits c b a | initial a",
      rules: TextRules(backRule: .order)),
  ])
  func `changing the tabs keeps the paths of remaining tabs and selects the latest visited one`(row: TableRow) throws {
    try row.check()
  }
}

/// The cost of many tabs, as a count and not as a time. A log from outside may contain more tabs than a tab bar.
@Suite(.serialized) struct NavigationTabsCostTests {
  /// A tab that counts its comparisons.
  private struct Tab: Hashable, Sendable {
    static let comparisons = Locked(0)

    let number: Int

    static func == (first: Tab, second: Tab) -> Bool {
      comparisons.withLock { $0 += 1 }
      return first.number == second.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `thousands of tabs, each twice, are not compared with each other`() {
    var state = NavigationState<Tab, Int>(tabs: [Tab(number: 0)])
    let numbers = 1...4_000
    Tab.comparisons.withLock { $0 = 0 }
    #expect(state.setTabs((Array(numbers) + Array(numbers)).map(Tab.init)) == .changed)
    #expect(Tab.comparisons.withLock { $0 } < 100_000)
    #expect(state.tabs.map(\.number) == Array(numbers))
    #expect(state.selectedTab.number == 1)
  }

  @Test func `thousands of tabs are not compared with thousands of previous tabs`() {
    let tabs = (1...4_000).map(Tab.init)
    var state = NavigationState<Tab, Int>(tabs: tabs, paths: [Tab(number: 7): [1, 2]])
    Tab.comparisons.withLock { $0 = 0 }
    #expect(state.setTabs(tabs) == .unchanged(.sameAsBefore))
    #expect(state.setTabs(tabs.reversed()) == .changed)
    #expect(Tab.comparisons.withLock { $0 } < 100_000)
    #expect(state.tabs.map(\.number) == (1...4_000).reversed())
    #expect(state.path(of: Tab(number: 7)) == [1, 2])
    #expect(state.selectedTab.number == 1)
  }

  @Test func `one tab that replaces thousands keeps its path`() {
    let tabs = (1...4_000).map(Tab.init)
    var state = NavigationState<Tab, Int>(tabs: tabs, paths: [Tab(number: 7): [1, 2]])
    #expect(state.setTabs([Tab(number: 7)]) == .changed)
    #expect(state.tabs.map(\.number) == [7])
    #expect(state.focusedPath == [1, 2])
  }

  @Test(arguments: [2, 31, 32, 33, 64]) func `a duplicate tab counts once, however many tabs there are`(
    count: Int
  ) {
    var state = NavigationState<Int, Int>(tabs: [1, 0], paths: [1: [7]])
    let tabs = Array(0..<count - 1) + [0]
    #expect(state.setTabs(tabs) == .changed)
    #expect(state.tabs == Array(0..<count - 1))
    #expect(state.path(of: 1) == (count > 2 ? [7] : []))
    #expect(state.setTabs(tabs) == .unchanged(.sameAsBefore))
  }
}
