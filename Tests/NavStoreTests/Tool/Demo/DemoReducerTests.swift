import NavStore
import NavStoreTool
import Testing

@Suite struct DemoReducerTests {
  /// Returns the notes of the last transaction.
  private func notes(after transactions: [DemoNavigationAction]...) -> [String] {
    let store = Store(initialState: DemoState(), reducer: DemoReducer())
    for actions in transactions { store.send(DemoAction.transaction(actions)) }
    return store.state.notes
  }

  @Test(
    arguments: [
      ([], .tabTapped(.home), "home is at its root already: scrolled to the top"),
      ([.push(.song(1)), .push(.song(2))], .tabTapped(.home), "popped home to its root, Home: 2 screens closed"),
      ([], .tabTapped(.search), "selected search"),
      (
        [.push(.song(1)), .tabTapped(.search)], .tabTapped(.home), "selected home and kept its stack of 1 screen"
      ),
      ([], .back, "no screen to go back to: an app would close here"),
      ([.tabTapped(.search)], .back, "went back to home"),
      ([.push(.song(1))], .back, "popped home to its root, Home: 1 screen closed"),
      ([], .push(.song(3)), #"pushed Song 3 "Low Tide" in home"#),
      ([.present(.settings)], .push(.setting("sound")), "pushed Sound in sheet 1"),
      (
        [.present(.settings), .push(.setting("sound"))], .back, "popped sheet 1 to its root, Settings: 1 screen closed"
      ),
      ([.present(.settings)], .back, "dismissed sheet 1, Settings"),
      ([], .present(.film(1), style: .cover), #"presented cover 1: Film 1 "The Clockmender""#),
      ([.push(.song(1)), .push(.song(2))], .pop(1), #"popped home back to Song 1 "Harbour Light": 1 screen closed"#),
      (
        [.push(.song(1))], .replaceTop(.song(2)), #"replaced Song 1 "Harbour Light" by Song 2 "Paper Lanterns" in home"#
      ),
      (
        [.present(.settings)], .replaceOrDrop(.settings, at: nil, in: .focused, with: .song(2)),
        #"replaced Settings by Song 2 "Paper Lanterns" in sheet 1"#
      ),
      (
        [.push(.song(1)), .push(.song(2))], .bringToFront(.song(1)),
        #"brought Song 1 "Harbour Light" to the front of home"#
      ),
      (
        [.present(.settings)], .deepLink(DeepLink(tab: .library, path: [.song(3), .song(7)])),
        #"dismissed sheet 1, Settings; pushed Song 3 "Low Tide" > Song 7 "Undertow" in library; selected library"#
      ),
      ([], .setTabs([.search, .home]), "the tabs are now search, home"),
      ([], .popToRoot, "unchanged: the stack contains only its root"),
      ([.setTabs([.home])], .tabTapped(.search), "unchanged: the tab does not exist"),
      ([], .dismiss, "unchanged: no modal is presented"),
      (
        [], .setPath(Array(repeating: .song(1), count: 51), in: .focused),
        "unchanged: the stack would contain more than 50 screens above its root"
      ),
    ] as [([DemoNavigationAction], DemoNavigationAction, String)])
  func `a note describes the changes of an action`(
    before: [DemoNavigationAction], action: DemoNavigationAction, sentence: String
  ) {
    #expect(notes(after: before, [action]) == [sentence])
  }

  @Test func `a transaction has a note for each of its actions`() {
    #expect(
      notes(after: [.push(.song(1))], [.tabTapped(.home), .tabTapped(.home), .back]) == [
        "popped home to its root, Home: 1 screen closed",
        "home is at its root already: scrolled to the top",
        "no screen to go back to: an app would close here",
      ])
  }
}
