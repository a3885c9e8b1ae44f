import Foundation
import NavStore
import NavStoreInspection
import NavStoreTool
import Testing

@Suite struct ScreenLayoutTests {
  private static func navigation(_ actions: [DemoNavigationAction]) -> DemoNavigation {
    var navigation = DemoState().navigation
    for action in actions { navigation.apply(action, rules: DemoReducer.rules) }
    return navigation
  }

  private func model(_ actions: DemoNavigationAction...) -> ScreenModel {
    ScreenModel(showing: ShownNavigation(Self.navigation(actions)))
  }

  private func draw(_ model: ScreenModel, _ columns: Int, _ rows: Int) -> String {
    ScreenLayout(model, size: ScreenSize(columns: columns, rows: rows)).text
  }

  /// The drawing in Docs/Figures/Demo.svg, which the README shows.
  private var picture: String {
    var model = model(.push(.song(1)), .tabTapped(.library), .push(.book(4)), .present(.song(3)))
    for key: Key in [.down, .enter] { _ = model.press(key) }
    model.show(notes: ["pushed Film 2 \"Nightboat\" in sheet 1"])
    model.perform(DemoStep(.push(.film(2), in: .modal(ModalID(rawValue: 1)))))
    model.saving = "1 not saved"
    return draw(model, 76, 19)
  }

  @Test func `the tabs, the stack, a sheet and the last action are drawn as in the README's picture`() throws {
    #expect(
      picture == """
         F1 Home +1   F2 Search  [F3 Library +1]  F4 Settings
        ────────────────────────────────────────────────────────────────────────────
         Library > Book 4 "Salt and Slate"
          ┌─ sheet 1 ────────────────────────────────────────────────────────────┐
          │ Song 3 "Low Tide" > Film 2 "Nightboat"                               │
          │                                                                      │
          │ Film 2 "Nightboat"                                                   │
          │                                                                      │
          │ > 1 Song 7 "Undertow"                                                │
          │   2 Book 1 "The Ferryman's Ledger"                                   │
          │   3 Film 3 "Eleven Lanterns"                                         │
          │                                                                      │
          │                                                                      │
          │                                                                      │
          └──────────────────────────────────────────────────────────────────────┘
        ────────────────────────────────────────────────────────────────────────────
        pushed Film 2 "Nightboat" in sheet 1
        push film:2 in modal 1, animated                                 1 not saved
        1-9 open  Esc back  Tab tabs  s sheet  d close  [ earlier  ? keys  q quit
        """)
    let file = SnippetTests.root.appending(path: "Docs/Figures/Demo.svg")
    let figure = Self.figure(of: picture)
    if ProcessInfo.processInfo.environment["NAVSTORE_UPDATE"] == "1" {
      try figure.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == figure)
  }

  /// Returns a drawing as an SVG image. Each run of characters has a fixed width, so that columns stay aligned in any
  /// font.
  private static func figure(of picture: String) -> String {
    let lines = picture.split(separator: "\n", omittingEmptySubsequences: false)
    let (column, row, margin) = (8.4, 18, 16)
    let width = Int(Double(lines.map(\.count).max() ?? 0) * column) + 2 * margin
    let height = lines.count * row + 2 * margin
    let runs = lines.enumerated().flatMap { number, line in
      line.matches(of: /\S+(?: \S+)*/).map { run in
        let x = Double(margin) + Double(line.distance(from: line.startIndex, to: run.range.lowerBound)) * column
        let text = run.output.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return """
          <text x="\(Int(x.rounded()))" y="\((number + 1) * row + margin - 4)" textLength="\(Int((Double(run.output.count) * column).rounded()))">\(text)</text>
          """
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
      <rect width="100%" height="100%" rx="10" fill="#1e1e24"/>
      <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#e8e8ea">
      \(runs.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  @Test func `on a small screen the stack is left out last`() {
    let model = model(.push(.song(1)), .push(.song(3)))
    #expect(draw(model, 1, 1) == "…")
    #expect(draw(model, 20, 1) == " … > Song 3 \"Low T…")
    #expect(draw(model, 24, 2) == "[Home +2] Search  Libra…\n … > Song 3 \"Low Tide\"")
    #expect(draw(model, 20, 5) == "[Home +2] Search  L…\n … > Song 3 \"Low T…\n Song 3 \"Low Tide\"\n\n")
    #expect(draw(model, 30, 6).contains("\n > 1 Song 7 \"Undertow\" \n"))
  }

  @Test func `a long list scrolls to the selected row and shows its position`() {
    var model = model(.tabTapped(.library))
    for _ in 0..<9 { _ = model.press(.down) }
    let lines = draw(model, 60, 10).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2] == " Library                                         7-10 of 16")
    #expect(lines[3] == "   7 Song 3 \"Low Tide\"")
    #expect(lines[6] == " >   Song 6 \"Ask the Sparrows\" ")
    model.scrollToTop(of: .library)
    #expect(draw(model, 60, 10).contains(" Library                                          1-4 of 16\n > 1 Book 1"))
  }

  @Test func `modals cover each other, and the list of the top one is drawn`() {
    let text = draw(model(.present(.settings), .present(.film(1), style: .cover), .present(.song(1))), 80, 24)
    #expect(text.contains("┌─ cover 2 ─"))
    #expect(text.contains("┌─ sheet 3 ─"))
    #expect(text.contains("> 1 Song 3 \"Low Tide\""))
    #expect(!text.contains("> 1 Sound"))
  }

  @Test func `the selected items are marked with characters, too`() {
    let layout = ScreenLayout(model(), size: ScreenSize(columns: 80, rows: 24))
    let reversed = layout.lines.flatMap(\.spans).filter { $0.style == .reversed }.map(\.text)
    #expect(reversed == ["[F1 Home]", "> 1 Song 3 \"Low Tide\" "])
  }

  @Test func `the end of the typed text is visible`() {
    var model = model()
    for scalar in "g/song/日本語日本語".unicodeScalars { _ = model.press(.character(scalar)) }
    let rows = draw(model, 20, 8).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[5] == "URL: g/日本語日本語 ")
    _ = model.press(.character("\u{202E}"))
    #expect(draw(model, 40, 8).contains("日本語\\u{202E}"))
  }

  @Test func `a message without steps uses two rows`() {
    var model = model()
    model.show(message: "The requested screen does not exist")
    #expect(draw(model, 24, 5).hasSuffix("The requested screen\ndoes not exist"))
    model.perform(DemoStep(.selectTab(.home)))
    #expect(draw(model, 24, 5).hasSuffix("The requested screen…\nselect home, animated"))
  }

  @Test(arguments: [(80, 24), (40, 24), (24, 12), (30, 9), (60, 8)])
  func `no message is cut that fits in half of the screen`(columns: Int, rows: Int) {
    let message = "The URL matches \"song/:number\" except for number, which is none of the catalogue: 4711"
    for steps in [[], [DemoStep(.selectTab(.home)), DemoStep(.push(.song(1), in: .tab(.home)))]] {
      var model = model(.push(.song(1)))
      model.saving = "12 not saved"
      model.show(message: message, style: .notice)
      for step in steps { model.perform(step) }
      let layout = ScreenLayout(model, size: ScreenSize(columns: columns, rows: rows))
      let shown = layout.lines.filter { $0.spans.first?.style == .notice && !$0.text.hasPrefix("12") }.map(\.text)
      guard message.rows(ofColumns: columns).count <= rows / 2 - 1 - (steps.isEmpty ? 0 : 1) else {
        #expect(shown.last?.hasSuffix("…") == true)
        continue
      }
      let words = shown.joined(separator: " ").split(separator: " ").prefix(message.split(separator: " ").count)
      #expect(words.joined(separator: " ") == message)
      #expect(layout.text.contains("Song 1"))
    }
  }

  @Test func `the footer shows the keys of the mode`() {
    func footer(_ model: ScreenModel, _ columns: Int = 80) -> String {
      String(draw(model, columns, 24).split(separator: "\n", omittingEmptySubsequences: false)[23])
    }
    var model = model()
    #expect(footer(model) == "1-9 open  Esc back  Tab tabs  s sheet  d close  [ earlier  g URL  ? keys  q quit")
    #expect(footer(model, 24) == "1-9 open  ? keys  q quit")
    _ = model.press(.character("g"))
    #expect(footer(model) == "Enter open  Ctrl-U clear  Esc cancel  Ctrl-C quit")
    #expect(footer(model, 24) == "Esc cancel  Ctrl-C quit")
    _ = model.press(.escape)
    _ = model.press(.character("?"))
    #expect(footer(model) == "up, down scroll  any other key closes")
    _ = model.press(.escape)
    model.show(
      timelinePosition: TimelinePosition(position: 1, count: 2, isPresent: false, isExcluded: false, notes: ["a"]))
    #expect(footer(model) == "[ earlier  ] later  x leave out  Esc present  ? keys  q quit")
  }

  @Test(arguments: [(80, 24), (80, 12), (40, 12), (30, 10), (24, 8)])
  func `every key of the list can be scrolled into view and read`(columns: Int, rows: Int) {
    var model = model()
    _ = model.press(.character("?"))
    let size = ScreenSize(columns: columns, rows: rows)
    var words: [Substring] = []
    var previous: Int?
    while model.help != previous {
      previous = model.help
      let layout = ScreenLayout(model, size: size)
      for line in layout.text.split(separator: "\n") {
        #expect(!line.contains("…") || !line.contains("│"))
        for word in line.split(whereSeparator: { " │".contains($0) }) where !words.contains(word) { words.append(word) }
      }
      _ = model.press(.down)
      model.limitHelp(to: layout.lastHelpRow)
    }
    for word in ["1-9,", "leave", "x", "fg", "continues", "Ctrl-C", "/song/3"] {
      #expect(words.contains(Substring(word)), "\(word)")
    }
  }

  @Test func `what is saved, a notice and a problem have a color`() {
    var model = model()
    for (saving, style): (String, TextStyle) in [("saved", .good), ("2 not saved", .notice)] {
      model.saving = saving
      let spans = ScreenLayout(model, size: ScreenSize(columns: 80, rows: 24)).lines.flatMap(\.spans)
      #expect(spans.first { $0.text.contains(saving) }?.style == style)
    }
    for style in [TextStyle.notice, .problem] {
      model.show(message: "a message", style: style)
      let spans = ScreenLayout(model, size: ScreenSize(columns: 80, rows: 24)).lines.flatMap(\.spans)
      #expect(spans.first { $0.text.contains("a message") }?.style == style)
    }
  }

  @Test func `control characters in texts are escaped`() {
    var model = model(.push(.setting("\u{1B}[2J\u{7}\u{9B}x\u{202E}e\u{200D}")))
    model.show(message: "a\u{1B}]0;b\nc\u{85}")
    model.saving = "\u{1B}c"
    let layout = ScreenLayout(model, size: ScreenSize(columns: 80, rows: 24))
    for scalar in layout.lines.flatMap(\.text.unicodeScalars) {
      #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory))
    }
    #expect(layout.text.contains(#"a\u{1B}]0;b\u{A}c\u{85}"#))
    #expect(layout.text.contains(#"> \u{1B}[2J\u{7}\u{9B}x\u{202E}e\u{200D}"#))
  }

  @Test func `each row fits on every screen`() {
    let sizes = [(1, 1), (2, 2), (3, 40), (20, 5), (33, 13), (40, 12), (80, 24), (200, 60), (5, 200), (-1, .max)]
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 500 : 6) {
      var random = RandomDemo(random: SplitMix64(seed: seed))
      let navigation = Self.navigation((0..<random.random.below(30)).map { _ in random.action() })
      var model = ScreenModel(showing: ShownNavigation(navigation))
      for key in random.keys() { _ = model.press(key) }
      model.show(notes: [random.text(), random.text()])
      model.saving = random.text()
      for (columns, rows) in sizes {
        let size = ScreenSize(columns: columns, rows: rows)
        let lines = ScreenLayout(model, size: size).lines
        #expect(lines.count == size.rows)
        #expect(lines.allSatisfy { $0.columns <= size.columns }, "NAVSTORE_SEED=\(seed) \(size)")
        if rows > 1_000 { break }
      }
    }
  }

  /// A model that performs every step shows the same screen as a model that is created from the last state.
  @Test func `after any actions, drawing the steps and drawing the state have the same result`() async throws {
    let size = ScreenSize(columns: 80, rows: 24)
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 500 : 20) {
      var random = RandomDemo(random: SplitMix64(seed: seed))
      var store: Store<DemoState, DemoAction>? = Store(initialState: DemoState(), reducer: DemoReducer())
      let presenter = try #require(
        store.map { NavigationPresenter(of: $0, state: \.navigation, action: { .navigation($0, isFirst: true) }) })
      let model = Locked(ScreenModel())
      async let run: Void = presenter.run { step in model.withLock { $0.perform(step) } }
      for _ in 0..<40 { store?.send(DemoAction.transaction(random.transaction())) }
      let state = try #require(store?.state.navigation)
      store = nil
      await run
      var expected = ScreenModel(showing: ShownNavigation(state))
      var drawn = model.withLock(\.self)
      for mode in [false, true] {
        if mode { _ = (expected.press(.character("g")), drawn.press(.character("g"))) }
        drawn.show(message: "")
        expected.show(message: "")
        #expect(
          ScreenLayout(drawn, size: size).lines == ScreenLayout(expected, size: size).lines, "NAVSTORE_SEED=\(seed)")
      }
    }
  }
}

/// A source of random actions, keys and texts for the demo app.
private struct RandomDemo {
  var random: SplitMix64

  mutating func route() -> DemoRoute { MediaLibrary.routes[random.below(MediaLibrary.routes.count)] }

  mutating func tab() -> DemoTab { DemoTab.allCases[random.below(4)] }

  mutating func transaction() -> [DemoNavigationAction] { (0...random.below(3)).map { _ in action() } }

  mutating func action() -> DemoNavigationAction {
    switch random.below(14) {
    case 0, 1: .tabTapped(tab())
    case 2, 3, 4: .push(route())
    case 5: .back
    case 6: .present(route(), style: random.pick(.sheet, .cover, .popover, .inspector))
    case 7: .dismiss
    case 8: .setPath(random.list(below: 7) { MediaLibrary.routes[$0.below(20)] }, in: .focused)
    case 9: .setTabs(Array(DemoTab.allCases.shuffled(using: &random).prefix(1 + random.below(4))))
    case 10: .pop(random.below(3))
    case 11: .deepLink(DeepLink(tab: tab(), path: [route()]))
    case 12: .push(.setting(text()))
    default: .reset
    }
  }

  mutating func keys() -> [Key] {
    random.list(below: 12) {
      $0.pick(
        .up, .down, .end, .pageUp, .character("g"), .character("?"), .character("日"), .character("\u{301}"), .escape)
    }
  }

  mutating func text() -> String {
    random.list(below: 40) {
      $0.pick("a", " ", "日", "e\u{301}", "👍🏽", "\u{1B}", "\u{200D}", "🇫🇷", "\u{301}", "\u{1161}", "한", "\u{0}", "ｶ")
    }.joined()
  }
}
