import NavStore
import Testing

/// A table of the steps that lead from one state to another.
@Suite struct NavigationStepTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let limits: StepLimits
    let steps: [String]

    init(_ from: String, _ to: String, limits: StepLimits = StepLimits(), _ steps: String...) {
      self.from = from
      self.to = to
      self.limits = limits
      self.steps = steps
    }

    var testDescription: String { "\(from) — \(to)" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let steps = try TextState(to).steps(from: try TextState(from), limits: limits)
      #expect(steps.map(\.description) == self.steps, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    Row("*home: 1", "*home: 1"),
    Row("*home:", "*home: 1", "push 1 in home, animated"),
    Row("*home: 1", "*home: 1 2 3", "set /1/2/3 in home, animated"),
    Row("*home: 1 2 3", "*home: 1", "pop 2 in home, animated"),
    Row("*home: 1 2 3", "*home:", "pop 3 in home, animated"),
    Row("*home: 1 2 3", "*home: 1 4", "set /1/4 in home, animated"),
    Row("*home: 1 2", "*home: 2", "set /2 in home, animated"),
    Row("*home: | sheet 1 a: b", "*home: | sheet 1 a: b c", "push c in modal 1, animated"),
  ])
  func `a path takes one step: a push, a pop, or a set for any other change`(row: Row) throws {
    try row.check()
  }

  @Test(arguments: [
    Row("*home: 1 | search:", "home: 1 | *search:", "select search, animated"),
    Row(
      "*home: 1 | search:", "home: | *search: 2", "select search, animated", "pop 1 in home",
      "push 2 in search, animated"),
    Row("*home: | search:", "*home: | search: 1 2", "set /1/2 in search"),
    Row("*home: 1 | search: 2", "search: 2 | *home: 1 | initial home", "tabs search, home, select home, animated"),
    Row(
      "*home: 1 | search: 2", "*search: | library: 3 | initial home", "tabs search, library, select search, animated",
      "pop 1 in search, animated", "push 3 in library"),
    Row("*home: 1", "home: 1 | *search:", "tabs home, search, select search, animated"),
  ])
  func `tabs and their selection take one step, and hidden paths change without animation`(row: Row) throws {
    try row.check()
  }

  @Test(arguments: [
    Row("*home:", "*home: | sheet 1 a:", "present sheet 1: a, animated"),
    Row("*home:", "*home: | cover 1 a: b c", "present cover 1: a/b/c, animated"),
    Row("*home:", "*home: | sheet 1 a: | cover 2 b:", "present sheet 1: a", "present cover 2: b, animated"),
    Row("*home: | sheet 1 a: | cover 2 b: c", "*home:", "dismiss 1, animated"),
    Row("*home: | sheet 1 a: | cover 2 b: c", "*home: | sheet 1 a:", "dismiss 2, animated"),
    Row("*home: | sheet 1 a:", "*home: | sheet 2 a:", "dismiss 1, animated", "present sheet 2: a, animated"),
    Row("*home: | sheet 1 a:", "*home: | cover 1 a:", "dismiss 1, animated", "present cover 1: a, animated"),
    Row("*home: | sheet 1 a:", "*home: | sheet 1 b:", "dismiss 1, animated", "present sheet 1: b, animated"),
    Row(
      "*home: | sheet 1 a: | sheet 3 b:", "*home: | sheet 2 c: | sheet 3 b:", "dismiss 1, animated",
      "present sheet 2: c", "present sheet 3: b, animated"),
    Row(
      "*home: | sheet 1 a: x | sheet 2 b:", "*home: | sheet 1 a: y | sheet 2 b: z", "set /y in modal 1",
      "push z in modal 2, animated"),
  ])
  func `an unchanged modal is not dismissed, and a different one is another presentation`(row: Row) throws {
    try row.check()
  }

  @Test(arguments: [
    Row(
      "*home: 1 | search: | sheet 1 a:", "home: | *search: 2 | cover 2 b: c", "dismiss 1, animated", "select search",
      "pop 1 in home", "push 2 in search", "present cover 2: b/c, animated"),
    Row("*home: | sheet 1 a:", "*home: 1 | sheet 1 a:", "push 1 in home"),
    Row("*home: | search: | sheet 1 a:", "home: | *search: 1 | sheet 1 a:", "select search", "push 1 in search"),
    Row("*home: | sheet 1 a:", "*home: 1", "dismiss 1, animated", "push 1 in home, animated"),
  ])
  func `dismissals come first, then tabs, paths and presentations, and covered changes are not animated`(
    row: Row
  ) throws {
    try row.check()
  }

  @Test(arguments: [
    Row(
      "*home:", "*home: 1 2", limits: StepLimits(pushes: 1), "push 1 in home, animated", "push 2 in home, animated"),
    Row("*home: 1 2 3", "*home:", limits: StepLimits(pushes: 1), "pop 3 in home, animated"),
    Row(
      "*home: 1", "*home: 2 3 4", limits: StepLimits(pushes: 1), "set /2 in home, animated",
      "push 3 in home, animated", "push 4 in home, animated"),
    Row(
      "*home:", "*home: 1 2 3", limits: StepLimits(pushes: 2), "set /1/2 in home, animated",
      "push 3 in home, animated"),
    Row(
      "*home:", "*home: | sheet 1 a: b c", limits: StepLimits(pushes: 1), "present sheet 1: a, animated",
      "push b in modal 1, animated", "push c in modal 1, animated"),
    Row(
      "*home:", "*home: | sheet 1 a: b c", limits: StepLimits(pushes: 2), "present sheet 1: a/b, animated",
      "push c in modal 1, animated"),
    Row(
      "*home: | sheet 1 a: | sheet 2 b: | sheet 3 c:", "*home:", limits: StepLimits(dismissals: 1),
      "dismiss 3, animated", "dismiss 2, animated", "dismiss 1, animated"),
    Row(
      "*home: | sheet 1 a: | sheet 2 b: | sheet 3 c:", "*home:", limits: StepLimits(dismissals: 2),
      "dismiss 2, animated", "dismiss 1, animated"),
  ])
  func `limits split steps into several, and pops are not limited`(row: Row) throws {
    try row.check()
  }

  @Test func `an empty interface gets the whole state without animation`() throws {
    let state = try TextState("home: 1 | *search: 2 3 | sheet 1 a: b")
    let shown = ShownNavigation<String, String>()
    #expect(
      shown.steps(to: state).map(\.description) == [
        "tabs home, search, select search", "push 1 in home", "set /2/3 in search", "present sheet 1: a/b",
      ])
  }

  @Test(.startsProcess) func `limits below one stop the program with a message`() async {
    let pushes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepLimits(pushes: 0)
    }
    pushes?.expectMessage("StepLimits(pushes: 0, dismissals: \(Int.max)): a limit is too small. Pass at least 1.")
    let dismissals = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepLimits(dismissals: -1)
    }
    dismissals?.expectMessage("dismissals: -1): a limit is too small. Pass at least 1.")
  }
}
