import NavStore
import Testing

/// What many tabs cost, counted and not timed: a log from outside may have more than any tab bar.
@Suite(.serialized) struct NavigationTabsCostTests {
  /// A tab that counts how often it is compared.
  private struct Tab: Hashable, Sendable {
    static let comparisons = Locked(0)

    let number: Int

    static func == (first: Tab, second: Tab) -> Bool {
      comparisons.withLock { $0 += 1 }
      return first.number == second.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `thousands of tabs, each twice, are not compared with each other`() {
    var state = NavigationState<Tab, Int>(tabs: [Tab(number: 0)])
    let numbers = 1...4_000
    Tab.comparisons.withLock { $0 = 0 }
    #expect(state.setTabs((Array(numbers) + Array(numbers)).map(Tab.init)) == .changed)
    #expect(Tab.comparisons.withLock { $0 } < 100_000)
    #expect(state.tabs.map(\.number) == Array(numbers))
    #expect(state.selectedTab.number == 1)
  }

  @Test func `nor are thousands with the thousands before`() {
    let tabs = (1...4_000).map(Tab.init)
    var state = NavigationState<Tab, Int>(tabs: tabs, paths: [Tab(number: 7): [1, 2]])
    Tab.comparisons.withLock { $0 = 0 }
    #expect(state.setTabs(tabs) == .unchanged(.sameAsBefore))
    #expect(state.setTabs(tabs.reversed()) == .changed)
    #expect(Tab.comparisons.withLock { $0 } < 100_000)
    #expect(state.tabs.map(\.number) == (1...4_000).reversed())
    #expect(state.path(of: Tab(number: 7)) == [1, 2])
    #expect(state.selectedTab.number == 1)
  }

  @Test func `one tab in the place of thousands keeps its path`() {
    let tabs = (1...4_000).map(Tab.init)
    var state = NavigationState<Tab, Int>(tabs: tabs, paths: [Tab(number: 7): [1, 2]])
    #expect(state.setTabs([Tab(number: 7)]) == .changed)
    #expect(state.tabs.map(\.number) == [7])
    #expect(state.focusedPath == [1, 2])
  }

  @Test(arguments: [2, 31, 32, 33, 64]) func `a tab that stands there twice counts once, however many there are`(
    count: Int
  ) {
    var state = NavigationState<Int, Int>(tabs: [1, 0], paths: [1: [7]])
    let tabs = Array(0..<count - 1) + [0]
    #expect(state.setTabs(tabs) == .changed)
    #expect(state.tabs == Array(0..<count - 1))
    #expect(state.path(of: 1) == (count > 2 ? [7] : []))
    #expect(state.setTabs(tabs) == .unchanged(.sameAsBefore))
  }
}
