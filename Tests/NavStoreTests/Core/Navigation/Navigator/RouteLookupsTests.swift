import NavStore
import NavStoreInspection
import Testing

/// Compares the actions that follow from lookups with a reference implementation. The lookups run without tasks and end
/// in any order.
@Suite struct RouteLookupsTests {
  typealias Lookups = RouteLookups<Int, Int>
  typealias Validation = RouteValidation<Int, Int>

  /// Performs the lookups of a state, at most `limit` at a time, and ends them in a random order.
  static func lookups(
    of state: NumberState, results: [Lookups.LookupResult], atMost limit: Int, random: inout SplitMix64
  ) -> (lookups: Lookups, requested: [Int]) {
    var lookups = Lookups(state)
    var requested: [Int] = []
    var running: [Int] = []
    while true {
      while running.count < limit, let route = lookups.next() {
        running.append(route)
        requested.append(route)
      }
      guard !running.isEmpty else { return (lookups, requested) }
      let route = running.remove(at: random.below(running.count))
      lookups.record(results[route], for: route)
    }
  }

  static func results(random: inout SplitMix64) -> [Lookups.LookupResult] {
    (0..<12).map { route in
      switch random.below(8) {
      case 0: .found(.drop)
      case 1: .failed("offline \(route)")
      case 2, 3: .found(.replace(with: random.below(16)))
      default: .found(.keep)
      }
    }
  }

  @Test func `the results apply to unchanged positions, whatever the order of the lookups`() {
    var seen: [String: Int] = [:]
    for run in 0..<UInt64(TestEnvironment.isLong ? 200_000 : 600) {
      let seed = TestEnvironment.seed &+ run
      var navigation = RandomNavigation(random: SplitMix64(seed: seed))
      let rules = NumberRules(backRule: .history)
      var start = navigation.state(rules: rules)
      // Most random states contain hardly any routes.
      for _ in 0..<navigation.random.below(8) {
        start.push(navigation.route(), in: .tab(navigation.tab()))
        if navigation.random.once(in: 3) { start.present(navigation.route()) }
        start.push(navigation.route())
      }
      let results = Self.results(random: &navigation.random)
      var now = start
      if navigation.random.once(in: 2) {
        for _ in 0..<(1 + navigation.random.below(4)) { now.apply(navigation.action(in: now), rules: rules) }
      }

      let (lookups, requested) = Self.lookups(
        of: start, results: results, atMost: 1 + navigation.random.below(5), random: &navigation.random)
      let (actions, validation) = lookups.plan(for: now)
      let reference = ReferenceValidation(start: start, now: now, results: results)
      var result = now
      let effective = actions.allSatisfy { result.apply($0).isChange }
      let other = Self.lookups(
        of: start, results: results, atMost: 1 + navigation.random.below(5), random: &navigation.random
      ).lookups.plan(for: now)

      guard effective, NaiveNavigation.Parts(result) == reference.parts, validation.findings == reference.findings,
        Set(requested).count == requested.count, other == (actions, validation)
      else {
        Issue.record(
          """
          NAVSTORE_SEED=\(seed)
          start:    \(start)
          now:      \(now)
          results:  \(results)
          actions:  \(actions)
          result:   \(result)
          expected: \(reference.parts)
          findings: \(validation.findings)
          expected: \(reference.findings)
          """)
        return
      }
      for finding in validation.findings {
        let kind = "\(finding.outcome)".prefix { $0 != "(" }
        seen["\(kind)\(finding.position == nil ? ", root" : "")\(now == start ? "" : ", meanwhile")", default: 0] += 1
      }
    }
    let fewest = TestEnvironment.isLong ? 10 : 3
    for kind in ["kept", "replaced", "dropped", "failed"] {
      for place in ["", ", root"] {
        for time in ["", ", meanwhile"] { #expect(seen["\(kind)\(place)\(time)", default: 0] >= fewest, "\(seen)") }
      }
    }
    #expect(
      seen["overtaken, meanwhile", default: 0] >= fewest && seen["overtaken, root, meanwhile", default: 0] >= fewest)
    #expect(seen["overtaken"] == nil && seen["overtaken, root"] == nil)
  }

  @Test func `with one lookup at a time, routes above a missing route are not looked up`() {
    var state = NumberState(tabs: [0, 1], paths: [0: [1, 2, 3, 2], 1: [4, 2, 5]])
    state.present(6)
    state.push(7)
    state.present(8)
    var results = [Lookups.LookupResult](repeating: .found(.keep), count: 12)
    results[2] = .found(.drop)
    results[6] = .found(.drop)
    var random = SplitMix64(seed: 1)
    #expect(Self.lookups(of: state, results: results, atMost: 1, random: &random).requested == [1, 2, 4, 6])
  }

  @Test func `a path of 100000 routes is looked up in linear time`() {
    var lookups = Lookups(NumberState(tabs: [0], paths: [0: Array(0..<100_000)]))
    var count = 0
    while let route = lookups.next() {
      lookups.record(.found(route == 99_999 ? .drop : .keep), for: route)
      count += 1
    }
    #expect(count == 100_000)
    let (actions, _) = lookups.plan(for: NumberState(tabs: [0], paths: [0: Array(0..<100_001)]))
    #expect(actions == [.replaceOrDrop(99_999, at: 99_999, in: .tab(0), with: nil)])
  }

  @Test func `the description has a sentence for each finding`() {
    let validation = RouteValidation<String, String>(findings: [
      .init("a", in: .tab("home"), at: 0, .kept),
      .init("b", in: .tab("home"), at: 1, .replaced(with: "B")),
      .init("c", in: .tab("home"), at: 2, .dropped(above: ["d", "e"])),
      .init("f", in: .modal(ModalID(rawValue: 3)), at: nil, .dropped(above: [])),
      .init("g", in: .tab("search"), at: 0, .overtaken),
      .init("h", in: .tab("search"), at: 1, .failed("offline\n")),
    ])
    #expect(
      validation.description == #"""
        Route 2 of home, b, was replaced by B.
        Route 3 of home, c, was dropped together with 2 routes above it.
        The root of modal 3, f, was dropped.
        Route 1 of search, g, was not changed, because the navigation changed during the validation.
        Route 2 of search, h, was kept, because its lookup failed: offline\u{A}
        """#)
    #expect(validation.findings[0].description == "Route 1 of home, a, is unchanged.")
    #expect(!validation.isUnchanged)
    #expect(RouteValidation<String, String>(findings: [validation.findings[0]]).isUnchanged)
  }
}

/// A simple reference implementation of a validation. It compares the two states position by position and applies the
/// results of the lookups.
private struct ReferenceValidation {
  typealias Validation = RouteValidation<Int, Int>

  private(set) var parts: NaiveNavigation<Int, Int>.Parts
  private(set) var findings: [Validation.Finding] = []

  init(start: NumberState, now: NumberState, results: [RouteLookups<Int, Int>.LookupResult]) {
    parts = NaiveNavigation.Parts(now)
    func isGone(_ route: Int) -> Bool { if case .found(.drop) = results[route] { true } else { false } }

    /// Returns the routes of a stack after the validation, and the index of the dropped route.
    func stack(
      _ stack: StackID<Int>, from old: [Int], now: [Int], hasRoot: Bool, isCovered: Bool, over: [Int]
    ) -> (routes: [Int], dropped: Int?) {
      let lowest = isCovered ? -1 : old.firstIndex(where: isGone) ?? old.count
      var routes = now
      var dropped: Int?
      for (index, route) in old.enumerated() {
        let isUnmoved = index < now.count && now[index] == route
        var outcome = Validation.Outcome.overtaken
        if isUnmoved, index <= lowest {
          switch results[route] {
          case .failed(let reason): outcome = .failed(reason)
          case .found(.keep): outcome = .kept
          case .found(.replace(let new)):
            outcome = new == route ? .kept : .replaced(with: new)
            routes[index] = new
          case .found(.drop):
            outcome = .dropped(above: now.suffix(now.count - index - 1) + (hasRoot && index == 0 ? over : []))
            dropped = index
          }
        }
        // A route that was dropped with a lower one has no finding.
        if isUnmoved, let dropped, index > dropped { continue }
        findings.append(.init(route, in: stack, at: hasRoot ? (index == 0 ? nil : index - 1) : index, outcome))
      }
      return (dropped.map { Array(routes.prefix($0)) } ?? routes, dropped)
    }

    for tab in start.tabs {
      let new = stack(
        .tab(tab), from: start.path(of: tab), now: now.path(of: tab), hasRoot: false, isCovered: false, over: [])
      if let place = now.tabs.firstIndex(of: tab) { parts.paths[place] = new.routes }
    }
    var isCovered = false
    var dismissed: Int?
    for modal in start.modals {
      let place = now.modals.firstIndex { $0.id == modal.id }
      if let dismissed, let place, place > dismissed {
        // The modal is dismissed with the modal below it. Only routes that had already left it have a finding.
        for (index, route) in ([modal.root] + modal.path).enumerated() {
          let routes = [now.modals[place].root] + now.modals[place].path
          if index >= routes.count || routes[index] != route {
            findings.append(.init(route, in: .modal(modal.id), at: index == 0 ? nil : index - 1, .overtaken))
          }
        }
        continue
      }
      let over = place.map { now.modals[($0 + 1)...].flatMap { [$0.root] + $0.path } } ?? []
      let new = stack(
        .modal(modal.id), from: [modal.root] + modal.path,
        now: place.map { [now.modals[$0].root] + now.modals[$0].path } ?? [], hasRoot: true, isCovered: isCovered,
        over: over)
      if isGone(modal.root) { isCovered = true }
      guard let place else { continue }
      if new.dropped == 0 {
        dismissed = place
        parts.modals = Array(parts.modals.prefix(place))
      } else {
        parts.modals[place].root = new.routes[0]
        parts.modals[place].path = Array(new.routes.dropFirst())
      }
    }
  }
}
