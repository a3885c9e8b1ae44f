@testable import NavStore
@testable import NavStoreCore
import Testing

/// The parts of a navigation that is nested deeply in an app's state, as views read them.
@Suite(.noMainLoop, .hangLimit) struct NestedPartTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  private struct App: Equatable, Sendable {
    var scene = Scene()
    var other = Scene()
  }

  private struct Scene: Equatable, Sendable {
    var navigation = Navigation(tabs: AppTab.allCases)
    var count = 0
  }

  private enum Action: Sendable {
    case count
    case scene(NavigationAction<AppTab, Route>)
    case other(NavigationAction<AppTab, Route>)
  }

  private let store: Store<App, Action>

  init() {
    let navigation = NavigationReducer<AppTab, Route>(rules: NavigationRules(maxDepth: 2))
    store = Store(
      initialState: App(),
      reducer: Reduce { state, action in
        switch action {
        case .count: state.scene.count += 1
        case .scene(let action): _ = navigation.reduce(into: &state.scene.navigation, action: action)
        case .other(let action): _ = navigation.reduce(into: &state.other.navigation, action: action)
        }
        return .none
      })
  }

  private func scene() -> ScopedStore<Navigation, NavigationAction<AppTab, Route>> {
    store.scope(state: \.scene, action: { (action: Action) in action }).scope(
      state: \.navigation, action: Action.scene)
  }

  private func other() -> ScopedStore<Navigation, NavigationAction<AppTab, Route>> {
    store.scope(state: \.other, action: { (action: Action) in action }).scope(
      state: \.navigation, action: Action.other)
  }

  @Test func `a part of a nested scope is observed separately, as a part of the store`() {
    let (navigator, other) = (Navigator(scene()), Navigator(other()))
    let readers = [
      ObservingReader { _ = navigator[pathOf: .home] }, ObservingReader { _ = other[pathOf: .home] },
      ObservingReader { [scene = scene()] in _ = scene.value(of: \.[pathOf: .home]) },
      ObservingReader { [store] in _ = store.value(of: \.scene.navigation[pathOf: .home]) },
    ]
    navigator.push(.song(1))
    other.push(.song(2))
    other.push(.song(3))
    store.send(.count)
    #expect(readers.map(\.notificationCount) == [1, 2, 1, 1])
    #expect(navigator[pathOf: .home] == [.song(1)])
    #expect(other[pathOf: .home] == [.song(2), .song(3)])
    #expect(scene().value(of: \.[pathOf: .home]) == [.song(1)])
    #expect(store.core.observedValueCount == 2)
  }

  @Test func `a reader in a nested scope is notified when the store refuses a value`() {
    let (navigator, other) = (Navigator(scene()), Navigator(other()))
    let reader = ObservingReader { _ = navigator[pathOf: .home] }
    let others = ObservingReader { _ = other[pathOf: .home] }
    navigator[pathOf: .home] = [.song(1), .song(2), .song(3)]
    #expect(navigator[pathOf: .home] == [])
    #expect((reader.notificationCount, others.notificationCount) == (1, 0))
  }

  @Test func `observers of a navigator in a computed scope are notified of each transaction`() {
    let navigator = Navigator(store.scope(state: { $0.scene.navigation }, action: Action.scene))
    let reader = ObservingReader { _ = (navigator[pathOf: .home], navigator.top) }
    navigator.push(.song(1))
    navigator.selectedTab = .library
    store.send(.count)
    #expect(navigator[pathOf: .home] == [.song(1)])
    #expect((navigator.selectedTab, navigator.top) == (.library, nil))
    #expect(reader.notificationCount == 3)
    // The store observes no part, because two functions cannot be compared.
    #expect(store.core.observedValueCount == 0)
  }

  @Test func `a part of a computed scope is computed at each read`() {
    let scope = store.scope(state: { $0.scene }, action: { (action: Action) in action })
    let navigation = scope.scope(state: \.navigation, action: Action.scene)
    let reader = ObservingReader { _ = navigation.value(of: \.top) }
    navigation.send(.push(.song(1)))
    #expect(navigation.value(of: \.top) == .song(1))
    store.send(.count)
    #expect(reader.notificationCount == 2)
  }

  @Test func `the path of a removed tab is empty, and is observed as the same part after the tab is added again`() {
    let navigator = Navigator(scene())
    navigator[pathOf: .library] = [.song(1)]
    let library = ObservingReader { _ = navigator[pathOf: .library] }
    let home = ObservingReader { _ = navigator[pathOf: .home] }
    let scrolls = ObservingReader { _ = navigator.scrollSignal(of: .library) }
    navigator.send(.setTabs([.home]))
    #expect(navigator[pathOf: .library] == [])
    #expect(library.notificationCount == 1)
    navigator.send(.setTabs(AppTab.allCases.reversed()))
    #expect(navigator[pathOf: .library] == [])
    #expect(library.notificationCount == 1)
    navigator[pathOf: .library] = [.song(2)]
    #expect(navigator[pathOf: .library] == [.song(2)])
    #expect((library.notificationCount, home.notificationCount, scrolls.notificationCount) == (2, 0, 0))
    #expect(store.core.observedValueCount == 3)
  }

  @Test func `the presentation of each route in each style is observed separately`() {
    let navigator = Navigator(scene())
    let sheet = ObservingReader { _ = navigator[isPresenting: .settings, as: .sheet] }
    let cover = ObservingReader { _ = navigator[isPresenting: .settings, as: .cover] }
    let song = ObservingReader { _ = navigator[isPresenting: .song(1), as: .sheet] }
    navigator.present(.settings)
    #expect((sheet.notificationCount, cover.notificationCount, song.notificationCount) == (1, 0, 0))
    #expect(navigator[isPresenting: .settings, as: .sheet])
    #expect(!navigator[isPresenting: .settings, as: .cover])
    navigator.present(.song(1))
    #expect((sheet.notificationCount, cover.notificationCount, song.notificationCount) == (1, 0, 1))
    #expect(navigator[isPresenting: .song(1), as: .sheet])
  }
}
