import Foundation
import NavStore
import NavStoreInspection
import Testing

/// The parts of a saved navigation that are restored, and the report on the other parts.
@Suite struct NavigationRestoringTests {
  enum AppTab: String, Codable, CaseIterable { case home, search, library }
  enum Route: String, Codable, Hashable { case song, album, settings }
  private typealias State = NavigationState<AppTab, Route>

  private static let initial = State(tabs: AppTab.allCases, paths: [.search: [.settings]], backRule: .history)

  private func restore(
    _ json: String, over initial: State = initial, _ rules: RestoreOptions = RestoreOptions(backRule: .history)
  ) -> Restored<State> {
    Persistence.restored(
      initial, from: Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode(),
      schema: StateSchema(restoring: rules))
  }

  /// Returns the restored state, its visits and its repairs as lines of text.
  private func restored(_ json: String, _ rules: RestoreOptions = RestoreOptions(backRule: .history)) -> [String] {
    let result = restore(json, rules)
    return ["\(result.state)", "visits " + result.state.visits.map(\.rawValue).joined(separator: " ")]
      + result.report.repairs.description.split(separator: "\n").map(String.init)
  }

  private func restore(_ json: String, _ rules: RestoreOptions) -> Restored<State> {
    restore(json, over: Self.initial, rules)
  }

  @Test func `a state of the same app is restored without findings`() throws {
    var state = Self.initial
    state.push(.song)
    state.selectTab(.library)
    state.push(.album)
    state.present(.settings)
    state.push(.song)
    let result = Persistence.restored(Self.initial, from: try Persistence.encoded(state))
    #expect(result.state == state)
    #expect(result.report.repairs.isEmpty)
    #expect(result.report.isUnchanged)
  }

  @Test func `a path ends before the first route that does not decode, whatever its value`() {
    for gone in [#""radio""#, "7", "null", "{}", "[]", "1e999", #"{"song":{}}"#] {
      let json = #"""
        {"tabs":[{"tab":"home","path":["song",\#(gone),"album","song"]},{"tab":"search","path":[]},
        {"tab":"library","path":["album"]}],"selected":"library","visits":["home","library"],"initial":"home"}
        """#
      let result = restore(json)
      #expect("\(result.state)" == "home /song | search / | [library] /album")
      #expect(result.state.visits == [.home, .library])
      #expect(result.report.repairs.droppedRoutes.map(\.stack) == ["home"])
      #expect(result.report.repairs.droppedRoutes.map(\.position) == [1])
      #expect(result.report.repairs.droppedRoutes.map(\.above) == [2])
      #expect(result.report.repairs.hasLosses)
      #expect(!result.report.isUnchanged)
    }
  }

  @Test func `a dropped route is reported in a sentence with the reason`() {
    let json = #"{"tabs":[{"tab":"home","path":["song","radio","album"]}],"selected":"home","visits":["home"]}"#
    let sentence = restored(json).first { $0.hasPrefix("Route") }
    #expect(
      sentence == #"Route 2 of home, "radio", was dropped together with 1 route above it: "#
        + "Cannot initialize Route from invalid String value radio.")
  }

  private enum Screen: Codable, Hashable { case list, item(Int) }

  @Test func `a case that no longer exists is reported as such, whatever values it had`() {
    let path = #"[{"item":{"_0":7}},{"radio":{"_0":1}}]"#
    let json = #"{"tabs":[{"tab":"home","path":\#(path)}],"selected":"home","visits":["home"]}"#
    let file = Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode()
    let result = Persistence.restored(NavigationState<AppTab, Screen>(tabs: [.home]), from: file)
    #expect(result.state.focusedPath == [.item(7)])
    #expect("\(result.report)".contains(#"Route 2 of home, {"radio":…}, was dropped: Screen has no such case."#))
  }

  @Test func `tabs that no longer exist are dropped, and new tabs have their initial state`() {
    #expect(
      restored(
        #"""
        {"tabs":[{"tab":"radio","path":["song"]},{"tab":"library","path":["album"]},{"tab":"home","path":[]}],
        "selected":"radio","visits":["library","radio","home","radio"],"initial":"radio"}
        """#) == [
          "[home] / | search /settings | library /album", "visits library home",
          "The saved tab radio is not a tab of the app. Its path was dropped.",
          "The tab that was selected no longer exists. The tab home is selected instead.",
          "The tab search was not saved. It has its initial state.",
        ])
  }

  @Test func `tabs that users choose stay as they were saved`() {
    let json = #"{"tabs":[{"tab":"library","path":["album"]},{"tab":"home","path":[]}],"selected":"library"}"#
    let rules = RestoreOptions(keepsSavedTabs: true, backRule: .order)
    #expect(restored(json, rules) == ["[library] /album | home /", "visits library"])
    let gone = #"{"tabs":[{"tab":"radio","path":[]}],"selected":"radio"}"#
    #expect(restored(gone, rules).first == "[home] / | search /settings | library /")
  }

  @Test func `tabs of the app that the initial state does not have are dropped and reported`() {
    let json = #"{"tabs":[{"tab":"search","path":["song"]},{"tab":"home","path":[]}],"selected":"search"}"#
    let result = restore(json, over: State(tabs: [.home, .library]))
    #expect(result.state.tabs == [.home, .library])
    #expect(result.report.repairs.unknownTabs == ["search"])
    #expect(result.report.repairs.newTabs == ["library"])
  }

  @Test(arguments: [
    (
      #"[7,{"id":2,"style":"sheet","root":"song","path":[]}]"#, [],
      "The root of a modal without a number was dropped together with 1 modal above it"
    ),
    (
      #"[{"id":1,"style":"sheet","root":"song","path":["album","radio"]},{"id":4,"style":"cover","root":"album","path":[]}]"#,
      ["sheet 1: song/album", "cover 4: album"], #"Route 2 of modal 1, "radio", was dropped"#
    ),
    (
      #"[{"id":1,"style":"sheet","root":"song","path":[]},{"id":2,"style":"drawer","root":"song","path":[]}]"#,
      ["sheet 1: song"], #"The root of modal 2, "song", was dropped"#
    ),
    (
      #"[{"id":1,"style":"sheet","root":"song","path":[]},{"id":1,"style":"cover","root":"song","path":[]}]"#,
      ["sheet 1: song"],
      #"The root of modal 1, "song", was dropped: its number 1 is out of range, or another modal has it."#
    ),
    (
      #"[{"id":9223372036854775807,"style":"sheet","root":"song","path":[]}]"#, [],
      #"The root of modal 9223372036854775807, "song", was dropped: its number 9223372036854775807 is out of range"#
    ),
    (#"[{"id":1,"style":"sheet","root":"radio","path":[]}]"#, [], #"The root of modal 1, "radio", was dropped"#),
    (#"{"id":1}"#, [], "The saved modals are not a list. No modal was restored."),
  ])
  func `modals are restored up to the first invalid one`(json: String, modals: [String], words: String) {
    let result = restore(#"{"tabs":[{"tab":"home","path":[]}],"selected":"home","modals":\#(json),"lastModal":3}"#)
    #expect("\(result.state)".split(separator: " | ").dropFirst(3).map(String.init) == modals)
    #expect(result.report.repairs.description.contains(words), "\(result.report.repairs)")
    // The next modal has a new number.
    var state = result.state
    state.present(.song)
    #expect((state.modals.last?.id.rawValue ?? 0) >= 4)
    #expect(Set(state.modals.map(\.id)).count == state.modals.count)
  }

  @Test func `extreme data is restored up to the limits`() {
    let path = "[" + Array(repeating: #""song""#, count: 50).joined(separator: ",") + "]"
    let modals = (1...5).map { #"{"id":\#($0),"style":"sheet","root":"song","path":\#(path)}"# }
    let json =
      #"{"tabs":[{"tab":"home","path":\#(path)}],"selected":"home","modals":[\#(modals.joined(separator: ","))]}"#
    let result = restore(json, RestoreOptions(maxDepth: 10, maxModals: 2, backRule: .none))
    #expect(result.state.path(of: .home).count == 10)
    #expect(result.state.modals.map(\.path.count) == [10, 10])
    #expect(result.report.repairs.droppedRoutes.map(\.above) == [39, 39, 39, 2])
  }

  @Test(arguments: [
    #"{}"#, "[]", "7", "null", #"{"tabs":7}"#, #"{"tabs":{}}"#,
  ])
  func `data that is not a navigation is not restored`(json: String) {
    let result = restore(json)
    #expect(result.state == Self.initial)
    #expect(result.report.generation == nil)
    guard case .undecodable? = result.report.findings.first?.reason else {
      Issue.record("\(result.report)")
      return
    }
  }

  @Test func `invalid lists of tabs, visits and numbers are corrected`() {
    #expect(
      restored(
        #"""
        {"tabs":[7,{"tab":"home"},{"path":[]},{"tab":"home","path":["song"]},{"tab":"library","path":"x"},null],
        "selected":7,"visits":[7,"home","home","radio","home"],"initial":[],"lastModal":"x"}
        """#
      ) == [
        "[home] / | search /settings | library /", "visits home",
        "The saved tab number 1 of the list is not a tab of the app. Its path was dropped.",
        "The saved tab number 3 of the list is not a tab of the app. Its path was dropped.",
        "The saved tab number 6 of the list is not a tab of the app. Its path was dropped.",
        "Route 1 of home was dropped: its path is missing.",
        "Route 1 of library was dropped: Expected to decode Array<Any> but found a string instead.",
        "The tab home was saved twice. The first path is used, and the second path was dropped.",
        "The tab that was selected no longer exists. The tab home is selected instead.",
        "The tab search was not saved. It has its initial state.",
      ])
  }

  @Test func `a navigation within an app's state is restored with the app's tabs`() throws {
    struct Feature: Codable { var navigation = State(tabs: AppTab.allCases) }
    struct App: Codable {
      var feature: Feature? = Feature()
      var user = "me"
    }
    let json = #"{"feature":{"navigation":{"tabs":[{"tab":"radio","path":[]}],"selected":"radio"}},"user":"you"}"#
    let bytes = Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode()
    let result = Persistence.restored(App(), from: bytes)
    #expect(result.state.user == "you")
    #expect(result.state.feature?.navigation.tabs == AppTab.allCases)
    #expect(result.report.repairs.unknownTabs == ["radio"])
  }

  @Test func `a plain decoder throws instead of dropping a route`() {
    let json = #"{"tabs":[{"tab":"home","path":["radio"]}],"selected":"home"}"#
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(State.self, from: Data(json.utf8)) }
  }

  @Test func `a state that is restored from changed bytes is valid`() throws {
    var state = Self.initial
    for _ in 0..<4 { state.push(.song) }
    state.selectTab(.library)
    state.push(.album)
    state.present(.settings)
    state.push(.song)
    state.present(.album, style: .cover)
    let saved = [UInt8](try StateText.payload(of: state))
    var generator = SplitMix64(seed: 11)
    let pieces = [#""radio""#, "null", "7", "{}", "[]", #""home""#, #""song""#, ",", ":", "]", "}", "-1", "1e400"]
    for _ in 0..<(TestEnvironment.isLong ? 200_000 : 1_000) {
      var bytes = saved
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...12, using: &generator))
        bytes.replaceSubrange(start..<end, with: (pieces.randomElement(using: &generator) ?? "").utf8)
      }
      let result = restore(String(decoding: bytes, as: UTF8.self))
      let now = result.state
      #expect(now.tabs == AppTab.allCases)
      #expect(now.visits.last == now.selectedTab)
      #expect(zip(now.visits, now.visits.dropFirst()).allSatisfy { $0 != $1 })
      #expect(Set(now.modals.map(\.id)).count == now.modals.count)
      // A save and a second restore do not change the restored state.
      let again = Persistence.restored(Self.initial, from: try Persistence.encoded(now))
      #expect(again.state == now)
      #expect(again.report.repairs.isEmpty)
    }
  }
}

/// A namespace for the JSON of saved states.
private enum StateText {
  static func payload(of state: some Codable & Sendable) throws -> Data {
    try Envelope.open(try encoded(state)).payload
  }

  private static func encoded<State: Codable & Sendable>(_ state: State) throws -> Data {
    try Persistence.encoded(state)
  }
}
