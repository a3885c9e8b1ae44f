import NavStore
import Testing

/// How do I show the stack as a breadcrumb, and go back one screen, to a chosen screen or to the root? How do I append
/// to the path from outside the stack, from a menu or a notification?
///
/// The path is an array of values, so the breadcrumb is a loop over it. Go back with `.popTo(depth:)`,
/// `.popTo(route)` or `popToRoot()`. Any code that has the navigator may push, and names the tab.
@Suite struct BreadcrumbTests {
  enum AppTab: CaseIterable { case files, recents }
  enum Route: Hashable { case folder(String), file(String), settings }

  // snippet: breadcrumb
  /// The bar above the stack.
  struct Breadcrumb {
    let navigator: Navigator<AppTab, Route>

    var titles: [String] {
      ["Files"]
        + navigator[pathOf: .files].map { route in
          switch route {
          case .folder(let name), .file(let name): name
          case .settings: "Settings"
          }
        }
    }

    /// The titles. The first is the root, which is not in the path, so the index of a title is its depth.
    func tap(_ index: Int) { navigator.send(.popTo(depth: index)) }
  }
  // end

  let navigator = Navigator(
    Store(
      initialState: NavigationState<AppTab, Route>(
        tabs: AppTab.allCases, paths: [.files: [.folder("Photos"), .folder("2024"), .file("tide.jpg")]]),
      reducer: NavigationReducer()))

  @Test func `a tap on a title pops to its screen, and a tap on the first title pops to the root`() {
    let breadcrumb = Breadcrumb(navigator: navigator)
    #expect(breadcrumb.titles == ["Files", "Photos", "2024", "tide.jpg"])
    breadcrumb.tap(2)
    #expect(breadcrumb.titles == ["Files", "Photos", "2024"])
    breadcrumb.tap(0)
    #expect(breadcrumb.titles == ["Files"])
  }

  @Test func `the path pops one screen, to a chosen route, and to the root`() {
    navigator.back()
    #expect(navigator[pathOf: .files] == [.folder("Photos"), .folder("2024")])
    navigator.send(.popTo(.folder("Photos")))
    #expect(navigator[pathOf: .files] == [.folder("Photos")])
    navigator.popToRoot()
    #expect(navigator[pathOf: .files].isEmpty)
  }

  @Test func `a tap on an outdated title changes nothing, where removeLast(k) would stop the program`() {
    let breadcrumb = Breadcrumb(navigator: navigator)
    navigator.popToRoot()
    breadcrumb.tap(2)
    navigator.send(.popTo(.folder("Photos")))
    #expect(navigator[pathOf: .files].isEmpty)
  }

  @Test func `of two equal folders, a route selects the upper one, and a depth selects exactly one`() {
    navigator[pathOf: .files] = [.folder("Backup"), .folder("Photos"), .folder("Backup"), .file("tide.jpg")]
    navigator.send(.popTo(.folder("Backup")))
    #expect(navigator[pathOf: .files] == [.folder("Backup"), .folder("Photos"), .folder("Backup")])
    navigator.send(.popTo(depth: 1))
    #expect(navigator[pathOf: .files] == [.folder("Backup")])
  }

  @Test func `a notification appends to the tab that it names, whatever is visible`() {
    navigator.selectedTab = .recents
    navigator.present(.settings)
    navigator.send(.push(.file("sent.pdf"), in: .tab(.files)))
    #expect(navigator[pathOf: .files].last == .file("sent.pdf"))
    #expect(navigator.top == .settings)

    navigator.push(.file("lost.pdf"))  // without a tab, it is pushed on the visible path: the sheet's
    #expect(navigator.focusedPath == [.file("lost.pdf")])
  }
}
