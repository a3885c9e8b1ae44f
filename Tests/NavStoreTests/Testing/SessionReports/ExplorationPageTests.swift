import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Reports of explorations.
@Suite struct ExplorationPageTests {
  typealias State = ReportedApp.State
  typealias Action = ReportedApp.Action

  private static let actions: [Action] = [
    .navigation(.push(.song(7))), .navigation(.push(.text("settings"))), .navigation(.back),
    .navigation(.tabTapped(.library)), .rename("a"), .signOut,
  ]

  private func explorer(_ actions: [Action] = actions) -> StateExplorer<State, Action> {
    StateExplorer(initialState: State(), reducer: ReportedApp(), actions: actions)
  }

  private func broken() -> ExplorationReport<State, Action> {
    explorer().invariant("no song in the library") { state in
      state.content?.navigation.path(of: .library).contains(.song(7)) != true
    }.explore(maxDepth: 3)
  }

  @Test func `the graph has the screens, the actions between them, and the screens that were not reached`() throws {
    let exploration = explorer().explore(maxDepth: 2)
    let expectedScreens = ["/home", "text(\"settings\")", "song(8)"]
    let report = try ReportData(
      SessionReport(of: exploration, expectedScreens: expectedScreens, named: "App").html.utf8)
    #expect(report.data["kind"] == .string("exploration"))
    #expect(report.data["name"] == .string("App"))
    #expect(report.steps.isEmpty)
    #expect(report.data["failure"] == nil)
    let graph = try #require(report.data["graph"])
    let nodes = graph["nodes"]?.list ?? []
    #expect(
      nodes.map { report.text($0[0]) } == [
        "/home", "song(7)", "text(\"settings\")", "/library", "no navigation",
      ])
    #expect(graph["unreached"]?.list.map { report.text($0) } == ["song(8)"])
    #expect(graph["counterexample"] == .array([]))
    let first = try #require(nodes[1][2].flatMap { ReportState($0) })
    #expect(first.json(report).contains(#""path":["song(7)"],"tab":"home""#))
    #expect(nodes[4][2] == .null)
    // The counts are those of the graph that the explorer returns.
    let expected = exploration.graph { state in
      guard let navigation = state.content?.navigation else { return "no navigation" }
      return navigation.top.map { "\($0)" } ?? "/\(navigation.selectedTab)"
    }
    #expect(nodes.map { $0[1] } == expected.nodes.map { .integer($0.count) })
    let edges = (graph["edges"]?.list ?? []).map { edge in
      "\(report.text(nodes[edge[0]?.index ?? 0][0])) \(report.text(edge[2])) \(edge[3]?.index ?? -1)"
    }
    #expect(
      edges
        == expected.edges.flatMap { edge in
          edge.labels.map { "\(expected.nodes[edge.source].label) \($0.text) \($0.count)" }
        })
  }

  @Test func `a counterexample is a path in the graph, and its actions are the steps`() throws {
    let exploration = broken()
    let violation = try #require(exploration.foundViolations.first)
    let report = try ReportData(SessionReport(of: exploration).html.utf8)
    let graph = try #require(report.data["graph"])
    let path = (graph["counterexample"]?.list ?? []).map { report.text(graph["nodes"]?[$0.index ?? -1]?[0]) }
    #expect(path == ["/home", "/library", "song(7)"])
    #expect(report.steps.count == 1 + violation.actions.count)
    var content = ReportedApp.Content()
    content.navigation.selectTab(.library, rules: NavigationRules(backRule: .history))
    content.navigation.push(.song(7))
    let expected = String(decoding: try CanonicalJSONEncoder().encode(content.reported), as: UTF8.self)
    #expect(report.states.last?.json == expected)
    #expect(report.data["failure"]?["step"] == .integer(2))
    #expect(report.data["failure"]?["message"] == .string(violation.description))
  }

  @Test func `an exploration with violations has one report, and one without has none`() throws {
    let log = FailureLog()
    let site = CallSite(fileID: "AppTests/CounterTests.swift", filePath: "", line: 12, column: 1)
    explorer().invariant("never signed out") { $0.content != nil }
      .invariant("no song") { $0.content?.navigation.top != .song(7) }
      .explore(maxDepth: 2).expectNoViolations(expectedScreens: ["/home", "settings"], log.reporter, at: site)
    #expect(log.messages.count == 2)
    #expect(log.reports.map(\.name) == ["CounterTests-12.html"])
    let report = try ReportData(#require(log.reports.first).bytes)
    #expect(report.data["failure"]?["message"] == .string(log.messages[0]))
    #expect(report.data["graph"]?["unreached"]?.list.map { report.text($0) } == ["settings"])
    let passing = FailureLog()
    explorer().explore(maxDepth: 2).expectNoViolations(passing.reporter, at: site)
    explorer([]).explore().expectNoViolations(passing.reporter, at: site)
    #expect(passing.messages.count == 1)
    #expect(passing.reports.isEmpty)
  }

  @Test func `states without a navigation are an error`() {
    let exploration = StateExplorer(initialState: 0, reducer: Counting(), actions: [.add(1)]).explore(maxDepth: 2)
    #expect(throws: SessionReportError.self) { try SessionReport(of: exploration) }
  }

  @Test func `only 10,000 states are reflected, and the page says so`() throws {
    struct Counted: Hashable, Sendable {
      var count = 0
      var navigation = NumberState(tabs: [0])
    }
    let reducer = Reduce<Counted, Int> { state, action in
      state.count += action
      return .none
    }
    let exploration = StateExplorer(initialState: Counted(), reducer: reducer, actions: [1]).explore(maxStates: 10_050)
    let report = try ReportData(SessionReport(of: exploration, expectedScreens: ["/0", "/1"]).html.utf8)
    let nodes = report.data["graph"]?["nodes"]?.list ?? []
    #expect(nodes.map { report.text($0[0]) } == ["/0", "other states"])
    #expect(report.data["graph"]?["unreached"] == .array([]))
    #expect(
      report.data["cut"]
        == .string(
          "The graph shows the screens of 10,000 states. All others are one screen, “other states”. It is not known "
            + "whether they show \"/1\"."))
  }
}

extension JSONValue {
  fileprivate var index: Int? { if case .integer(let number) = self { number } else { nil } }
}
