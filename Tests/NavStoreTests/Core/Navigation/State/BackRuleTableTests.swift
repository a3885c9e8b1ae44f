import NavStore
import Testing

/// A table of the visits after each selection of a tab, for each rule.
@Suite struct BackRuleTableTests {
  struct Walk: CustomTestStringConvertible, Sendable {
    let rule: BackRule
    var start = "a"
    let selections: String
    let visits: [String]
    var maxVisits = 100

    var testDescription: String { "\(rule) from \(start): \(selections)" }
  }

  @Test(arguments: [
    Walk(rule: .history, selections: "bcb", visits: ["ab", "abc", "acb"]),
    Walk(rule: .history, selections: "ba", visits: ["ab", "ba"]),
    Walk(rule: .history, selections: "bb", visits: ["ab", "ab"]),
    Walk(rule: .fullHistory, selections: "bcba", visits: ["ab", "abc", "abcb", "abcba"]),
    Walk(rule: .fullHistory, selections: "bbcc", visits: ["ab", "ab", "abc", "abc"]),
    Walk(rule: .fullHistory, selections: "bcb", visits: ["ab", "bc", "cb"], maxVisits: 2),
    Walk(rule: .fullHistory, selections: "bc", visits: ["b", "c"], maxVisits: 1),
    Walk(rule: .fullHistory, selections: "bc", visits: ["b", "c"], maxVisits: 0),
    Walk(rule: .fullHistory, selections: "bc", visits: ["b", "c"], maxVisits: -3),
    Walk(rule: .order, selections: "dbac", visits: ["abcd", "ab", "a", "abc"]),
    Walk(rule: .order, start: "c", selections: "cd", visits: ["abc", "abcd"]),
    Walk(rule: .firstTab, selections: "bca", visits: ["ab", "ac", "a"]),
    Walk(rule: .firstTab, start: "c", selections: "bca", visits: ["ab", "ac", "a"]),
    Walk(rule: .initialTab, selections: "bca", visits: ["ab", "ac", "a"]),
    Walk(rule: .initialTab, start: "c", selections: "bca", visits: ["cb", "c", "ca"]),
    Walk(rule: .none, selections: "bca", visits: ["b", "c", "a"]),
  ])
  func `the rule determines the visits after a tab was selected`(walk: Walk) {
    let rules = TextRules(backRule: walk.rule, maxVisits: walk.maxVisits)
    let tabs = ["a", "b", "c", "d"]
    var selected = TextState(tabs: tabs, selectedTab: walk.start, backRule: walk.rule)
    var tapped = selected
    var linked = selected
    for (selection, visits) in zip(walk.selections.map(String.init), walk.visits) {
      selected.selectTab(selection, rules: rules)
      tapped.tabTapped(selection, rules: rules)
      linked.deepLink(TextLink(tab: selection), rules: rules)
      #expect(selected.visits.joined() == visits)
      #expect(tapped.visits.joined() == visits)
      #expect(linked.visits.joined() == visits)
    }
  }

  @Test(arguments: [
    (BackRule.history, "b"), (.fullHistory, "b"), (.order, "ab"), (.firstTab, "ab"), (.initialTab, "b"), (.none, "b"),
  ])
  func `a state starts with the visits that its rule determines for the selected tab`(rule: BackRule, visits: String) {
    var state = TextState(tabs: ["a", "b"], selectedTab: "b", backRule: rule)
    #expect(state.visits.joined() == visits)
    #expect(state.back() == (visits == "b" ? .exit : .changed))
  }

  @Test(arguments: [
    (BackRule.history, "a d c b"), (.fullHistory, "a d c a b a b"), (.order, "c b a"), (.firstTab, "c a"),
    (.initialTab, "c b"), (.none, "c"),
  ])
  func `back returns through all visits and then exits`(rule: BackRule, walk: String) {
    let rules = TextRules(backRule: rule)
    var state = TextState(tabs: ["a", "b", "c", "d"], selectedTab: "b", backRule: rule)
    let last = walk.prefix(1) == "a" ? "a" : "c"
    for tab in ["a", "b", "a", "c", "d", last] { state.selectTab(tab, rules: rules) }
    var walked = [state.selectedTab]
    while state.canGoBack {
      #expect(state.back() == .changed)
      walked.append(state.selectedTab)
    }
    let before = state
    #expect(state.back() == .exit)
    #expect(state == before)
    #expect(walked.joined(separator: " ") == walk)
  }

  @Test(arguments: [
    TableRow("*b: | c: | initial a", .selectTab("c"), "b: | *c: | visits b c | initial a"),
    TableRow("b: | *c: | initial a", .reset, "*b: | c: | initial a"),
    TableRow("b: | *c: | initial a", .setTabs(["b", "c", "a"]), "b: | *c: | a: | visits a c | initial a"),
  ])
  func `if the initial tab no longer exists, the first tab replaces it`(row: TableRow) throws {
    var row = row
    row.rules.backRule = .initialTab
    try row.check()
  }

  @Test func `another rule applies from the next selection on`() throws {
    var state = try TextState("*a: | b: | c: | visits a b a c a")
    #expect(state.selectTab("a", rules: TextRules(backRule: .order)) == .unchanged(.alreadySelected))
    #expect(state.selectTab("b", rules: TextRules(backRule: .order)) == .changed)
    #expect(state.visits == ["a", "b"])

    state = try TextState("*a: | b: | c: | visits a b a c a")
    state.selectTab("b", rules: TextRules(backRule: .history))
    #expect(state.visits == ["a", "c", "a", "b"])

    state = try TextState("*a: | b: | c: | visits a b a c a")
    state.selectTab("c", rules: TextRules(backRule: .history))
    #expect(state.visits == ["a", "b", "a", "c"])
  }

  @Test func `by default, back returns to the initial tab except on Apple platforms`() {
    #if canImport(Darwin)
      #expect(BackRule.platformDefault == .none)
    #else
      #expect(BackRule.platformDefault == .initialTab)
    #endif
    #expect(TextRules().backRule == .platformDefault)
  }
}
