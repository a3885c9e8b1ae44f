import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Effects of screens under random actions and random times.
@Suite struct ScreenScheduleTests {
  /// The seconds after which a screen that has appeared sends an action.
  private static func delays(of id: ScreenID) -> [Int] {
    let first = 1 + id.rawValue % 5
    return [first, first + 1 + id.rawValue % 3]
  }

  /// What an action with a negative number does: it starts an effect, cancels that effect, or sends two actions.
  private enum Work: Int, CaseIterable {
    case start = -1
    case cancel = -2
    case send = -3
  }

  @Test func `every action of a living screen is reduced, and none of a screen that has left`() {
    let runs = TestEnvironment.isLong ? 5_000 : 50
    for run in 0..<UInt64(runs) {
      let seed = TestEnvironment.seed &+ run
      if let difference = Self.difference(seed: seed, steps: 40) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }

  /// Returns a description of the first difference in a run, or `nil`.
  static func difference(seed: UInt64, steps: Int) -> String? {
    var generator = RandomNavigation(random: SplitMix64(seed: seed))
    let rules = generator.rules()
    let clock = TestClock()
    let diagnostics = Locked<[NavigationDiagnostic]>([])
    let reducer = NumberScreensReducer(rules: rules) { diagnostic in
      if diagnostic.kind != nil { return }
      diagnostics.withLock { $0.append(diagnostic) }
    } reduce: { screen, action in
      guard case .add(let number) = action else { return .none }
      switch Work(rawValue: number) {
      case .start:
        return .run(id: "started", cancelInFlight: true) { context throws(CancellationError) in
          try await context.sleep(for: .seconds(2))
          context.send(.add(1))
        }
      case .cancel: return .cancel(id: "started")
      case .send: return .merge(.send(.add(1)), .send(.add(1)))
      case nil:
        screen.state.sum += number
        return .none
      }
    } lifecycle: { screen, phase in
      guard phase == .appeared else { return .none }
      let delays = delays(of: screen.id)
      return .run(id: "work") { context throws(CancellationError) in
        try await context.sleep(for: .seconds(delays[0]))
        context.send(.add(1))
        try await context.sleep(for: .seconds(delays[1] - delays[0]))
        context.send(.add(1))
      }
    }
    let store = TestStore(initialState: NumberScreens(generator.start(rules: rules)), reducer: reducer, clock: clock)
    store.exhaustivity = .off
    store.send(.start)

    var now = 0
    // A screen without a state is born when a new route gives it one.
    func livingScreens() -> [StackEntry<Int>] { store.state.allScreens.filter { store.state[$0.id] != nil } }
    var births = Dictionary(livingScreens().map { ($0.id, 0) }) { first, _ in first }
    // The time of the next action of the effect that a screen has started, and the number of actions received.
    var started: [ScreenID: (next: Int?, received: Int)] = [:]
    for step in 1...steps {
      let name: String
      if generator.random.once(in: 3) {
        now += 1
        name = "one second"
        clock.advance(by: .seconds(1))
        for (id, work) in started where work.next == now { started[id] = (nil, work.received + 1) }
      } else if generator.random.once(in: 3), let screen = livingScreens().randomElement(using: &generator.random),
        let work = Work.allCases.randomElement(using: &generator.random)
      {
        name = "\(work) in \(screen.id)"
        store.send(.screen(screen.id, .add(work.rawValue)))
        let received = started[screen.id]?.received ?? 0
        switch work {
        case .start: started[screen.id] = (now + 2, received)
        case .cancel: started[screen.id] = (nil, received)
        case .send: started[screen.id] = (started[screen.id]?.next, received + 2)
        }
      } else {
        let action = generator.action(in: store.state.navigation)
        name = "\(action)"
        store.send(.navigation(action))
      }
      let screens = livingScreens()
      births = births.filter { birth in screens.contains { $0.id == birth.key } }
      started = started.filter { work in screens.contains { $0.id == work.key } }
      for screen in screens where births[screen.id] == nil { births[screen.id] = now }
      for screen in screens {
        guard let sum = store.state[screen.id]?.sum, let birth = births[screen.id] else { continue }
        let expected = delays(of: screen.id).count { birth + $0 <= now } + (started[screen.id]?.received ?? 0)
        if sum % 1_000 != expected {
          return "step \(step), \(name), at \(now) s: \(screen) has received \(sum % 1_000) of \(expected) actions"
        }
      }
      if let diagnostic = diagnostics.withLock(\.first) { return "step \(step), \(name): \(diagnostic)" }
    }
    return nil
  }
}

extension NumberScreens {
  /// All screens, in the order of the stacks.
  fileprivate var allScreens: [StackEntry<Int>] {
    navigation.tabs.flatMap { screens(of: $0) } + navigation.modals.flatMap { screens(of: $0.id) }
  }
}
