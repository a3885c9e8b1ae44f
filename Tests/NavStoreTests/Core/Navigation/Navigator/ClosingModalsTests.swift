@testable import NavStore
@testable import NavStoreCore
import Testing

/// A closing modal keeps its content, and a chain of modals leaves the screen together.
@Suite(.noMainLoop) struct ClosingModalsTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  private let store: Store<NavigationState<AppTab, Route>, NavigationAction<AppTab, Route>>
  private let navigator: Navigator<AppTab, Route>

  init() {
    store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    navigator = Navigator(store)
  }

  /// Presents a modal with a path, and reads it as its view does.
  private func present(_ route: Route, path: [Route] = [], style: ModalStyle = .sheet) throws -> ModalID {
    navigator.present(route, style: style)
    let id = try #require(navigator.modals.last?.id)
    if !path.isEmpty { navigator[pathOf: id] = path }
    _ = rendered()
    return id
  }

  /// Returns the chain of presentations as `.modals(of:)` reads it: each view reads the modal that is presented over
  /// its own.
  private func rendered() -> [Modal<Route>] {
    var modals: [Modal<Route>] = []
    while true {
      let base = modals.last?.id
      let sheet = navigator[presentation: navigator.presentation(over: base, as: .sheet)]
      let cover = navigator[presentation: navigator.presentation(over: base, as: .cover)]
      guard let modal = sheet ?? cover else { return modals }
      modals.append(modal)
    }
  }

  /// A way to dismiss a modal.
  struct Dismissal: CustomTestStringConvertible, Sendable {
    let name: String
    let behavior: ReportedBehavior
    let dismiss: @Sendable (Navigator<AppTab, Route>, ModalID) -> Void

    var testDescription: String { "\(behavior): \(name)" }
  }

  static let dismissals = [
    Dismissal(name: "by an action", behavior: .contentDisappearsTooSoon) { navigator, _ in navigator.dismiss() },
    Dismissal(name: "by a swipe, which writes nil", behavior: .sheetsReportLate) { navigator, id in
      navigator[presentation: id] = nil
    },
    Dismissal(name: "by the binding of an item", behavior: .sheetsShowTheirLastValue) { navigator, id in
      navigator[modal: id] = nil
    },
    Dismissal(name: "by a link", behavior: .contentDisappearsTooSoon) { navigator, _ in
      navigator.open(DeepLink(tab: .library, path: [.song(9)]))
    },
  ]

  @Test(arguments: dismissals)
  func `a sheet keeps its content while it closes`(_ dismissal: Dismissal) throws {
    let id = try present(.song(1), path: [.song(2), .song(3)])
    dismissal.dismiss(navigator, id)
    // The presentation ends...
    #expect(rendered().isEmpty)
    #expect(navigator[modal: id] == nil)
    // ...and the content stays until the modal is off the screen.
    #expect(navigator[pathOf: id] == [.song(2), .song(3)])
    #expect(navigator.modal(id)?.root == .song(1))
    let revision = store.revision
    navigator[pathOf: id] = []
    navigator[presentation: id] = nil
    #expect(store.revision == revision)
    #expect(navigator[pathOf: id] == [.song(2), .song(3)])
    navigator.modalDisappeared(id)
    #expect(navigator[pathOf: id] == [])
    #expect(navigator.modal(id) == nil)
  }

  @Test func `a modal that was never presented has no content`() {
    #expect(navigator[pathOf: ModalID(rawValue: 7)] == [])
    #expect(navigator.modal(ModalID(rawValue: 7)) == nil)
  }

  @Test func `a sheet that follows a closing sheet has its own content`() throws {
    let first = try present(.song(1), path: [.song(2)])
    navigator.dismiss()
    let second = try present(.song(3), path: [.song(4)])
    #expect(navigator[pathOf: first] == [.song(2)])
    #expect(navigator[pathOf: second] == [.song(4)])
    #expect(rendered().map(\.id) == [second])
  }

  @Test func `an identity that is presented again has the content of the state`() throws {
    let id = try present(.song(1), path: [.song(2)])
    let state = store.state
    navigator.dismiss()
    #expect(navigator[pathOf: id] == [.song(2)])
    store.core.replace(state, origin: .user)
    navigator[pathOf: id] = [.song(5)]
    #expect(navigator[pathOf: id] == [.song(5)])
    navigator.dismiss()
    #expect(navigator[pathOf: id] == [.song(5)])
  }

  /// Users dislike a cascade: https://github.com/johnpatrickmorgan/FlowStacks/issues/44 (iOS 15 and 16). UIKit removes
  /// a chain in one animation: https://github.com/code-payments/code-ios-app/pull/296.
  @Test func `a chain is dismissed by its lowest sheet`() throws {
    let first = try present(.song(1))
    let second = try present(.song(2), path: [.song(20)], style: .cover)
    let third = try present(.song(3))
    navigator.dismissAll()
    #expect(rendered().isEmpty)
    #expect(navigator[presentation: first] == nil)
    // The framework still has the views of the closing modals. They read:
    #expect(navigator.presentation(over: first, as: .sheet) == nil)
    #expect(navigator.presentation(over: first, as: .cover) == second)
    #expect(navigator[presentation: second]?.path == [.song(20)])
    #expect(navigator.presentation(over: second, as: .sheet) == third)
    #expect(navigator[presentation: third]?.root == .song(3))
    // For a modal that the app presents itself, each binding ends its own presentation.
    #expect(navigator[modal: second] == nil)
    #expect(navigator.presented(over: first, as: .cover) == nil)
  }

  @Test func `the upper part of a chain is dismissed by its lowest sheet`() throws {
    let first = try present(.song(1))
    let second = try present(.song(2))
    let third = try present(.song(3))
    navigator.dismiss(second)
    #expect(rendered().map(\.id) == [first])
    #expect(navigator[presentation: second] == nil)
    #expect(navigator[presentation: third]?.root == .song(3))
    let fourth = try present(.song(4))
    #expect(rendered().map(\.id) == [first, fourth])
    #expect(navigator.presentation(over: second, as: .sheet) == third)
  }

  @Test func `the content of at most sixteen modals is kept`() throws {
    var identities: [ModalID] = []
    for number in 0..<20 {
      identities.append(try present(.song(number), path: [.song(number)]))
      navigator.dismiss()
    }
    _ = rendered()
    #expect(identities.filter { navigator.modal($0) != nil } == Array(identities.suffix(16)))
  }
}
