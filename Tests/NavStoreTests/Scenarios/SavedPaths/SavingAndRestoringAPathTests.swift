import Foundation
import NavStore
import NavStoreTesting
import Testing

/// How do I save the path of a `NavigationStack` and restore it when the app starts again?
///
/// Call `Persistence.load` before the first frame, and create a `Persistence` for the store. Loading never throws. If
/// no saved state exists, or none can be read, the app starts at its root and the report explains why. The initial
/// state is not saved.
@Suite struct SavingAndRestoringAPathTests {
  enum AppTab: String, Codable, CaseIterable { case recipes, shopping }
  enum Route: Hashable, Codable { case recipe(Int), step(Int, of: Int) }

  /// The app, as its `@main` type creates it.
  struct CookBook {
    let report: RestoreReport
    let navigator: Navigator<AppTab, Route>
    let persistence: Persistence<NavigationState<AppTab, Route>>

    init(savingTo storage: any StateStorage) {
      let restored = Persistence.load(NavigationState<AppTab, Route>(tabs: AppTab.allCases), from: storage)
      let store = Store(initialState: restored.state, reducer: NavigationReducer())
      report = restored.report
      navigator = Navigator(store)
      persistence = Persistence(of: store, to: storage)
    }
  }

  @Test func `the app starts on the screen where the user left it`() async throws {
    let storage = InMemoryStorage()
    let app = CookBook(savingTo: storage)
    app.navigator[pathOf: .recipes] = [.recipe(7), .step(2, of: 7)]  // the view writes the binding
    try await app.persistence.flush()  // the app goes to the background

    let restarted = CookBook(savingTo: storage)
    #expect(restarted.navigator[pathOf: .recipes] == [.recipe(7), .step(2, of: 7)])
    #expect(restarted.report.isUnchanged)
  }

  @Test func `the first save creates a missing directory, and loading before it is no error`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cook-book-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileStorage(url: folder.appendingPathComponent("not/there/yet.state"))

    let app = CookBook(savingTo: file)
    #expect("\(app.report)" == "No state has been saved yet. The initial state is used.")
    app.navigator.push(.recipe(7))
    try await app.persistence.flush()
    #expect(CookBook(savingTo: file).navigator[pathOf: .recipes] == [.recipe(7)])
  }

  @Test func `an unreadable file is moved aside, and the app starts at its root and reports it`() {
    let storage = InMemoryStorage(current: Data("[]".utf8))
    let app = CookBook(savingTo: storage)
    #expect(app.navigator[pathOf: .recipes] == [])
    #expect(!app.report.isUnchanged)
    #expect(app.report.findings.map(\.reason).contains(.foreign))
    #expect(storage.quarantined.count == 1)  // never deleted: the user can attach it to a bug report
  }

  @Test func `a route that the app no longer has ends the path and is reported`() throws {
    enum OldRoute: Hashable, Codable { case recipe(Int), video(Int) }
    let old = NavigationState<AppTab, OldRoute>(tabs: AppTab.allCases, paths: [.recipes: [.recipe(7), .video(1)]])
    let storage = InMemoryStorage(current: try Persistence.encoded(old))
    let app = CookBook(savingTo: storage)
    #expect(app.navigator[pathOf: .recipes] == [.recipe(7)])
    #expect(!app.report.isUnchanged)
    #expect(app.report.repairs.droppedRoutes.map(\.position) == [1])
    #expect("\(app.report)".contains("Route 2 of recipes, "))
  }

  @Test func `data for @SceneStorage restores the path, and nil restores the initial state`() throws {
    let start = NavigationState<AppTab, Route>(tabs: AppTab.allCases)
    #expect(Persistence.restored(start, from: nil).state == start)

    let navigator = Navigator(Store(initialState: start, reducer: NavigationReducer()))
    navigator.push(.recipe(7))
    let saved = try Persistence.encoded(navigator.current)
    #expect(Persistence.restored(start, from: saved).state.path(of: .recipes) == [.recipe(7)])
  }

  @Test func `the initial state is not saved, so a start overwrites nothing`() async throws {
    let storage = InMemoryStorage()
    let app = CookBook(savingTo: storage)
    try await app.persistence.flush()
    #expect(storage.writeCount == 0)
    app.navigator.push(.recipe(7))
    try await app.persistence.flush()
    #expect(storage.writeCount == 1)
  }
}
