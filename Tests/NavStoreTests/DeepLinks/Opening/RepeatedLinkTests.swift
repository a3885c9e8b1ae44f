import Foundation
import NavStore
import Testing

/// A link that is opened twice changes nothing the second time, also after the app was started again.
@Suite struct RepeatedLinkTests {
  private static func text(_ spelling: String, _ style: ModalStyle? = nil) -> LinkPattern<String, String> {
    LinkPattern(spelling, .string, in: "home", as: style, make: { $0 }, match: { $0 })
  }

  /// One link of each kind.
  private static let links = DeepLinkTable<String, String> {
    LinkPattern("", in: "home")
    LinkPattern("results", in: "search")
    text("item/:id")
    LinkPattern("below/:id", .string, in: "home", under: { _ in ["1", "2"] }, make: { $0 }, match: { $0 })
    text("top/:id").onTop
    LinkPattern("tops/:id", .string, in: "home", under: { _ in ["1", "2"] }, make: { $0 }, match: { $0 }).onTop
    text("sheet/:id", .sheet)
    text("cover/:id", .cover).inModal { ["a", $0, "b"] }
    text("over/:id", .sheet).onTop
    text("root/:id").asRoot
    text("selected/:id").inSelectedTab()
    text("either/:id").inSelectedTab(among: ["search"])
    text("selectedTop/:id").inSelectedTab().onTop
    text("eitherTop/:id").inSelectedTab(among: ["search"]).onTop
  }

  private static let urls =
    ["/", "/results"]
    + [
      "item", "below", "top", "tops", "sheet", "cover", "over", "root", "selected", "either", "selectedTop",
      "eitherTop",
    ].flatMap { ["/\($0)/1", "/\($0)/2"] }

  private static let starts = [
    "*home: | search: | other:", "home: 1 2 | *search: 1 | other:", "*home: 1 2 1 2 | search: | other: 1",
    "home: | search: | *other: 2 | sheet 1 1:", "*home: 2 1 | search: | other: | sheet 1 a: 1 b | sheet 2 2:",
    "home: 1 | *search: 2 | other: | cover 4 a: 1 b | cover 7 1: 1",
    "*home: 1 2 3 1 | search: | other: | visits search home",
  ]

  private static let rules: [TextRules] = [
    TextRules(backRule: .none), TextRules(backRule: .history, onLeave: ["home": .popToRoot, "search": .popToRoot]),
    TextRules(backRule: .fullHistory, maxDepth: 3), TextRules(backRule: .none, sameRoute: { _, _ in true }),
  ]

  @Test(arguments: urls)
  func `a link that is opened again changes nothing`(url: String) throws {
    for start in Self.starts {
      for rules in Self.rules {
        var state = try TextState(start)
        let first = state.apply(
          .deepLink(try Self.links.parse(url, selectedTab: state.selectedTab)), rules: rules)
        let opened = state
        var restored = try JSONDecoder().decode(TextState.self, from: JSONEncoder().encode(state))
        let link = try Self.links.parse(url, selectedTab: state.selectedTab)
        let expected = first == .changed ? NavigationOutcome.unchanged(.sameAsBefore) : first
        #expect(state.apply(.deepLink(link), rules: rules) == expected, "\(start)")
        #expect(state == opened, "\(start): \(opened.text), \(state.text)")
        #expect(restored.apply(.deepLink(link), rules: rules) == expected, "\(start)")
        #expect(restored == opened, "\(start): \(opened.text), \(restored.text)")
      }
    }
  }
}
