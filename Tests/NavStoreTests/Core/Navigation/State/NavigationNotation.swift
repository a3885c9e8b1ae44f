import NavStore
import Testing

// States as text, so that a rule fits on one line:
//
//     home: 1 2 | *search: 3 | sheet 1 a: b | visits home search | initial search
//
// An asterisk marks the selected tab. A modal has a style, a number, a root and a path. The text contains the visits if
// they differ from the selected tab, and the initial tab if it is not the first tab.

typealias TextState = NavigationState<String, String>
typealias TextAction = NavigationAction<String, String>
typealias TextRules = NavigationRules<String, String>
typealias TextLink = DeepLink<String, String>

extension NavigationState<String, String> {
  var text: String {
    var parts = tabs.map { tab in
      ([(tab == selectedTab ? "*" : "") + tab + ":"] + path(of: tab)).joined(separator: " ")
    }
    for modal in modals {
      parts.append((["\(modal.style) \(modal.id.rawValue) \(modal.root):"] + modal.path).joined(separator: " "))
    }
    if visits != [selectedTab] { parts.append((["visits"] + visits).joined(separator: " ")) }
    if initialTab != tabs.first { parts.append("initial \(initialTab)") }
    return parts.joined(separator: " | ")
  }

  /// Creates the state that a text describes. It uses only the public interface.
  init(_ text: String) throws {
    var tabs: [String] = []
    var paths: [String: [String]] = [:]
    var modals: [(id: Int, modal: TextLink.Presentation)] = []
    var selected: String?
    var initial: String?
    var visits: [String] = []
    for part in text.split(separator: "|") {
      var words = part.split(separator: " ").map(String.init)
      let head = words.removeFirst()
      switch head {
      case "visits": visits = words
      case "initial": initial = words.first
      case _ where ModalStyle(rawValue: head) != nil:
        let style = try #require(ModalStyle(rawValue: head))
        let root = String(words[1].dropLast())
        let modal = TextLink.Presentation(root, style: style, path: Array(words[2...]))
        modals.append((try #require(Int(words[0])), modal))
      default:
        let tab = head.filter { $0 != "*" && $0 != ":" }
        if head.first == "*" { selected = tab }
        tabs.append(tab)
        paths[tab] = words
      }
    }
    let first = try #require(tabs.first)
    let selectedTab = try #require(selected)
    let initialTab = initial ?? first
    self.init(tabs: [initialTab] + tabs.filter { $0 != initialTab }, paths: paths, backRule: .none)
    setTabs(tabs, rules: TextRules(backRule: .none))
    if let start = visits.first { selectTab(start, rules: TextRules(backRule: .none)) }
    for visit in visits.dropFirst() { selectTab(visit, rules: TextRules(backRule: .fullHistory)) }
    if visits.isEmpty { selectTab(selectedTab, rules: TextRules(backRule: .none)) }
    var next = 1
    for (id, modal) in modals {
      while next < id {
        present("")
        dismiss()
        next += 1
      }
      present(modal.root, style: modal.style)
      setPath(modal.path, in: .modal(ModalID(rawValue: id)))
      next += 1
    }
    try #require(self.text == text, "The notation does not describe the given state")
  }
}

/// Returns whether two routes are the same screen: whether their first characters are equal. They stand for an item
/// that was fetched again.
let sameFirstCharacter: @Sendable (String, String) -> Bool = { $0.first == $1.first }

/// One row of the table: a state, an action, the resulting state and the outcome.
struct TableRow: CustomTestStringConvertible, Sendable {
  let given: String
  let action: TextAction
  let then: String
  let outcome: NavigationOutcome
  var rules: TextRules

  /// Creates a row whose action changes the state.
  init(
    _ given: String, _ action: TextAction, _ then: String, outcome: NavigationOutcome = .changed,
    rules: TextRules = TextRules(backRule: .none)
  ) {
    self.given = given
    self.action = action
    self.then = then
    self.outcome = outcome
    self.rules = rules
  }

  /// Creates a row whose action does not change the state.
  init(
    _ given: String, _ action: TextAction, _ reason: UnchangedReason, rules: TextRules = TextRules(backRule: .none)
  ) {
    self.init(given, action, given, outcome: .unchanged(reason), rules: rules)
  }

  var testDescription: String { "\(given) — \(action)" }

  func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = try TextState(given)
    var state = before
    let outcome = state.apply(action, rules: rules)
    #expect(state.text == then, sourceLocation: sourceLocation)
    #expect(outcome == self.outcome, sourceLocation: sourceLocation)
    #expect(outcome.isChange == (state != before), sourceLocation: sourceLocation)
  }
}
