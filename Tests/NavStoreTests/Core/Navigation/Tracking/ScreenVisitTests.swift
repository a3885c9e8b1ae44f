@testable import NavStore
@testable import NavStoreCore
import NavStoreTesting
import Testing

/// The stream of the screens that become visible.
@Suite(.hangLimit) struct ScreenVisitTests {
  typealias State = NavigationState<AppTab, Route>
  typealias View = ScreenVisit<AppTab, Route>

  private let clock = TestClock()

  private func makeStore(_ state: State = State(tabs: AppTab.allCases)) -> Store<State, NavigationAction<AppTab, Route>>
  {
    Store(initialState: state, reducer: NavigationReducer(), clock: clock)
  }

  private static func text<Tab, Route>(_ view: ScreenVisit<Tab, Route>) -> String {
    let place = "\(view.screen.stack) \(view.screen.position.map { "\($0)" } ?? "root") \(view.screen.name)"
    let before = view.previous.map { ", before: \($0.name) for \(view.previousDuration.components.seconds) s" } ?? ""
    return "\(view.revision) \(view.origin.rawValue): \(place)\(before)"
  }

  private static func texts<Tab, Route>(_ count: Int, of views: AsyncStream<ScreenVisit<Tab, Route>>) async -> [String]
  {
    var texts: [String] = []
    for await view in views {
      texts.append(text(view))
      if texts.count == count { break }
    }
    return texts
  }

  @Test func `every screen that becomes visible is a view, roots and modals included`() async {
    let store = makeStore()
    let views = store.screenVisits(of: \.self)
    clock.advance(by: .seconds(3))
    store.send(.push(.song(7)))
    clock.advance(by: .seconds(2))
    store.send(.push(.song(7)))
    store.send(.tabTapped(.library), origin: .deepLink)
    store.send(.present(.settings))
    store.send(.push(.song(1)))
    store.send(.pop())
    store.send(.dismiss)
    #expect(
      await Self.texts(8, of: views) == [
        "0 restore: home root home", "1 user: home 0 song, before: home for 3 s",
        "2 user: home 1 song, before: song for 2 s", "3 deeplink: library root library, before: song for 0 s",
        "4 user: modal 1 root settings, before: library for 0 s", "5 user: modal 1 0 song, before: settings for 0 s",
        "6 user: modal 1 root settings, before: song for 0 s", "7 user: library root library, before: settings for 0 s",
      ])
  }

  @Test func `the time in the background does not count, and a return is another visit`() async {
    struct Scene: Sendable {
      var navigation = State(tabs: AppTab.allCases)
      var isVisible = true
    }
    enum Action: Sendable { case navigation(NavigationAction<AppTab, Route>), setVisible(Bool) }
    let navigation = NavigationReducer<AppTab, Route>()
    let store = Store(
      initialState: Scene(),
      reducer: Reduce<Scene, Action> { scene, action in
        switch action {
        case .navigation(let action): navigation.apply(action, to: &scene.navigation)
        case .setVisible(let isVisible): scene.isVisible = isVisible
        }
        return .none
      }, clock: clock)
    let visits = store.screenVisits(of: \.navigation, whileVisible: \.isVisible)
    clock.advance(by: .seconds(1))
    store.send(.setVisible(false))
    clock.advance(by: .seconds(100))
    store.send(.setVisible(false))
    store.send(.setVisible(true))
    clock.advance(by: .seconds(2))
    store.send([.navigation(.push(.song(7))), .setVisible(false)])
    clock.advance(by: .seconds(100))
    store.send(.navigation(.push(.song(8))))
    store.send([.navigation(.push(.settings)), .setVisible(true)], origin: .deepLink)
    store.send([.setVisible(false), .setVisible(true)])
    store.send(.navigation(.pop()))
    #expect(
      await Self.texts(4, of: visits) == [
        "0 restore: home root home", "3 user: home root home, before: home for 1 s",
        "6 deeplink: home 2 settings, before: home for 2 s", "8 user: home 1 song, before: settings for 0 s",
      ])

    store.send(.setVisible(false))
    let hidden = store.screenVisits(of: \.navigation, whileVisible: \.isVisible)
    store.send(.navigation(.pop()))
    store.send(.setVisible(true))
    #expect(await Self.texts(1, of: hidden) == ["11 user: home 0 song"])
  }

  @Test func `the name of a root is the text of its tab, whatever the type of the tab`() {
    struct Named: Hashable, Sendable, CustomStringConvertible {
      let id: String
      var description: String {
        Issue.record("the description of a tab was used")
        return ""
      }
    }
    struct Raw: RawRepresentable, Hashable, Sendable { let rawValue: Int }
    struct Wrapper: Hashable, Sendable { let tab: Named }
    struct Pair: Hashable, Sendable { var name = "a", number = 1 }
    struct Mirrored: Hashable, Sendable, CustomReflectable {
      let id = "a"
      var customMirror: Mirror {
        Issue.record("the mirror of a tab was used")
        return Mirror(self, children: [])
      }
    }
    struct Empty: Hashable, Sendable {}
    final class Object: Hashable, Sendable {
      static func == (first: Object, second: Object) -> Bool { first === second }
      func hash(into hasher: inout Hasher) {}
    }
    enum Kind: Hashable, Sendable {
      case home, list(Int)
      indirect case inside(Kind)
    }
    enum Spelled: String, Sendable { case home = "The home" }
    func name<Tab: Hashable & Sendable>(_ tab: Tab) -> String {
      ScreenVisit<Tab, Route>.Screen(of: NavigationState<Tab, Route>(tabs: [tab])).name
    }
    #expect(
      name(AppTab.home) == "home" && name(Spelled.home) == "home" && name(Kind.inside(.list(1))) == "inside(list(1))")
    #expect(name("The home") == "The home" && name(7) == "7" && name(UInt8(7)) == "7" && name(true) == "true")
    #expect(name(Named(id: "The home")) == "The home" && name(Wrapper(tab: Named(id: "a"))) == "a")
    #expect(name(Raw(rawValue: 7)) == "7" && name(Pair()) == "Pair(name: a, number: 1)")
    #expect(name(Mirrored()) == "Mirrored(…)" && name(Empty()) == "Empty(…)" && name(Object()) == "Object(…)")
    #expect(name(String?.none) == "nil" && name(Int?.some(7)) == "7")
  }

  @Test func `what is not seen is no view`() async {
    let store = makeStore()
    let views = store.screenVisits(of: \.self)
    store.send([.push(.song(1)), .push(.song(2)), .pop(), .push(.settings)])
    store.send(.push(.song(3), in: .tab(.library)))
    store.send(.tabTapped(.home))
    store.send(.tabTapped(.home))
    store.send([.push(.song(1)), .pop()])
    store.send(.present(.settings))
    #expect(
      await Self.texts(4, of: views) == [
        "0 restore: home root home", "1 user: home 1 settings, before: home for 0 s",
        "3 user: home root home, before: settings for 0 s", "6 user: modal 1 root settings, before: home for 0 s",
      ])
  }

  @Test func `a screen stays the same when a screen below it is removed or added, and is another one after a pop`()
    async
  {
    let store = makeStore(State(tabs: AppTab.allCases, paths: [.home: [.song(1), .song(2), .song(2)]]))
    let views = store.screenVisits(of: \.self)
    store.send(.remove(.song(1), at: 0, in: .focused))
    store.send(.setPath([.song(9), .song(8), .song(2), .song(2)], in: .focused))
    clock.advance(by: .seconds(4))
    store.send(.pop())
    store.send(.push(.song(2)))
    #expect(
      await Self.texts(3, of: views) == [
        "0 restore: home 2 song", "3 user: home 2 song, before: song for 4 s",
        "4 user: home 3 song, before: song for 0 s",
      ])
  }

  @Test func `a restored screen is the first view, once`() async {
    let store = makeStore(State(tabs: AppTab.allCases, paths: [.home: [.song(1), .settings]]))
    let views = store.screenVisits(of: \.self)
    store.send(.setPath([.song(1), .settings], in: .focused), origin: .restore)
    store.send(.back)
    #expect(
      await Self.texts(2, of: views) == [
        "0 restore: home 1 settings", "2 user: home 0 song, before: settings for 0 s",
      ])
  }

  @Test func `with identities, an equal route in the same place is another screen`() async {
    let store = Store(
      initialState: NumberScreens(NumberState(tabs: [1], paths: [1: [7]])), reducer: NumberScreensReducer.adding())
    let plain = store.screenVisits(of: \.navigation)
    let identified = store.screenVisits(of: \.identified)
    store.send([.navigation(.pop()), .navigation(.push(7))])
    store.send(.screen(ScreenID(rawValue: 2), .add(1)))
    store.send(.navigation(.pop()))
    #expect(
      await Self.texts(2, of: plain) == ["0 restore: 1 0 Int", "3 user: 1 root 1, before: Int for 0 s"])
    #expect(
      await Self.texts(3, of: identified) == [
        "0 restore: 1 0 Int", "1 user: 1 0 Int, before: Int for 0 s", "3 user: 1 root 1, before: Int for 0 s",
      ])
  }

  @Test func `the name of a route of several types is that of the route inside`() async {
    struct Album: Hashable, Codable, Sendable { var id: Int }
    var state = NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases)
    state.push(Album(id: 7))
    #expect(ScreenVisit.Screen(of: state).name == "Album")
    state.push(Route.song(1))
    #expect(ScreenVisit.Screen(of: state).name == "song")
  }

  @Test func `a route of several types has a name and parameters of its own, and reports nothing else`() {
    struct Album: Hashable, Codable, Sendable, TrackableRoute {
      var id: Int
      var owner: String
      var trackedName: String { "Album page" }
      var trackedParameters: [String: String] { ["id": "\(id)"] }
    }
    struct Login: Hashable, Codable, Sendable, TrackableRoute { var trackedName: String { "Login" } }
    var state = NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases)
    #expect(ScreenVisit.Screen(of: state).parameters == [:])
    state.push(Album(id: 7, owner: "ann"))
    #expect(ScreenVisit.Screen(of: state).name == "Album page")
    #expect(ScreenVisit.Screen(of: state).parameters == ["id": "7"])
    state.push(Login())
    #expect(ScreenVisit.Screen(of: state).name == "Login" && ScreenVisit.Screen(of: state).parameters == [:])
    state.push(Route.song(1))
    #expect(ScreenVisit.Screen(of: state).name == "song" && ScreenVisit.Screen(of: state).parameters == [:])
  }

  @Test func `the mirror of a view has its public members, and no storage`() async throws {
    let store = makeStore()
    var views = store.screenVisits(of: \.self).makeAsyncIterator()
    #expect(await views.next() != nil)
    clock.advance(by: .seconds(3))
    store.send(.push(.song(7)))
    let view = try #require(await views.next())
    let children = Mirror(reflecting: view).children
    #expect(
      children.map(\.label) == ["screen", "previous", "previousDuration", "origin", "revision", "time"])
    let values = children.map { "\($0.value)" }
    #expect(values.first == "\(view.screen)" && values.dropFirst().first == "\(view.previous as Any)")
    #expect(Array(values.suffix(4)) == ["3.0 seconds", "\(view.origin)", "1", "3.0 seconds"])
  }

  @Test func `without a stream, nothing is recorded`() async {
    let store = makeStore()
    #expect(store.core.recorderCount == 0)
    var views: AsyncStream<View>? = store.screenVisits(of: \.self)
    #expect(store.core.recorderCount == 1)
    _ = views
    views = nil
    #expect(store.core.recorderCount == 0)
  }
}
