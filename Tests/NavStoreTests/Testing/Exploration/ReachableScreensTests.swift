import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The screens of an app, and the findings when one of its rules, links or actions is broken.
@Suite struct ReachableScreensTests {
  enum Page: Hashable, Codable, Sendable { case list, item(Int), login, help }

  typealias State = NavigationState<MusicTab, Page>
  typealias Action = NavigationAction<MusicTab, Page>

  /// What is broken in an app.
  enum Fault: CaseIterable {
    case noHelp, noBackFromItem, noDismiss, noPattern, helpOnlyByLink, deep, titles
  }

  private static func actions(in state: State, _ fault: Fault?) -> [Action] {
    let help: Action =
      fault == .helpOnlyByLink ? .deepLink(DeepLink(tab: .library, path: [.help])) : .push(.help)
    switch state.top {
    case nil: return [.push(.list), .present(.login)] + (fault == .noHelp ? [] : [help])
    case .list: return [.push(.item(1)), .back]
    case .item: return [.back] + (fault == .helpOnlyByLink ? [help] : [])
    case .login: return [.dismiss]
    case .help: return [.back]
    }
  }

  private static func links(_ fault: Fault?) -> DeepLinkTable<MusicTab, Page> {
    DeepLinkTable {
      LinkPattern("/", in: .home)
      LinkPattern("library", in: .library)
      LinkPattern("list", in: .home, to: .list)
      LinkPattern("help", in: .library, to: .help)
      LinkPattern("login", in: .home, as: .sheet, to: .login)
      if fault != .noPattern {
        LinkPattern(
          "item/:id", .int, in: .home, make: Page.item, match: { if case .item(let id) = $0 { id } else { nil } })
      }
    }
  }

  private static func exploration(_ fault: Fault?, maxDepth: Int = .max) -> ExplorationReport<State, Action> {
    explorer(fault).explore(maxDepth: maxDepth)
  }

  private static func explorer(_ fault: Fault?) -> StateExplorer<State, Action> {
    let reducer = Reduce<State, Action> { state, action in
      switch (fault, state.top, action) {
      case (.noBackFromItem, .item, .back), (.helpOnlyByLink, .item, .back), (.noDismiss, .login, .dismiss): .none
      default: NavigationReducer().reduce(into: &state, action: action)
      }
    }
    return StateExplorer(initialState: State(tabs: MusicTab.allCases), reducer: reducer) { state in
      actions(in: state, fault)
    }
  }

  private static func screens(
    _ exploration: ExplorationReport<State, Action>, _ fault: Fault? = nil
  ) -> ReachableScreens<State, Action> {
    ReachableScreens(
      of: exploration, in: \.self, links: links(fault), expectedScreens: ["help"], maxActions: fault == .deep ? 1 : 2,
      isLink: { if case .deepLink = $0 { true } else { false } },
      title: { fault == .titles && $0.top != .login ? "Page" : $0.top.map { "\($0)" } })
  }

  @Test(arguments: Fault.allCases) func `each broken part of an app is found`(_ fault: Fault) throws {
    #expect(Self.screens(Self.exploration(nil)).findings == [])
    let screens = Self.screens(Self.exploration(fault), fault)
    let expected: [ScreenFinding] =
      switch fault {
      case .noHelp: [.notReached("help")]
      case .noBackFromItem: [.noWayBack("item(1)")]
      case .noDismiss: [.notDismissible("login")]
      case .noPattern: [.noLink("item(1)")]
      // The link is no way back from the item.
      case .helpOnlyByLink: [.noWayBack("item(1)"), .onlyByLink("help"), .onlyByLink("/library")]
      case .deep: [.tooFar("item(1)")]
      case .titles: [.equalTitles("/home", "list"), .equalTitles("/home", "help"), .equalTitles("/home", "item(1)")]
      }
    #expect(screens.findings == expected)
    let log = FailureLog()
    let site = CallSite(fileID: "AppTests/ScreenTests.swift", filePath: "", line: 12, column: 1)
    screens.expectNoFindings(except: [], log.reporter, at: site)
    #expect(log.messages.count == screens.findings.count)
    for (message, finding) in zip(log.messages, screens.findings) { #expect(message.hasPrefix("\(finding)")) }
    let passing = FailureLog()
    screens.expectNoFindings(except: screens.findings, passing.reporter, at: site)
    #expect(passing.messages == [])
  }

  @Test func `a finding names the screen, says what to do, and shows the shortest way`() {
    let log = FailureLog()
    let site = CallSite(fileID: "AppTests/ScreenTests.swift", filePath: "", line: 12, column: 1)
    let screens = Self.screens(Self.exploration(.noBackFromItem), .noBackFromItem)
    screens.expectNoFindings(except: [.noLink("lst")], log.reporter, at: site)
    #expect(
      log.messages == [
        """
        item(1) has no way back: without a link, no sequence of actions leads to the root of a tab. Offer an action \
        that closes the screen.
        The shortest way: .push(.list), .push(.item(1))
        """,
        """
        The exception .noLink("lst") is not needed, because the exploration did not find it. Remove the exception, or \
        correct the name.
        """,
      ])
    #expect(log.reports.map(\.name) == ["ScreenTests-12.html"])
  }

  @Test func `an exploration without actions fails`() {
    let log = FailureLog()
    let nothing = StateExplorer(initialState: State(tabs: MusicTab.allCases), reducer: NavigationReducer(), actions: [])
    ReachableScreens(of: nothing.explore(), in: \.self).expectNoFindings(
      except: [], log.reporter, at: CallSite(fileID: "A/B.swift", filePath: "", line: 1, column: 1))
    #expect(log.headlines.map { $0.hasPrefix("Nothing was tried") } == [true])
  }

  @Test func `the actions of a screen lead to its state, and its link opens the screen`() throws {
    let explorer = Self.explorer(nil)
    let links = Self.links(nil)
    for report in [explorer.explore(), explorer.walk(count: 50, length: 20)] {
      let screens = Self.screens(report).screens
      #expect(Set(screens.map(\.name)) == ["/home", "list", "help", "login", "item(1)"])
      for screen in screens {
        var state = State(tabs: MusicTab.allCases)
        for action in screen.actions { _ = NavigationReducer().reduce(into: &state, action: action) }
        #expect(state == screen.state)
        #expect(try links.parse(#require(screen.link)).shown == screen.state.top)
      }
    }
  }

  @Test func `what is not decided is no finding`() {
    let lost: [ScreenFinding] = [.noWayBack("item(1)"), .notDismissible("login")]
    for fault in [Fault.noBackFromItem, .noDismiss] {
      let isLost = { (report: ExplorationReport<State, Action>) in
        Self.screens(report, fault).findings.contains(where: lost.contains)
      }
      #expect(isLost(Self.exploration(fault)))
      // The screen is reached, and the actions in it were not tried.
      #expect(!isLost(Self.exploration(fault, maxDepth: fault == .noDismiss ? 1 : 2)))
      #expect(!isLost(Self.explorer(fault).walk(count: 100, length: 20)))
    }
  }

  @Test func `a screen is a line of JSON with sorted keys`() {
    let screens = ReachableScreens(of: Self.exploration(nil, maxDepth: 1), in: \.self, links: Self.links(nil)) { _ in
      false
    } title: {
      $0.top == .list ? "The \"list\"" : nil
    }
    let lines = screens.json.split(separator: "\n")
    #expect(lines.first == #"{"findings":[],"screens":["#)
    #expect(lines.last == "]}")
    #expect(lines.count == 2 + screens.screens.count)
    let state = String(decoding: (try? CanonicalJSONEncoder().encode(screens.screens[1].state)) ?? [], as: UTF8.self)
    #expect(
      lines[2] == #"{"actions":[".push(.list)"],"link":"/list","name":"list","state":"# + state
        + #","title":"The \"list\""},"#)
    #expect(screens.mermaid(maxScreens: 1).hasPrefix("flowchart LR\n  n0([\"/home"))
  }

  @Test func `the page shows the link and the way of a screen, and the findings`() throws {
    let screens = Self.screens(Self.exploration(.noPattern), .noPattern)
    let report = try ReportData(SessionReport(of: screens).html.utf8)
    let nodes = report.data["graph"]?["nodes"]?.list ?? []
    let list = try #require(nodes.first { report.text($0[0]) == "list" })
    #expect(report.text(list[4]) == "Title: list\nLink: /list\nWay: .push(.list)")
    #expect(report.data["result"]?["headline"] == .string("1 finding"))
    #expect(report.data["result"]?["findings"]?.list.count == 1)
    #expect(report.data["cut"] == nil)
  }
}

extension Automaton.State {
  /// A navigation that shows the number. Some numbers are the root of a tab, and some have modals.
  fileprivate var navigation: NavigationState<Int, Int> {
    var navigation = NavigationState<Int, Int>(tabs: [0])
    if number % 4 > 0 { navigation.push(number) }
    for modal in 0..<modals { navigation.present(number * 10 + modal) }
    return navigation
  }

  fileprivate var modals: Int { number % 3 }
  fileprivate var isRoot: Bool { number % 4 == 0 && modals == 0 }
  fileprivate var name: String { modals > 0 ? "\(number * 10 + modals - 1)" : isRoot ? "/0" : "\(number)" }
}

/// Compares the findings with a model that follows every sequence, on random state machines.
@Suite struct ReachableScreensModelTests {
  @Test func `the findings about ways are those of the model`() {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 400) {
      var random = SplitMix64(seed: seed)
      let automaton = Automaton(&random)
      let maxDepth = random.pick(1, 2, 3, 4, 7)
      let broken = random.once(in: 2) ? [] : Set([random.below(automaton.targets.count)])
      let link = random.below(4)
      let model = NaiveExploration(automaton, maxDepth: maxDepth, broken: broken)
      let isOpen = { (state: Int) in model.depths[state] == maxDepth || broken.contains(state) }
      func reached(from start: Int, usesLinks: Bool = false) -> Set<Automaton.State> {
        var reached: Set = [start]
        for _ in automaton.targets {
          for state in reached where !isOpen(state) {
            for (action, target) in automaton.targets[state].enumerated() where usesLinks || action != link {
              reached.insert(target)
            }
          }
        }
        return Set(reached.map { Automaton.State(number: $0) })
      }
      var expected: Set<ScreenFinding> = []
      for state in model.depths.keys.map({ Automaton.State(number: $0) }) {
        let ways = reached(from: state.number)
        guard !ways.contains(where: { isOpen($0.number) }) else { continue }
        if state.modals > 0, ways.allSatisfy({ $0.modals >= state.modals }) {
          expected.insert(.notDismissible(state.name))
        } else if !ways.contains(where: \.isRoot) {
          expected.insert(.noWayBack(state.name))
        }
      }
      let named = Set(reached(from: 0).map(\.name))
      let all = Set(reached(from: 0, usesLinks: true).map(\.name))
      for name in all.subtracting(named) { expected.insert(.onlyByLink(name)) }
      let exploration = StateExplorer(
        initialState: Automaton.start, reducer: automaton, actions: automaton.actions
      ).invariant("not broken") { !broken.contains($0.number) }.explore(maxDepth: maxDepth)
      let screens = ReachableScreens(of: exploration, in: \.navigation, isLink: { $0 == link })
      #expect(Set(screens.findings) == expected, "NAVSTORE_SEED=\(seed)")
      #expect(screens.findings.count == expected.count, "NAVSTORE_SEED=\(seed)")
      #expect(Set(screens.screens.map(\.name)) == all, "NAVSTORE_SEED=\(seed)")
    }
  }
}
