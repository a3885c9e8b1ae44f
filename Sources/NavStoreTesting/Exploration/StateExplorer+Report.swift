internal import NavStoreInspection

extension StateExplorer {
  typealias Report = ExplorationReport<State, Action>

  func report(of search: BreadthFirstSearch<State, Action>) -> Report {
    let states = search.table.states
    var findings = search.findings
    let undecided = decideGoals(search, &findings)
    let tried = 0..<min(search.current, states.count)
    let broken = search.broken
    return Report(
      states: states.count,
      transitions: search.transitions,
      duplicates: search.known + search.unchanged,
      unchanged: search.unchanged,
      depth: search.origins.choices(to: states.count - 1).count,
      end: search.end,
      untriedStates: states.indices[tried.upperBound...].filter { !broken.contains($0) }.count,
      unreachedActions: unreachedActions(search.hasChanged),
      effectsNotRun: search.effectsNotRun,
      violations: violations(findings.list),
      undecided: undecided,
      seed: nil,
      system: system,
      forEachTransition: { [system] body in
        for number in tried where !broken.contains(number) {
          for (choice, action) in system.actions(in: states[number]).enumerated() {
            var after = states[number]
            let step = system.step(&after, action)
            if !step.isEndless { body(.init(before: states[number], choice: choice, action: action, after: after)) }
          }
        }
      })
  }

  func unreachedActions(_ hasChanged: [Bool]) -> [Action] {
    guard case .list(let actions) = system.offer else { return [] }
    return zip(actions, hasChanged).filter { !$0.1 }.map(\.0)
  }

  func violations(_ findings: [Findings.Finding]) -> [Report.Violation] {
    let violations = findings.map { finding in
      let replay = system.replay(finding.choices)
      return Report.Violation(
        check: check(finding.check), actions: replay.actions, before: replay.before, after: replay.after,
        explanation: finding.explanation, count: finding.count, isRepeatable: shows(finding.check, replay),
        source: source)
    }
    return violations.enumerated().sorted {
      ($0.element.actions.count, $0.offset) < ($1.element.actions.count, $1.offset)
    }.map(\.element)
  }

  private func check(_ check: Findings.Check) -> Report.Violation.Check {
    switch check {
    case .invariant(let number): .invariant(checks.invariants[number].name)
    case .transitionInvariant(let number): .transitionInvariant(checks.transitionInvariants[number].name)
    case .goal(let number): .reachability(checks.goals[number].name)
    case .endOfEffects: .endOfEffects
    }
  }

  /// Whether the end of a sequence shows that a check does not hold.
  func shows(_ check: Findings.Check, _ replay: TransitionSystem<State, Action>.Replay) -> Bool {
    guard replay.isOffered else { return false }
    switch check {
    case .invariant(let number):
      return Findings.Failure { try checks.invariants[number].holds(replay.after) } != nil
    case .transitionInvariant(let number):
      guard let before = replay.before, let action = replay.actions.last else { return false }
      return Findings.Failure { try checks.transitionInvariants[number].holds(before, action, replay.after) } != nil
    case .goal(let number):
      return !checks.goals[number].isReached(in: replay.after)
    case .endOfEffects:
      return replay.isEndless
    }
  }

  /// Adds what can no more be reached to the findings, and returns what nobody knows.
  private func decideGoals(
    _ search: BreadthFirstSearch<State, Action>, _ findings: inout Findings
  ) -> [Report.Undecided] {
    guard !checks.goals.isEmpty else { return [] }
    let states = search.table.states
    let leading = ReverseTransitions(
      count: states.count, targets: search.targets, firstTransitions: search.firstTransitions)
    var leadsBeyond = states.indices.map { $0 >= search.current || search.broken.contains($0) }
    leading.spread(&leadsBeyond)
    var undecided: [Report.Undecided] = []
    for (number, goal) in checks.goals.enumerated() {
      var leadsToGoal = states.map(goal.isReached)
      leading.spread(&leadsToGoal)
      let others = states.indices.filter { !leadsToGoal[$0] }
      let lost = others.filter { !leadsBeyond[$0] }
      if let first = lost.first {
        findings.add(.goal(number), count: lost.count, choices: search.origins.choices(to: first))
      }
      if lost.count < others.count {
        undecided.append(Report.Undecided(name: goal.name, states: others.count - lost.count))
      }
    }
    return undecided
  }
}
