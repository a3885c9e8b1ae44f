import Foundation
import NavStore
import NavStoreInspection
import NavStoreTesting
import Testing

/// Which screens are visible in columns, and while the scene is in the background.
@Suite struct ShownScreensTests {
  /// A reducer that records phases. The tab 1 has no columns, and the tabs 2 and 3 have so many.
  private struct Recording: Sendable {
    let events = Locked<[(phase: ScreenPhase, id: ScreenID)]>([])

    func reducer(rules: NumberRules = NumberRules()) -> NumberScreensReducer {
      NumberScreensReducer(rules: rules, reportingTo: nil, columns: { $0 }) { screen, action in
        if case .navigate(let action) = action { screen.navigate(action) }
        return .none
      } lifecycle: { screen, phase in
        events.withLock { $0.append((phase, screen.id)) }
        return .none
      }
    }

    func take() -> [(phase: ScreenPhase, id: ScreenID)] {
      events.withLock { events in
        defer { events = [] }
        return events
      }
    }

    func texts() -> [String] { take().map { "\($0.phase) \($0.id.rawValue)" } }
  }

  private let recording = Recording()

  private func store(_ tab: Int, _ path: [Int]) -> Store<NumberScreens, NumberScreensAction> {
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [tab], paths: [tab: path])), reducer: recording.reducer())
    store.send(.start)
    _ = recording.take()
    return store
  }

  @Test func `a window that becomes wide shows a screen in each column, and a narrow one the last`() {
    let store = store(3, [1, 2, 3])
    store.send(.setColumnCount(2))
    #expect(recording.texts() == ["becameVisible 1"])
    store.send(.setColumnCount(3))
    #expect(recording.texts() == [])  // the root has no state
    store.send(.navigation(.push(5)))
    #expect(recording.texts() == ["becameHidden 3", "appeared 4", "becameVisible 4"])
    store.send(.navigation(.setPath([6], in: .tab(3))))
    #expect(recording.texts() == ["left 4", "left 3", "left 2", "left 1", "appeared 5", "becameVisible 5"])
    store.send(.setColumnCount(1))
    #expect(recording.texts() == [])
    store.send(.navigation(.push(7)))
    #expect(recording.texts() == ["becameHidden 5", "appeared 6", "becameVisible 6"])
    store.send(.setColumnCount(2))
    #expect(recording.texts() == ["becameVisible 5"])
  }

  @Test func `a modal hides all columns`() {
    let store = store(3, [1, 2])
    store.send(.setColumnCount(3))
    #expect(recording.texts() == ["becameVisible 1"])
    store.send(.navigation(.present(3)))
    #expect(recording.texts() == ["becameHidden 1", "becameHidden 2", "appeared 3", "becameVisible 3"])
    store.send(.navigation(.dismiss))
    #expect(recording.texts() == ["left 3", "becameVisible 1", "becameVisible 2"])
  }

  @Test func `in the background no screen is visible`() {
    let store = store(1, [1])
    store.send(.setVisible(false))
    #expect(recording.texts() == ["becameHidden 1"])
    #expect(!store.state.isVisible)
    store.send(.setVisible(false))
    store.send(.navigation(.push(2)))
    #expect(recording.texts() == ["appeared 2"])
    store.send(.start)
    #expect(recording.texts() == ["appeared 1", "appeared 2"])
    store.send(.setVisible(true))
    #expect(recording.texts() == ["becameVisible 2"])
    #expect(store.state.isVisible)
  }

  @Test func `a screen whose state a redo brings back appears and becomes visible`() {
    let reducer = recording.reducer()
    var without = NumberScreens(NumberState(tabs: [1], paths: [1: [4]]))  // the route 4 has no state
    _ = reducer.reduce(into: &without, action: .start)
    var with = without
    _ = reducer.reduce(into: &with, action: .navigation(.replaceOrDrop(4, at: 0, in: .tab(1), with: 5)))
    #expect(recording.texts() == ["appeared 1", "becameVisible 1"])
    without.preserve(from: with)
    _ = reducer.update(&without)
    #expect(recording.texts() == ["left 1"])
    with.preserve(from: without)
    _ = reducer.update(&with)
    #expect(recording.texts() == ["appeared 1", "becameVisible 1"])
  }

  @Test func `a value that was saved in the background is visible after a restart`() throws {
    var state = NumberScreens(NumberState(tabs: [1]))
    _ = recording.reducer().reduce(into: &state, action: .setVisible(false))
    let restored = try JSONDecoder().decode(NumberScreens.self, from: Data(CanonicalJSONEncoder().encode(state)))
    #expect(!state.isVisible && restored.isVisible)
  }

  @Test func `the visible screens are those of the naive model, whatever the actions`() {
    for run in 0..<UInt64(TestEnvironment.isLong ? 25_000 : 150) {
      let seed = TestEnvironment.seed &+ run
      if let difference = Self.difference(seed: seed) {
        Issue.record("NAVSTORE_SEED=\(seed): \(difference)")
        return
      }
    }
  }

  private static func difference(seed: UInt64) -> String? {
    var generator = RandomNavigation(random: SplitMix64(seed: seed))
    let (rules, recording) = (generator.rules(), Recording())
    let reducer = recording.reducer(rules: rules)
    var state = NumberScreens(generator.start(rules: rules))
    var earlier = state
    var (isVisible, columnCount) = (true, 1)
    // What the phases say: the screens that have appeared, and those of them that are visible.
    var (living, visible) = (Set<ScreenID>(), Set<ScreenID>())
    for step in 1...40 {
      let action: NumberScreensAction
      switch generator.random.below(12) {
      case 0:
        isVisible.toggle()
        action = .setVisible(isVisible)
      case 1, 2:
        columnCount = generator.random.below(4)
        action = .setColumnCount(columnCount)
      case 3:
        (living, visible) = ([], [])
        action = .start
      case 4:
        var past = earlier
        past.preserve(from: state)
        (earlier, state) = (state, past)
        action = .navigation(.pop(0))
      case 5: action = .screen(state.visibleID, .navigate(generator.action(in: state.navigation)))
      default: action = .navigation(generator.action(in: state.navigation))
      }
      _ = reducer.reduce(into: &state, action: action)
      for (phase, id) in recording.take() {
        let isExpected =
          switch phase {
          case .appeared: living.insert(id).inserted
          case .becameVisible: living.contains(id) && visible.insert(id).inserted
          case .becameHidden: visible.remove(id) != nil
          case .left: living.remove(id) != nil
          }
        // A screen that leaves is not reported as hidden before.
        if phase == .left { visible.remove(id) }
        if !isExpected { return "step \(step), \(action): \(phase) of \(id) was not expected" }
      }
      let expected = isVisible ? shown(in: state, columnCount: columnCount) : []
      if visible != expected {
        return "step \(step), \(action): \(visible) is visible instead of \(expected) in \(state.notation)"
      }
    }
    return nil
  }

  /// The screens with a state that a window shows.
  private static func shown(in state: NumberScreens, columnCount: Int) -> Set<ScreenID> {
    let tab = state.navigation.selectedTab
    var shown: Set<ScreenID> = [state.visibleID]
    if state.navigation.modals.isEmpty, (2...).contains(tab), columnCount > 1, let root = state.rootID(of: tab) {
      let screens = state.screens(of: tab).map(\.id)
      let columns = NavigationColumns(screens, hasContent: tab > 2)
      for column in columns.visible(columnCount) {
        if let id = columns[column].last ?? (column == .sidebar ? root : nil) { shown.insert(id) }
      }
    }
    return shown.filter { state[$0] != nil }
  }
}
