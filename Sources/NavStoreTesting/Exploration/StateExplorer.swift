public import NavStore
internal import NavStoreInspection

/// Tries every sequence of given actions and checks what must hold in every state that they lead to.
///
/// A test of a reducer shows what a few sequences of actions do. The bugs of a navigation hide in the others: a tab is
/// removed while a sheet is up, and then the user goes back. An explorer tries all of them, the shorter ones first, and
/// goes on from each state once, however many sequences lead to it.
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
/// What does not hold is shown with the shortest sequence of actions that leads there, as a test that can be pasted.
///
/// Only the reducer runs. Actions that its effects send at once are reduced as a store would, and belong to the
/// transition of the action that caused them; work that takes time is counted and not run, so offer the actions that
/// such work sends beside the user's. The reducer must be what a reducer is to be, a function of the state and the
/// action.
///
/// States are the same when `==` says so. What `==` leaves out must not matter to what is checked.
public struct StateExplorer<State: Hashable & Sendable, Action: Sendable>: Sendable {
  let system: TransitionSystem<State, Action>
  var checks = StateChecks<State, Action>()
  var source = PrintedTestArguments()

  @usableFromInline
  init(system: TransitionSystem<State, Action>) {
    self.system = system
  }

  /// An explorer that tries the same actions in every state.
  @inlinable
  public init(initialState: State, reducer: some Reducer<State, Action>, actions: [Action]) {
    self.init(system: TransitionSystem(initialState: initialState, reducer: reducer, offer: .list(actions)))
  }

  /// An explorer that asks in each state which actions to try, as when only what is presented can be dismissed.
  ///
  /// The function returns the same actions for equal states, in the same order, the simplest ones first. It is called
  /// once a state, and again when a sequence is repeated.
  @inlinable
  public init(
    initialState: State, reducer: some Reducer<State, Action>, actions: @escaping @Sendable (State) -> [Action]
  ) {
    self.init(system: TransitionSystem(initialState: initialState, reducer: reducer, offer: .function(actions)))
  }
}

// MARK: - What must hold

extension StateExplorer {
  /// Adds something that holds in every state.
  ///
  /// It is asked for each state that is found. Throw an error to say more than no: its description is shown. What
  /// follows from a state that breaks an invariant is not explored.
  public func invariant(_ name: String, _ holds: @escaping @Sendable (State) throws -> Bool) -> StateExplorer {
    var explorer = self
    explorer.checks.invariants.append((name, holds))
    return explorer
  }

  /// Adds something that holds between the state before each action, the action, and the state after it.
  ///
  /// It is asked for each transition, also for those that change nothing. Throw an error to say more than no.
  public func transitionInvariant(
    _ name: String, _ holds: @escaping @Sendable (_ before: State, _ action: Action, _ after: State) throws -> Bool
  ) -> StateExplorer {
    var explorer = self
    explorer.checks.transitionInvariants.append((name, holds))
    return explorer
  }

  /// Adds something that can still be reached from every state: in that state, or after some sequence of the actions.
  ///
  /// Whether the actions of a state beyond the bounds of an exploration lead there is not known. A state from which
  /// only those might is not a violation; the report counts it under ``ExplorationReport/undecided``. An error is a no.
  /// It takes 4 bytes for each transition, and as many again while it is decided.
  public func alwaysReachable(
    _ name: String, _ isReached: @escaping @Sendable (State) throws -> Bool
  ) -> StateExplorer {
    var explorer = self
    explorer.checks.goals.append(StateChecks.Goal(name: name, isState: isReached))
    return explorer
  }

  /// Says how a printed test makes its test store, as Swift source: `AppState()` and `AppReducer()`.
  ///
  /// Without it these are left open in the test, to be filled in.
  public func printing(initialState: String, reducer: String) -> StateExplorer {
    var explorer = self
    explorer.source = PrintedTestArguments(initialState: initialState, reducer: reducer)
    return explorer
  }
}

// MARK: - Exploring

extension StateExplorer {
  /// Tries every sequence of actions, up to a length or until so many states were found, and says what it saw.
  ///
  /// The time grows with the number of states times the number of actions. The memory grows with the number of states:
  /// each takes what it takes itself, and 24 to 40 bytes. It runs on the calling thread, and stops early when its task
  /// is cancelled, as by a time limit.
  ///
  /// - Parameters:
  ///   - maxDepth: The length of the longest sequences.
  ///   - maxStates: The number of states after which it stops.
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
      violations: violations(failedChecks.list),
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

  /// Whether the end of a sequence shows that a check does not hold.
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

  /// Adds what can no more be reached to the failedChecks, and returns what nobody knows.
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

/// What leads to each state, to walk an explored space backwards.
struct ReverseTransitions {
  // The sources of what leads to state n lie from firstSources[n] until firstSources[n + 1].
  private var firstSources: [Int]
  private var sources: [UInt32]

  /// - Parameters:
  ///   - count: The number of states.
  ///   - targets: Where each transition leads, in the order of their sources.
  ///   - firstTransitions: Where the transitions of each state begin; states beyond these have none.
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

  /// Marks every state that leads to a marked one.
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
