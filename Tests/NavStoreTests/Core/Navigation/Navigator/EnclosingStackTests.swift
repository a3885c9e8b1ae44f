@testable import NavStore
@testable import NavStoreCore
import Testing

/// A tap below a closing sheet opens a screen below the sheet.
///
/// The framework reports up to a second late that a sheet was swiped away:
/// https://github.com/johnpatrickmorgan/FlowStacks/issues/69 (iOS 17).
@Suite(.noMainLoop) struct EnclosingStackTests {
  private typealias Navigation = NavigationState<AppTab, Route>

  private let navigator = Navigator(Navigation(tabs: AppTab.allCases, selectedTab: .library))

  /// What a link in a view sends.
  private func tapLink(in stack: EnclosingStack?, to route: Route = .song(7)) {
    navigator.push(route, in: navigator.target(from: stack))
  }

  @Test(arguments: [ModalStyle.sheet, .cover])
  func `a link below a closing modal is not lost`(style: ModalStyle) throws {
    navigator.present(.settings, style: style)
    let modal = try #require(navigator.modals.last?.id)
    // The sheet is off the screen. The user taps, and then the framework reports the end.
    tapLink(in: EnclosingStack(of: navigator))
    navigator[presentation: modal] = nil
    #expect(navigator[pathOf: .library] == [.song(7)])
    #expect(navigator.modals.isEmpty)
  }

  @Test func `a link in the lower of two modals is not lost`() throws {
    navigator.present(.settings)
    navigator.present(.song(1))
    let modals = navigator.modals.map(\.id)
    tapLink(in: EnclosingStack(modals[0], of: navigator))
    navigator[presentation: modals[1]] = nil
    #expect(navigator[pathOf: modals[0]] == [.song(7)])
    #expect(navigator.modals.map(\.id) == [modals[0]])
  }

  @Test func `a link in a modal opens a screen in the modal`() throws {
    navigator.present(.settings)
    let modal = try #require(navigator.modals.last?.id)
    tapLink(in: EnclosingStack(modal, of: navigator))
    #expect(navigator[pathOf: modal] == [.song(7)])
    #expect(navigator[pathOf: .library] == [])
  }

  @Test func `a link in a modal that has been dismissed opens nothing below it`() throws {
    navigator.present(.settings)
    let stack = EnclosingStack(try #require(navigator.modals.last?.id), of: navigator)
    navigator.dismiss()
    tapLink(in: stack)
    #expect(navigator[pathOf: .library] == [])
  }

  @Test func `without a stack in the environment, a link opens a screen on the focused path`() throws {
    #expect(navigator.target(from: nil) == .focused)
  }

  @Test func `a navigator in a modal of another navigator has stacks of its own`() {
    let outer = Navigator(Navigation(tabs: AppTab.allCases))
    #expect(navigator.target(from: EnclosingStack(ModalID(rawValue: 1), of: outer)) == .focused)
    #expect(navigator.target(from: EnclosingStack(of: outer)) == .focused)
  }

  @Test func `where views follow in steps, the tab is the one that they show`() {
    let store = Store(initialState: Navigation(tabs: AppTab.allCases), reducer: NavigationReducer())
    let stepped = SteppedNavigation(of: store)
    store.send(.selectTab(.library))
    #expect(stepped.navigator.target(from: EnclosingStack(of: stepped.navigator)) == .tab(.home))
  }
}
