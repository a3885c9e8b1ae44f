import NavStore
import NavStoreTesting
import Testing

/// How do I show a sheet over a sheet, and dismiss or replace them?
///
/// The modals are a list with identities. To dismiss one dismisses those that lie on it, and whoever says late that a
/// sheet has ended names that sheet and not its successor. Views that must not see one sheet replaced by another in one
/// update follow a `SteppedNavigation`, and other shells a `NavigationPresenter`.
@Suite(.hangLimit) struct SeveralSheetsTests {
  enum AppTab: String, Codable, CaseIterable { case home }
  enum Route: Hashable, Codable { case profile, editor, photo, login }

  let store = Store(
    initialState: NavigationState<AppTab, Route>(tabs: AppTab.allCases), reducer: NavigationReducer())
  let navigator: Navigator<AppTab, Route>

  init() { navigator = Navigator(store) }

  @Test func `each sheet is presented by the one below it`() {
    navigator.present(.profile)
    navigator.present(.editor)
    let profile = navigator.presented()
    #expect(profile?.root == .profile)
    #expect(navigator.presented(over: profile?.id)?.root == .editor)
  }

  @Test func `a lower sheet takes those with it that lie on it, and the top one leaves it alone`() throws {
    for screen in [Route.profile, .editor, .photo] { navigator.present(screen) }
    navigator.dismiss()
    #expect(navigator.modals.map(\.root) == [.profile, .editor])
    let profile = try #require(navigator.modals.first)
    navigator[modal: profile.id] = nil  // the user pulls it down: the view writes the binding
    #expect(navigator.modals.isEmpty)
  }

  @Test func `a sheet that ends late does not take its successor with it`() throws {
    navigator.present(.profile)
    let profile = try #require(navigator.modals.last)
    navigator.send(.dismiss)
    navigator.present(.login)
    navigator[modal: profile.id] = nil  // the view says only now that the profile has gone
    navigator[isPresented: profile.id] = false
    navigator[pathOf: profile.id] = [.photo]
    #expect("\(store.state)" == "[home] / | sheet 2: login")
  }

  @Test func `the same screen presented again is another sheet`() {
    navigator.present(.profile)
    navigator.dismiss()
    navigator.present(.profile)
    #expect(navigator.modals.map(\.id.rawValue) == [2])
  }

  @Test func `a sheet is replaced in two steps, and a shell may ask that each step dismisses one`() {
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

  @Test func `views that follow in steps see all sheets go, and then the new one`() async {
    navigator.present(.profile)
    navigator.present(.editor)
    let stepped = SteppedNavigation(of: navigator.store)
    store.send([.dismissAll, .present(.login)])
    #expect(stepped.navigator.modals.map(\.root) == [.profile, .editor])  // until the views have had their time

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

  @Test func `a presenter hands out one step at a time, and what comes meanwhile follows when it is done`() async throws
  {
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
