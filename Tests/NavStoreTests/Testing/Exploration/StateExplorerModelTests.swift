import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Compares the explorer with a model that tries every sequence, on random state machines.
@Suite struct StateExplorerModelTests {
  typealias Report = ExplorationReport<Automaton.State, Int>

  private struct Case {
    let automaton: Automaton
    let maxDepth: Int
    let broken: Set<Int>
    let badTransition: [Int]
    let goals: Set<Int>

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      automaton = Automaton(&random)
      let states = automaton.targets.count
      maxDepth = random.pick(0, 1, 2, 3, 4, 7)
      broken = random.once(in: 2) ? [] : Set(random.list(below: 3) { $0.below(states) })
      badTransition = [random.below(states), random.below(automaton.actions.count)]
      goals = Set(random.list(below: 3) { $0.below(states) })
    }

    var model: NaiveExploration {
      NaiveExploration(automaton, maxDepth: maxDepth, broken: broken) { source, action, _ in
        [source, action] == badTransition
      }
    }

    /// Returns an explorer with the actions as a list or as a function of the state.
    func explorer(byFunction: Bool) -> StateExplorer<Automaton.State, Int> {
      let actions = automaton.actions
      let explorer =
        byFunction
        ? StateExplorer(initialState: Automaton.start, reducer: automaton) { _ in actions }
        : StateExplorer(initialState: Automaton.start, reducer: automaton, actions: actions)
      return
        explorer
        .invariant("not broken") { [broken] in !broken.contains($0.number) }
        .transitionInvariant("not bad") { [badTransition] before, action, _ in [before.number, action] != badTransition
        }
        .alwaysReachable("a goal") { [goals] in goals.contains($0.number) }
    }
  }

  private static let seeds = TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 400)

  @Test func `the explorer finds the states and the transitions of all sequences up to a length`() {
    for seed in Self.seeds {
      let given = Case(seed: seed)
      let model = given.model
      for byFunction in [false, true] {
        let report = given.explorer(byFunction: byFunction).explore(maxDepth: given.maxDepth)
        let untried = model.depths.count { $0.value == given.maxDepth && !given.broken.contains($0.key) }
        #expect(report.states == model.depths.count, "NAVSTORE_SEED=\(seed)")
        #expect(report.transitions == model.transitions, "NAVSTORE_SEED=\(seed)")
        #expect(report.unchanged == model.unchanged, "NAVSTORE_SEED=\(seed)")
        #expect(report.duplicates == model.transitions - (model.depths.count - 1), "NAVSTORE_SEED=\(seed)")
        #expect(report.depth == model.depths.values.max(), "NAVSTORE_SEED=\(seed)")
        #expect(report.untriedStates == untried, "NAVSTORE_SEED=\(seed)")
        #expect(report.end == (untried > 0 ? .depth : .complete), "NAVSTORE_SEED=\(seed)")
        #expect(report.unreachedActions == (byFunction ? [] : model.unreached), "NAVSTORE_SEED=\(seed)")
      }
    }
  }

  @Test func `each violation is shown with a shortest sequence`() throws {
    for seed in Self.seeds {
      let given = Case(seed: seed)
      let model = given.model
      let report = given.explorer(byFunction: false).explore(maxDepth: given.maxDepth)
      let broken = report.violation(.invariant("not broken"))
      #expect(broken?.actions.count == model.depth(of: given.broken), "NAVSTORE_SEED=\(seed)")
      #expect(broken.map { given.broken.contains($0.after.number) } ?? true, "NAVSTORE_SEED=\(seed)")
      #expect(broken?.count ?? 0 == given.broken.intersection(model.depths.keys).count, "NAVSTORE_SEED=\(seed)")
      let bad = report.violation(.transitionInvariant("not bad"))
      #expect(bad?.actions.count == model.badTransition, "NAVSTORE_SEED=\(seed)")
      #expect(bad.map { [$0.before?.number, $0.actions.last] == given.badTransition } ?? true, "NAVSTORE_SEED=\(seed)")
      let lengths = report.foundViolations.map(\.actions.count)
      #expect(lengths == lengths.sorted(), "NAVSTORE_SEED=\(seed)")
      for violation in report.foundViolations {
        let end = violation.actions.reduce(0) { given.automaton.targets[$0][$1] }
        #expect(violation.after.number == end && violation.isRepeatable, "NAVSTORE_SEED=\(seed)")
      }
    }
  }

  @Test func `unreachable goals are distinguished from undecided ones`() {
    for seed in Self.seeds {
      let given = Case(seed: seed)
      let model = given.model
      let (lost, open) = model.unreachable(given.goals)
      let report = given.explorer(byFunction: false).explore(maxDepth: given.maxDepth)
      let violation = report.violation(.reachability("a goal"))
      #expect(violation?.count ?? 0 == lost.count, "NAVSTORE_SEED=\(seed)")
      #expect(violation?.actions.count == model.depth(of: lost), "NAVSTORE_SEED=\(seed)")
      #expect(violation.map { lost.contains($0.after.number) } ?? true, "NAVSTORE_SEED=\(seed)")
      #expect(report.undecided.first?.states ?? 0 == open.count, "NAVSTORE_SEED=\(seed)")
    }
  }
}

extension ExplorationReport {
  func violation(_ check: Violation.Check) -> Violation? {
    foundViolations.first { $0.check == check }
  }
}
