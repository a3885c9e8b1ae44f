import NavStore
import NavStoreInspection
import Testing

@Suite struct NavigationActionCodableTests {
  static let second = ModalID(rawValue: 2)

  static let forms: [(TextAction, String)] = [
    (.tabTapped("home"), #"{"tabTapped":["home"]}"#),
    (.selectTab("home"), #"{"selectTab":["home"]}"#),
    (.push("1"), #"{"push":["1"]}"#),
    (.push("1", in: .tab("home")), #"{"push":["1",{"tab":"home"}]}"#),
    (.push("1", in: .modal(second)), #"{"push":["1",{"modal":2}]}"#),
    (.pushUnlessTop("1"), #"{"pushUnlessTop":["1"]}"#),
    (.navigate(to: "1"), #"{"navigate":["1"]}"#),
    (.bringToFront("1"), #"{"bringToFront":["1"]}"#),
    (.pop(), #"{"pop":[1]}"#),
    (.pop(-3), #"{"pop":[-3]}"#),
    (.popTo("1"), #"{"popTo":["1"]}"#),
    (.popTo(depth: 2), #"{"popToDepth":[2]}"#),
    (.popToRoot, #"{"popToRoot":[]}"#),
    (.replaceTop("1"), #"{"replaceTop":["1"]}"#),
    (.setPath([], in: .focused), #"{"setPath":[[]]}"#),
    (.setPath(["1", "2"], in: .tab("home")), #"{"setPath":[["1","2"],{"tab":"home"}]}"#),
    (.setPath(["1"], in: .modal(second)), #"{"setPath":[["1"],{"modal":2}]}"#),
    (.remove("1", at: 0), #"{"remove":["1",0]}"#),
    (.remove("1", at: 2, in: .tab("home")), #"{"remove":["1",2,{"tab":"home"}]}"#),
    (.remove("1", at: nil, in: .modal(second)), #"{"remove":["1",null,{"modal":2}]}"#),
    (.replaceOrDrop("1", at: 0, in: .tab("home"), with: "2"), #"{"refresh":["1",0,{"tab":"home"},"2"]}"#),
    (.replaceOrDrop("1", at: -3, in: .focused, with: nil), #"{"refresh":["1",-3,{}]}"#),
    (.replaceOrDrop("1", at: nil, in: .modal(second), with: "2"), #"{"refresh":["1",null,{"modal":2},"2"]}"#),
    (.replaceOrDrop("1", at: nil, in: .modal(second), with: nil), #"{"refresh":["1",null,{"modal":2}]}"#),
    (.back, #"{"back":[]}"#),
    (.present("1"), #"{"present":["1","sheet"]}"#),
    (.present("1", style: .cover), #"{"present":["1","cover"]}"#),
    (.dismiss, #"{"dismiss":[]}"#),
    (.dismiss(second), #"{"dismissModal":[2]}"#),
    (.dismissAll, #"{"dismissAll":[]}"#),
    (.deepLink(TextLink(tab: "home")), #"{"deepLink":[{"path":[],"tab":"home"}]}"#),
    (
      .deepLink(TextLink(tab: "home", path: ["1"], modals: [.init("2", path: ["3"])], placement: .push)),
      #"{"deepLink":[{"modals":[{"path":["3"],"root":"2","style":"sheet"}],"path":["1"],"placement":"push","tab":"home"}]}"#
    ),
    (.setTabs(["home", "search"]), #"{"setTabs":[["home","search"]]}"#),
    (.reset, #"{"reset":[]}"#),
    (.reset("home"), #"{"resetTab":["home"]}"#),
  ]

  @Test(arguments: forms)
  func `each action has one form in JSON, which decodes to the same action`(
    action: TextAction, json: String
  ) throws {
    #expect(try JSON.text(action) == json)
    #expect(try JSON.value(TextAction.self, json) == action)
  }

  @Test func `tabs and routes keep their own encoded forms`() throws {
    let action = NavigationAction<AppTab, Route>.push(.song(7), in: .tab(.library))
    #expect(try JSON.text(action) == #"{"push":[{"song":{"_0":7}},{"tab":"library"}]}"#)
  }

  @Test func `an encoded target is an object with at most one key`() throws {
    typealias Target = NavigationTarget<String>
    for (target, json) in [
      (Target.focused, "{}"), (.tab("home"), #"{"tab":"home"}"#), (.modal(Self.second), #"{"modal":2}"#),
    ] {
      #expect(try JSON.text(target) == json)
      #expect(try JSON.value(Target.self, json) == target)
    }
  }

  @Test func `random actions survive a round trip`() throws {
    var navigation = RandomNavigation(random: SplitMix64(seed: TestEnvironment.seed))
    for _ in 0..<1_000 {
      let action = navigation.action()
      let json = try JSON.text(action)
      #expect(try JSON.value(NumberAction.self, json) == action, "NAVSTORE_SEED=\(TestEnvironment.seed)")
    }
  }

  @Test(arguments: [
    #"{"fly":["1"]}"#, #"{}"#, #"{"back":[],"reset":[]}"#, #"{"back":[],"fly":[]}"#,
  ])
  func `an unknown action, or several actions, throw an error that lists the known actions`(json: String) {
    let refusal = JSON.refusal(of: json, as: TextAction.self)
    #expect(
      refusal == """
        An action must be an object with exactly one of these keys: push, pop, back, tabTapped, setPath, deepLink, \
        popToRoot, selectTab, present, dismiss, pushUnlessTop, navigate, bringToFront, popTo, popToDepth, replaceTop, \
        refresh, remove, dismissModal, dismissAll, setTabs, reset, resetTab.
        """)
  }

  @Test(arguments: [
    // Missing.
    #"{"push":[]}"#, #"{"pop":[]}"#, #"{"present":["1"]}"#, #"{"setPath":[]}"#, #"{"setTabs":[]}"#,
    #"{"refresh":["1"]}"#, #"{"refresh":["1",0]}"#, #"{"refresh":["1",null]}"#,
    #"{"deepLink":[{"path":[]}]}"#, #"{"deepLink":[{"tab":"home"}]}"#,
    // Of a wrong type.
    #"{"push":[1]}"#, #"{"push":[null]}"#, #"{"push":"1"}"#, #"{"pop":["1"]}"#, #"{"pop":[1.5]}"#, #"{"back":{}}"#,
    #"{"pop":[9223372036854775808]}"#, #"{"present":["1","drawer"]}"#, #"{"setPath":["1"]}"#, #"{"setTabs":["home"]}"#,
    #"{"refresh":["1","0",{}]}"#, #"{"refresh":["1",0,null]}"#, #"{"refresh":["1",0,{},null]}"#,
    #"{"refresh":["1",9223372036854775808,{}]}"#, #"{"refresh":[null,0,{}]}"#, #"{"refresh":["1",0,{},2]}"#,
    #"{"dismissModal":["2"]}"#, #"{"push":["1","home"]}"#, #"{"push":["1",null]}"#,
    #"{"deepLink":[{"tab":"home","path":[],"placement":"beside"}]}"#, #"["back"]"#, #""back""#,
    // Superfluous.
    #"{"back":[1]}"#, #"{"pop":[1,2]}"#, #"{"push":["1",{},{}]}"#, #"{"refresh":["1",0,{},"2",{}]}"#,
    // Invalid targets.
    #"{"push":["1",{"tap":"home"}]}"#, #"{"push":["1",{"tab":"home","modal":2}]}"#, #"{"push":["1",{"tab":null}]}"#,
    #"{"push":["1",{"tab":"home","tap":1}]}"#,
  ])
  func `missing, superfluous and wrong arguments throw an error`(json: String) {
    #expect(JSON.refusal(of: json, as: TextAction.self) != nil)
  }
}
