import NavStore
import Testing

@Suite struct NavigationStateTests {
  @Test(arguments: [
    ("home: 1 2 | *search: 3", "home 0 1, home 1 2, search 0 3 visible"),
    (
      "*home: 1 | search: 3 | sheet 1 a: 4 | cover 2 b:",
      "home 0 1, search 0 3, modal 1 root a, modal 1 0 4, modal 2 root b visible"
    ),
    ("*home: | sheet 1 a: 4 5", "modal 1 root a, modal 1 0 4, modal 1 1 5 visible"),
    ("*home: | search: 3", "search 0 3"),
  ])
  func `the open screens are listed with their places`(text: String, expected: String) throws {
    let screens = try TextState(text).screens.map { screen in
      "\(screen.stack) \(screen.position.map(String.init) ?? "root") \(screen.route)"
        + (screen.isVisible ? " visible" : "")
    }
    #expect(screens.joined(separator: ", ") == expected)
  }

  struct Reading: CustomTestStringConvertible, Sendable {
    let state: String
    let focused: [String]
    let top: String?
    let canGoBack: Bool

    var testDescription: String { state }
  }

  @Test(arguments: [
    Reading(state: "*home: | search: 1", focused: [], top: nil, canGoBack: false),
    Reading(state: "*home: 1 2 | search:", focused: ["1", "2"], top: "2", canGoBack: true),
    Reading(state: "*home: 1 | sheet 1 a:", focused: [], top: "a", canGoBack: true),
    Reading(state: "*home: | sheet 1 a: | cover 2 b: c d", focused: ["c", "d"], top: "d", canGoBack: true),
    Reading(state: "home: 1 | *search: | visits home search", focused: [], top: nil, canGoBack: true),
    Reading(state: "home: 1 | *search:", focused: [], top: nil, canGoBack: false),
  ])
  func `a view reads the focused path, the visible route, and whether back changes anything`(reading: Reading) throws {
    var state = try TextState(reading.state)
    #expect(state.focusedPath == reading.focused)
    #expect(state.depth == reading.focused.count)
    #expect(state.top == reading.top)
    #expect(state.canGoBack == reading.canGoBack)
    #expect((state.back() != .exit) == reading.canGoBack)
  }

  @Test func `paths are read by tab and by modal, and an unknown tab or modal has no path`() throws {
    let state = try TextState("*home: 1 | search: 2 3 | sheet 2 a: b")
    #expect(state.path(of: "home") == ["1"])
    #expect(state.path(of: "search") == ["2", "3"])
    #expect(state.path(of: "gone") == [])
    #expect(state.path(of: ModalID(rawValue: 2)) == ["b"])
    #expect(state.path(of: ModalID(rawValue: 1)) == nil)
    #expect(state.scrollSignal(of: "gone") == 0)
  }

  @Test func `scroll counters count each tap at the root and are neither compared nor hashed`() throws {
    let before = try TextState("*home: | search: 1")
    var state = before
    state.tabTapped("home")
    state.tabTapped("home")
    #expect(state.scrollSignal(of: "home") == 2)
    #expect(state.scrollSignal(of: "search") == 0)
    #expect(state == before)
    #expect(state.hashValue == before.hashValue)
    state.setTabs(["search", "home"])
    #expect(state.scrollSignal(of: "home") == 2)
  }

  @Test func `the number of the next modal is not compared`() throws {
    let before = try TextState("*home:")
    var state = before
    state.present("a")
    state.dismiss()
    #expect(state == before)
    #expect(state.hashValue == before.hashValue)
  }

  @Test(arguments: [
    "*home: 1 | search: 3", "*home: 1 2 | search:", "*home: 1 2 | library: 3", "home: 1 2 | *search: 3",
    "*home: 1 2 | search: 3 | sheet 1 a:", "*home: 1 2 | search: 3 | visits search home", "search: 3 | *home: 1 2",
    "*home: 1 2 | search: 3 | initial search", "*home: 1 2",
  ])
  func `states that a user can distinguish are not equal`(text: String) throws {
    #expect(try TextState(text) != TextState("*home: 1 2 | search: 3"))
  }

  @Test func `a state describes itself on one line`() throws {
    let state = try TextState("home: | *search: 1 2 | cover 1 a: b | sheet 2 c:")
    #expect(state.description == "home / | [search] /1/2 | cover 1: a/b | sheet 2: c")
  }

  @Test func `a state starts with the paths it is given`() {
    let state = TextState(tabs: ["a", "b"], selectedTab: "b", paths: ["a": ["1", "2"]], backRule: .none)
    #expect(state.text == "a: 1 2 | *b: | initial b")
    #expect(TextState(tabs: ["a", "b"]).selectedTab == "a")
  }

  @Test func `a modal shows the last route of its path, or its root`() throws {
    let modals = try TextState("*home: | sheet 1 a: | cover 2 b: c d").modals
    #expect(modals.map(\.top) == ["a", "d"])
    #expect(modals[0].id < modals[1].id)
  }

  @Test func `the reducer applies the action by its rules, without effects`() throws {
    let reducer = NavigationReducer(rules: TextRules(backRule: .none, maxDepth: 1))
    let store = Store(initialState: try TextState("*home:"), reducer: reducer)
    store.send([.push("1"), .push("2")])
    #expect(store.state.text == "*home: 1")
  }

  @Test func `actions have a second spelling where it reads better`() {
    #expect(TextAction.popTo(depth: 2) == .popToDepth(2))
    #expect(TextAction.dismiss(ModalID(rawValue: 2)) == .dismissModal(ModalID(rawValue: 2)))
    #expect(TextAction.reset("home") == .resetTab("home"))
    #expect(TextAction.pop() == .pop(1))
    #expect(TextAction.push("1") == .push("1", in: .focused))
    #expect(TextAction.present("1") == .present("1", style: .sheet))
  }
}

/// Tabs from outside the source, for example from the user's settings.
@Suite struct NavigationStateValidationTests {
  @Test func `a duplicate tab counts at its first position, as in setTabs`() throws {
    let lists = [["a"], ["a", "a"], ["a", "b", "a"], ["b", "a", "b", "c", "a"]]
    for tabs in lists {
      var expected = TextState(tabs: ["x", "a", "b", "c"], backRule: .none)
      expected.setTabs(tabs)
      #expect(try TextState(validating: tabs, backRule: .none).tabs == expected.tabs)
      #expect(TextState(tabs: tabs, backRule: .none).tabs == expected.tabs)
    }
    let state = try TextState(validating: ["a", "b", "a"], selectedTab: "b", paths: ["a": ["1"]])
    #expect(state == TextState(tabs: ["a", "b"], selectedTab: "b", paths: ["a": ["1"]]))
  }

  @Test func `invalid tabs are an error that states the reason`() {
    func message(_ tabs: [String], selectedTab: String? = nil, paths: [String: [String]] = [:]) -> String? {
      let error = #expect(throws: DeclarationError.self) {
        try TextState(validating: tabs, selectedTab: selectedTab, paths: paths)
      }
      return error?.description
    }
    #expect(message([]) == "NavigationState(tabs:) received no tab. Pass at least one, for example AppTab.allCases.")
    #expect(
      message(["a", "b", "a"], selectedTab: "c")
        == #"NavigationState(tabs:selectedTab:): the selected tab c is not among the tabs ["a", "b"]. Add it to the tabs."#
    )
    #expect(
      message(["a"], paths: ["c": []])
        == #"NavigationState(tabs:paths:) received a path for c, which is not among the tabs ["a"]. "#
        + "Add the tab or remove the path.")
  }
}

/// The programming errors that stop the program when a state is created.
@Suite(.startsProcess) struct NavigationStateMistakeTests {
  @Test func `creating a navigation without a tab stops the program, and the message says what to pass`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TextState(tabs: [])
    }
    result?.expectMessage("received no tab. Pass at least one, for example AppTab.allCases.")
  }

  @Test func `selecting an unknown tab at creation stops the program, and the message names the tab`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TextState(tabs: ["a", "b"], selectedTab: "c")
    }
    result?.expectMessage(#"the selected tab c is not among the tabs ["a", "b"]. Add it to the tabs."#)
  }

  @Test func `a path for an unknown tab stops the program, and the message names the tab`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TextState(tabs: ["a", "b"], paths: ["c": ["1"]])
    }
    result?.expectMessage(
      #"received a path for c, which is not among the tabs ["a", "b"]. Add the tab or remove the path."#)
  }
}

@Suite struct ModalTests {
  @Test func `identities of modals are ordered by their numbers`() {
    let (first, second) = (ModalID(rawValue: 1), ModalID(rawValue: 2))
    #expect(first < second)
    #expect(!(second < first))
    #expect(!(first < first))
    #expect([second, ModalID(rawValue: 3), first].sorted().map(\.rawValue) == [1, 2, 3])
  }
}
