import NavStore
import Testing

@Suite struct ShownNavigationTests {
  typealias Shown = ShownNavigation<String, String>
  typealias Change = NavigationStep<String, String>.Change

  /// Returns a modal that a state has created.
  static func modal(_ text: String) throws -> Modal<String> {
    try #require(try TextState("*home: | \(text)").modals.last)
  }

  @Test func `a shown navigation contains what a user sees of a state`() throws {
    let shown = Shown(try TextState("home: 1 2 | *search: | sheet 1 a: b | visits home search"))
    #expect(shown.description == "home /1/2 | [search] / | sheet 1: a/b")
    #expect(shown.path(of: .tab("home")) == ["1", "2"])
    #expect(shown.path(of: .modal(ModalID(rawValue: 1))) == ["b"])
    #expect(shown.path(of: .tab("gone")) == nil)
    #expect(shown.focusedStack == .modal(ModalID(rawValue: 1)))
    #expect(shown == Shown(try TextState("home: 1 2 | *search: | sheet 1 a: b")))
    #expect(Shown().focusedStack == nil)
  }

  @Test func `each change has its documented effect`() throws {
    var shown = Shown(try TextState("*home: 1 2 | search:"))
    let changes: [(Change, String)] = [
      (.push("3", in: .tab("home")), "[home] /1/2/3 | search /"),
      (.pop(2, in: .tab("home")), "[home] /1 | search /"),
      (.setPath(["4", "5"], in: .tab("search")), "[home] /1 | search /4/5"),
      (.selectTab("search"), "home /1 | [search] /4/5"),
      (.setTabs(["library", "search"], selecting: "library"), "[library] / | search /4/5"),
      (.present(try Self.modal("sheet 1 a:")), "[library] / | search /4/5 | sheet 1: a"),
      (.push("b", in: .modal(ModalID(rawValue: 1))), "[library] / | search /4/5 | sheet 1: a/b"),
      (.present(try Self.modal("cover 2 c: d")), "[library] / | search /4/5 | sheet 1: a/b | cover 2: c/d"),
      (.dismiss(ModalID(rawValue: 1)), "[library] / | search /4/5"),
    ]
    for (change, text) in changes {
      shown.apply(change)
      #expect(shown.description == text)
    }
  }

  @Test func `an invalid change changes nothing, and a pop of too many routes removes all routes`() throws {
    var shown = Shown(try TextState("*home: 1 2 | sheet 2 a:"))
    let before = shown
    let unknown = ModalID(rawValue: 1)
    let changes: [Change] = [
      .push("3", in: .tab("gone")), .push("3", in: .modal(unknown)), .pop(0, in: .tab("home")),
      .pop(.min, in: .tab("home")), .pop(1, in: .modal(unknown)), .pop(1, in: .modal(ModalID(rawValue: 2))),
      .setPath(["9"], in: .tab("gone")), .selectTab("gone"), .setTabs([], selecting: "home"),
      .setTabs(["home", "home"], selecting: "home"), .setTabs(["search"], selecting: "home"), .dismiss(unknown),
      .present(try Self.modal("cover 2 b: c")),
    ]
    for change in changes {
      shown.apply(change)
      #expect(shown == before, "\(change)")
    }
    shown.apply(.pop(.max, in: .tab("home")))
    #expect(shown.description == "[home] / | sheet 2: a")
  }
}
