import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// The description of a violation, and the test that it prints.
@Suite struct CounterexampleTests {
  private enum Step: Sendable {
    case add
    case double
  }

  private static let reducer = Reduce<Int, Step> { count, step in
    switch step {
    case .add: count += 1
    case .double: count *= 2
    }
    return .none
  }

  private static func explorer(_ actions: [Step] = [.add, .double]) -> StateExplorer<Int, Step> {
    StateExplorer(initialState: 1, reducer: reducer, actions: actions)
  }

  private static func failures(of report: ExplorationReport<Int, Step>) -> (failures: [String], notes: [String]) {
    let failures = Locked<[String]>([])
    let notes = Locked<[String]>([])
    let reporter = FailureReporter { message, site, _ in
      failures.withLock { $0.append("\(site) \(message)") }
    } note: { message, site in
      notes.withLock { $0.append("\(site) \(message)") }
    }
    report.expectNoViolations(
      reporter, at: CallSite(fileID: "AppTests/CounterTests.swift", filePath: "", line: 12, column: 1))
    return (failures.withLock { $0 }, notes.withLock { $0 })
  }

  @Test func `a violation is a failure with its name, a test to paste, and what the last action changed`() {
    let report = Self.explorer().invariant("below 6") { $0 < 6 }.explore(maxDepth: 3)
    #expect(
      Self.failures(of: report).failures == [
        """
        AppTests/CounterTests.swift:12 “below 6” does not hold after 3 actions, seen 2 times:

        @Test func `below 6`() {
          let store = TestStore(initialState: <#initial state#>, reducer: <#reducer#>)
          store.exhaustivity = .off
          store.send(\(source(.add)))
          store.send(\(source(.add)))
          store.send(\(source(.double)))
          #expect(<#below 6, in store.state#>)
        }

        The state at the end: 6

        What the last action changed, from − to +:
        \(difference(expected: 3, actual: 6) ?? "")
        """
      ])
  }

  private struct Large: Hashable, Sendable {
    var isSignedIn = true
    var names = ["the first of the names", "the second, with \"quotes\" (and brackets", "the third of the names"]
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases, paths: [.home: [.song(1), .settings]])
    var count = 0
  }

  @Test func `the state at the end is laid out in lines when it is large`() throws {
    let reducer = Reduce<Large, Step> { state, _ in
      state.count += 1
      return .none
    }
    let report = StateExplorer(initialState: Large(), reducer: reducer, actions: [.add])
      .invariant("below 2") { $0.count < 2 }.explore(maxDepth: 3)
    let violation = try #require(report.foundViolations.first)
    #expect(
      violation.description.contains(
        #"""
        The state at the end:
        Large(
          isSignedIn: true,
          names: [
            "the first of the names",
            "the second, with \"quotes\" (and brackets",
            "the third of the names"
          ],
        """#), "\(violation)")
    #expect(violation.description.split(separator: "\n").allSatisfy { $0.count <= 140 })
    #expect(violation.description.contains("\n  count: 2\n)"))
  }

  @Test func `descriptions distinguish a bad transition, an unreachable goal and endless effects`() throws {
    let explorer = Self.explorer([.double])
      .transitionInvariant("no more than 2 are `added`\\\n", { before, _, after in after - before <= 2 })
      .printing(initialState: "1", reducer: "counter")
    let transition = try #require(explorer.explore(maxDepth: 4).foundViolations.first)
    #expect(
      transition.test == """
        @Test func `no more than 2 are 'added'/ `() {
          let store = TestStore(initialState: 1, reducer: counter)
          store.exhaustivity = .off
          store.send(\(source(.double)))
          store.send(\(source(.double)))
          let before = store.state
          store.send(\(source(.double)))
          #expect(<#no more than 2 are `added`\\ , from before to store.state#>)
        }
        """)
    #expect(
      transition.description.hasPrefix(
        "“no more than 2 are `added`\\\n” does not hold for the last of 3 actions, seen 2"))

    let capped = StateExplorer(
      initialState: 0,
      reducer: Reduce<Int, Step> { count, step in
        if count < 3 { count += step == .add ? 1 : 0 }
        return step == .add ? .none : .send(.double)
      }, actions: [.add, .double]
    ).alwaysReachable("zero") { $0 == 0 }
    let report = capped.explore()
    let lost = try #require(report.violation(.reachability("zero")))
    #expect(lost.description.hasPrefix("“zero” can no longer be reached after 1 action, seen 3 times:"))
    #expect(
      lost.test == """
        @Test func `zero`() {
          let store = TestStore(initialState: <#initial state#>, reducer: <#reducer#>)
          store.exhaustivity = .off
          store.send(\(source(.add)))
          // No sequence of the given actions leads from here to: zero
          #expect(<#what is wrong with store.state#>)
        }
        """)
    let endless = try #require(report.violation(.endOfEffects))
    #expect(endless.description.hasPrefix("Effects send actions without end after 1 action, seen 4 times:"))
    #expect(endless.description.contains("The last action changed nothing."))
    #expect(
      endless.test == """
        @Test func `effects end`() {
          let store = TestStore(initialState: <#initial state#>, reducer: <#reducer#>)
          store.exhaustivity = .off
          store.send(\(source(.double)))
          // The last call does not return: the effects of its action send without end.
        }
        """)
  }

  @Test func `a violation of the initial state needs no action`() {
    let report = Self.explorer().invariant("even") { $0.isMultiple(of: 2) }.explore(maxDepth: 2)
    let failure = Self.failures(of: report).failures.joined()
    #expect(failure.contains("“even” does not hold in the initial state:"))
    #expect(!failure.contains("store.send") && !failure.contains("last action"))
  }

  @Test func `a failure of random walks names their seed`() {
    let report = Self.explorer().invariant("below 6") { $0 < 6 }.walk(seed: 42)
    #expect(Self.failures(of: report).failures.joined().hasSuffix("The random walks had the seed 42."))
  }

  @Test func `an incomplete exploration adds a note, and a complete one does not`() {
    let broken = Self.failures(of: Self.explorer().explore(maxStates: 5))
    #expect(broken.failures.isEmpty)
    #expect(broken.notes.first?.contains("The exploration is not complete.\n5 states, ") == true)
    #expect(Self.failures(of: Self.explorer().explore(maxDepth: 5)).notes.isEmpty)
  }

  @Test func `a violation fails the test that explores`() {
    let report = Self.explorer().invariant("below 6") { $0 < 6 }.explore(maxDepth: 3)
    withKnownIssue {
      report.expectNoViolations()
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.comments.contains { $0.rawValue.contains("“below 6” does not hold after 3 actions") }
    }
  }

  /// The printed test of the first test above, with its placeholders replaced.
  @Test func `a printed test compiles and fails`() {
    withKnownIssue {
      let store = TestStore(initialState: 1, reducer: Self.reducer)
      store.exhaustivity = .off
      store.send(.add)
      store.send(.add)
      store.send(.double)
      #expect(store.state < 6)
    }
  }

  private func source(_ step: Step) -> String { swiftSource(step) }
}
