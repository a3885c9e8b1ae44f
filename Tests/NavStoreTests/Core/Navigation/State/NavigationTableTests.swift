import NavStore
import Testing

private let same = TextRules(backRule: .none, sameRoute: sameFirstCharacter)
private let atMost2 = TextRules(backRule: .none, maxDepth: 2)

/// The rows of the table about paths.
@Suite struct NavigationTableTests {
  @Test(arguments: [
    TableRow("*home: | search:", .push("1"), "*home: 1 | search:"),
    TableRow("*home: 1 | search:", .push("1"), "*home: 1 1 | search:"),
    TableRow("*home: 1 | search:", .push("2", in: .tab("search")), "*home: 1 | search: 2"),
    TableRow("*home: 1 | sheet 1 a:", .push("2"), "*home: 1 | sheet 1 a: 2"),
    TableRow("*home: 1 | sheet 1 a:", .push("2", in: .tab("home")), "*home: 1 2 | sheet 1 a:"),
    TableRow(
      "*home: | sheet 1 a: | cover 2 b:", .push("2", in: .modal(ModalID(rawValue: 1))),
      "*home: | sheet 1 a: 2 | cover 2 b:"),
    TableRow("*home: 1", .push("2", in: .tab("gone")), .unknownTab),
    TableRow("*home: 1", .push("2", in: .modal(ModalID(rawValue: 1))), .unknownModal),
    TableRow("*home: 1", .push("2"), "*home: 1 2", rules: atMost2),
    TableRow("*home: 1 2", .push("3"), .tooDeep, rules: atMost2),
    TableRow("*home: | search: 1 2", .push("3", in: .tab("search")), .tooDeep, rules: atMost2),
    TableRow("*home: 1 2 3", .push("4"), .tooDeep, rules: atMost2),
    TableRow("*home:", .push("1"), .tooDeep, rules: TextRules(backRule: .none, maxDepth: 0)),
  ])
  func `push appends to the focused or a given path up to the limit`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home:", .pushUnlessTop("1"), "*home: 1"),
    TableRow("*home: 1", .pushUnlessTop("1"), .alreadyOnTop),
    TableRow("*home: 1 2", .pushUnlessTop("1"), "*home: 1 2 1"),
    TableRow("*home: 1", .pushUnlessTop("1b"), "*home: 1 1b"),
    TableRow("*home: 1", .pushUnlessTop("1b"), .alreadyOnTop, rules: same),
    TableRow("*home: 1 2", .pushUnlessTop("3"), .tooDeep, rules: atMost2),
    TableRow("*home: 1 2", .pushUnlessTop("2"), .alreadyOnTop, rules: atMost2),
    TableRow("*home: 1 | sheet 1 a:", .pushUnlessTop("1"), "*home: 1 | sheet 1 a: 1"),
    TableRow("*home: 1 | sheet 1 a:", .pushUnlessTop("a"), .alreadyOnTop),
  ])
  func `a double tap pushes once`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home:", .navigate(to: "1"), "*home: 1"),
    TableRow("*home: 1 2 3", .navigate(to: "4"), "*home: 1 2 3 4"),
    TableRow("*home: 1 2 3", .navigate(to: "1"), "*home: 1"),
    TableRow("*home: 1 2 1 3", .navigate(to: "1"), "*home: 1 2 1"),
    TableRow("*home: 1 2", .navigate(to: "2"), .alreadyOnTop),
    TableRow("*home: 1 2", .navigate(to: "1b"), "*home: 1", rules: same),
    TableRow("*home: 1 2", .navigate(to: "2b"), .alreadyOnTop, rules: same),
    TableRow("*home: 1 2", .navigate(to: "3"), .tooDeep, rules: atMost2),
    TableRow("*home: 1 2 3", .navigate(to: "1"), "*home: 1", rules: atMost2),
    TableRow("*home: 1 2 | sheet 1 a: b", .navigate(to: "1"), "*home: 1 2 | sheet 1 a: b 1"),
  ])
  func `navigate pops to the last occurrence of a route, or else pushes it`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .remove("2", at: 1), "*home: 1 3"),
    TableRow("*home: 1 2 3", .remove("3", at: 2), "*home: 1 2"),
    TableRow("*home: 1 2 3", .remove("2", at: 0), .notFound),
    TableRow("*home: 1 2 3", .remove("2", at: 3), .notFound),
    TableRow("*home: 1 2 3", .remove("2", at: -1), .notFound),
    TableRow("*home: 1 | search: 2 3", .remove("2", at: 0, in: .tab("search")), "*home: 1 | search: 3"),
    TableRow("*home: 1", .remove("1", at: 0, in: .tab("gone")), .unknownTab),
    TableRow("*home: 1 | sheet 1 a: b c", .remove("b", at: 0), "*home: 1 | sheet 1 a: c"),
    TableRow("*home: 1 | sheet 1 a: b c", .remove("a", at: nil), "*home: 1 | sheet 1 b: c"),
    TableRow("*home: 1 | sheet 1 a:", .remove("a", at: nil), "*home: 1"),
    TableRow("*home: 1 | sheet 1 a: | cover 2 b:", .remove("a", at: nil, in: .modal(ModalID(rawValue: 1))), "*home: 1"),
    TableRow("*home: 1 | sheet 1 a:", .remove("b", at: nil), .notFound),
    TableRow("*home: 1", .remove("1", at: nil), .notFound),
    TableRow("*home: 1", .remove("1", at: nil, in: .tab("home")), .notFound),
    TableRow("*home: 1", .remove("1", at: nil, in: .modal(ModalID(rawValue: 1))), .unknownModal),
  ])
  func `remove takes one route out of a path, and those above it stay`(row: TableRow) throws {
    try row.check()
  }

  @Test func `popWhile removes from the top while a condition holds`() {
    var state = NumberState(tabs: [0], paths: [0: [1, 2, 7, 8, 9]])
    #expect(state.popWhile { $0 > 6 } == .changed && state.path(of: 0) == [1, 2])
    #expect(state.popWhile { $0 > 6 } == .unchanged(.nothingToRemove))
    #expect(state.popWhile { _ in true } == .changed && state.path(of: 0) == [])
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .bringToFront("1"), "*home: 2 3 1"),
    TableRow("*home: 1 2 1 3", .bringToFront("1"), "*home: 1 2 3 1"),
    TableRow("*home: 1 2", .bringToFront("3"), "*home: 1 2 3"),
    TableRow("*home: 1 2", .bringToFront("2"), .alreadyOnTop),
    TableRow("*home: 1 2", .bringToFront("1b"), "*home: 2 1b", rules: same),
    TableRow("*home: 1 2", .bringToFront("2b"), "*home: 1 2b", rules: same),
    TableRow("*home: 1 2", .bringToFront("3"), .tooDeep, rules: atMost2),
    TableRow("*home: 1 2", .bringToFront("1"), "*home: 2 1", rules: atMost2),
    TableRow("*home: 1 | sheet 1 a: b c", .bringToFront("b"), "*home: 1 | sheet 1 a: c b"),
  ])
  func `bringToFront moves a route to the top and takes its new value`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .pop(), "*home: 1 2"),
    TableRow("*home: 1 2 3", .pop(2), "*home: 1"),
    TableRow("*home: 1 2 3", .pop(9), "*home:"),
    TableRow("*home: 1 2 3", .pop(0), .nothingToRemove),
    TableRow("*home: 1 2 3", .pop(-1), .nothingToRemove),
    TableRow("*home:", .pop(), .atRoot),
    TableRow("*home:", .pop(0), .nothingToRemove),
    TableRow("*home: 1 | sheet 1 a:", .pop(), .atRoot),
    TableRow("*home: 1 | sheet 1 a: b", .pop(2), "*home: 1 | sheet 1 a:"),
  ])
  func `pop removes at most all routes of the path, and never a root`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .popTo("1"), "*home: 1"),
    TableRow("*home: 1 2 1 3", .popTo("1"), "*home: 1 2 1"),
    TableRow("*home: 1 2", .popTo("2"), .alreadyOnTop),
    TableRow("*home: 1 2", .popTo("3"), .notFound),
    TableRow("*home:", .popTo("3"), .notFound),
    TableRow("*home: 1 2", .popTo("1b"), .notFound),
    TableRow("*home: 1 2", .popTo("1b"), "*home: 1", rules: same),
    TableRow("*home: 1 | sheet 1 a: b", .popTo("1"), .notFound),
  ])
  func `popTo pops to the topmost match and does not change it`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .popTo(depth: 1), "*home: 1"),
    TableRow("*home: 1 2 3", .popTo(depth: 0), "*home:"),
    TableRow("*home: 1 2 3", .popTo(depth: 3), .nothingToRemove),
    TableRow("*home: 1 2 3", .popTo(depth: 4), .nothingToRemove),
    TableRow("*home: 1 2 3", .popTo(depth: -1), .nothingToRemove),
    TableRow("*home:", .popTo(depth: 0), .nothingToRemove),
    TableRow("*home: 1 2 3", .popToRoot, "*home:"),
    TableRow("*home:", .popToRoot, .atRoot),
    TableRow("*home: 1 | sheet 1 a: b c", .popToRoot, "*home: 1 | sheet 1 a:"),
    TableRow("*home: 1 | sheet 1 a:", .popToRoot, .atRoot),
  ])
  func `popping to a depth or to the root removes the routes above it`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2", .replaceTop("3"), "*home: 1 3"),
    TableRow("*home: 1 2", .replaceTop("2"), .sameAsBefore),
    TableRow("*home: 1 2", .replaceTop("2b"), "*home: 1 2b", rules: same),
    TableRow("*home:", .replaceTop("1"), .atRoot),
    TableRow("*home: 1 2 3", .replaceTop("4"), "*home: 1 2 4", rules: atMost2),
    TableRow("*home: 1 | sheet 1 a:", .replaceTop("2"), .atRoot),
  ])
  func `replaceTop replaces the top route, but not a root`(row: TableRow) throws {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1 2 3", .replaceOrDrop("2", at: 1, in: .focused, with: "4"), "*home: 1 4 3"),
    TableRow("*home: 1 2 3", .replaceOrDrop("2", at: 1, in: .focused, with: nil), "*home: 1"),
    TableRow(
      "*home: 1 1 | search: 1 2", .replaceOrDrop("1", at: 0, in: .tab("search"), with: nil),
      "*home: 1 1 | search:"),
    TableRow("*home: 1 1", .replaceOrDrop("1", at: 1, in: .tab("home"), with: "2"), "*home: 1 2"),
    TableRow("*home: 1 2", .replaceOrDrop("2", at: 1, in: .focused, with: "2"), .sameAsBefore),
    TableRow("*home: 1 2b", .replaceOrDrop("2", at: 1, in: .focused, with: "3"), .notFound, rules: same),
    TableRow("*home: 1 2b", .replaceOrDrop("2b", at: 1, in: .focused, with: "2"), "*home: 1 2", rules: same),
    TableRow("*home: 1 2", .replaceOrDrop("1", at: 1, in: .focused, with: nil), .notFound),
    TableRow("*home: 1 2", .replaceOrDrop("1", at: 2, in: .focused, with: nil), .notFound),
    TableRow("*home: 1 2", .replaceOrDrop("1", at: -1, in: .focused, with: "3"), .notFound),
    TableRow("*home: 1 2", .replaceOrDrop("1", at: nil, in: .focused, with: nil), .notFound),
    TableRow("*home: 1 2", .replaceOrDrop("1", at: nil, in: .tab("home"), with: nil), .notFound),
    TableRow("*home: 1", .replaceOrDrop("1", at: 0, in: .tab("gone"), with: nil), .unknownTab),
    TableRow("*home: 1", .replaceOrDrop("1", at: nil, in: .tab("gone"), with: nil), .unknownTab),
    TableRow("*home: 1", .replaceOrDrop("1", at: 0, in: .modal(ModalID(rawValue: 1)), with: nil), .unknownModal),
    TableRow("*home: 1", .replaceOrDrop("1", at: nil, in: .modal(ModalID(rawValue: 1)), with: nil), .unknownModal),
    TableRow("*home: 1 2 3", .replaceOrDrop("1", at: 0, in: .focused, with: "4"), "*home: 4 2 3", rules: atMost2),
    TableRow(
      "*home: 1 | sheet 1 1: 1 | cover 2 b:", .replaceOrDrop("1", at: 0, in: .modal(ModalID(rawValue: 1)), with: nil),
      "*home: 1 | sheet 1 1: | cover 2 b:"),
    TableRow("*home: 1 | sheet 1 1: 1", .replaceOrDrop("1", at: 0, in: .focused, with: "2"), "*home: 1 | sheet 1 1: 2"),
    TableRow(
      "*home: 1 | sheet 1 1: 1", .replaceOrDrop("1", at: nil, in: .focused, with: "2"),
      "*home: 1 | sheet 1 2: 1"),
    TableRow("*home: 1 | sheet 1 1: 1", .replaceOrDrop("1", at: nil, in: .focused, with: "1"), .sameAsBefore),
    TableRow("*home: 1 | sheet 1 a: 1", .replaceOrDrop("1", at: nil, in: .focused, with: "1"), .notFound),
    TableRow(
      "*home: | sheet 1 a: 1 | cover 3 b: 2", .replaceOrDrop("a", at: nil, in: .modal(ModalID(rawValue: 1)), with: "c"),
      "*home: | sheet 1 c: 1 | cover 3 b: 2"),
    TableRow(
      "*home: | cover 3 b: 2 | sheet 4 c:", .replaceOrDrop("b", at: nil, in: .modal(ModalID(rawValue: 3)), with: "c"),
      "*home: | cover 3 c: 2 | sheet 4 c:"),
    TableRow(
      "*home: 1 | sheet 1 a: 1 | cover 2 b: | cover 4 c: d",
      .replaceOrDrop("b", at: nil, in: .modal(ModalID(rawValue: 2)), with: nil), "*home: 1 | sheet 1 a: 1"),
  ])
  func `refresh replaces or drops a route only if it is still at its position, and a root with its modal`(row: TableRow)
    throws
  {
    try row.check()
  }

  @Test(arguments: [
    TableRow("*home: 1", .setPath(["1", "2", "3"], in: .focused), "*home: 1 2 3", outcome: .pathChanged(.pushed(2))),
    TableRow("*home: 1 2", .setPath([], in: .tab("home")), "*home:", outcome: .pathChanged(.popped(2))),
    TableRow(
      "*home: 1 2 3", .setPath(["1", "4"], in: .focused), "*home: 1 4",
      outcome: .pathChanged(.replaced(removed: 2, added: 1))),
    TableRow(
      "*home: 1 2", .setPath(["3", "1", "2"], in: .focused), "*home: 3 1 2",
      outcome: .pathChanged(.replaced(removed: 2, added: 3))),
    TableRow(
      "*home: 1", .setPath(["1b"], in: .focused), "*home: 1b", outcome: .pathChanged(.replaced(removed: 1, added: 1)),
      rules: same),
    TableRow("*home: 1 2", .setPath(["1", "2"], in: .focused), .sameAsBefore),
    TableRow("*home:", .setPath([], in: .focused), .sameAsBefore),
    TableRow(
      "*home: 1 | search:", .setPath(["2"], in: .tab("search")), "*home: 1 | search: 2",
      outcome: .pathChanged(.pushed(1))),
    TableRow(
      "*home: 1 | sheet 1 a: b", .setPath([], in: .focused), "*home: 1 | sheet 1 a:",
      outcome: .pathChanged(.popped(1))),
    TableRow(
      "*home: 1 | sheet 1 a: b | sheet 2 c:", .setPath(["d"], in: .modal(ModalID(rawValue: 1))),
      "*home: 1 | sheet 1 a: d | sheet 2 c:", outcome: .pathChanged(.replaced(removed: 1, added: 1))),
    TableRow("*home: 1", .setPath(["2"], in: .tab("gone")), .unknownTab),
    TableRow("*home: 1 | sheet 2 a:", .setPath(["2"], in: .modal(ModalID(rawValue: 1))), .unknownModal),
    TableRow("*home: 1", .setPath(["1", "2", "3"], in: .focused), .tooDeep, rules: atMost2),
    TableRow(
      "*home: 1 2 3 4", .setPath(["1", "2", "3"], in: .focused), "*home: 1 2 3", outcome: .pathChanged(.popped(1)),
      rules: atMost2),
    TableRow(
      "*home: 1 2 3", .setPath(["1", "2", "4"], in: .focused), "*home: 1 2 4",
      outcome: .pathChanged(.replaced(removed: 1, added: 1)), rules: atMost2),
    TableRow("*home: 1 2 3", .setPath(["1", "2", "3", "4"], in: .focused), .tooDeep, rules: atMost2),
  ])
  func `setPath accepts the path that a binding writes, and its outcome describes the difference`(row: TableRow) throws
  {
    try row.check()
  }

  @Test func `popTo(where:) pops to the topmost route that matches`() throws {
    var state = try TextState("*home: 1 2 3 2b 4")
    #expect(state.popTo { $0.first == "2" } == .changed)
    #expect(state.text == "*home: 1 2 3 2b")
    #expect(state.popTo { $0.first == "2" } == .unchanged(.alreadyOnTop))
    #expect(state.popTo { $0.isEmpty } == .unchanged(.notFound))
  }

  @Test func `popTo(where:) rethrows the error of its condition and changes nothing`() throws {
    struct Refusal: Error {}
    var state = try TextState("*home: 1 2 | sheet 1 a: b c")
    #expect(throws: Refusal.self) {
      try state.popTo { _ in throw Refusal() }
    }
    #expect(state.text == "*home: 1 2 | sheet 1 a: b c")
  }
}
