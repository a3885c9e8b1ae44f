public import NavStore

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
  var source = TestSource()

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
    explorer.source = TestSource(initialState: initialState, reducer: reducer)
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
