import NavStore
import NavStoreInspection
import Testing

/// The rules of a presenter, without a store and without time.
@Suite struct PresenterStateMachineTests {
  typealias Course = PresenterStateMachine<String, String>

  static func course(_ text: String, limits: StepLimits = StepLimits()) throws -> Course {
    Course(showing: ShownNavigation(try TextState(text)), limits: limits)
  }

  /// What comes next, as text.
  static func next(_ course: inout Course, _ text: String, revision: Int) throws -> String {
    let look = try #require(course.look(), "a step is out, or a report under way")
    return describe(course.next(try TextState(text), revision: revision, since: look))
  }

  static func describe(_ answer: Course.Answer) -> String {
    switch answer {
    case .show(let step): step.description
    case .rest: "rest"
    case .lookAgain: "look again"
    }
  }

  static func expectReport(
    _ course: inout Course, _ change: NavigationStep<String, String>.Change, begins: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hasBegun = course.reportBegan(change)
    #expect(hasBegun == begins, sourceLocation: sourceLocation)
  }

  @Test func `one step is out at a time`() throws {
    var course = try Self.course("*home: | search:")
    let state = "home: | *search: 1"
    #expect(try Self.next(&course, state, revision: 1) == "select search, animated")
    #expect(course.look() == nil)
    course.stepEnded()
    #expect(try Self.next(&course, state, revision: 1) == "push 1 in search, animated")
    #expect(course.look() == nil)
    course.stepEnded()
    #expect(try Self.next(&course, state, revision: 1) == "rest")
    #expect(course.look() != nil)
  }

  @Test func `a newer state takes the place of the rest of a list`() throws {
    var course = try Self.course("*home: 1 | search:")
    #expect(try Self.next(&course, "home: 1 | *search: 2", revision: 1) == "select search, animated")
    course.stepEnded()
    #expect(try Self.next(&course, "*home: 3 | search:", revision: 2) == "select home, animated")
    course.stepEnded()
    #expect(try Self.next(&course, "*home: 3 | search:", revision: 2) == "set /3 in home, animated")
    course.stepEnded()
    #expect(try Self.next(&course, "*home: 3 | search:", revision: 2) == "rest")
  }

  @Test func `a state that was read before a newer one is not shown any more`() throws {
    var course = try Self.course("*home:")
    #expect(try Self.next(&course, "*home: 1", revision: 7) == "push 1 in home, animated")
    course.stepEnded()
    #expect(try Self.next(&course, "*home:", revision: 6) == "look again")
    #expect(try Self.next(&course, "*home: 1", revision: 7) == "rest")
  }

  @Test func `while the shell reports, no step leads back to what the state still says`() throws {
    var course = try Self.course("*home: 1")
    let before = try #require(course.look())
    Self.expectReport(&course, .pop(1, in: .tab("home")))
    #expect(course.look() == nil)
    course.reportEnded()
    // Read before the report, told after it.
    let answer = course.next(try TextState("*home: 1"), revision: 3, since: before)
    #expect(answer == .lookAgain)
    #expect(try Self.next(&course, "*home:", revision: 4) == "rest")
  }

  @Test func `where the reducer does not follow a report, a step leads back`() throws {
    var course = try Self.course("*home: 1")
    #expect(try Self.next(&course, "*home: 1", revision: 1) == "rest")
    Self.expectReport(&course, .setPath([], in: .tab("home")))
    course.reportEnded()
    #expect(try Self.next(&course, "*home: 1", revision: 2) == "push 1 in home, animated")
  }

  @Test func `a report while a list is worked off has the rest made anew`() throws {
    var course = try Self.course("*home: | sheet 1 a: | sheet 2 b:", limits: StepLimits(dismissals: 1))
    #expect(try Self.next(&course, "*home:", revision: 1) == "dismiss 2, animated")
    Self.expectReport(&course, .dismiss(ModalID(rawValue: 1)))
    course.stepEnded()
    #expect(course.look() == nil)
    course.reportEnded()
    #expect(try Self.next(&course, "*home:", revision: 1) == "rest")
  }

  @Test func `two reports at a time are waited for both`() throws {
    var course = try Self.course("*home: 1 | search: 2")
    Self.expectReport(&course, .setPath([], in: .tab("home")))
    Self.expectReport(&course, .setPath([], in: .tab("search")))
    course.reportEnded()
    #expect(course.look() == nil)
    course.reportEnded()
    #expect(try Self.next(&course, "*home: | search:", revision: 2) == "rest")
  }

  @Test func `a report of what is shown, or of what is not there, is none`() throws {
    var course = try Self.course("*home: 1 | sheet 2 a:")
    Self.expectReport(&course, .setPath(["1"], in: .tab("home")), begins: false)
    Self.expectReport(&course, .selectTab("home"), begins: false)
    Self.expectReport(&course, .dismiss(ModalID(rawValue: 1)), begins: false)
    Self.expectReport(&course, .setPath(["1"], in: .tab("gone")), begins: false)
    #expect(course.look() != nil)
  }

  @Test func `nothing is animated until a first state is shown whole`() throws {
    var course = Course(showing: ShownNavigation(), limits: StepLimits())
    #expect(try Self.next(&course, "*home: 1", revision: 0) == "tabs home, select home")
    course.stepEnded()
    #expect(try Self.next(&course, "*home: 2", revision: 1) == "push 2 in home")
    course.stepEnded()
    #expect(try Self.next(&course, "*home: 2", revision: 1) == "rest")
    #expect(try Self.next(&course, "*home:", revision: 2) == "pop 1 in home, animated")
  }

  @Test func `whatever happens in between, the shell comes to show the newest state`() {
    for seed in TestEnvironment.seeds(TestEnvironment.isLong ? 20_000 : 100) {
      if let difference = RandomCourse(seed: seed).difference(events: 60) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }
}

/// A store, a shell and a course between them, and all that may happen, at random.
private struct RandomCourse {
  typealias Shown = ShownNavigation<Int, Int>

  var navigation: RandomNavigation
  var state: NumberState
  var revision = 0
  /// What the shell really shows.
  var real = Shown()
  var course = PresenterStateMachine<Int, Int>(showing: Shown(), limits: StepLimits())
  /// A state that was read and is not told yet.
  var read: (state: NumberState, revision: Int, look: PresenterStateMachine<Int, Int>.Look)?
  /// The actions of reports that are under way.
  var reports: [NumberAction] = []
  var isStepOut = false
  /// The newest revision that was told, and that of the last report: what is older must not be shown any more.
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
      if let difference = copy.happen() { return difference }
    }
    return copy.finish()
  }

  private mutating func happen() -> String? {
    switch navigation.random.below(6) {
    case 0: reduce(navigation.action())
    case 1: userActs()
    case 2: endReport()
    case 3: endStep()
    case 4: if let look = course.look() { read = (state, revision, look) }
    default: return tell()
    }
    return course.shown == real ? nil : "the shell shows \(real), and the course believes \(course.shown)"
  }

  private mutating func tell() -> String? {
    guard let (state, revision, look) = read else { return nil }
    read = nil
    guard case .show(let step) = course.next(state, revision: revision, since: look) else { return nil }
    if revision < oldest { return "\(step) is of revision \(revision), which \(oldest) has replaced" }
    oldest = revision
    if isStepOut { return "\(step) came while another was out" }
    if !reports.isEmpty { return "\(step) came while the shell was reporting" }
    isStepOut = true
    let before = real
    real.apply(step.change)
    return real == before ? "\(step) does nothing to \(real)" : nil
  }

  private mutating func endStep() {
    guard isStepOut else { return }
    isStepOut = false
    course.stepEnded()
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
    if course.reportBegan(change) { reports.append(action) }
  }

  private mutating func endReport() {
    guard !reports.isEmpty else { return }
    reduce(reports.removeFirst())
    oldest = revision
    course.reportEnded()
  }

  /// Everything that is under way comes to its end.
  private mutating func finish() -> String? {
    while !reports.isEmpty { endReport() }
    endStep()
    for _ in 0..<100 {
      guard let look = course.look() else { return "it waits for nothing" }
      switch course.next(state, revision: revision, since: look) {
      case .show(let step):
        real.apply(step.change)
        course.stepEnded()
      case .rest: return real == Shown(state) ? nil : "it rests at \(real), and the state is \(state)"
      case .lookAgain: return "it looks again at what is newest"
      }
    }
    return "it does not come to rest"
  }
}
