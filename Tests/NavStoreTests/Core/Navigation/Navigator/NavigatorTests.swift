@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// The parts that views read and set. Each part is observed separately, and each set sends one action or none.
@Suite(.noMainLoop) struct NavigatorTests {
  private typealias Navigation = NavigationState<AppTab, Screen>

  private enum Screen: Hashable, Sendable {
    case home(HomeScreen)
    case settings
    case song(Int)
  }

  private enum HomeScreen: Hashable, Sendable {
    case list, detail(Int)
  }

  private static let home = PathPart<Screen, HomeScreen>(embed: Screen.home) { screen in
    if case .home(let screen) = screen { screen } else { nil }
  }

  private let store: Store<Navigation, NavigationAction<AppTab, Screen>>
  private let navigator: Navigator<AppTab, Screen>

  init() {
    store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    navigator = Navigator(store)
  }

  // MARK: - Reads

  @Test func `each part is observed separately`() {
    let readers: [(String, ObservingReader, Int)] = [
      ("tabs", ObservingReader { [navigator] in _ = navigator.tabs }, 0),
      ("selection", ObservingReader { [navigator] in _ = navigator.selectedTab }, 1),
      ("sidebar", ObservingReader { [navigator] in _ = navigator.sidebarSelection }, 1),
      ("home", ObservingReader { [navigator] in _ = navigator[pathOf: .home] }, 1),
      ("library", ObservingReader { [navigator] in _ = navigator[pathOf: .library] }, 2),
      ("part", ObservingReader { [navigator] in _ = navigator[pathOf: .home, covering: Self.home] }, 1),
      ("modals", ObservingReader { [navigator] in _ = navigator.modals }, 1),
      ("scroll", ObservingReader { [navigator] in _ = navigator.scrollSignal(of: .library) }, 1),
      ("back", ObservingReader { [navigator] in _ = navigator.canGoBack }, 1),
    ]
    navigator.push(.song(1))  // home, back
    navigator.selectedTab = .library  // selection
    navigator.push(.song(2))  // library
    navigator.selectedTab = .library  // library
    navigator.selectedTab = .library  // scroll
    navigator.present(.settings)  // modals, back
    for (name, reader, count) in readers { #expect(reader.notificationCount == count, "\(name)") }
  }

  @Test func `the readers of a rejected write are notified`() {
    let navigator = Navigator(Navigation(tabs: AppTab.allCases), rules: NavigationRules(maxDepth: 1))
    let home = ObservingReader { _ = navigator[pathOf: .home] }
    let library = ObservingReader { _ = navigator[pathOf: .library] }
    navigator[pathOf: .home] = [.song(1), .song(2)]
    #expect(navigator[pathOf: .home] == [])
    #expect((home.notificationCount, library.notificationCount) == (1, 0))
    navigator[pathOf: .home] = [.song(1)]
    #expect((home.notificationCount, library.notificationCount) == (2, 0))
  }

  @Test func `a navigator of an app's store reads the navigation and sends the app's actions`() {
    struct State: Sendable {
      var navigation = Navigation(tabs: AppTab.allCases)
      var count = 0
    }
    enum Action: Sendable { case navigation(NavigationAction<AppTab, Screen>), count }
    let reducer = NavigationReducer<AppTab, Screen>()
    let store = Store(
      initialState: State(),
      reducer: Reduce<State, Action> { state, action in
        switch action {
        case .navigation(let action):
          return reducer.reduce(into: &state.navigation, action: action).map(Action.navigation)
        case .count:
          state.count += 1
          return .none
        }
      })
    let navigator = Navigator(store.scope(state: \.navigation, action: Action.navigation))
    let reader = ObservingReader { _ = navigator[pathOf: .home] }
    store.send(.count)
    #expect(reader.notificationCount == 0)
    navigator.push(.song(1))
    #expect(reader.notificationCount == 1)
    #expect(store.state.navigation.top == .song(1))
  }

  @Test func `reading the current state is not observed`() {
    let reader = ObservingReader { [navigator] in _ = navigator.current }
    navigator.push(.song(1))
    #expect(reader.notificationCount == 0)
    #expect(navigator.current.top == .song(1))
  }

  // MARK: - Writes

  /// Runs `set` and returns the number of transactions.
  private func transactions(_ set: () -> Void) -> Int {
    let before = store.revision
    set()
    return store.revision - before
  }

  @Test func `setting the selection of a tab bar is a tap`() {
    let selection = navigator.binding(\.selectedTab)
    navigator.push(.song(1))
    #expect(transactions { selection.value = .library } == 1)
    #expect(navigator[pathOf: .home] == [.song(1)])
    #expect(transactions { selection.value = .home } == 1)
    #expect(transactions { selection.value = .home } == 1)
    #expect(navigator[pathOf: .home] == [])
    #expect(transactions { selection.value = .home } == 1)
    #expect(navigator.scrollSignal(of: .home) == 1)
  }

  @Test func `setting the selection of a sidebar never pops or scrolls`() {
    let selection = navigator.binding(\.sidebarSelection)
    navigator.push(.song(1))
    #expect(transactions { selection.value = .home } == 0)
    #expect(transactions { selection.value = nil } == 0)
    #expect(transactions { selection.value = .library } == 1)
    #expect(selection.value == .library)
    #expect(navigator[pathOf: .home] == [.song(1)])
  }

  @Test func `a stack sets its path, and an unchanged path sends no action`() {
    let path = navigator.binding(\.[pathOf: .library])
    #expect(transactions { path.value = [] } == 0)
    #expect(transactions { path.value = [.song(1), .song(2)] } == 1)
    #expect(transactions { path.value = [.song(1), .song(2)] } == 0)
    #expect(transactions { path.value.removeLast() } == 1)
    #expect(path.value == [.song(1)])
    #expect(navigator.selectedTab == .home)
  }

  @Test func `a modal's path can be set only while the modal is presented`() throws {
    navigator.present(.settings)
    let id = try #require(navigator.modals.first?.id)
    let path = navigator.binding(\.[pathOf: id])
    #expect(transactions { path.value = [.song(1)] } == 1)
    #expect(transactions { path.value = [.song(1)] } == 0)
    navigator.dismiss()
    #expect(path.value == [.song(1)])  // while the sheet closes
    #expect(transactions { path.value = [.song(2)] } == 0)
  }

  @Test func `a stack of one type shows the longest prefix of that type`() {
    let part = navigator.binding(\.[pathOf: .home, covering: Self.home])
    navigator[pathOf: .home] = [.home(.list), .home(.detail(1)), .song(7), .home(.list)]
    #expect(part.value == [.list, .detail(1)])
    #expect(transactions { part.value = [.list, .detail(1)] } == 0)
    #expect(navigator[pathOf: .home].count == 4)
    #expect(transactions { part.value = [.list] } == 1)
    #expect(navigator[pathOf: .home] == [.home(.list)])
    part.value.append(.detail(2))
    #expect(navigator[pathOf: .home] == [.home(.list), .home(.detail(2))])
    navigator[pathOf: .home] = [.song(1)]
    #expect(part.value == [])
    let copy = Self.home
    #expect(copy == Self.home)
    #expect(copy != PathPart(embed: Screen.home, extract: Self.home.extract))
  }

  @Test func `a late write of a presentation does not dismiss the next one`() throws {
    navigator.present(.settings)
    let first = navigator.binding(\.[modal: navigator.presented()?.id])
    #expect(first.value?.root == .settings)
    navigator.send(.dismiss)
    navigator.present(.song(1))
    #expect(first.value == nil)
    #expect(transactions { first.value = nil } == 0)
    #expect(navigator.presented()?.root == .song(1))
    let second = navigator.binding(\.[modal: navigator.presented()?.id])
    #expect(transactions { second.value = second.value } == 0)
    #expect(transactions { second.value = nil } == 1)
    #expect(navigator.modals.isEmpty)
    #expect(transactions { navigator[modal: nil] = nil } == 0)
  }

  @Test func `each modal is presented by the modal below it, with its own style`() throws {
    navigator.present(.settings)
    navigator.present(.song(1), style: .cover)
    let first = try #require(navigator.presented())
    #expect(first.root == .settings)
    #expect(navigator.presented(as: .cover) == nil)
    #expect(navigator.presented(over: first.id) == nil)
    let second = try #require(navigator.presented(over: first.id, as: .cover))
    #expect(second.root == .song(1))
    #expect(navigator.presented(over: second.id) == nil)
    navigator[modal: first.id] = nil
    #expect(navigator.modals.isEmpty)
    #expect(navigator.presented(over: first.id) == nil)
  }

  @Test func `a switch presents a route and dismisses it`() {
    let isShown = navigator.binding(\.[isPresenting: .settings, as: .sheet])
    #expect(transactions { isShown.value = false } == 0)
    #expect(transactions { isShown.value = true } == 1)
    #expect(transactions { isShown.value = true } == 0)
    navigator.present(.song(1))
    #expect(isShown.value)
    #expect(transactions { isShown.value = false } == 1)
    #expect(navigator.modals.isEmpty)
  }

  // MARK: - Bindings of other parts

  @Test func `a binding keeps one object, whose value is read and set by key path`() {
    let selection = navigator.binding(\.selectedTab)
    let source = selection.source
    #expect(selection.source === source)
    let reader = ObservingReader { _ = source[keyPath: \.value] }
    source[keyPath: \.value] = .library
    #expect(selection.value == .library)
    #expect(navigator.current.selectedTab == .library)
    #expect(reader.notificationCount == 1)
  }

  @Test func `a binding to an app's state sends an action only if the value changes`() {
    let counter = makeCounter()
    let binding = counter.binding(of: \.self, send: { .add($0) })
    binding.value = 0
    #expect(counter.revision == 0)
    binding.value = 5
    #expect(counter.state == 5)
    let text = binding.map(get: { "\($0)" }, set: { Int($0) })
    #expect(text.value == "5")
    text.value = "x"
    #expect(counter.revision == 1)
    text.value = "2"
    #expect(counter.state == 7)
    let scoped = counter.scope(state: \.self, action: { (action: Counting.Action) in action }).binding(
      of: \.self, send: { .add($0) })
    scoped.value = 7
    #expect(counter.revision == 2)
    scoped.value = 1
    #expect(scoped.value == 8)
  }
}
