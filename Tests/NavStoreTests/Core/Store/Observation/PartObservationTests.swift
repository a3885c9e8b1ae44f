@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// An observer of a part of a state is notified only of changes of that part.
@Suite(.noMainLoop, .hangLimit) struct PartObservationTests {
  private struct State: Equatable, Sendable {
    var number = 0
    var text = ""
    var navigation = NavigationState<AppTab, Route>(tabs: AppTab.allCases)

    /// A part whose read takes some time.
    var slowNumber: Int {
      PartObservationTests.whileRead.withLock(\.self)()
      return number
    }
  }

  /// A closure that runs during a read of ``State/slowNumber``. One test uses it.
  private static let whileRead = Locked<@Sendable () -> Void>({})

  private enum Action: Sendable {
    case add(Int)
    case say(String)
    case navigation(NavigationAction<AppTab, Route>)
  }

  private static func makeStore() -> Store<State, Action> {
    let navigation = NavigationReducer<AppTab, Route>()
    return Store(
      initialState: State(),
      reducer: Reduce { state, action in
        switch action {
        case .add(let number): state.number += number
        case .say(let text): state.text = text
        case .navigation(let action):
          return navigation.reduce(into: &state.navigation, action: action).map(Action.navigation)
        }
        return .none
      })
  }

  @Test func `an observer of one part is not notified of another part`() {
    let store = Self.makeStore()
    let number = ObservingReader { _ = store.value(of: \.number) }
    let text = ObservingReader { _ = store.value(of: \.text) }
    let both = ObservingReader { _ = (store.value(of: \.number), store.value(of: \.text)) }
    let whole = ObservingReader { _ = store.state }
    store.send(.add(1))
    store.send(.add(0))
    store.send(.say("a"))
    store.send([.add(1), .add(-1)])
    store.send([.add(1), .say("b")])
    #expect(number.notificationCount == 2)
    #expect(text.notificationCount == 2)
    // The observer is notified once for each part that differs, as for the properties of an observable class.
    #expect(both.notificationCount == 4)
    #expect(whole.notificationCount == 5)
    #expect(store.value(of: \.text) == "b")
  }

  @Test func `an observer that reads a change before its notification is notified when the change is undone`() {
    let store = Self.makeStore()
    _ = store.value(of: \.number)
    let early = Locked<ObservingReader?>(nil)
    let seen = Locked<[Int]>([])
    withObservationTracking {
      _ = store.state
    } onChange: {
      // The observers of the whole state are notified first, and those of the part later.
      early.withLock { $0 = ObservingReader { seen.withLock { $0.append(store.value(of: \.number)) } } }
      store.send(.add(-1))
    }
    store.send(.add(1))
    #expect(seen.withLock { $0.first } == 1)
    #expect(seen.withLock { $0.last } == 0)
  }

  @Test func `an observer of one tab's path is not notified of another tab's path`() {
    let store = Self.makeStore()
    let navigation = store.scope(state: \.navigation, action: Action.navigation)
    let home = ObservingReader { _ = navigation.value(of: \.[pathOf: .home]) }
    let library = ObservingReader {
      _ = navigation.scope(state: \.self, action: { $0 }).value(of: \.[pathOf: .library])
    }
    let selection = ObservingReader { _ = navigation.value(of: \.selectedTab) }
    store.send(.navigation(.push(.song(1))))
    store.send(.navigation(.selectTab(.library)))
    navigation.send(.push(.song(2)))
    navigation.send(.push(.song(3)))
    store.send(.say("x"))
    #expect(home.notificationCount == 1)
    #expect(library.notificationCount == 2)
    #expect(selection.notificationCount == 1)
    #expect(navigation.value(of: \.[pathOf: .library]) == [.song(2), .song(3)])
  }

  @Test func `observers of a part of a computed scope are notified of every transaction`() {
    let store = Self.makeStore()
    let scope = store.scope(state: { $0 }, action: { (action: Action) in action })
    let reader = ObservingReader { _ = scope.value(of: \.number) }
    store.send(.say("a"))
    store.send(.add(1))
    #expect(reader.notificationCount == 2)
    #expect(scope.value(of: \.number) == 1)
  }

  @Test func `a value that is read during a notification is not taken for the value that all observers know`() {
    let store = Self.makeStore()
    let seen = Locked<[Int]>([])
    let first = ObservingReader {
      let number = store.value(of: \.number)
      seen.withLock { $0.append(number) }
    }
    // During the notification of the first change it makes a second change, and reads the value after it.
    withObservationTracking {
      _ = store.value(of: \.number)
    } onChange: {
      store.send(.add(10))
      _ = store.value(of: \.number)
    }
    store.send(.add(1))
    #expect(seen.withLock(\.self).last == 11)
    #expect(first.notificationCount >= 2)
  }

  @Test func `an observer on another thread has read the final value after the next change`() {
    for _ in 0..<200 {
      let store = Self.makeStore()
      let latest = Locked(-1)
      @Sendable func observe() {
        // If two threads change the value at the same time, the framework may call the closure twice. If each call
        // began an observation, the number of observations would double with each such change.
        let isFirst = Locked(true)
        let number = withObservationTracking {
          store.value(of: \.number)
        } onChange: {
          let mustObserve = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
          }
          if mustObserve { return observe() }
          let number = store.value(of: \.number)
          latest.withLock { $0 = max($0, number) }
        }
        latest.withLock { $0 = max($0, number) }
      }
      onThreads(3) { thread in
        if thread == 0 { observe() } else { for _ in 0..<20 { store.send(.add(1)) } }
      }
      store.send(.add(1))
      #expect(latest.withLock(\.self) == 41)
    }
  }

  @Test func `a part that is read in several ways is observed as one part`() {
    let store = Self.makeStore()
    let scope = store.scope(state: \.navigation, action: Action.navigation)
    let navigators = [Navigator(scope), Navigator(store.scope(state: \.navigation, action: Action.navigation))]
    for _ in 0..<3 {
      for navigator in navigators {
        _ = (navigator.tabs, navigator.selectedTab, navigator.sidebarSelection, navigator.modals, navigator.top)
        _ = (navigator.focusedPath, navigator.canGoBack)
        for tab in navigator.tabs { _ = (navigator[pathOf: tab], navigator.scrollSignal(of: tab)) }
      }
      _ = (scope.value(of: \.selectedTab), scope.value(of: \.[pathOf: .home]), scope.value(of: \.top))
      _ = (store.value(of: \.navigation.selectedTab), store.value(of: \.navigation[pathOf: .library]))
    }
    #expect(store.core.observedValueCount == 6 + 2 * AppTab.allCases.count)
    let byStore = ObservingReader { _ = store.value(of: \.navigation.canGoBack) }
    let byNavigator = ObservingReader { _ = navigators[1].canGoBack }
    navigators[0].push(.song(1))
    #expect((byStore.notificationCount, byNavigator.notificationCount) == (1, 1))
    #expect(store.value(of: \.navigation.canGoBack))
    #expect(navigators.allSatisfy { $0.canGoBack && $0.top == .song(1) && $0.focusedPath == [.song(1)] })
  }

  @Test func `a part that several threads read first is one part, and the observers of each thread are notified`() {
    for _ in 0..<100 {
      let store = Self.makeStore()
      let navigator = Navigator(store.scope(state: \.navigation, action: Action.navigation))
      let readers = Locked<[ObservingReader]>([])
      onThreads(3) { thread in
        let reader = ObservingReader {
          _ = thread == 0 ? store.value(of: \.navigation.selectedTab) : navigator.selectedTab
        }
        readers.withLock { $0.append(reader) }
      }
      #expect(store.core.observedValueCount == 1)
      store.send(.navigation(.selectTab(.library)))
      #expect(readers.withLock { $0.allSatisfy { $0.notificationCount == 1 } })
    }
  }

  @Test func `a read is as new as each send that has returned, while other threads send`() {
    let store = Self.makeStore()
    let late = Locked(0)
    onThreads(3) { _ in
      for _ in 0..<300 {
        let before = store.value(of: \.number)
        store.send(.add(1))
        if store.value(of: \.number) <= before { late.withLock { $0 += 1 } }
      }
    }
    #expect(late.withLock(\.self) == 0)
    #expect(store.value(of: \.number) == 900)
  }

  @Test func `an observer whose first read sees a change is notified when the change is undone`() {
    for isReadMeanwhile in [false, true] {
      let store = Self.makeStore()
      let isFirst = Locked(true)
      Self.whileRead.withLock {
        $0 = {
          guard isFirst.withLock({ $0 }) else { return }
          isFirst.withLock { $0 = false }
          if isReadMeanwhile { _ = store.value(of: \.slowNumber) }
          store.send(.add(1))
        }
      }
      let seen = Locked<[Int]>([])
      let reader = ObservingReader { seen.withLock { $0.append(store.value(of: \.slowNumber)) } }
      Self.whileRead.withLock { $0 = {} }
      #expect(seen.withLock(\.self) == [1])
      #expect(store.core.observedValueCount == 1)
      store.send(.add(-1))
      #expect(seen.withLock(\.self.last) == 0)
      #expect(reader.notificationCount == 1)
    }
  }

  @Test func `parts that were never read cost nothing`() {
    let store = Self.makeStore()
    store.send(.add(1))
    #expect(store.core.withLock { $0.publish() == nil })
    _ = store.value(of: \.number)
    #expect(store.core.withLock { $0.publish() != nil })
    store.send(.add(1))
    #expect(store.core.withLock { $0.publish() != nil })
  }
}
