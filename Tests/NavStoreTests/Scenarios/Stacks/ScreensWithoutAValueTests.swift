import NavStore
import Testing

/// How do I show a settings screen, which has no value: with `sheet(isPresented:)`, a toggle, or
/// `navigationDestination(isPresented:)` on the stack?
///
/// A screen without a value is a case of the routes. `$navigator[isPresenting: .settings]` is a binding for a toggle.
/// `.modals(of:)` shows the sheet: it reads the presentation and not only the route. On a stack, push the route like
/// any other. Popping to the root, links and saving ignore a screen that is not in the path.
@Suite struct ScreensWithoutAValueTests {
  enum AppTab: String, Codable, CaseIterable { case home }
  enum Route: Hashable, Codable { case settings, account, song(Int) }

  let navigator = Navigator(
    Store(initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer()))

  @Test func `a toggle presents the settings and dismisses them`() {
    navigator[isPresenting: .settings].toggle()
    #expect(navigator.modals.map(\.root) == [.settings])
    navigator[isPresenting: .settings] = true  // presents no second sheet
    #expect(navigator.modals.count == 1)
    navigator[isPresenting: .settings].toggle()
    #expect(navigator.modals.isEmpty)
  }

  @Test func `a late report that a sheet was dismissed does not close the next sheet`() {
    navigator.present(.settings)
    let first = navigator.presented()?.id
    navigator[modal: first] = nil  // the user has pulled the sheet down
    navigator.present(.settings)
    navigator[modal: first] = nil  // SwiftUI writes the value again
    #expect(navigator.modals.map(\.root) == [.settings])

    navigator[isPresenting: .settings] = false  // a toggle dismisses the route, whichever presentation shows it
    #expect(navigator.modals.isEmpty)
  }

  @Test func `on a stack the settings are a route, which popping to the root removes`() {
    navigator.push(.settings)
    navigator.push(.account)
    #expect(navigator[pathOf: .home] == [.settings, .account])
    navigator.back()
    #expect(navigator.top == .settings)
    navigator.popToRoot()
    #expect(navigator[pathOf: .home].isEmpty)
  }

  @Test func `settings on a stack and settings in a sheet are restored after a restart`() throws {
    navigator.push(.settings)
    navigator.present(.settings)
    let saved = try Persistence.encoded(navigator.current)

    let restored = Persistence.restored(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: saved).state
    #expect(restored.path(of: .home) == [.settings])
    #expect(restored.modals.map(\.root) == [.settings])
  }
}
