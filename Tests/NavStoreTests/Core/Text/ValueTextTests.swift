import NavStore
import NavStoreCore
import Testing

/// Descriptions, which have no names of modules.
@Suite struct ValueTextTests {
  struct Draft: Hashable {
    var text: String
    var copies: [String?] = []
  }

  struct Secret: Hashable, CustomStringConvertible {
    var digits = "4242"
    var description: String { "a card" }
  }

  struct Hidden: Hashable, CustomReflectable {
    var digits = "4242"
    var customMirror: Mirror { Mirror(self, children: ["length": digits.count]) }
  }

  enum Route: Hashable {
    case list
    case draft(Draft)
    case pair(Int, name: String)
    case table([String: Draft])
    case card(Secret), code(Hidden), perhaps(Inner?)
  }

  enum Inner: Hashable { case inner(Draft) }

  @Test(
    arguments: [
      (.list, "list"), (.draft(Draft(text: "a\"b")), #"draft(Draft(text: "a\"b", copies: []))"#),
      (.draft(Draft(text: "", copies: ["x", nil])), #"draft(Draft(text: "", copies: ["x", nil]))"#),
      (.pair(7, name: "x"), #"pair(7, name: "x")"#),
      (.table(["a": Draft(text: "b")]), #"table(["a": Draft(text: "b", copies: [])])"#), (.table([:]), "table([:])"),
      (.card(Secret()), "card(a card)"), (.code(Hidden()), "code(Hidden(length: 4))"), (.perhaps(nil), "perhaps(nil)"),
      (.perhaps(.inner(Draft(text: "c"))), #"perhaps(inner(Draft(text: "c", copies: [])))"#),
    ] as [(Route, String)])
  func `the text of a route`(route: Route, text: String) {
    #expect(ValueText.text(of: route) == text)
    let state = NavigationState(tabs: ["a", "b"], paths: ["a": [route]])
    #expect("\(state)" == "[a] /\(text) | b /")
    #expect("\(NavigationAction<String, Route>.push(route))" == "push(\(text))")
    #expect("\(DeepLink(tab: "a", path: [route]))" == "a /\(text)")
    let entry = StackEntry(id: ScreenID(rawValue: 3), route: route)
    #expect("\(entry)" == "screen 3: \(text)")
    #expect("\(ScreenNavigationAction<String, Route, Route>.screen(entry.id, route))" == "screen 3: \(text)")
  }
}
