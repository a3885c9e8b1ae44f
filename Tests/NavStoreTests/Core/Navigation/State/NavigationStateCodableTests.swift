import NavStore
import NavStoreInspection
import Testing

@Suite struct NavigationStateCodableTests {
  static let forms: [(String, String)] = [
    ("*home:", #"{"initial":"home","selected":"home","tabs":[{"path":[],"tab":"home"}],"visits":["home"]}"#),
    (
      "search: | *home: 1 2 | visits search home",
      #"{"initial":"search","selected":"home","tabs":[{"path":[],"tab":"search"},{"path":["1","2"],"tab":"home"}],"#
        + #""visits":["search","home"]}"#
    ),
    (
      "*home: | sheet 2 a: | cover 3 b: c | initial gone",
      #"{"initial":"gone","lastModal":3,"modals":[{"id":2,"path":[],"root":"a","style":"sheet"},"#
        + #"{"id":3,"path":["c"],"root":"b","style":"cover"}],"selected":"home","#
        + #""tabs":[{"path":[],"tab":"home"}],"visits":["home"]}"#
    ),
  ]

  @Test(arguments: forms)
  func `a state is encoded to one JSON text and decoded to the same state`(text: String, json: String) throws {
    #expect(try JSON.text(TextState(text)) == json)
    #expect(try JSON.value(TextState.self, json).text == text)
  }

  @Test func `random states survive a round trip, and so does the number of their next modal`() throws {
    for run in 0..<300 {
      let seed = TestEnvironment.seed &+ UInt64(run)
      var navigation = RandomNavigation(random: SplitMix64(seed: seed))
      var state = navigation.state(rules: navigation.rules())
      let json = try JSON.text(state)
      var decoded = try JSON.value(NumberState.self, json)
      #expect(decoded == state, "NAVSTORE_SEED=\(seed)")
      #expect(try JSON.text(decoded) == json, "NAVSTORE_SEED=\(seed)")
      state.present(0)
      decoded.present(0)
      #expect(decoded == state, "NAVSTORE_SEED=\(seed)")
    }
  }

  @Test func `the number of a modal is not reused after a restore`() throws {
    var state = try TextState("*home: | sheet 1 a:")
    state.dismiss()
    var restored = try JSON.value(TextState.self, JSON.text(state))
    restored.present("b")
    #expect(restored.text == "*home: | sheet 2 b:")
  }

  @Test func `scroll counters are not saved`() throws {
    var state = try TextState("*home:")
    let json = try JSON.text(state)
    state.tabTapped("home")
    #expect(try JSON.text(state) == json)
  }

  @Test(arguments: [
    (#""visits":["b","a"]"#, "*a: | b: | visits b a"),
    (#""visits":[]"#, "*a: | b:"),
    (#""visits":["x","a","y"]"#, "*a: | b:"),
    (#""visits":["b"]"#, "*a: | b: | visits b a"),
    (#""visits":["b","b","x","b","a","a"]"#, "*a: | b: | visits b a"),
    (#""visits":["a","b","a"]"#, "*a: | b: | visits a b a"),
    (#""initial":"b""#, "*a: | b: | initial b"),
    (#""lastModal":-4"#, "*a: | b:"),
    (#""modals":[]"#, "*a: | b:"),
    (#""later":1"#, "*a: | b:"),
  ])
  func `missing or invalid visits in the data are repaired`(part: String, text: String) throws {
    let json = #"{"tabs":[{"tab":"a","path":[]},{"tab":"b","path":[]}],"selected":"a",\#(part)}"#
    var state = try JSON.value(TextState.self, json)
    #expect(state.text == text)
    while state.back() != .exit {}
    state.present("m")
    #expect(state.modals.map(\.id.rawValue) == [1])
  }

  static let badModal = #"{"id":1,"style":"sheet","root":"a","path":[]}"#

  @Test(arguments: [
    (#"{"tabs":[],"selected":"a"}"#, "A navigation needs at least one tab, and no tab may occur twice."),
    (
      #"{"tabs":[{"tab":"a","path":[]},{"tab":"a","path":[]}],"selected":"a"}"#,
      "A navigation needs at least one tab, and no tab may occur twice."
    ),
    (#"{"tabs":[{"tab":"a","path":[]}],"selected":"b"}"#, "The selected tab is not among the tabs."),
    (
      #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","modals":[\#(badModal),\#(badModal)]}"#,
      "Two modals have the same id."
    ),
    (
      #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","lastModal":9223372036854775807}"#,
      "The modal number 9223372036854775807 is too large."
    ),
  ])
  func `inconsistent data is rejected with an error that states the reason`(json: String, message: String) {
    #expect(JSON.refusal(of: json, as: TextState.self) == message)
  }

  @Test(arguments: [
    #"{}"#, #"[]"#, #"{"selected":"a"}"#, #"{"tabs":[{"tab":"a","path":[]}]}"#,
    #"{"tabs":[{"tab":"a"}],"selected":"a"}"#, #"{"tabs":[{"path":[]}],"selected":"a"}"#,
    #"{"tabs":["a"],"selected":"a"}"#, #"{"tabs":{"a":[]},"selected":"a"}"#,
    #"{"tabs":[{"tab":1,"path":[]}],"selected":"a"}"#, #"{"tabs":[{"tab":"a","path":[1]}],"selected":"a"}"#,
    #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","visits":"a"}"#,
    #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","visits":[1]}"#,
    #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","lastModal":"1"}"#,
    #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","modals":[{"id":1,"style":"sheet","path":[]}]}"#,
    #"{"tabs":[{"tab":"a","path":[]}],"selected":"a","modals":[{"id":1,"style":"x","root":"a","path":[]}]}"#,
  ])
  func `data with missing or invalid parts is rejected`(json: String) {
    #expect(JSON.refusal(of: json, as: TextState.self) != nil)
  }

  @Test(arguments: [Int.min, -1, 0, 1 << 53])
  func `unusual modal numbers are decoded and do not stop the program`(number: Int) throws {
    let json = """
      {"tabs":[{"tab":"a","path":[]}],"selected":"a","lastModal":\(number),
       "modals":[{"id":\(number),"style":"sheet","root":"a","path":[]}]}
      """
    var state = try JSON.value(TextState.self, json)
    state.present("b")
    #expect(Set(state.modals.map(\.id)).count == 2)
    state.dismiss(ModalID(rawValue: number))
    #expect(state.modals.isEmpty)
  }
}
