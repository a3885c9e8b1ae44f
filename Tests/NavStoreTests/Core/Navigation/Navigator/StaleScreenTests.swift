@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// A change on another thread reaches a view, even if it occurs between the view's reads and the installation of the
/// view's observation. Reports: https://github.com/swiftlang/swift/pull/86719 and
/// https://github.com/ReactorKit/ReactorKit/pull/262 (iOS 17 and later).
@Suite struct StaleScreenTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  /// A view that reads a value, and reads it again when it is notified.
  private final class Screen<Value: Sendable>: Sendable {
    private let read: @Sendable () -> Value
    private let values = Locked<[Value]>([])
    private let notifications = Locked(0)

    /// - Parameter beforeObservation: A function that runs after the first read, before the observation is installed.
    init(_ read: @escaping @Sendable () -> Value, beforeObservation: () -> Void) {
      self.read = read
      render(beforeObservation: beforeObservation)
    }

    private func render(beforeObservation: () -> Void = {}) {
      withObservationTracking {
        let value = read()
        values.withLock { $0.append(value) }
        beforeObservation()
      } onChange: {
        self.notifications.withLock { $0 += 1 }
        self.render()
      }
    }

    var shown: Value? { values.withLock(\.last) }
    var notificationCount: Int { notifications.withLock(\.self) }
  }

  /// A value that a view reads, and its text after the library tab was selected and a song was pushed onto its path.
  struct Read: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let value: @Sendable (Navigator<AppTab, Route>) -> String
    let changed: String
  }

  static let reads = [
    Read(testDescription: "selected tab", value: { "\($0.selectedTab)" }, changed: "library"),
    Read(testDescription: "path", value: { "\($0[pathOf: .library].count)" }, changed: "1"),
    Read(testDescription: "state of the store", value: { "\($0.store.state.selectedTab)" }, changed: "library"),
    Read(testDescription: "modals", value: { "\($0.modals.count)" }, changed: "1"),
  ]

  @Test(arguments: reads)
  func `a change before the observation is installed is shown in the next turn`(_ read: Read) {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop)
    let navigator = Navigator(store)
    mainLoop.showTabBar(of: navigator)
    let screen = Screen({ read.value(navigator) }) {
      onThreads(1) { _ in
        navigator.send(.selectTab(.library))
        navigator.push(.song(1))
        navigator.present(.song(2))
      }
    }
    #expect(screen.shown != read.changed)
    #expect(screen.notificationCount == 0)
    #expect(mainLoop.scheduledCount == 1)
    mainLoop.runTurn()
    #expect(screen.shown == read.changed)
    mainLoop.runTurn()
    #expect(screen.notificationCount == 1)
    #expect(mainLoop.scheduledCount == 0)
  }

  @Test func `a change in a later turn is shown as well`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop))
    for count in 1...3 {
      let screen = Screen({ navigator[pathOf: .home].count }) {
        onThreads(1) { _ in navigator.push(.song(count)) }
      }
      mainLoop.runTurn()
      #expect(screen.shown == count)
    }
  }

  @Test func `an unchanged part notifies no observer in the next turn`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop))
    let home = Screen({ navigator[pathOf: .home] }, beforeObservation: {})
    navigator.push(.song(1))
    #expect(home.notificationCount == 1)
    onThreads(1) { _ in navigator.send(.selectTab(.library)) }
    mainLoop.runTurn()
    #expect(home.notificationCount == 1)
  }

  @Test func `a change on the main thread schedules nothing`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop))
    mainLoop.showTabBar(of: navigator)
    let screen = Screen({ navigator.selectedTab }, beforeObservation: {})
    navigator.send(.selectTab(.library))
    #expect(screen.shown == .library)
    #expect(mainLoop.scheduledCount == 0)
  }

  @Test func `an observer that sends in the next turn is notified of its own change once`() {
    let mainLoop = TestMainLoop()
    let store = makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop)
    let navigator = Navigator(store)
    _ = navigator[pathOf: .home]
    withObservationTracking {
      _ = navigator.selectedTab
      onThreads(1) { _ in navigator.send(.selectTab(.library)) }
    } onChange: {
      navigator.push(.song(1), in: .tab(.home))
    }
    let home = Screen({ navigator[pathOf: .home] }, beforeObservation: {})
    mainLoop.runTurn()
    #expect(home.shown == [.song(1)])
    #expect(home.notificationCount == 1)
    #expect(store.revision == 2)
  }

  /// An observer that shows an alert runs the main loop while it is notified.
  @Test func `a turn that runs while observers are notified is followed by another one`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop))
    withObservationTracking {
      _ = navigator.selectedTab
    } onChange: {
      mainLoop.runTurn()
    }
    onThreads(1) { _ in navigator.push(.song(1)) }
    navigator.send(.selectTab(.library))
    #expect(mainLoop.scheduledCount == 1)
    mainLoop.runTurn()
    #expect(mainLoop.scheduledCount == 0)
    let screen = Screen({ navigator[pathOf: .library].count }) {
      onThreads(1) { _ in navigator.push(.song(2)) }
    }
    mainLoop.runTurn()
    #expect(screen.shown == 1)
  }

  @Test func `a scheduled turn does not keep a store alive`() {
    let mainLoop = TestMainLoop(isOnThisThread: false)
    weak var core: StoreCore<Navigation, NavigationAction<AppTab, Route>>?
    do {
      let store = makeStore(Navigation(tabs: AppTab.allCases), on: mainLoop)
      _ = store.state
      store.send(.push(.song(1)))
      core = store.core
    }
    #expect(mainLoop.scheduledCount == 1)
    #expect(core == nil)
    mainLoop.runTurn()
  }
}
