import NavStore
import NavStoreTesting
import Testing

/// How do I show a sheet over a sheet, and dismiss or replace them?
///
/// The modals are a list with identities. Dismissing a modal also dismisses the modals above it. A view that reports
/// late that a sheet has closed names that sheet, so its successor stays open. Views that must not see one sheet
/// replaced by another in one update read a `SteppedNavigation`. Frameworks other than SwiftUI use a
/// `NavigationPresenter`.
@Suite(.hangLimit) struct SeveralSheetsTests {
  enum AppTab: String, Codable, CaseIterable { case home }
  enum Route: Hashable, Codable { case profile, editor, photo, login }

  let store = Store(
    initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  @Test func `each sheet is presented by the sheet below it`() {
    navigator.present(.profile)
    navigator.present(.editor)
    let profile = navigator.presented()
    #expect(profile?.root == .profile)
    #expect(navigator.presented(over: profile?.id)?.root == .editor)
  }

  @Test func `dismissing a sheet dismisses those above it and keeps those below it`() throws {
    for screen in [Route.profile, .editor, .photo] { navigator.present(screen) }
    navigator.dismiss()
    #expect(navigator.modals.map(\.root) == [.profile, .editor])
    let profile = try #require(navigator.modals.first)
    navigator[modal: profile.id] = nil  // the user pulls the sheet down, and the view writes the binding
    #expect(navigator.modals.isEmpty)
  }

  @Test func `a late report about a sheet does not dismiss its successor`() throws {
    navigator.present(.profile)
    // snippet: late report of a sheet
    let profile = try #require(navigator.modals.last)
    navigator.send(.dismiss)
    navigator.present(.login)
    navigator[modal: profile.id] = nil  // the view reports late that the profile was dismissed
    navigator[pathOf: profile.id] = [.photo]
    #expect("\(store.state)" == "[home] / | sheet 2: login")
    // end
  }

  @Test func `presenting the same screen again creates another sheet`() {
    navigator.present(.profile)
    navigator.dismiss()
    navigator.present(.profile)
    #expect(navigator.modals.map(\.id.rawValue) == [2])
  }

  @Test func `replacing a sheet takes two steps, and step limits allow one dismissal per step`() {
    navigator.present(.profile)
    navigator.present(.editor)
    let before = store.state
    store.send([.dismissAll, .present(.login)])
    #expect(
      store.state.steps(from: before).map(\.description) == ["dismiss 1, animated", "present sheet 3: login, animated"])
    #expect(
      store.state.steps(from: before, limits: StepLimits(dismissals: 1)).map(\.description) == [
        "dismiss 2, animated", "dismiss 1, animated", "present sheet 3: login, animated",
      ])
  }

  @Test func `a stepped navigation shows all sheets dismissed before the new sheet`() async {
    navigator.present(.profile)
    navigator.present(.editor)
    let stepped = SteppedNavigation(of: navigator.store)
    store.send([.dismissAll, .present(.login)])
    #expect(stepped.navigator.modals.map(\.root) == [.profile, .editor])  // unchanged until the views have updated

    let (updates, views) = AsyncStream.makeStream(of: [Route].self)
    let run = Task {
      await stepped.run { _ in
        views.yield(stepped.navigator.modals.map(\.root))
        if stepped.navigator.modals == store.state.modals { views.finish() }
      }
    }
    var seen: [[Route]] = []
    for await sheets in updates { seen.append(sheets) }
    run.cancel()
    await run.value
    #expect(seen == [[], [.login]])
  }

  @Test func `a presenter performs one step at a time, and later changes follow when it is done`() async throws {
    navigator.present(.profile)
    navigator.present(.editor)
    let editor = try #require(navigator.modals.last)
    let presenter = NavigationPresenter(
      of: store, showing: ShownNavigation(store.state), limits: StepLimits(dismissals: 1))
    store.send(.dismissAll)

    let (steps, shell) = AsyncStream.makeStream(of: String.self)
    let run = Task {
      await presenter.run { step in
        shell.yield("\(step.change)")
        if step.change == .dismiss(editor.id) { navigator.present(.login) }  // while the editor is still closing
        if presenter.shown == ShownNavigation(store.state) { shell.finish() }
      }
    }
    var shown: [String] = []
    for await step in steps { shown.append(step) }
    run.cancel()
    await run.value
    #expect(shown == ["dismiss 2", "dismiss 1", "present sheet 3: login"])
  }
}
