import NavStore
import Observation
import Synchronization

extension Suite {
  /// Observers that read again after each notification, as views do.
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
            .observed("Navigator, the path of a tab", actions, part: \.[pathOf: .library]) { navigator in
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

/// Reads a value, and reads again after each notification.
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
