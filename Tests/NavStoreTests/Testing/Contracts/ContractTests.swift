import Foundation
import NavStore
import NavStoreTesting
import Testing

/// An app whose parts the tests change, as a later release does.
private enum Notebook {
  enum Tab: String, Codable, CaseIterable { case list, settings }
  enum Screen: Hashable, Codable { case note(Int), search(String) }

  struct State: Hashable, Codable, Sendable {
    var navigation = NavigationState<Tab, Screen>(tabs: Tab.allCases)
    var name: String?
    var drafts: [String] = []
    var lastDraft = 0
  }

  enum Action: Hashable, Codable, Sendable {
    case navigation(NavigationAction<Tab, Screen>)
    case draftAdded(String), nameChanged(String?)
  }

  struct App: Reducer {
    var opensDraft = true
    var numbersFrom = 1

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .navigation(let action):
        return NavigationReducer().reduce(into: &state.navigation, action: action).map(Action.navigation)
      case .draftAdded(let text):
        state.drafts.append(text)
        state.lastDraft += numbersFrom
        return opensDraft ? .send(.navigation(.push(.note(state.lastDraft)))) : .none
      case .nameChanged(let name):
        state.name = name
        return .none
      }
    }
  }

  static let links = DeepLinkTable<Tab, Screen>(schemes: ["notes"]) {
    LinkPattern("", in: .list)
    LinkPattern(
      "note/:id", .int, in: .list, make: Screen.note, match: { if case .note(let id) = $0 { id } else { nil } })
    LinkPattern(
      "search?q=:q", .string, in: .list, make: Screen.search,
      match: { if case .search(let text) = $0 { text } else { nil } }
    ).onlyInternal
  }

  static let urls = ["notes://", "notes://note/7", "notes://search?q=tea"]
  static let sessions: [String: [Action]] = ["a draft": [.draftAdded("tea"), .navigation(.back), .nameChanged("Ada")]]

  static let states: [String: State] = {
    var note = State()
    note.navigation.push(.note(7))
    note.name = "Ada"
    note.drafts = ["tea", "milk"]
    return ["start": State(), "note": note]
  }()

  static func contract(
    schema: StateSchema = StateSchema(), recorded: ActionLogSchema<State, Action> = ActionLogSchema(),
    reducer: App = App(), urls: [String] = urls
  ) -> Contract<State> {
    Contract(initialState: State(), schema: schema).states(states)
      .links(links, urls: urls) { $0.navigation.deepLink($1) }
      .sessions(sessions, schema: recorded, reducer: reducer)
  }
}

@Suite struct ContractTests {
  private let folder: TemporaryDirectory
  private var contracts: URL { URL(fileURLWithPath: folder.path) }

  init() throws { folder = try TemporaryDirectory() }

  private func text(_ release: String) throws -> String {
    String(decoding: try Data(contentsOf: contracts.appendingPathComponent("\(release).json")), as: UTF8.self)
  }

  /// Records a release, and then changes the text of its file.
  private func record(_ change: (String) -> String = { $0 }) throws {
    try Notebook.contract().record("1.0", in: contracts)
    let changed = change(try text("1.0"))
    try Data(changed.utf8).write(to: contracts.appendingPathComponent("1.0.json"))
  }

  @Test func `the code that recorded a contract keeps it`() throws {
    try record()
    let report = Notebook.contract().check(contracts)
    #expect(report.losses == [])
    #expect(report.description == "1 contract, 6 samples: 0 lost, 0 accepted")
  }

  @Test func `each sample is one line, and each record has the same text`() throws {
    try Notebook.contract().record("1.0", in: contracts)
    try Notebook.contract().record("1.0", in: contracts)
    let lines = try text("1.0").split(separator: "\n")
    #expect(lines.count == 3 + 2 + 3 + 10)
    #expect(lines[2].hasPrefix(#"{"schema":1,"state":"note","value":{"drafts":["tea","milk"],"lastDraft":0,"#))
    #expect(lines.contains { $0.hasPrefix(#"{"linkFromApp":"notes://search?q=tea","opens":{"#) })
    #expect(try JSONSerialization.jsonObject(with: Data(try text("1.0").utf8)) is [Any])
  }

  @Test func `a recorded release is never overwritten`() throws {
    try record()
    let before = try text("1.0")
    let error = #expect(throws: (any Error).self) {
      try Notebook.contract(reducer: Notebook.App(opensDraft: false)).record("1.0", in: contracts)
    }
    #expect("\(error as Any)".contains("is not overwritten: today's samples differ from it.\nLine 1"))
    #expect("\(error as Any)".contains("record today's code under the name of the next release"))
    #expect(try text("1.0") == before)
  }

  @Test(arguments: [("", "cannot be the name"), ("../1", "cannot be the name"), (".1", "cannot be the name")])
  func `a release needs the name of a file`(name: String, message: String) {
    let error = #expect(throws: (any Error).self) { try Notebook.contract().record(name, in: contracts) }
    #expect("\(error as Any)".contains(message))
  }

  @Test func `a record needs a URL for each link, and each URL must open something`() {
    func message(_ urls: [String]) -> String {
      let error = #expect(throws: (any Error).self) { try Notebook.contract(urls: urls).record("1.0", in: contracts) }
      return "\(error as Any)"
    }
    #expect(message(["notes://"]).contains(#"No sample URL opens "search?q=:q", "note/:id"."#))
    #expect(message(Notebook.urls + ["notes://nots/7"]).contains("The sample URL notes://nots/7 opens nothing."))
  }

  @Test func `a state that its own code does not restore is not recorded`() throws {
    struct Half: Codable, Equatable, Sendable {
      var kept = 1
      var lost: Int? = 2
      init() {}
      init(from decoder: any Decoder) throws { lost = nil }
    }
    let contract = Contract(initialState: Half()).states(["half": Half()])
    let error = #expect(throws: (any Error).self) { try contract.record("1.0", in: contracts) }
    #expect("\(error as Any)".contains("state half: It is restored without .lost 2."))
    #expect(!FileManager.default.fileExists(atPath: contracts.appendingPathComponent("1.0.json").path))
  }

  // MARK: - Losses

  /// The losses if a release has recorded another form of the state.
  @Test(arguments: [
    // A property that was renamed and is optional: the restore itself reports no loss.
    (#""name":"Ada""#, #""user":"Ada""#, [#"1.0 state note: It is restored without .user "Ada"."#]),
    // A property that was renamed and is not optional.
    (#""lastDraft":0"#, #""last":0"#, ["1.0 state note: It does not contain a state of this app"]),
    // A route that was renamed.
    (#"{"note":{"_0":7}}"#, #"{"item":{"_0":7}}"#, [#"1.0 state note: Route 1 of list, {"item":…}, was dropped"#]),
    // A tab that was renamed.
    (#""tab":"settings""#, #""tab":"more""#, ["1.0 state note: The saved tab more is not a tab of the app."]),
    // An element that today's decoder drops.
    (#""name":"Ada""#, #""name":"Ada","extra":[1]"#, ["1.0 state note: It is restored without .extra [1]."]),
  ])
  func `what a restore loses is listed with the missing migration`(
    today: String, then: String, expected: [String]
  ) throws {
    try record { $0.replacing(today, with: then) }
    let losses = Notebook.contract().check(contracts).losses.filter { $0.contains(" state ") }
    for (loss, beginning) in zip(losses, expected) {
      #expect(loss.hasPrefix(beginning))
      #expect(loss.hasSuffix(" Increase the version of the StateSchema to 2, and add a step from 1."))
    }
    #expect(losses.count >= expected.count)
  }

  @Test func `a migration keeps what would be lost`() throws {
    try record { $0.replacing(#""name":"Ada""#, with: #""user":"Ada""#) }
    let migrations: Migrations = [
      .step(from: 1, "user is called name") { state in
        state["name"] = state["user"]
        state["user"] = nil
      }
    ]
    let recorded = ActionLogSchema<Notebook.State, Notebook.Action>(version: 2, stateMigrations: migrations)
    let contract = Notebook.contract(schema: StateSchema(version: 2, migrations: migrations), recorded: recorded)
    #expect(contract.check(contracts).losses == [])
    // A step that is wrong is a loss, too.
    let wrong: Migrations = [.step(from: 1, "nothing") { _ in }]
    let losses = Notebook.contract(schema: StateSchema(version: 2, migrations: wrong)).check(contracts).losses
    #expect(losses.first?.hasPrefix(#"1.0 state note: It is restored without .user "Ada". Correct the steps"#) == true)
  }

  @Test func `a version that is no longer read is one loss`() throws {
    try record()
    let schema = StateSchema(version: 4, migrations: [.step(from: 3, "nothing") { _ in }])
    #expect(
      Notebook.contract(schema: schema).check(contracts, accepting: ["1.0 link notes://": "accepted"]).losses == [
        "1.0: The StateSchema, which has version 4, reads no state of version 1. Add steps from 1 to 2 to its "
          + "migrations."
      ])
    let older = Notebook.contract(schema: StateSchema(version: 0))
    #expect(older.check(contracts).losses.first?.contains("today's version is 0") == true)
  }

  @Test func `a link that opens nothing, or another place, is a loss`() throws {
    try record {
      $0.replacing("notes://note/7", with: "notes://nots/7")
        .replacing("notes://search?q=tea", with: "notes://search?q=milk")
    }
    let losses = Notebook.contract().check(contracts).losses
    try #require(losses.count == 2)
    #expect(losses[0].hasPrefix("1.0 link notes://nots/7: The URL opens nothing any more. No link matches the URL."))
    #expect(losses[1].hasPrefix("1.0 link notes://search?q=milk: The URL opens another place, from − to +:"))
    #expect(losses[1].contains(#"−       .list: [.search("tea")],"#))
  }

  @Test func `an internal link that only the app may open is no link from outside`() throws {
    try record { $0.replacing(#""linkFromApp""#, with: #""link""#) }
    let losses = Notebook.contract().check(contracts).losses
    #expect(losses.count == 1)
    #expect(losses.first?.contains("which only the app itself may open") == true)
  }

  @Test func `new properties, tabs and elements are no losses`() throws {
    try record {
      $0.replacing(#""lastDraft":0,"#, with: #""lastDraft":0,"none":null,"#)
        .replacing(#",{"path":[],"tab":"settings"}"#, with: "")
    }
    let losses = Notebook.contract().check(contracts).losses
    #expect(losses.filter { !$0.contains(" session ") } == [])
  }

  @Test func `a session that leads to another state is a loss, and the message has the action`() throws {
    try record()
    let losses = Notebook.contract(reducer: Notebook.App(numbersFrom: 2)).check(contracts).losses
    #expect(losses.count == 1)
    let loss = try #require(losses.first)
    #expect(loss.hasPrefix(#"1.0 session a draft: After {"draftAdded":{"_0":"tea"}}: Divergence: transaction 1"#))
    #expect(loss.contains("−   lastDraft: 1,"))
    #expect(loss.hasSuffix("increase the version of the ActionLogSchema to 2, and add steps from 1."))
  }

  @Test func `a session replays the actions that effects have sent, and not the effects`() throws {
    try record()
    let sent = #"{"action":{"navigation":{"_0":{"push":[{"note":{"_0":1}}]}}},"n":2,"t":"action"}"#
    #expect(try text("1.0").contains(sent))
    #expect(Notebook.contract(reducer: Notebook.App(opensDraft: false)).check(contracts).losses == [])
  }

  @Test(arguments: [
    (#""nameChanged""#, #""userChanged""#, "An action of the log cannot be decoded: transaction 4"),
    (#""lastDraft":0"#, #""last":0"#, "A line of the log cannot be used: The session, line 1: the state in the line"),
    (",\n" + #"{"n":4,"t":"end"}"#, "", "The end of the session is missing."),
    (#""n":2,"t":"action""#, #""n":3,"t":"action""#, "Transactions 2 to 2 are missing from the log."),
  ])
  func `a session that cannot be replayed is a loss`(today: String, then: String, message: String) throws {
    try record { $0.replacing(today, with: then) }
    let losses = Notebook.contract().check(contracts).losses.filter { $0.contains(" session ") }
    #expect(losses.count == 1)
    #expect(losses.first?.contains(message) == true)
  }

  @Test func `a session of an older version needs migrations`() throws {
    try record()
    let schema = ActionLogSchema<Notebook.State, Notebook.Action>(version: 2)
    let losses = Notebook.contract(recorded: schema).check(contracts).losses
    #expect(
      losses == [
        "1.0 session a draft: The session has schema version 1, and the migrations begin at version 2. Add migrations "
          + "from version 1."
      ])
  }

  // MARK: - Accepted losses

  @Test func `an accepted loss is listed with its reason, and one that is not lost is a mistake`() throws {
    try record { $0.replacing("notes://note/7", with: "notes://nots/7") }
    let report = Notebook.contract().check(
      contracts, accepting: ["1.0 link notes://nots/7": "It was never published.", "1.0 state start": "none"])
    #expect(
      report.losses == [
        "1.0 state start: The loss is accepted, and no contract loses this sample. Remove it from the list."
      ])
    #expect(report.description.hasSuffix("accepted: 1.0 link notes://nots/7: It was never published."))
  }

  // MARK: - Files

  @Test func `a folder without contracts is a mistake`() {
    let losses = Notebook.contract().check(contracts.appendingPathComponent("nothing")).losses
    #expect(losses.count == 1)
    #expect(losses.first?.contains("contains no contract. Write one: try contract.record(") == true)
  }

  @Test(arguments: [
    ("", "expected"), ("[]", "does not begin with the name of a release"), ("{}", "does not begin"),
    (#"[{"contract":"1.0","format":2}]"#, "it has format 2. Check it with a later version of NavStore."),
    (#"[{"contract":"1.0","format":1},{"stat":1}]"#, "line 3 is neither a state, a link nor a part of a session"),
    (#"[{"contract":"1.0","format":1},{"t":"action"}]"#, "line 3 is neither"),
    (#"[{"contract":"1.0","format":1},{"state":"a","schema":-1,"value":1}]"#, "line 3 is neither"),
    (String(repeating: "[", count: 100_000), "nested"),
  ])
  func `a file that is no contract is reported`(text: String, message: String) throws {
    try Data(text.utf8).write(to: contracts.appendingPathComponent("1.0.json"))
    let losses = Notebook.contract().check(contracts).losses
    #expect(losses.count == 1)
    #expect(losses.first?.hasPrefix("1.0.json is not a contract: ") == true)
    #expect(losses.first?.contains(message) == true, "\(losses)")
  }

  @Test func `samples without a part of today's contract are losses`() throws {
    try record()
    let losses = Contract(initialState: Notebook.State()).check(contracts).losses
    #expect(losses.count == 4)
    #expect(losses.contains { $0.hasSuffix("Today's contract has no links. Add the table: contract.links(…).") })
    #expect(losses.contains { $0.hasSuffix("Today's contract has no sessions. Add them: contract.sessions(…).") })
  }

  @Test func `each loss fails the test at the line of the check`() throws {
    try record { $0.replacing("notes://note/7", with: "notes://nots/7") }
    let failures = FailureLog()
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1)
    let report = Notebook.contract().check(contracts)
    report.expectKept(failures.reporter, at: site)
    #expect(failures.messages == report.losses)
    #expect(failures.lines == [7])
  }

  // MARK: - Samples of an exploration

  @Test func `an exploration has one sample of each kind, the one with the fewest actions`() {
    let report = StateExplorer(
      initialState: Notebook.State(), reducer: Notebook.App(),
      actions: [.draftAdded("a"), .nameChanged("Ada"), .navigation(.back), .navigation(.selectTab(.settings))]
    ).explore(maxDepth: 3)
    let samples = report.samples { state in
      if state.drafts.count > 1 { return nil }
      return state.navigation.top.map { "\($0)" } ?? "\(state.navigation.selectedTab)"
    }
    #expect(samples.keys.sorted() == ["list", "note(1)", "settings"])
    #expect(samples["list"] == Notebook.State())
    #expect(samples["note(1)"]?.name == nil)
  }
}
