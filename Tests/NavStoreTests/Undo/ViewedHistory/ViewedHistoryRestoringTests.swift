import Foundation
import NavStore
import Testing

/// The viewed routes of an earlier version of the app that are restored.
@Suite struct ViewedHistoryRestoringTests {
  enum Tab: String, Codable, CaseIterable { case home, search }
  enum Route: String, Codable { case song }
  private typealias Navigation = NavigationState<Tab, Route>
  private typealias Viewed = ViewedHistory<Tab, Route>

  private struct App: Codable, Equatable, Sendable {
    var navigation = Navigation(tabs: Tab.allCases)
    var viewed = Viewed()
  }

  private static let navigation =
    #"{"tabs":[{"tab":"home","path":["song"]},{"tab":"search","path":[]}],"selected":"home"}"#

  private func restore<State: Codable & Sendable>(_ initial: State, _ json: String) -> Restored<State> {
    Persistence.restored(initial, from: Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode())
  }

  @Test func `an entry that cannot be decoded is omitted and reported, and the rest of the app is restored`() {
    let viewed =
      #"[{"tab":"home","route":"radio"},{"tab":"search","route":"song"},{"tab":"gone","route":"song"},7,{"route":{"news":[1]}}]"#
    let result = restore(App(), #"{"navigation":\#(Self.navigation),"viewed":\#(viewed)}"#)
    #expect(result.state.navigation.path(of: .home) == [.song])
    #expect(result.state.viewed == Viewed([.init(.song, in: .search)]))
    let dropped = result.report.repairs.droppedRoutes
    #expect(dropped.map(\.stack) == Array(repeating: "the viewed routes", count: 4))
    #expect(dropped.map(\.position) == [0, 2, 3, 4])
    #expect(dropped.map(\.route) == [#""radio""#, #""song""#, nil, #"{"news":…}"#])
    #expect(
      dropped.first?.description == #"Route 1 of the viewed routes, "radio", was dropped: "#
        + "Cannot initialize Route from invalid String value radio.")
    #expect(result.report.repairs.hasLosses)
  }

  @Test func `a state with its history omits such entries as well`() {
    let initial = ViewedHistoryState<Navigation, Tab, Route>(Navigation(tabs: Tab.allCases))
    let viewed = #"[{"tab":"home","route":"radio"},{"tab":"home","route":"song"}]"#
    let result = restore(initial, #"{"base":\#(Self.navigation),"viewed":\#(viewed)}"#)
    #expect(result.state.base.path(of: .home) == [.song])
    #expect(result.state.viewed.entries == [.init(.song, in: .home)])
    #expect(result.report.repairs.droppedRoutes.count == 1)
  }

  @Test(arguments: ["7", "{}", #""x""#]) func `viewed routes that are no list are restored as an empty history`(
    viewed: String
  ) {
    let result = restore(App(), #"{"navigation":\#(Self.navigation),"viewed":\#(viewed)}"#)
    #expect(result.state.navigation.path(of: .home) == [.song])
    #expect(result.state.viewed.entries.isEmpty)
    #expect(result.report.repairs.corrections == [.unreadableViewedRoutes])
  }

  @Test func `a decoder without a persistence throws for an entry that cannot be decoded`() {
    let json = #"[{"tab":"home","route":"radio"}]"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Viewed.self, from: Data(json.utf8)) }
  }
}
