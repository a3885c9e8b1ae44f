import Foundation
import NavStore
import NavStoreTesting
import Testing

/// Limits on how much of an extreme state is restored and reported.
@Suite struct RestoreLimitsTests {
  private typealias State = NavigationState<Int, String>

  private func restore(
    _ json: String, over initial: State = State(tabs: [0, 1], backRule: .history),
    _ rules: RestoreOptions = RestoreOptions()
  ) -> Restored<State> {
    Persistence.restored(
      initial, from: Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode(),
      schema: StateSchema(restoring: rules))
  }

  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  @Test(arguments: [999, 1_000, 1_001, 2_000, 2_001, 10_000])
  func `only the newest 1,000 visits are restored`(count: Int) {
    let json = #"{"tabs":[{"tab":0,"path":[]},{"tab":1,"path":[]}],"selected":\#((count - 1) % 2),"visits":"#
    let result = restore(json + list(count) { "\($0 % 2)" } + "}")
    #expect(result.state.visits == (0..<count).suffix(1_000).map { $0 % 2 })
    #expect(
      result.report.repairs.corrections == (count > 1_000 ? [.surplusVisits(count - 1_000, limit: 1_000)] : []))
    #expect(result.report.repairs.hasLosses == (count > 1_000))
  }

  @Test func `visits to missing tabs, and a selected tab that was not visited last, do not break the limit`() {
    let json = #"{"tabs":[{"tab":0,"path":[]},{"tab":1,"path":[]}],"selected":1,"visits":[0,7,0,"x",0,1,0,1,0]}"#
    let result = restore(json, RestoreOptions(maxVisits: 4))
    #expect(result.state.visits == [0, 1, 0, 1])
    #expect(result.report.repairs.corrections == [.surplusVisits(1, limit: 4)])
    #expect(restore(json, RestoreOptions(maxVisits: 1)).state.visits == [1])
    #expect(restore(json, RestoreOptions(maxVisits: .max)).state.visits == [0, 1, 0, 1, 0, 1])
  }

  private func restore(_ json: String, _ rules: RestoreOptions) -> Restored<State> {
    restore(json, over: State(tabs: [0, 1], backRule: .history), rules)
  }

  @Test func `only the first 1,000 tabs are restored`() {
    let json = #"{"tabs":"# + list(5_000) { #"{"tab":\#($0),"path":["a"]}"# } + #","selected":1}"#
    let fitted = restore(json).report.repairs
    #expect(fitted.corrections == [.surplusTabs(4_000, limit: 1_000)])
    #expect(fitted.unknownTabs.count + 1 == 100)
    #expect(fitted.unlisted == 998 - 99)
    let asSaved = restore(json, RestoreOptions(keepsSavedTabs: true))
    #expect(asSaved.state.tabs == Array(0..<1_000))
    #expect(asSaved.report.repairs.corrections == [.surplusTabs(4_000, limit: 1_000)])
    #expect(asSaved.report.repairs.unknownTabs.isEmpty)
  }

  @Test func `all tabs of an app are restored, even if it has more than the limit`() throws {
    let state = State(tabs: Array(0..<20), paths: [19: ["a"]])
    let schema = StateSchema(restoring: RestoreOptions(maxTabs: 10))
    let result = Persistence.restored(
      State(tabs: Array(0..<20)), from: try Persistence.encoded(state, schema: schema), schema: schema)
    #expect(result.state == state)
    #expect(result.report.repairs.isEmpty)
  }

  @Test func `100 losses are listed and 20 described, with the number of the others`() {
    let json = #"{"tabs":"# + list(500) { #"{"tab":\#($0),"path":["a",7]}"# } + #","selected":0}"#
    let repairs = restore(json).report.repairs
    #expect(repairs.droppedRoutes.count + repairs.unknownTabs.count + repairs.corrections.count == 100)
    #expect(repairs.unlisted == 500 + 498 - 100)
    let lines = repairs.description.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "… and 978 more.")
    #expect(lines.allSatisfy { $0.count < 200 })
  }

  @Test func `long names are truncated in messages`() {
    typealias Named = NavigationState<String, Int>
    let long = String(repeating: "x", count: 100_000)
    let json = #"{"tabs":[{"tab":"\#(long)","path":["\#(long)"]},{"tab":{"\#(long)":1},"path":[]}],"selected":"a"}"#
    let bytes = Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode()
    let report = Persistence.restored(Named(tabs: ["a"]), from: bytes).report
    #expect(report.repairs.unknownTabs.map(\.count) == [60, 60])
    #expect(report.repairs.droppedRoutes.map { $0.stack.count + ($0.route?.count ?? 0) } == [120])
    #expect(report.description.count < 1_000)
  }

  // MARK: - Losses

  private enum Tab: String, Codable, CaseIterable { case home, search }
  private enum Route: String, Codable { case song }

  @Test(
    arguments: [
      (#""selected":"home","modals":{"a":1}"#, [.unreadableModals]),
      (#""selected":"radio""#, [.selectedTabGone(nowSelected: "home")]),
    ] as [(String, [RestoreRepairs.Correction])])
  func `every dropped part is a loss`(json: String, corrections: [RestoreRepairs.Correction]) {
    let text = #"{"tabs":[{"tab":"home","path":[]},{"tab":"search","path":[]}],\#(json)}"#
    let result = Persistence.restored(
      NavigationState<Tab, Route>(tabs: Tab.allCases),
      from: Envelope(schema: 1, revision: 1, payload: Data(text.utf8)).encode())
    #expect(result.report.repairs.corrections == corrections)
    #expect(result.report.repairs.hasLosses)
    #expect(!result.report.isUnchanged)
  }

  @Test func `a tab that was saved twice is a loss, and the next save moves the old state aside instead of losing it`()
    async throws
  {
    let json =
      #"{"tabs":[{"tab":"home","path":["song"]},{"tab":"home","path":["song","song"]},{"tab":"search","path":[]}],"#
      + #""selected":"home"}"#
    let bytes = Envelope(schema: 1, revision: 1, payload: Data(json.utf8)).encode()
    let storage = InMemoryStorage(current: bytes)
    let restored = Persistence.load(NavigationState<Tab, Route>(tabs: Tab.allCases), from: storage)
    #expect(restored.report.repairs.corrections == [.repeatedTab("home")])
    let store = Store(initialState: restored.state, reducer: NavigationReducer())
    let persistence = Persistence(of: store, to: storage)
    for _ in 0..<2 {
      store.send(.push(.song))
      try await persistence.flush()
    }
    #expect(Array(storage.quarantined.values) == [bytes])
  }

  @Test func `a loss of each state of an undo history is reported once`() throws {
    var old = NavigationState<String, String>(tabs: ["home", "gone"])
    old.push("song")
    let undo = UndoState(past: [old, old], present: old, future: [old])
    typealias Today = NavigationState<Tab, Route>
    let report = Persistence.restored(
      UndoState(Today(tabs: Tab.allCases)), from: try Persistence.encoded(undo)
    ).report
    #expect(
      report.repairs.description.split(separator: "\n") == [
        "The saved tab gone is not a tab of the app. Its path was dropped.",
        "The tab search was not saved. It has its initial state.",
      ])
  }

  @Test func `new tabs are not a loss`() {
    var repairs = RestoreRepairs()
    repairs.newTabs = ["a"]
    #expect(!repairs.hasLosses)
    #expect(!repairs.isEmpty)
    repairs.unlisted = 1
    #expect(repairs.hasLosses)
    #expect(repairs.description == "The tab a was not saved. It has its initial state.\n… and 1 more.")
  }

  @Test(
    arguments: [
      (.surplusTabs(1, limit: 2), "1 saved tab was dropped: at most 2 can be restored."),
      (.surplusTabs(3, limit: 2), "3 saved tabs were dropped: at most 2 can be restored."),
      (.surplusVisits(1, limit: 2), "The oldest saved visit was dropped: at most 2 can be restored."),
      (.surplusVisits(3, limit: 2), "The oldest 3 saved visits were dropped: at most 2 can be restored."),
      (.unreadableViewedRoutes, "The saved viewed routes are not a list. No viewed route was restored."),
    ] as [(RestoreRepairs.Correction, String)])
  func `a correction is one sentence`(correction: RestoreRepairs.Correction, sentence: String) {
    #expect(correction.description == sentence)
  }

  @Test(.startsProcess) func `limits of zero stop the program`() async {
    await #expect(processExitsWith: .failure) { _ = RestoreOptions(maxTabs: 0) }
    await #expect(processExitsWith: .failure) { _ = RestoreOptions(maxVisits: 0) }
  }
}
