import NavStore
import Observation
import Synchronization

extension Suite {
  /// A view that is drawn again after each change that it observes, compared with the same view of a router by hand.
  static var views: Series {
    let actions = Array(Workload.actions.prefix(20_000))
    return Series(
      "a view is drawn again after each change",
      [
        .drawn(
          "the selected tab", actions, byHand: { _ = $0.selected }, { _ = $0.selectedTab }),
        .drawn(
          "what a screen with tabs and a stack reads", actions,
          byHand: {
            _ = $0.selected
            _ = $0.focusedPath
            _ = $0.modals
            _ = $0.canGoBack
          },
          {
            _ = $0.selectedTab
            _ = $0.focusedPath
            _ = $0.modals
            _ = $0.canGoBack
          }),
      ])
  }

  /// Observers that read again during each notification.
  static var observation: Series {
    let actions = Array(Workload.actions.prefix(20_000))
    return Series(
      "send, observed",
      [
        Point(
          operations: actions.count, floor: .byHand(actions.map(HandAction.init)),
          [
            .readOnce(actions),
            .observed("the state, by withObservationTracking", actions, part: \.self) { navigator in
              { _ = navigator.store.state }
            },
            .observed("Navigator, the selected tab", actions, part: \.selectedTab) { navigator in
              { _ = navigator.selectedTab }
            },
            .observed("Navigator, the path of a tab", actions, part: \.libraryPath) { navigator in
              { _ = navigator[pathOf: .library] }
            },
            .observed("Navigator, what a screen with tabs and a stack reads", actions, part: \.focusedPath) {
              navigator in
              {
                _ = navigator.selectedTab
                _ = navigator.focusedPath
                _ = navigator.modals
                _ = navigator.canGoBack
              }
            },
          ])
      ])
  }
}

extension Navigation {
  fileprivate var libraryPath: [Route] { path(of: .library) }
}

extension Contender {
  /// An observer that has read the state once. From then on, each transaction notifies observers.
  fileprivate static func readOnce(_ actions: [Action]) -> Contender {
    Contender("the state, read once") {
      let store = Store(initialState: Navigation.initial, reducer: NavigationReducer())
      _ = store.state
      return Run {
        for action in actions { store.send(action) }
        return { Place(store.state) }
      }
    }
  }

  /// An observer that reads again after each notification.
  ///
  /// - Parameter part: The observed value, or a part of it. The observer must be notified at least once per change.
  fileprivate static func observed<Part: Equatable>(
    _ name: String, _ actions: [Action], part: KeyPath<Navigation, Part> & Sendable,
    read: @escaping @Sendable (Navigator<AppTab, Route>) -> @Sendable () -> Void
  ) -> Contender {
    Contender(name) {
      let navigator = Navigator(Store(initialState: Navigation.initial, reducer: NavigationReducer<AppTab, Route>()))
      let observer = Observer(read(navigator))
      observer.watch()
      let store = navigator.store
      return Run {
        for action in actions { store.send(action) }
        let told = observer.told
        return {
          let changes = Self.changes(of: part, by: actions)
          try WorkNotDone.unless(told >= changes, "An observer was told \(told) times of \(changes) changes.")
          return Place(navigator.current)
        }
      }
    }
  }

  /// A view that reads parts of a navigator's navigation.
  fileprivate static func drawn(
    _ name: String, _ actions: [Action], _ read: @escaping @Sendable (Navigator<AppTab, Route>) -> Void,
    _ makeNavigator: @escaping @Sendable () -> Navigator<AppTab, Route>
  ) -> Contender {
    Contender(name) {
      let (navigator, view) = (makeNavigator(), DrawnView())
      return Run {
        for action in actions {
          view.drawIfOutdated { read(navigator) }
          navigator.send(action)
        }
        return { Place(navigator.current) }
      }
    }
  }

  /// Returns how often actions change a part of the state.
  private static func changes<Part: Equatable>(of part: KeyPath<Navigation, Part>, by actions: [Action]) -> Int {
    var state = Navigation.initial
    return actions.count { action in
      let before = state[keyPath: part]
      state.apply(action)
      return state[keyPath: part] != before
    }
  }
}

extension Point {
  /// A view that reads parts of the navigation.
  fileprivate static func drawn(
    _ parts: String, _ actions: [Action], byHand readByHand: @escaping @Sendable (HandRouter) -> Void,
    _ read: @escaping @Sendable (Navigator<AppTab, Route>) -> Void
  ) -> Point {
    let handActions = actions.map(HandAction.init)
    return Point(
      operations: actions.count,
      floor: Contender("an @Observable class, \(parts)") {
        let (router, view) = (HandRouter(), DrawnView())
        return Run {
          for action in handActions {
            view.drawIfOutdated { readByHand(router) }
            router.send(action)
          }
          return { router.place }
        }
      },
      [
        .drawn("Navigator, \(parts)", actions, read) { Navigator(Navigation.initial) },
        .drawn("Navigator of a part of an app, \(parts)", actions, read) {
          let store = Store(initialState: AppState(), reducer: AppReducer())
          return Navigator(store.scope(state: \.navigation, action: AppAction.navigation))
        },
      ])
  }
}

/// Reads values after a notification, but not during it, as a view does.
public final class DrawnView: Sendable {
  private let isOutdated = Atomic(true)

  /// Creates a view that was not drawn yet.
  public init() {}

  /// Reads values, unless they were read before and no notification has followed.
  public func drawIfOutdated(_ read: () -> Void) {
    guard isOutdated.exchange(false, ordering: .relaxed) else { return }
    withObservationTracking(read) { self.isOutdated.store(true, ordering: .relaxed) }
  }
}

/// Reads a value, and reads again during each notification.
private final class Observer: Sendable {
  private let count = Atomic(0)
  private let read: @Sendable () -> Void

  init(_ read: @escaping @Sendable () -> Void) {
    self.read = read
  }

  var told: Int { count.load(ordering: .relaxed) }

  func watch() {
    withObservationTracking(read) { [weak self] in
      guard let self else { return }
      count.add(1, ordering: .relaxed)
      watch()
    }
  }
}
