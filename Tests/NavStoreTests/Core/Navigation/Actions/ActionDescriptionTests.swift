import NavStore
import Testing

/// The one-line descriptions of actions.
@Suite struct ActionDescriptionTests {
  typealias Action = NavigationAction<AppTab, Route>

  @Test(arguments: [
    (Action.push(.song(7)), "push(song(7))"),
    (.push(.settings, in: .tab(.library)), "push(settings, in: library)"),
    (.push(.settings, in: .modal(ModalID(rawValue: 3))), "push(settings, in: modal 3)"),
    (.navigate(to: .settings), "navigate(to: settings)"), (.pop(), "pop(1)"), (.pop(2), "pop(2)"), (.back, "back"),
    (.setPath([.song(1), .settings], in: .focused), "setPath([song(1), settings], in: focused)"),
    (.setPath([], in: .tab(.home)), "setPath([], in: home)"),
    (
      .replaceOrDrop(.song(1), at: nil, in: .focused, with: nil),
      "replaceOrDrop(song(1), at: nil, in: focused, with: nil)"
    ),
    (
      .replaceOrDrop(.song(1), at: 2, in: .tab(.home), with: .song(2)),
      "replaceOrDrop(song(1), at: 2, in: home, with: song(2))"
    ),
    (.present(.settings), "present(settings)"), (.present(.settings, style: .cover), "present(settings, style: cover)"),
    (.dismiss(ModalID(rawValue: 2)), "dismissModal(2)"), (.setTabs([.home, .library]), "setTabs([home, library])"),
    (.deepLink(DeepLink(tab: .home, path: [.song(1)])), "deepLink(home /song(1))"), (.reset, "reset"),
  ])
  func `an action is described by its case and arguments`(action: Action, text: String) {
    #expect("\(action)" == text)
    #expect("\([action])" == "[\(text)]")
  }

  @Test func `an action of screens is described by its screen`() {
    let id = ScreenID(rawValue: 3)
    let actions: [NumberScreensAction] = [
      .navigation(.push(7)), .screen(id, .add(5)), .finish(id, with: .add(1)), .finish(id, with: nil),
      .screen(ScreenID(rawValue: -2), .add(5)), .start,
    ]
    let texts = [
      "push(7)", "screen 3: add(5)", "screen 3 finishes with add(1)", "screen 3 finishes", "root 2: add(5)", "start",
    ]
    #expect(actions.map { "\($0)" } == texts)
  }
}
