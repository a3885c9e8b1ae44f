public import NavStore
internal import NavStoreInspection

/// An exhaustive test of a reducer, which tries every sequence of the given actions and checks conditions in every
/// state that occurs.
///
/// A test of a reducer tries a few sequences of actions. The bugs of a navigation are often in other sequences: for
/// example, a tab is removed while a sheet is presented, and then the user goes back. An explorer tries all sequences,
/// the shorter ones first. It continues from each state only once, even if many sequences lead to that state.
///
/// ```swift
/// @Test func `whatever the user does, a signed-out app shows nothing of the user`() {
///   StateExplorer(
///     initialState: AppState(),
///     reducer: AppReducer(),
///     actions: [.push(.song(7)), .push(.settings), .back, .signOut, .signIn]
///   )
///   .invariant("signed out, no settings are shown") { $0.isSignedIn || !$0.path.contains(.settings) }
///   .transitionInvariant("signing in changes no path") { before, action, after in
///     action != .signIn || before.path == after.path
///   }
///   .alwaysReachable("the root") { $0.path.isEmpty }
///   .explore(maxDepth: 8)
///   .expectNoViolations()
/// }
/// ```
///
/// For each check that fails, the report shows one shortest sequence of actions that leads to a violation, as the
/// source of a test.
///
/// Only the reducer runs. Actions that its effects send synchronously are reduced as in a store, in the same transition
/// as the action that caused them. Asynchronous effects are counted but not run. Therefore, the list of actions must
/// include the actions that these effects send. The result of the reducer must depend only on the state and the action.
///
/// The explorer treats equal states as the same state. Therefore, conditions must not depend on properties that `==`
/// ignores.
public struct StateExplorer<State: Hashable & Sendable, Action: Sendable>: Sendable {
  let system: TransitionSystem<State, Action>
  var checks = StateChecks<State, Action>()
  var source = PrintedTestArguments()

  @usableFromInline
  init(system: TransitionSystem<State, Action>) {
    self.system = system
  }

  /// Creates an explorer that tries the same actions in every state.
  ///
  /// - Parameters:
  ///   - initialState: The state in which every sequence begins.
  ///   - reducer: The reducer under test.
  ///   - actions: The actions to try, the simplest ones first. When a random walk finds a violation, the explorer
  ///     replaces actions of the sequence with simpler ones if possible.
  @inlinable
  public init(initialState: State, reducer: some Reducer<State, Action>, actions: [Action]) {
    self.init(system: TransitionSystem(initialState: initialState, reducer: reducer, offer: .list(actions)))
  }

  /// Creates an explorer that calls a function to determine the actions to try in each state.
  ///
  /// Use this initializer if the possible actions depend on the state, for example if only a presented screen can be
  /// dismissed. The function must return the same actions in the same order for equal states. The explorer calls the
  /// function at least once for each state whose actions it tries.
  ///
  /// - Parameters:
  ///   - initialState: The state in which every sequence begins.
  ///   - reducer: The reducer under test.
  ///   - actions: A function that returns the actions to try in a state.
  @inlinable
  public init(
    initialState: State, reducer: some Reducer<State, Action>, actions: @escaping @Sendable (State) -> [Action]
  ) {
    self.init(system: TransitionSystem(initialState: initialState, reducer: reducer, offer: .function(actions)))
  }
}

// MARK: - Conditions

extension StateExplorer {
  /// Adds a condition that must hold in every state.
  ///
  /// The explorer checks the condition in each state that it finds, and does not continue from a state that violates
  /// the condition. To explain a violation, throw an error. The report shows the description of that error.
  ///
  /// - Parameters:
  ///   - name: The name of the condition in the report.
  ///   - holds: A closure that returns whether the condition holds in a state.
  /// - Returns: An explorer with the condition.
  public func invariant(_ name: String, _ holds: @escaping @Sendable (State) throws -> Bool) -> StateExplorer {
    var explorer = self
    explorer.checks.invariants.append(StateChecks.Invariant(name: name, holds: holds))
    return explorer
  }

  /// Adds a condition that must hold for every transition. A transition consists of an action, the state before the
  /// action, and the state after the action.
  ///
  /// The explorer checks the condition for each transition, including transitions that do not change the state. To
  /// explain a violation, throw an error. The report shows the description of that error.
  ///
  /// - Parameters:
  ///   - name: The name of the condition in the report.
  ///   - holds: A closure that returns whether the condition holds for a transition.
  /// - Returns: An explorer with the condition.
  public func transitionInvariant(
    _ name: String, _ holds: @escaping @Sendable (_ before: State, _ action: Action, _ after: State) throws -> Bool
  ) -> StateExplorer {
    var explorer = self
    explorer.checks.transitionInvariants.append(StateChecks.TransitionInvariant(name: name, holds: holds))
    return explorer
  }

  /// Adds a goal that must be reachable from every state. A state reaches the goal if the state itself is the goal, or
  /// if a sequence of actions leads from the state to the goal.
  ///
  /// The explorer cannot decide whether a state leads to the goal if it has not tried the actions of that state. A
  /// state that might reach the goal only through such states is not a violation. The description of the report counts
  /// these states. If the closure throws an error, the state is not the goal.
  ///
  /// With at least one goal, the explorer stores 4 bytes for each transition, and uses the same amount of memory again
  /// at the end, when it decides which states reach the goal.
  ///
  /// - Parameters:
  ///   - name: The name of the goal in the report.
  ///   - isReached: A closure that returns whether a state is the goal.
  /// - Returns: An explorer with the goal.
  public func alwaysReachable(
    _ name: String, _ isReached: @escaping @Sendable (State) throws -> Bool
  ) -> StateExplorer {
    var explorer = self
    explorer.checks.goals.append(StateChecks.Goal(name: name, isState: isReached))
    return explorer
  }

  /// Sets the Swift expressions that create the state and the reducer in printed tests, for example `AppState()` and
  /// `AppReducer()`.
  ///
  /// Without these expressions, printed tests contain placeholders.
  public func printing(initialState: String, reducer: String) -> StateExplorer {
    var explorer = self
    explorer.source = PrintedTestArguments(initialState: initialState, reducer: reducer)
    return explorer
  }
}

// MARK: - Exploring

extension StateExplorer {
  /// Tries the sequences of actions up to a maximum length, and stops early if it finds too many states.
  ///
  /// The exploration runs on the calling thread, and stops early if the calling task is cancelled, for example by a
  /// time limit. It uses 24 to 40 bytes of memory for each state, in addition to the size of the state itself.
  ///
  /// - Parameters:
  ///   - maxDepth: The maximum length of a sequence.
  ///   - maxStates: The maximum number of states. The exploration stops when it finds another state after these.
  /// - Returns: The report.
  /// - Complexity: O(n · m) time, where n is the number of states and m the number of actions. O(n) memory, or O(n · m)
  ///   memory if the explorer has a goal.
  public func explore(maxDepth: Int = .max, maxStates: Int = 1_000_000)
    -> ExplorationReport<State, Action>
  {
    var search = BreadthFirstSearch(system, checks: checks, maxDepth: maxDepth, maxStates: maxStates)
    search.run()
    return report(of: search)
  }
}

extension StateExplorer {
  typealias Report = ExplorationReport<State, Action>

  private func report(of search: BreadthFirstSearch<State, Action>) -> Report {
    let states = search.table.states
    var failedChecks = search.failedChecks
    let undecided = decideGoals(search, &failedChecks)
    let tried = 0..<min(search.current, states.count)
    let broken = search.broken
    return Report(
      states: states.count,
      transitions: search.transitions,
      duplicates: search.known + search.unchanged,
      unchanged: search.unchanged,
      depth: search.tree.choices(to: states.count - 1).count,
      end: search.end,
      untriedStates: states.indices[tried.upperBound...].filter { !broken.contains($0) }.count,
      unreachedActions: unreachedActions(search.hasChanged),
      effectsNotRun: search.effectsNotRun,
      foundViolations: violations(failedChecks.list),
      undecided: undecided,
      seed: nil,
      system: system,
      statesToTry: { states.indices.filter { !tried.contains($0) || broken.contains($0) }.map { states[$0] } },
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

  func violations(_ failedChecks: [FailedChecks.FailedCheck]) -> [Report.Violation] {
    let violations = failedChecks.map { failedCheck in
      let replay = system.replay(failedCheck.choices)
      return Report.Violation(
        check: check(failedCheck.check), actions: replay.actions, before: replay.before, after: replay.after,
        explanation: failedCheck.explanation, count: failedCheck.count, isRepeatable: shows(failedCheck.check, replay),
        source: source)
    }
    return violations.enumerated().sorted {
      ($0.element.actions.count, $0.offset) < ($1.element.actions.count, $1.offset)
    }.map(\.element)
  }

  private func check(_ check: FailedChecks.Check) -> Report.Violation.Check {
    switch check {
    case .invariant(let number): .invariant(checks.invariants[number].name)
    case .transitionInvariant(let number): .transitionInvariant(checks.transitionInvariants[number].name)
    case .goal(let number): .reachability(checks.goals[number].name)
    case .endOfEffects: .endOfEffects
    }
  }

  private func shows(_ check: FailedChecks.Check, _ replay: TransitionSystem<State, Action>.Replay) -> Bool {
    guard replay.isOffered else { return false }
    switch check {
    case .invariant(let number):
      return FailedChecks.Failure { try checks.invariants[number].holds(replay.after) } != nil
    case .transitionInvariant(let number):
      guard let before = replay.before, let action = replay.actions.last else { return false }
      return FailedChecks.Failure { try checks.transitionInvariants[number].holds(before, action, replay.after) } != nil
    case .goal(let number):
      return !checks.goals[number].isReached(in: replay.after)
    case .endOfEffects:
      return replay.isEndless
    }
  }

  /// Adds each goal that some state cannot reach to `failedChecks`. Returns the goals for which reachability could not
  /// be decided for some states.
  private func decideGoals(
    _ search: BreadthFirstSearch<State, Action>, _ failedChecks: inout FailedChecks
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
        failedChecks.add(.goal(number), count: lost.count, choices: search.tree.choices(to: first))
      }
      if lost.count < others.count {
        undecided.append(Report.Undecided(name: goal.name, states: others.count - lost.count))
      }
    }
    return undecided
  }
}

struct ReverseTransitions {
  // The sources of the transitions to state n are from firstSources[n] to firstSources[n + 1].
  private var firstSources: [Int]
  private var sources: [UInt32]

  /// Creates the reverse of transitions. States beyond the end of `firstTransitions` have no transitions.
  init(count: Int, targets: [UInt32], firstTransitions: [Int]) {
    firstSources = [Int](repeating: 0, count: count + 2)
    for target in targets { firstSources[Int(target) + 2] += 1 }
    for number in 2..<(count + 2) { firstSources[number] += firstSources[number - 1] }
    sources = [UInt32](repeating: 0, count: targets.count)
    for source in firstTransitions.indices {
      let end = source + 1 < firstTransitions.count ? firstTransitions[source + 1] : targets.count
      for target in targets[firstTransitions[source]..<end] {
        sources[firstSources[Int(target) + 1]] = UInt32(source)
        firstSources[Int(target) + 1] += 1
      }
    }
  }

  func spread(_ marks: inout [Bool]) {
    var pending = marks.indices.filter { marks[$0] }
    while let target = pending.popLast() {
      for source in sources[firstSources[target]..<firstSources[target + 1]].map(Int.init) where !marks[source] {
        marks[source] = true
        pending.append(source)
      }
    }
  }
}
