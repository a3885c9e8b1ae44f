import NavStore
import NavStoreInspection
import Testing

/// The rules of a presenter, without a store and without time.
@Suite struct PresenterStateMachineTests {
  typealias Machine = PresenterStateMachine<String, String>

  static func machine(_ text: String, limits: StepLimits = StepLimits()) throws -> Machine {
    Machine(showing: ShownNavigation(try TextState(text)), revision: 0, limits: limits)
  }

  /// Returns the next command as text.
  ///
  /// - Parameter animated: The revision of the last transaction with animation. By default, all have animations.
  static func next(
    _ machine: inout Machine, _ text: String, revision: Int, animated: Int? = nil
  ) throws -> String {
    let permit = try #require(machine.readPermit(), "a step or a report has not ended")
    return describe(
      machine.next(
        try TextState(text), revision: revision, lastAnimatedRevision: animated ?? revision, with: permit))
  }

  static func describe(_ command: Machine.Command) -> String {
    switch command {
    case .show(let step): step.description
    case .waitForChange: "wait"
    case .readAgain: "read again"
    }
  }

  static func expectReport(
    _ machine: inout Machine, _ change: NavigationStep<String, String>.Change, begins: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hasBegun = machine.reportBegan(change)
    #expect(hasBegun == begins, sourceLocation: sourceLocation)
  }

  @Test func `one step runs at a time`() throws {
    var machine = try Self.machine("*home: | search:")
    let state = "home: | *search: 1"
    #expect(try Self.next(&machine, state, revision: 1) == "select search, animated")
    #expect(machine.readPermit() == nil)
    machine.stepEnded()
    #expect(try Self.next(&machine, state, revision: 1) == "push 1 in search, animated")
    #expect(machine.readPermit() == nil)
    machine.stepEnded()
    #expect(try Self.next(&machine, state, revision: 1) == "wait")
    #expect(machine.readPermit() != nil)
  }

  @Test func `a newer state replaces the remaining steps`() throws {
    var machine = try Self.machine("*home: 1 | search:")
    #expect(try Self.next(&machine, "home: 1 | *search: 2", revision: 1) == "select search, animated")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 3 | search:", revision: 2) == "select home, animated")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 3 | search:", revision: 2) == "set /3 in home, animated")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 3 | search:", revision: 2) == "wait")
  }

  @Test func `a state that is older than one already read is not shown`() throws {
    var machine = try Self.machine("*home:")
    #expect(try Self.next(&machine, "*home: 1", revision: 7) == "push 1 in home, animated")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home:", revision: 6) == "read again")
    #expect(try Self.next(&machine, "*home: 1", revision: 7) == "wait")
  }

  @Test func `during a report, no step restores the state before it`() throws {
    var machine = try Self.machine("*home: 1")
    let before = try #require(machine.readPermit())
    Self.expectReport(&machine, .pop(1, in: .tab("home")))
    #expect(machine.readPermit() == nil)
    machine.reportEnded()
    // The state was read before the report and is passed to the machine after it.
    let command = machine.next(try TextState("*home: 1"), revision: 3, lastAnimatedRevision: 3, with: before)
    #expect(command == .readAgain)
    #expect(try Self.next(&machine, "*home:", revision: 4) == "wait")
  }

  @Test func `if the reducer rejects a reported change, a step restores the interface`() throws {
    var machine = try Self.machine("*home: 1")
    #expect(try Self.next(&machine, "*home: 1", revision: 1) == "wait")
    Self.expectReport(&machine, .setPath([], in: .tab("home")))
    machine.reportEnded()
    #expect(try Self.next(&machine, "*home: 1", revision: 2) == "push 1 in home, animated")
  }

  @Test func `a report during a list of steps replaces the remaining steps`() throws {
    var machine = try Self.machine("*home: | sheet 1 a: | sheet 2 b:", limits: StepLimits(dismissals: 1))
    #expect(try Self.next(&machine, "*home:", revision: 1) == "dismiss 2, animated")
    Self.expectReport(&machine, .dismiss(ModalID(rawValue: 1)))
    machine.stepEnded()
    #expect(machine.readPermit() == nil)
    machine.reportEnded()
    #expect(try Self.next(&machine, "*home:", revision: 1) == "wait")
  }

  @Test func `no step starts until both of two concurrent reports have ended`() throws {
    var machine = try Self.machine("*home: 1 | search: 2")
    Self.expectReport(&machine, .setPath([], in: .tab("home")))
    Self.expectReport(&machine, .setPath([], in: .tab("search")))
    machine.reportEnded()
    #expect(machine.readPermit() == nil)
    machine.reportEnded()
    #expect(try Self.next(&machine, "*home: | search:", revision: 2) == "wait")
  }

  @Test func `a report of a shown change, or of an unknown tab or modal, has no effect`() throws {
    var machine = try Self.machine("*home: 1 | sheet 2 a:")
    Self.expectReport(&machine, .setPath(["1"], in: .tab("home")), begins: false)
    Self.expectReport(&machine, .selectTab("home"), begins: false)
    Self.expectReport(&machine, .dismiss(ModalID(rawValue: 1)), begins: false)
    Self.expectReport(&machine, .setPath(["1"], in: .tab("gone")), begins: false)
    #expect(machine.readPermit() != nil)
  }

  @Test func `no step is animated until a complete state was shown`() throws {
    var machine = Machine(showing: ShownNavigation(), revision: 0, limits: StepLimits())
    #expect(try Self.next(&machine, "*home: 1", revision: 0) == "tabs home, select home")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 2", revision: 1) == "push 2 in home")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 2", revision: 1) == "wait")
    #expect(try Self.next(&machine, "*home:", revision: 2) == "pop 1 in home, animated")
  }

  @Test func `steps of transactions without animation are not animated`() throws {
    var machine = try Self.machine("*home: | search:")
    #expect(try Self.next(&machine, "*home: 1 | search:", revision: 2, animated: 0) == "push 1 in home")
    machine.stepEnded()
    #expect(try Self.next(&machine, "*home: 1 | search:", revision: 2, animated: 0) == "wait")
    #expect(try Self.next(&machine, "*home: | search:", revision: 3, animated: 3) == "pop 1 in home, animated")
    machine.stepEnded()
    // The pop is not reported as complete yet, so the list for the next state belongs to both transactions.
    #expect(try Self.next(&machine, "home: | *search:", revision: 4, animated: 3) == "select search, animated")
    machine.stepEnded()
    #expect(try Self.next(&machine, "home: | *search:", revision: 4, animated: 3) == "wait")
    #expect(try Self.next(&machine, "*home: | search:", revision: 5, animated: 3) == "select home")
  }

  @Test func `after any sequence of events, the interface finally shows the newest state`() {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 100) {
      if let difference = RandomPresenterRun(seed: seed).difference(events: 60) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }
}

/// A random sequence of events for a store, a user interface and the state machine between them.
private struct RandomPresenterRun {
  typealias Shown = ShownNavigation<Int, Int>

  var navigation: RandomNavigation
  var state: NumberState
  var revision = 0
  /// The navigation that the interface shows.
  var real = Shown()
  var machine = PresenterStateMachine<Int, Int>(showing: Shown(), revision: 0, limits: StepLimits())
  /// A state that was read and was not yet passed to the machine.
  var read: (state: NumberState, revision: Int, permit: PresenterStateMachine<Int, Int>.ReadPermit)?
  /// The actions of the unfinished reports.
  var reports: [NumberAction] = []
  var isStepOut = false
  /// The newest revision that was passed to the machine or followed a report. The machine must not show an older one.
  var oldest = 0

  init(seed: UInt64) {
    navigation = RandomNavigation(random: SplitMix64(seed: seed))
    state = navigation.start(rules: NumberRules(backRule: .none))
  }

  mutating func reduce(_ action: NumberAction) {
    state.apply(action, rules: NumberRules(backRule: .none, maxDepth: 4))
    revision += 1
  }

  func difference(events: Int) -> String? {
    var copy = self
    for _ in 0..<events {
      if let difference = copy.performRandomEvent() { return difference }
    }
    return copy.finish()
  }

  private mutating func performRandomEvent() -> String? {
    switch navigation.random.below(6) {
    case 0: reduce(navigation.action())
    case 1: userActs()
    case 2: endReport()
    case 3: endStep()
    case 4: if let permit = machine.readPermit() { read = (state, revision, permit) }
    default: return passReadState()
    }
    return machine.shown == real ? nil : "the interface shows \(real), but the machine expects \(machine.shown)"
  }

  private mutating func passReadState() -> String? {
    guard let (state, revision, permit) = read else { return nil }
    read = nil
    let command = machine.next(state, revision: revision, lastAnimatedRevision: revision, with: permit)
    guard case .show(let step) = command else { return nil }
    if revision < oldest { return "\(step) belongs to revision \(revision), which is older than \(oldest)" }
    oldest = revision
    if isStepOut { return "\(step) started during another step" }
    if !reports.isEmpty { return "\(step) started during a report" }
    isStepOut = true
    let before = real
    real.apply(step.change)
    return real == before ? "\(step) does not change \(real)" : nil
  }

  private mutating func endStep() {
    guard isStepOut else { return }
    isStepOut = false
    machine.stepEnded()
  }

  private mutating func userActs() {
    guard let stack = real.focusedStack else { return }
    let (change, action): (NavigationStep<Int, Int>.Change, NumberAction) =
      switch navigation.random.below(3) {
      case 0:
        (
          .setPath(Array((real.path(of: stack) ?? []).dropLast()), in: stack),
          .setPath(Array((real.path(of: stack) ?? []).dropLast()), in: stack.target)
        )
      case 1:
        if let top = real.modals.last?.id { (.dismiss(top), .dismiss(top)) } else { (.selectTab(0), .tabTapped(0)) }
      default:
        { tab in (.selectTab(tab), .tabTapped(tab)) }(navigation.tab())
      }
    real.apply(change)
    if machine.reportBegan(change) { reports.append(action) }
  }

  private mutating func endReport() {
    guard !reports.isEmpty else { return }
    reduce(reports.removeFirst())
    oldest = revision
    machine.reportEnded()
  }

  /// Ends all unfinished reports and steps.
  private mutating func finish() -> String? {
    while !reports.isEmpty { endReport() }
    endStep()
    for _ in 0..<100 {
      guard let permit = machine.readPermit() else { return "there is no read permit between steps and reports" }
      switch machine.next(state, revision: revision, lastAnimatedRevision: revision, with: permit) {
      case .show(let step):
        real.apply(step.change)
        machine.stepEnded()
      case .waitForChange: return real == Shown(state) ? nil : "the machine waits at \(real), but the state is \(state)"
      case .readAgain: return "the machine rejects the newest state"
      }
    }
    return "the machine does not stop"
  }
}
