import NavStore
import Testing

/// How do I show a settings screen, which has no value: by `sheet(isPresented:)`, by a toggle, or on the stack by
/// `navigationDestination(isPresented:)`?
///
/// A screen without a value is a case of the routes. A switch for it is `$navigator[isPresenting: .settings]`; the
/// sheet itself is shown by `.modals(of:)`, which knows the presentation and not only the route. On a stack it is
/// pushed like any other: a screen beside the path is one that popping to the root, links and saving do not see.
@Suite struct ScreensWithoutAValueTests {
  enum AppTab: String, Codable, CaseIterable { case home }
  enum Route: Hashable, Codable { case settings, account, song(Int) }

  let navigator = Navigator(
    Store(initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer()))

  @Test func `a toggle presents the settings and dismisses them`() {
    navigator[isPresenting: .settings].toggle()
    #expect(navigator.modals.map(\.root) == [.settings])
    navigator[isPresenting: .settings] = true  // no second sheet
    #expect(navigator.modals.count == 1)
    navigator[isPresenting: .settings].toggle()
    #expect(navigator.modals.isEmpty)
  }

  @Test func `a sheet that says late that it was dismissed does not close the next one`() {
    navigator.present(.settings)
    let first = navigator.presented()?.id
    navigator[isPresented: first] = false  // the user has pulled it down
    navigator.present(.settings)
    navigator[isPresented: first] = false  // and SwiftUI writes it once more
    #expect(navigator.modals.map(\.root) == [.settings])

    navigator[isPresenting: .settings] = false  // a switch means the route, whichever presentation that is
    #expect(navigator.modals.isEmpty)
  }

  @Test func `on a stack the settings are a route, which goes when the stack pops to its root`() {
    navigator.push(.settings)
    navigator.push(.account)
    #expect(navigator[pathOf: .home] == [.settings, .account])
    navigator.back()
    #expect(navigator.top == .settings)
    navigator.popToRoot()
    #expect(navigator[pathOf: .home].isEmpty)
  }

  @Test func `settings on a stack and settings in a sheet are there again after a restart`() throws {
    navigator.push(.settings)
    navigator.present(.settings)
    let saved = try Persistence.encoded(navigator.current)

    let restored = Persistence.restored(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: saved).state
    #expect(restored.path(of: .home) == [.settings])
    #expect(restored.modals.map(\.root) == [.settings])
  }
}
