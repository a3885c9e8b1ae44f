import NavStore
import Testing

/// No action stops the program, whatever its arguments. A test succeeds mainly by reaching its end.
@Suite struct NavigationTrapTests {
  static let counts = [Int.min, -1, 0, 1, 2, 1_000_000, .max]
  static let tabs = ["home", "search", "gone", ""]
  static let modals = [Int.min, -1, 0, 1, 2, 3, .max].map(ModalID.init(rawValue:))
  static let paths: [[String]] = [[], [""], ["1"], ["1", "1"], ["1", "2", "3"], Array(repeating: "9", count: 50)]
  static let targets = [NavigationTarget<String>.focused] + tabs.map { .tab($0) } + modals.map { .modal($0) }

  static let actions: [TextAction] = {
    var actions: [TextAction] = [.popToRoot, .back, .dismiss, .dismissAll, .reset, .setTabs([]), .setTabs([""])]
    for tab in tabs {
      actions += [.tabTapped(tab), .selectTab(tab), .reset(tab), .setTabs([tab]), .setTabs([tab, "home", tab])]
      actions += paths.map { .deepLink(TextLink(tab: tab, path: $0, modals: [.init(""), .init("1", path: $0)])) }
      actions += paths.map { .deepLink(TextLink(tab: tab, path: $0, placement: .push)) }
    }
    for count in counts { actions += [.pop(count), .popTo(depth: count)] }
    for route in ["", "1", "9"] {
      actions += [.pushUnlessTop(route), .navigate(to: route), .bringToFront(route), .popTo(route), .replaceTop(route)]
      actions += [.present(route), .present(route, style: .cover)]
      actions += targets.map { .push(route, in: $0) }
    }
    for target in targets {
      for position in [nil] + counts.map(Optional.some) {
        actions += ["1", "a"].flatMap {
          [
            .replaceOrDrop($0, at: position, in: target, with: nil),
            .replaceOrDrop($0, at: position, in: target, with: "9"),
            .remove($0, at: position, in: target),
          ]
        }
      }
    }
    for path in paths { actions += targets.map { .setPath(path, in: $0) } }
    return actions + modals.map { .dismiss($0) }
  }()

  static let states = [
    "*home:", "*home: 1", "*home: 1 2 1 | search:", "home: 1 | *search: | visits home search",
    "*a: | b: | initial gone",
    "*home: | sheet 1 a:", "*home: 1 | search: 2 | sheet 2 a: b | cover 3 c: | visits search home search home",
  ]

  static let rules: [TextRules] = {
    var all: [TextRules] = []
    for rule in BackRule.allCases {
      for limit in [Int.min, -1, 0, 1, .max] {
        var rules = TextRules(backRule: rule, maxDepth: limit, maxVisits: limit)
        rules.onLeave = ["home": .popToRoot, "gone": .popToRoot]
        if limit != .max { rules.sameRoute = { _, _ in limit == 0 } }
        if limit == -1 { rules.initialState = TextState(tabs: ["x"], paths: ["x": ["1"]]) }
        all.append(rules)
      }
    }
    return all
  }()

  @Test(arguments: states)
  func `every action leaves every state valid, under any rules`(text: String) throws {
    let before = try TextState(text)
    for rules in Self.rules {
      for action in Self.actions {
        var state = before
        let outcome = state.apply(action, rules: rules)
        let isSound =
          state.tabs.contains(state.selectedTab) && state.visits.last == state.selectedTab
          && state.visits.allSatisfy(state.tabs.contains) && Set(state.tabs).count == state.tabs.count
          && Set(state.modals.map(\.id)).count == state.modals.count && outcome.isChange == (state != before)
        guard isSound else {
          Issue.record("\(action) made \(state) of \(before), \(outcome), by \(rules.backRule), \(rules.maxDepth)")
          return
        }
      }
    }
  }

  @Test func `every action works on a path of 100000 routes`() {
    let long = (0..<100_000).map { $0 }
    let actions: [NumberAction] = [
      .push(-1), .pushUnlessTop(99_999), .navigate(to: 0), .navigate(to: -1), .bringToFront(0), .pop(99_999),
      .pop(.max),
      .popTo(1), .popToDepth(50_000), .popToRoot, .replaceTop(-1), .back,
      .replaceOrDrop(50_000, at: 50_000, in: .focused, with: -1), .replaceOrDrop(0, at: 0, in: .tab(0), with: nil),
      .tabTapped(0),
      .selectTab(1), .reset,
      .resetTab(0), .setTabs([1, 0]), .setTabs([1]), .setPath([], in: .focused), .setPath(long + long, in: .tab(0)),
      .deepLink(DeepLink(tab: 0, path: long, modals: [.init(0, path: long)], placement: .push)),
    ]
    var start = NumberState(tabs: [0, 1], backRule: .none)
    #expect(start.setPath(long, in: .tab(0)) == .pathChanged(.pushed(100_000)))
    for action in actions {
      var state = start
      #expect(state.apply(action).isChange == (action != .pushUnlessTop(99_999)), "\(action)")
    }
    var state = start
    state.setPath(long, in: .tab(1))
    #expect(state.setPath(Array(long.dropLast()), in: .tab(1)) == .pathChanged(.popped(1)))
    #expect(state.path(of: 1).count == 99_999)
  }

  @Test func `back returns through many modals and visits one by one`() {
    let rules = NumberRules(backRule: .fullHistory, maxVisits: .max)
    var state = NumberState(tabs: [0, 1], backRule: .fullHistory)
    for visit in 1...1_000 { state.selectTab(visit % 2, rules: rules) }
    for route in 1...1_000 { state.present(route) }
    var steps = 0
    while state.back() != .exit { steps += 1 }
    #expect(steps == 2_000)
  }
}
