internal import NavStoreInspection

extension StateExplorer {
  /// Takes random sequences of actions, for spaces that are too large to explore, and says what it saw.
  ///
  /// What does not hold is shown with a sequence from which no action can be left out, or of which 10,000 shorter ones
  /// were tried; there may be a shorter one. What must always be reachable cannot be decided by walks. The time grows
  /// with the number of actions, and so does the memory: 16 to 32 bytes for each state. It runs on the calling thread,
  /// and stops early when its task is cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of sequences.
  ///   - length: The number of actions in each.
  ///   - seed: Where the random numbers start. The same seed takes the same sequences.
  public func walk(count: Int = 100, length: Int = 100, seed: UInt64 = 1) -> ExplorationReport<State, Action> {
    var walks = Walks(system, checks: checks)
    walks.run(count: count, length: length, seed: seed)
    return Report(
      states: walks.seen.count,
      transitions: walks.transitions,
      duplicates: walks.duplicates,
      unchanged: walks.unchanged,
      depth: walks.depth,
      end: walks.end,
      untriedStates: nil,
      unreachedActions: unreachedActions(walks.hasChanged),
      effectsNotRun: walks.effectsNotRun,
      violations: violations(walks.findings.list.map(shrunk)),
      undecided: zip(checks.goals, walks.missing).filter { $0.1 > 0 }.map { .init(name: $0.0.name, states: $0.1) },
      seed: seed,
      system: system,
      forEachTransition: { [system, checks = checks.withoutGoals] body in
        var walks = Walks(system, checks: checks)
        walks.run(count: count, length: length, seed: seed, observe: body)
      })
  }

  private func shrunk(_ finding: Findings.Finding) -> Findings.Finding {
    func show(_ steps: [ShrinkingStep]) -> Findings.Finding? {
      var walks = Walks(system, checks: checks.withoutGoals)
      walks.run(steps) { $0.choice(among: $1) }
      return walks.findings.list.first { $0.check == finding.check }
    }
    let steps: [ShrinkingStep]
    switch system.offer {
    case .list: steps = finding.choices.map { .number($0) }
    case .function: steps = system.replay(finding.choices).actions.map { .named(swiftSource($0)) }
    }
    let shrunkSteps = SequenceShrinker(simpler: \.simpler).shrink(steps) { show($0) != nil }?.elements
    guard var shrunk = shrunkSteps.flatMap(show) else { return finding }
    shrunk.count = finding.count
    return shrunk
  }
}

/// An action of a sequence that is made shorter.
private enum ShrinkingStep {
  /// An action of the list that is always offered.
  case number(Int)
  /// An action that a function of the state offers: what comes before it may be left out, and then it has another
  /// number.
  case named(String)

  func choice(among offered: [some Any]) -> Int? {
    switch self {
    case .number(let number): number < offered.count ? number : nil
    case .named(let name): offered.firstIndex { swiftSource($0) == name }
    }
  }

  /// A list begins with the simplest actions: earlier ones are tried in the place of later ones.
  var simpler: [ShrinkingStep] {
    if case .number(let number) = self { (0..<number).map { .number($0) } } else { [] }
  }
}
