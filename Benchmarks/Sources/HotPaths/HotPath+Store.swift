import Dispatch
import NavStore
import Observation
import Suites

extension HotPath {
  static let send = HotPath("send") { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    return {
      for number in 0..<count { store.send(Tap.actions[number % Tap.actions.count]) }
      return store.revision
    }
  }

  static let sendWithScreens = HotPath("send-screens") { count in
    let store = Store(
      initialState: ScreenNavigation<CountingScreen>(Navigation.initial),
      reducer: ScreenNavigationReducer<CountingScreen, Int> { _, _ in .none })
    let actions = Tap.actions.map { ScreenNavigationAction<AppTab, Route, Int>.navigation($0) }
    return {
      for number in 0..<count { store.send(actions[number % actions.count]) }
      return store.revision
    }
  }

  static let openWithScreens = HotPath("open-screens") { count in
    let store = Store(
      initialState: ScreenNavigation<CountingScreen>(Navigation.initial),
      reducer: ScreenNavigationReducer<CountingScreen, Int> { _, _ in .none })
    let actions = [[Route.item(1), .item(2)], [.item(1), .settings], []].map { path in
      ScreenNavigationAction<AppTab, Route, Int>.navigation(.deepLink(DeepLink(tab: .search, path: path)))
    }
    return {
      for number in 0..<count { store.send(actions[number % actions.count]) }
      return store.revision
    }
  }

  static let sendGuarded = HotPath("send-guarded") { count in
    let store = GuardedApp.makeStore()
    let actions = Tap.actions.map(GuardedApp.Action.navigation)
    return {
      for number in 0..<count { store.send(actions[number % actions.count]) }
      return store.revision
    }
  }

  static let sendWithStalledSubscriber = HotPath("send-stalled-subscriber") { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    let executor = ThisThread()
    let states = store.states(of: \.self)
    Task(executorPreference: executor) {
      var iterator = states.makeAsyncIterator()
      _ = await iterator.next()
      // The subscriber has received one state and does not request another.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      _ = await iterator.next()
    }
    executor.drain()
    return {
      for number in 0..<count { store.send(Tap.actions[number % Tap.actions.count]) }
      return store.revision
    }
  }

  static let sendWithLiveSubscriber = HotPath("send-live-subscriber") { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    let executor = ThisThread()
    let changes = store.changes
    Task(executorPreference: executor) {
      for await _ in changes {}
    }
    executor.drain()
    return {
      for number in 0..<count {
        store.send(Tap.actions[number % Tap.actions.count])
        executor.drain()
      }
      return executor.jobCount
    }
  }

  static let sendObserved = HotPath("send-observed") { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    let observer = Observer(store)
    observer.watch()
    return {
      for number in 0..<count { store.send(Tap.actions[number % Tap.actions.count]) }
      return withExtendedLifetime(observer) { store.revision }
    }
  }

  // A view that reads several values is not measured here: its cost depends on the hashes of key paths, which differ
  // from program to program. `Ratios` measures it.
  static let sendTabBar = HotPath("send-tab-bar") { count in
    let navigator = Navigator(Navigation.initial)
    let view = DrawnView()
    return {
      for number in 0..<count {
        view.drawIfOutdated { _ = navigator.selectedTab }
        navigator.send(Tap.actions[number % Tap.actions.count])
      }
      return navigator.store.revision
    }
  }

  static let effectSend = HotPath("effect-send") { count in
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Bool> { sum, isForwarded in
        sum += 1
        return isForwarded ? .none : .send(true)
      })
    return {
      for _ in 0..<count { store.send(false) }
      return store.state
    }
  }

  static let effectRun = HotPath("effect-run") { count in
    let ended = DispatchSemaphore(value: 0)
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Bool> { sum, isResult in
        sum += 1
        return isResult ? .none : .run { $0.send(true) }
      })
    return {
      for _ in 0..<count {
        let effects = store.send(false)
        Task {
          await effects.finish()
          ended.signal()
        }
        ended.wait()
      }
      return store.state
    }
  }

  static let transaction = HotPath("transaction-of-10") { count in
    let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
    return {
      for _ in 0..<(count / 10) { store.send(Tap.actions) }
      return store.revision
    }
  }

  static let navigatorReads = HotPath("navigator-reads") { count in
    let navigator = Navigator(Navigation.deep(10))
    return {
      var depth = 0
      for _ in 0..<count {
        depth += navigator.focusedPath.count + navigator.modals.count
        depth += navigator.selectedTab == .home && navigator.canGoBack ? 1 : 0
      }
      return depth
    }
  }
}

/// The most frequent actions of a user.
enum Tap {
  /// Ten actions whose last state is the first.
  static let actions: [Action] = [
    .push(.item(1)), .push(.search(text: "a text that is too long for a small string", page: 1)), .pop(),
    .tabTapped(.search), .push(.item(2)), .tabTapped(.library), .tabTapped(.search), .pop(), .tabTapped(.home), .pop(),
  ]
}

/// Reads the state, and again after each notification.
private final class Observer: Sendable {
  private let store: Store<Navigation, Action>

  init(_ store: Store<Navigation, Action>) {
    self.store = store
  }

  func watch() {
    withObservationTracking {
      _ = store.state
    } onChange: { [weak self] in
      self?.watch()
    }
  }
}

private struct CountingScreen: ScreenContent {
  typealias Tab = AppTab

  var count = 0

  init?(route: Route) {}
}
