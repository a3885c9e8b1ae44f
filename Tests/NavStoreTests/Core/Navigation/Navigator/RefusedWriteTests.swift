@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// If a reducer rejects a write, the framework shows the state again, because it has already shown the write. Other
/// routers have the same problem: https://github.com/react-navigation/react-navigation/issues/11011 (iOS 16).
@Suite struct RefusedWriteTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  /// A control of a framework. Until the update at the end of the turn of its write, it compares the bound value with
  /// the value before the write, and finds no difference.
  private final class Control<Value: Equatable & Sendable>: Sendable {
    private struct Contents {
      var shown: Value
      var isWriting = false
    }

    private let binding: ValueBinding<Value>
    private let mainLoop: TestMainLoop
    private let contents: Locked<Contents>

    init(_ binding: ValueBinding<Value>, on mainLoop: TestMainLoop) {
      self.binding = binding
      self.mainLoop = mainLoop
      contents = Locked(Contents(shown: binding.value))
      observe()
    }

    private func observe() {
      withObservationTracking {
        _ = binding.value
      } onChange: {
        self.update()
        self.observe()
      }
    }

    private func update() {
      let value = binding.value
      contents.withLock { if !$0.isWriting { $0.shown = value } }
    }

    /// Shows a value that the user has chosen, and writes it.
    func show(_ value: Value) {
      contents.withLock { $0 = Contents(shown: value, isWriting: true) }
      mainLoop.whenViewsAreUpdated { self.contents.withLock { $0.isWriting = false } }
      binding.value = value
    }

    var shown: Value { contents.withLock(\.shown) }
  }

  private static let start = Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1), .song(2)]])

  /// A change by the user in a control. The control must show the previous value again.
  enum Refused: String, CaseIterable, Sendable {
    case swipeBack, popOfPart, tab, sidebar, modalPath, dismissal, switchOn, switchOff
  }

  @Test(arguments: Refused.allCases, [true, false])
  func `the framework shows the state again in the next turn`(_ refused: Refused, isScopeNamed: Bool) throws {
    let mainLoop = TestMainLoop()
    let isGuarded = Locked(false)
    let store = makeStore(Self.start, on: mainLoop) { _ in isGuarded.withLock(\.self) }
    // The parts of a scope with a closure are observed as a whole.
    let scope = isScopeNamed ? store.scope(state: \.self, action: { $0 }) : store.scope(state: { $0 }, action: { $0 })
    let navigator = Navigator(scope)
    navigator.present(.song(3))
    let modal = try #require(navigator.modals.first?.id)
    navigator[pathOf: modal] = [.song(4)]
    isGuarded.withLock { $0 = true }
    let before = store.state

    func expectPutBack<Value>(_ binding: ValueBinding<Value>, _ value: Value) where Value: Equatable & Sendable {
      let control = Control(binding, on: mainLoop)
      let before = control.shown
      control.show(value)
      #expect(control.shown == value)
      mainLoop.runTurn()
      #expect(control.shown == before)
    }
    switch refused {
    case .swipeBack: expectPutBack(navigator.binding(\.[pathOf: .home]), [.song(1)])
    case .popOfPart:
      let part = PathPart<Route, Route>(embed: \.self) { $0 }
      expectPutBack(navigator.binding(\.[pathOf: .home, covering: part]), [])
    case .tab: expectPutBack(navigator.binding(\.selectedTab), .library)
    case .sidebar: expectPutBack(navigator.binding(\.sidebarSelection), .library)
    case .modalPath: expectPutBack(navigator.binding(\.[pathOf: modal]), [])
    case .switchOn: expectPutBack(navigator.binding(\.[isPresenting: .song(9), as: .sheet]), true)
    case .switchOff: expectPutBack(navigator.binding(\.[isPresenting: .song(3), as: .sheet]), false)
    case .dismissal: expectPutBack(navigator.binding(\.[modal: modal]), nil)
    }
    #expect(store.state == before)
  }

  @Test func `readers of another path are not notified`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Self.start, on: mainLoop) { _ in true })
    let home = ObservingReader { _ = navigator[pathOf: .home] }
    let library = ObservingReader { _ = navigator[pathOf: .library] }
    navigator[pathOf: .home] = [.song(1)]
    #expect((home.notificationCount, library.notificationCount) == (0, 0))
    mainLoop.runTurn()
    #expect((home.notificationCount, library.notificationCount) == (1, 0))
  }

  @Test func `an accepted write schedules nothing`() {
    let mainLoop = TestMainLoop()
    let navigator = Navigator(makeStore(Self.start, on: mainLoop))
    navigator[pathOf: .home] = [.song(1)]
    #expect(mainLoop.scheduledCount == 0)
  }
}
