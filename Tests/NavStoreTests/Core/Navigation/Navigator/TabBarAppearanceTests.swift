@testable import NavStore
@testable import NavStoreCore
import Observation
import Testing

/// A tab bar that appears selects no tab by itself.
@Suite struct TabBarAppearanceTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  enum Event: Sendable {
    case read
    case write(AppTab)
    case sidebar(AppTab)
    /// A view with `.modals(of:)` is created, and then the tab bar in it.
    case create
    /// A link selects the library, and opens a song.
    case link
    /// The turn of the main loop ends.
    case turn
  }

  struct Sequence: CustomTestStringConvertible, Sendable {
    let name: String
    let events: [Event]
    /// The selected tab at the end. At the start, it is the library with one song.
    let selected: AppTab
    /// The path of the library at the end.
    var path: [Route] = [.song(1)]
    let actions: Int
    /// Whether the readers of the selection are notified, so that the tab bar reads it again.
    var isNotified = false

    var testDescription: String { "\(ReportedBehavior.tabsResetAtLaunch): \(name)" }
  }

  static let sequences = [
    Sequence(
      name: "the first tab is set during the first layout", events: [.read, .write(.home), .turn],
      selected: .library, actions: 0, isNotified: true),
    Sequence(
      name: "the selected tab is set during the first layout", events: [.read, .write(.library), .turn],
      selected: .library, actions: 0),
    Sequence(
      name: "the first tab is set twice", events: [.read, .write(.home), .read, .write(.home), .turn, .read],
      selected: .library, actions: 0, isNotified: true),
    Sequence(
      name: "a sidebar sets its first entry during the first layout", events: [.read, .sidebar(.home), .turn],
      selected: .library, actions: 0, isNotified: true),
    Sequence(
      name: "a link opens before the tab bar appears", events: [.link, .turn, .read, .write(.home), .turn],
      selected: .library, path: [.song(2)], actions: 1, isNotified: true),
    Sequence(
      name: "a link opens while the tab bar appears", events: [.read, .link, .write(.home), .turn],
      selected: .library, path: [.song(2)], actions: 1, isNotified: true),
    Sequence(
      name: "the user taps the first tab after the first layout",
      events: [.read, .write(.home), .turn, .read, .write(.home), .turn],
      selected: .home, actions: 1, isNotified: true),
    Sequence(
      name: "the user taps the selected tab after the first layout", events: [.read, .turn, .write(.library)],
      selected: .library, path: [], actions: 1),
    Sequence(
      name: "the tab bar is created again after a sign-out",
      events: [.create, .read, .turn, .create, .read, .write(.home), .turn, .read],
      selected: .library, actions: 0, isNotified: true),
    Sequence(
      name: "two tab bars are created again in one turn",
      events: [.create, .read, .turn, .create, .create, .write(.home), .write(.home), .turn],
      selected: .library, actions: 0, isNotified: true),
    Sequence(
      name: "the user taps a tab of a tab bar that was created again",
      events: [.create, .read, .turn, .create, .read, .write(.home), .turn, .write(.home), .turn],
      selected: .home, actions: 1, isNotified: true),
    Sequence(
      name: "the app selects a tab before the tab bar appears", events: [.write(.home), .turn, .read, .turn],
      selected: .home, actions: 1),
    Sequence(
      name: "the app selects the selected tab before the tab bar appears", events: [.write(.library), .turn],
      selected: .library, actions: 0),
  ]

  @Test(arguments: sequences, [false, true])
  func `only a tap after the first layout selects another tab`(_ sequence: Sequence, inSteps: Bool) {
    let mainLoop = TestMainLoop()
    let start = Navigation(tabs: AppTab.allCases, selectedTab: .library, paths: [.library: [.song(1)]])
    let store = makeStore(start, on: mainLoop)
    let stepped = mainLoop.withStores { SteppedNavigation(of: store) }
    let navigator = inSteps ? stepped.navigator : Navigator(store)
    let notifications = Locked(0)
    for event in sequence.events {
      switch event {
      case .read:
        withObservationTracking {
          _ = navigator.selectedTab
        } onChange: {
          notifications.withLock { $0 += 1 }
        }
      case .write(let tab): navigator.selectedTab = tab
      case .create: navigator.tabBarAppears()
      case .sidebar(let tab): navigator.sidebarSelection = tab
      case .link: store.send(.deepLink(DeepLink(tab: .library, path: [.song(2)])), origin: .deepLink)
      case .turn: mainLoop.runTurn()
      }
    }
    #expect(store.state.selectedTab == sequence.selected)
    #expect(store.state.path(of: .library) == sequence.path)
    #expect(store.revision == sequence.actions)
    #expect((notifications.withLock(\.self) > 0) == sequence.isNotified)
  }

  @Test(.noMainLoop) func `without a main loop, each write is a tap`() {
    let navigator = Navigator(Navigation(tabs: AppTab.allCases, paths: [.home: [.song(1)]]))
    _ = navigator.selectedTab
    navigator.selectedTab = .home
    #expect(navigator.current.path(of: .home) == [])
  }
}
