import NavStore
import NavStoreInspection
import Testing

/// Which actions keep a screen, and which create another one.
@Suite struct ScreenIdentityTests {
  /// A start with two screens in tab 1, one in tab 2, and a reducer whose routes are the same screen modulo 100.
  static func start() -> NumberScreens {
    NumberScreens(NumberState(tabs: [1, 2], paths: [1: [10, 20], 2: [30]]))
  }

  static let reducer = NumberScreensReducer.adding(rules: NumberRules(sameRoute: { $0 % 100 == $1 % 100 }))

  @Test(
    arguments: [
      ("a push keeps the screens below", [.push(40)], "1: 1/10 2/20 4/40 | 2: 3/30"),
      ("a pop removes the top", [.pop()], "1: 1/10 | 2: 3/30"),
      ("a push after a pop creates another screen", [.pop(), .push(20)], "1: 1/10 4/20 | 2: 3/30"),
      ("another tab keeps all screens", [.selectTab(2), .push(50)], "1: 1/10 2/20 | 2: 3/30 4/50"),
      ("a second tap on a tab removes its screens", [.tabTapped(1)], "1: | 2: 3/30"),
      ("a route that was fetched again is the same screen", [.replaceTop(120)], "1: 1/10 2/120 | 2: 3/30"),
      ("another route is another screen", [.replaceTop(50)], "1: 1/10 4/50 | 2: 3/30"),
      (
        "a refreshed route keeps its screen", [.replaceOrDrop(10, at: 0, in: .tab(1), with: 60)],
        "1: 1/60 2/20 | 2: 3/30"
      ),
      ("a refresh can remove screens", [.replaceOrDrop(10, at: 0, in: .tab(1), with: nil)], "1: | 2: 3/30"),
      ("a removed screen leaves those above it", [.push(40), .remove(20, at: 1)], "1: 1/10 4/40 | 2: 3/30"),
      (
        "a removed root leaves its path", [.present(80), .push(90), .remove(80, at: nil)],
        "1: 1/10 2/20 | 2: 3/30 | modal 1: 5/90"
      ),
      ("a screen is brought to the front", [.bringToFront(10)], "1: 2/20 1/10 | 2: 3/30"),
      ("a brought route may be new", [.bringToFront(70)], "1: 1/10 2/20 4/70 | 2: 3/30"),
      ("a path keeps its common prefix", [.setPath([10, 50], in: .tab(1))], "1: 1/10 4/50 | 2: 3/30"),
      ("a swipe back keeps the rest", [.setPath([10], in: .tab(1))], "1: 1/10 | 2: 3/30"),
      ("an equal path after a pop is new", [.pop(2), .setPath([10, 20], in: .tab(1))], "1: 4/10 5/20 | 2: 3/30"),
      (
        "a link keeps the common prefix", [.deepLink(DeepLink(tab: 1, path: [10, 20, 80]))],
        "1: 1/10 2/20 4/80 | 2: 3/30"
      ),
      ("a push in another tab keeps all screens", [.push(50, in: .tab(2))], "1: 1/10 2/20 | 2: 3/30 4/50"),
      ("a path of another tab is set", [.setPath([30, 60], in: .tab(2))], "1: 1/10 2/20 | 2: 3/30 4/60"),
      (
        "another route at the bottom creates other screens", [.setPath([50, 20], in: .tab(1))], "1: 4/50 5/20 | 2: 3/30"
      ),
      ("back removes the top", [.back], "1: 1/10 | 2: 3/30"),
      ("back from a modal removes its screen", [.present(80), .back], "1: 1/10 2/20 | 2: 3/30"),
      ("a pop to a route keeps its screen", [.push(40), .popTo(10)], "1: 1/10 | 2: 3/30"),
      ("a pop to a depth keeps the screens below", [.push(40), .popToDepth(1)], "1: 1/10 | 2: 3/30"),
      ("a pop to the root keeps the other tabs", [.popToRoot], "1: | 2: 3/30"),
      ("a known route is the screen on the path", [.push(40), .navigate(to: 20)], "1: 1/10 2/20 | 2: 3/30"),
      ("an unknown route is pushed", [.navigate(to: 50)], "1: 1/10 2/20 4/50 | 2: 3/30"),
      ("the visible route is not pushed again", [.pushUnlessTop(20)], "1: 1/10 2/20 | 2: 3/30"),
      (
        "a dismissal of a lower modal removes those above it",
        [.present(80), .present(90), .present(95), .dismissModal(ModalID(rawValue: 2))],
        "1: 1/10 2/20 | 2: 3/30 | modal 1: 4/80"
      ),
      ("all modals are dismissed", [.present(80), .push(85), .present(90), .dismissAll], "1: 1/10 2/20 | 2: 3/30"),
      ("a reset tab loses its screens", [.resetTab(1)], "1: | 2: 3/30"),
      ("new tabs keep the screens of their tab", [.setTabs([2, 3, 1])], "2: 3/30 | 3: | 1: 1/10 2/20"),
      ("a removed tab loses its screens", [.setTabs([2]), .setTabs([2, 1])], "2: 3/30 | 1:"),
      ("a reset removes all screens", [.reset], "1: | 2:"),
      ("a modal has a screen for its root", [.present(80), .push(90)], "1: 1/10 2/20 | 2: 3/30 | modal 1: 4/80 5/90"),
      ("a dismissed modal loses its screens", [.present(80), .push(90), .dismiss], "1: 1/10 2/20 | 2: 3/30"),
      (
        "a refreshed root keeps its screen", [.present(80), .replaceOrDrop(80, at: nil, in: .focused, with: 81)],
        "1: 1/10 2/20 | 2: 3/30 | modal 1: 4/81"
      ),
      (
        "a link keeps equal modals", [.present(80), .deepLink(DeepLink(tab: 2, modals: [.init(180)]))],
        "1: 1/10 2/20 | 2: | modal 1: 4/180"
      ),
      (
        "a link keeps the screens of the modals that it names",
        [
          .present(80), .push(85), .push(90), .present(70),
          .deepLink(DeepLink(tab: 1, path: [10, 20], modals: [.init(180, path: [85, 95])])),
        ], "1: 1/10 2/20 | 2: 3/30 | modal 1: 4/180 5/85 8/95"
      ),
      (
        "a link presents another modal above those that it names",
        [
          .present(80), .push(85),
          .deepLink(DeepLink(tab: 1, path: [10, 20], modals: [.init(80, path: [85]), .init(70)])),
        ], "1: 1/10 2/20 | 2: 3/30 | modal 1: 4/80 5/85 | modal 2: 6/70"
      ),
      (
        "a link does not push the screens that are on top",
        [.deepLink(DeepLink(tab: 1, path: [20], placement: .push))], "1: 1/10 2/20 | 2: 3/30"
      ),
    ] as [(String, [NumberAction], String)])
  func `an action keeps a screen or creates another one`(rule: String, actions: [NumberAction], expected: String) {
    var screens = Self.start()
    for action in actions { _ = Self.reducer.reduce(into: &screens, action: .navigation(action)) }
    #expect(screens.identities == expected, "\(rule)")
  }

  @Test func `a state stays with its screen when the screen moves`() {
    var screens = Self.start()
    screens[ScreenID(rawValue: 1)]?.sum = 7
    _ = Self.reducer.reduce(into: &screens, action: .navigation(.bringToFront(10)))
    #expect(screens.notation == "1: 2/20=20000 1/10=7 | 2: 3/30=30000")
  }

  @Test func `two screens of equal routes have separate states`() {
    var screens = NumberScreens(NumberState(tabs: [1], paths: [1: [10, 10]]))
    _ = Self.reducer.reduce(into: &screens, action: .screen(ScreenID(rawValue: 2), .add(1)))
    #expect(screens.notation == "1: 1/10=10000 2/10=10001")
  }

  @Test func `a change without the reducer keeps the common prefix`() {
    var screens = Self.start()
    screens.navigation.push(40)
    screens.navigation.selectTab(2)
    #expect(screens.identities == "1: 1/10 2/20 4/40 | 2: 3/30")
  }

  @Test func `a modal with another root is another modal when the navigation is replaced`() {
    var screens = Self.start()
    screens.navigation.present(80)
    screens.navigation.push(90)
    screens[ScreenID(rawValue: 4)]?.sum = 7
    var equal = NumberState(tabs: [1, 2])
    equal.present(80)
    equal.push(91)
    screens.navigation = equal
    #expect(screens.notation == "1: | 2: | modal 1: 4/80=7 6/91=91000")
    var other = NumberState(tabs: [1, 2])
    other.present(81)
    other.push(91)
    screens.navigation = other
    #expect(screens.notation == "1: | 2: | modal 1: 7/81=81000 8/91=91000")
  }

  @Test func `a state can be set only for a screen that has one`() {
    var screens = NumberScreens(NumberState(tabs: [1], paths: [1: [4, 5]]))
    let (without, with) = (ScreenID(rawValue: 1), ScreenID(rawValue: 2))
    screens[without] = screens[with]
    #expect(screens[without] == nil)
    screens[with]?.sum = 1
    screens[with] = nil
    #expect(screens[with]?.sum == 5_000)
    screens[ScreenID(rawValue: 9)]?.sum = 1
    #expect(screens.notation == "1: 1/4 2/5=5000")
  }

  @Test func `the visible screen is the top of the focused path`() {
    var screens = Self.start()
    #expect(screens.visibleScreen?.id == ScreenID(rawValue: 2))
    screens.navigation.popToRoot()
    #expect(screens.visibleScreen == nil)
    screens.navigation.present(80)
    #expect(screens.visibleScreen?.route == 80)
  }

  @Test func `values with equal screens are equal, whatever the identities`() {
    var (first, second) = (Self.start(), Self.start())
    second.navigation.pop()
    second.navigation.push(20)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    first[ScreenID(rawValue: 1)]?.sum = 1
    #expect(first != second)
  }

  @Test func `undo restores screens without using an identity twice`() {
    let reducer = Self.reducer.undoable()
    var state = UndoState(Self.start())
    func send(_ action: UndoAction<NumberScreensAction>) { _ = reducer.reduce(into: &state, action: action) }
    send(.action(.screen(ScreenID(rawValue: 2), .add(5))))
    send(.action(.navigation(.pop())))
    send(.action(.navigation(.push(50))))
    #expect(state.present.notation == "1: 1/10=10000 4/50=50000 | 2: 3/30=30000")
    send(.undo)
    send(.undo)
    #expect(state.present.notation == "1: 1/10=10000 2/20=20005 | 2: 3/30=30000")
    send(.action(.navigation(.push(60))))
    #expect(state.present.identities == "1: 1/10 2/20 5/60 | 2: 3/30")
  }
}

extension NumberScreens {
  /// The identities and routes of every stack: `1: 1/10 2/20 | modal 1: 3/30`.
  var identities: String { notation.replacing(/=-?\d+/, with: "") }
}

/// What a test shows about screens.
@Suite struct ScreenReflectionTests {
  @Test func `a difference names the screen`() {
    var (first, second) = (ScreenIdentityTests.start(), ScreenIdentityTests.start())
    second[ScreenID(rawValue: 2)]?.sum = 7
    let text = difference(expected: first, actual: second) ?? "none"
    #expect(text.contains("sum: 20000") && text.contains("sum: 7"), "\(text)")
    first.navigation.selectTab(2)
    #expect("\(first)" == "1 /10/20 | [2] /30")
  }
}
