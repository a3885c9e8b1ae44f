import NavStore
import NavStoreTool
import Testing

@Suite struct ScreenModelTests {
  /// Returns a model that shows a navigation after some actions.
  private func model(_ actions: DemoNavigationAction...) -> ScreenModel {
    var navigation = DemoState().navigation
    for action in actions { navigation.apply(action, rules: DemoReducer.rules) }
    return ScreenModel(showing: ShownNavigation(navigation))
  }

  @Test func `each key returns its request`() {
    let table: [(Key, ScreenRequest?)] = [
      (.character("1"), .send([.pushUnlessTop(.song(3))])), (.enter, .send([.pushUnlessTop(.song(3))])),
      (.escape, .send([.back])), (.backspace, .send([.back])), (.left, .send([.back])),
      (.function(1), .send([.tabTapped(.home)])), (.function(4), .send([.tabTapped(.settings)])), (.function(5), nil),
      (.tab, .send([.tabTapped(.search)])), (.backTab, .send([.tabTapped(.settings)])),
      (.character("s"), .send([.present(.song(3))])), (.character("d"), .send([.dismiss])), (.character("u"), .url),
      (.character("q"), .quit), (.control("c"), .quit), (.control("d"), .quit), (.control("l"), .redraw),
      (.control("z"), .suspend), (.character("["), .timeTravel(.back)), (.character("]"), nil), (.character("x"), nil),
      (.delete, nil), (.function(.max), nil), (.function(0), nil),
    ]
    for (key, request) in table {
      var model = model()
      #expect(model.press(key) == request, "\(key)")
    }
  }

  @Test func `Enter opens the row that up and down have selected`() {
    var model = model()
    for key: Key in [.down, .down, .up] { _ = model.press(key) }
    #expect(model.press(.enter) == .send([.pushUnlessTop(.book(1))]))
    for _ in 0..<20 { _ = model.press(.down) }
    #expect(model.press(.enter) == .send([.pushUnlessTop(.settings)]))
    for key: Key in [.pageUp, .up] { _ = model.press(key) }
    #expect(model.press(.character("s")) == .send([.present(.song(3))]))
    _ = model.press(.end)
    #expect(model.press(.enter) == .send([.pushUnlessTop(.settings)]))
  }

  @Test func `a number without a link shows a message`() {
    var model = model()
    #expect(model.press(.character("9")) == nil)
    #expect(model.message == "this screen has no link 9")
    model = self.model(.push(.setting("sound")))
    #expect(model.press(.enter) == nil)
    #expect(model.message == "this screen has no links")
    #expect(model.press(.character("s")) == .send([.present(.setting("sound"))]))
  }

  @Test func `no key navigates before the first step`() {
    var model = ScreenModel()
    for key: Key in [.enter, .character("1"), .character("s"), .function(1), .tab, .up, .down, .end] {
      #expect(model.press(key) == nil)
    }
  }

  @Test func `with one tab, the key for the next tab does nothing`() {
    var model = model(.setTabs([.home]))
    #expect(model.press(.tab) == nil)
  }

  @Test func `a screen keeps its selected row, and a new screen starts with its first row`() {
    var model = model(.push(.song(3)))
    _ = model.press(.down)
    model.perform(DemoStep(.push(.film(2), in: .tab(.home))))
    #expect(model.press(.enter) == .send([.pushUnlessTop(.song(7))]))
    _ = model.press(.down)
    model.perform(DemoStep(.selectTab(.library)))
    model.perform(DemoStep(.selectTab(.home)))
    #expect(model.press(.enter) == .send([.pushUnlessTop(.book(1))]))
    model.perform(DemoStep(.pop(1, in: .tab(.home))))
    #expect(model.press(.enter) == .send([.pushUnlessTop(.film(2))]))
    model.perform(DemoStep(.setPath([.song(7)], in: .tab(.home))))
    #expect(model.press(.enter) == .send([.pushUnlessTop(.film(2))]))
  }

  @Test func `a request to scroll affects the root of a tab and not the screens above it`() {
    var model = model()
    _ = model.press(.end)
    model.scrollToTop(of: .library)
    #expect(model.press(.enter) == .send([.pushUnlessTop(.settings)]))
    model.scrollToTop(of: .home)
    #expect(model.press(.enter) == .send([.pushUnlessTop(.song(3))]))
    model = self.model(.push(.song(3)))
    _ = model.press(.end)
    model.scrollToTop(of: .home)
    #expect(model.press(.enter) == .send([.pushUnlessTop(.book(4))]))
  }

  // MARK: The prompt and the help

  private func type(_ text: String, into model: inout ScreenModel) {
    for scalar in text.unicodeScalars { _ = model.press(.character(scalar)) }
  }

  @Test func `a typed URL is opened, and its letters are not commands`() {
    var model = model()
    _ = model.press(.character("g"))
    type("navstore://song/33qdsu?", into: &model)
    for _ in 0..<6 { _ = model.press(.backspace) }
    #expect(model.mode == .prompt("navstore://song/3"))
    #expect(model.press(.enter) == .send([.deepLink(DeepLink(tab: .library, path: [.song(3)]))]))
    #expect(model.mode == .browsing)
  }

  @Test func `a URL without a link shows a message`() {
    var model = model()
    _ = model.press(.character("g"))
    type("/song/77", into: &model)
    #expect(model.press(.enter) == nil)
    #expect(model.message.hasPrefix(#"The URL matches "song/:number" except for number"#))
    #expect(model.mode == .browsing)
  }

  @Test func `Escape and an empty line leave the prompt, and Control keys work in it`() {
    var model = model()
    for key: Key in [.escape, .enter] {
      _ = model.press(.character("g"))
      #expect(model.mode == .prompt(""))
      #expect(model.press(.backspace) == nil)
      #expect(model.press(key) == nil)
      #expect(model.mode == .browsing)
    }
    _ = model.press(.character("g"))
    type("abc", into: &model)
    #expect(model.press(.control("l")) == .redraw)
    #expect(model.mode == .prompt("abc"))
    #expect(model.press(.control("u")) == nil)
    #expect(model.mode == .prompt(""))
    #expect(model.press(.control("c")) == .quit)
  }

  @Test func `typed or pasted text has a maximum length`() {
    var model = model()
    _ = model.press(.character("g"))
    type(String(repeating: "a", count: 5000), into: &model)
    #expect(model.mode == .prompt(String(repeating: "a", count: 4096)))
  }

  @Test func `the list of keys is closed by the next key, which does nothing else`() {
    var model = model()
    _ = model.press(.character("?"))
    #expect(model.help == 0)
    #expect(model.press(.character("q")) == nil)
    #expect((model.help, model.mode) == (nil, .browsing))
    _ = model.press(.character("?"))
    #expect(model.press(.control("c")) == .quit)
  }

  @Test func `the list of keys scrolls, up to the last row that a drawing can begin with`() {
    var model = model()
    _ = model.press(.character("?"))
    for (key, row): (Key, Int) in [
      (.up, 0), (.down, 1), (.pageDown, 6), (.down, 6), (.up, 5), (.end, 6), (.pageUp, 0), (.end, 6), (.home, 0),
    ] {
      #expect(model.press(key) == nil)
      model.limitHelp(to: 6)
      #expect(model.help == row, "\(key)")
    }
    #expect(model.press(.escape) == nil)
    model.limitHelp(to: 6)
    #expect(model.help == nil)
  }

  @Test func `the list of keys opens while an earlier state is shown, and closing it stays there`() {
    var model = model()
    model.show(timelinePosition: position(2))
    #expect(model.press(.character("?")) == nil)
    #expect(model.help == 0)
    #expect(model.press(.escape) == nil)
    #expect((model.help, model.mode) == (nil, .timeTravel))
    #expect(model.message == "state 2 of 3: went home")
  }

  @Test func `the steps since the last action are kept`() {
    var model = model()
    _ = model.press(.character("1"))
    model.show(notes: ["pushed Song 3", "popped"])
    model.perform(DemoStep(.push(.song(3), in: .tab(.home))))
    #expect(model.message == "pushed Song 3; popped")
    #expect(model.steps == ["push song:3 in home, animated"])
    _ = model.press(.escape)
    #expect(model.steps == [])
  }

  // MARK: - Time travel

  private func position(_ position: Int, isPresent: Bool = false, isExcluded: Bool = false) -> TimelinePosition {
    TimelinePosition(position: position, count: 3, isPresent: isPresent, isExcluded: isExcluded, notes: ["went home"])
  }

  @Test func `while an earlier state is shown, keys only step through the timeline, go back to the present and quit`() {
    var model = model()
    model.show(timelinePosition: position(2))
    let table: [(Key, ScreenRequest?)] = [
      (.character("["), .timeTravel(.back)), (.character("]"), .timeTravel(.forward)),
      (.character("x"), .timeTravel(.toggle)), (.escape, .timeTravel(.present)), (.character("q"), .quit),
      (.control("c"), .quit), (.control("z"), .suspend), (.control("l"), .redraw), (.character("1"), nil), (.tab, nil),
    ]
    for (key, request) in table { #expect(model.press(key) == request, "\(key)") }
    #expect(model.message == "this is not the present state; Esc returns to it")
    model.show(timelinePosition: position(3, isPresent: true))
    #expect(model.press(.escape) == .send([.back]))
  }

  @Test func `the message names the position in the timeline`() {
    #expect(position(2).description == "state 2 of 3: went home")
    #expect(position(0).description == "state 0 of 3: the start")
    #expect(position(2, isExcluded: true).description == "state 2 of 3, without action 2")
    #expect(position(3, isPresent: true).description == "the present state")
  }
}
