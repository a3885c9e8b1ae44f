import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The Swift source that the library and the command print.
///
/// If the variable `NAVSTORE_PRINTED` names a folder, the tests write the source of each kind to it. The script
/// `.ci/printed` compiles these files outside of the package, where only public declarations can be used.
@Suite(.startsProcess) struct PrintedSourceTests {
  typealias Action = PrintedApp.Action

  private static let link = DeepLink<PrintedApp.Tab, PrintedApp.Page>(
    tab: .search, path: [.note(id: 1, title: "\"\\#")],
    modals: [.init(.list, style: .cover, path: [.day(Date(timeIntervalSinceReferenceDate: 7))])], placement: .push)

  /// At least one value of each case, and of each type in it.
  static let actions: [Action] = [
    .navigation(.push(.note(id: -1, title: "a\n"), in: .tab(.search))), .navigation(.setTabs([.home])),
    .navigation(.replaceOrDrop(.list, at: nil, in: .modal(ModalID(rawValue: 2)), with: .list)),
    .navigation(.deepLink(link)),
    .linkResolved(ResolvedLink(link)), .linkResolved(ResolvedLink(link, remembered: link)),
    .undo(.action(.back)), .undo(.jump(-2)), .screen(.screen(ScreenID(rawValue: 3), 7)),
    .screen(.finish(ScreenID(rawValue: 3), with: nil)), .screen(.start),
    .screen(.navigation(.present(.list, style: .cover))), .guarded(.confirm(.back)), .guarded(.cancel),
    .history(.select(ViewedHistory.Entry(.list, in: .home))), .history(.remove(.list)), .history(.action(.pop())),
    .mixed(.push(AnyRoute(PrintedApp.Page.list))),
    .ids(ModalID(rawValue: 1), ScreenID(rawValue: 2), .deepLink.withoutAnimation, target: .modal(ModalID(rawValue: 1))),
    .json(["a": [1, 2.5, .null, true, "b"]]),
    .foundation(
      UUID(), URL(fileURLWithPath: "/a b"), Data([1, 2]), Date(timeIntervalSinceReferenceDate: 1.5), .milliseconds(5)),
    .collections(["a": [1, nil], "b": []], [3, 1], PrintedApp.Tally(values: ["x"])), .nothing,
  ]

  /// Writes a source to the folder for the compiler. Placeholders become `true`.
  private func write(_ source: String, _ name: String) throws {
    #expect(!source.contains("…"), "\(source)")
    guard let folder = ProcessInfo.processInfo.environment["NAVSTORE_PRINTED"] else { return }
    let imports = ["Foundation", "NavStore", "NavStoreTesting", "Testing"].map { "import \($0)\n" }.joined()
    let text = imports + "struct Printed\(name) {\n" + source.replacing(/<#[^#]*#>/, with: "Bool(true)") + "\n}\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).swift"))
  }

  /// Records all actions.
  private func record(_ directory: TemporaryDirectory) async throws -> ActionLog {
    let store = Store(initialState: PrintedApp.State(), reducer: PrintedApp.Reducer())
    let recorder = try ActionLogRecorder(
      of: store, schema: PrintedApp.schema, to: directory.path("printed.navlog"), clock: TestClock())
    for action in Self.actions { store.send(action) }
    store.send([.navigation(.push(.list)), .nothing])
    try await recorder.close()
    return ActionLog(path: directory.path("printed.navlog"))
  }

  @Test func `an action is printed as the expression that creates it`() throws {
    let lines = Self.actions.map { "  \(swiftSource($0))," }
    #expect(lines[4].contains("ResolvedLink(DeepLink("))
    #expect(lines[14] == "  .history(.select(ViewedHistory.Entry(.list, in: .home))),")
    try write("let actions: [PrintedApp.Action] = [\n\(lines.joined(separator: "\n"))\n]", "Values")
  }

  @Test func `a log is printed as a test that needs only public declarations`() async throws {
    let directory = try TemporaryDirectory()
    let log = try await record(directory)
    for (name, reducer) in [("Session", PrintedApp.Reducer()), ("Divergence", PrintedApp.Reducer(isChanged: true))] {
      let source = try log.swiftTest(
        PrintedApp.schema, reducer: reducer, named: name, reducerSource: "PrintedApp.Reducer()",
        schemaSource: "PrintedApp.schema")
      #expect(source.contains("decode(PrintedApp.State.self,"))
      try write(source, name)
    }
    let shortened = try log.swiftTest(
      PrintedApp.schema, reducer: PrintedApp.Reducer(), last: 20, minimized: true, named: "shortened",
      reducerSource: "PrintedApp.Reducer()", schemaSource: "PrintedApp.schema")
    #expect(shortened.split(separator: "\n").count { $0.contains("store.send") } < 20)
    try write(shortened, "Shortened")
    #expect(
      typeSource(of: PrintedApp.Tally<[PrintedApp.Page?]>.self) == "PrintedApp.Tally<Array<Optional<PrintedApp.Page>>>")
    #expect(typeSource(of: PrintedApp.Navigation.self) == "NavigationState<PrintedApp.Tab, PrintedApp.Page>")
  }

  @Test func `a violation is printed as a test that needs only public declarations`() async throws {
    let explorer = StateExplorer(
      initialState: PrintedApp.State(), reducer: PrintedApp.Reducer(), actions: Self.actions
    ).printing(initialState: "PrintedApp.State()", reducer: "PrintedApp.Reducer()")
    let report = explorer.invariant("at the root") { $0.navigation.depth == 0 }.explore(maxDepth: 2)
    try write(try #require(report.foundViolations.first).test, "Violation")
  }

  @Test func `the command prints tests and advice that need only public declarations`() async throws {
    let directory = try TemporaryDirectory()
    let log = try await record(directory)
    let result = try await ToolProcess.run(["log", "show", log.paths[0]])
    let advice = try #require(result.errors.firstMatch(of: #/for example with (.*)\. See /#)?.1)
    try write(
      """
      func record(_ store: Store<PrintedApp.State, PrintedApp.Action>, _ path: String) throws {
      let rules = NavigationRules<PrintedApp.Tab, PrintedApp.Page>()
      _ = try \(advice)
      }
      """, "Advice")
    let rules = NavigationRules<PrintedApp.Tab, PrintedApp.Page>(backRule: .history, onLeave: [.home: .popToRoot])
    let store = Store(
      initialState: PrintedApp.Navigation(tabs: PrintedApp.Tab.allCases), reducer: NavigationReducer(rules: rules))
    let recorder = try ActionLogRecorder(
      of: store, schema: ActionLogSchema(rules: rules), to: directory.path("navigation.navlog"), clock: TestClock())
    store.send(.push(.note(id: 1, title: "a")))
    store.send([.tabTapped(.search), .back])
    try await recorder.close()
    let kinds = [
      ("CommandTest", []), ("LastTransactions", ["--last", "2", "--minimize"]),
      ("Divergence", ["--back-rule", "none"]),
    ]
    for (name, options) in kinds {
      let test = try await ToolProcess.run(
        ["log", "test", "--tab-type", "PrintedApp.Tab", "--route-type", "PrintedApp.Page"] + options + [
          directory.path("navigation.navlog")
        ])
      #expect(test.status == 0)
      // The test of a divergence must fail.
      let known = test.output.replacing(#/#expect\(try schema\..*/#) { "withKnownIssue { () throws in \($0.output) }" }
      #expect((known != test.output) == (name == "Divergence"))
      try write(known, name)
    }
  }
}
