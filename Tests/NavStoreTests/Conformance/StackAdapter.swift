import NavStore

/// A screen of a stack of the cases, as a route with its parameters.
///
/// The key is not compared, so that it shows which entry has stayed.
struct ForeignScreen: Hashable, Sendable, Decodable {
  var name: String
  var params: [String: JSONValue] = [:]
  var url: String?
  var key: String?

  static func == (first: ForeignScreen, second: ForeignScreen) -> Bool {
    first.name == second.name && first.params == second.params && first.url == second.url
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(params)
    hasher.combine(url)
  }

  init(from decoder: any Decoder) throws {
    self.init(try JSONValue(from: decoder))
  }

  init(_ json: JSONValue) {
    name = json["name"]?.string ?? ""
    params = json["params"]?.object ?? [:]
    url = json["url"]?.string
    key = json["key"]?.string
  }

  init(name: String, params: [String: JSONValue], url: String? = nil) {
    self.name = name
    self.params = params
    self.url = url
  }
}

/// The suites `stack` and `stack-list`: the first entry is the root of a tab, the others are its path.
enum StackAdapter {
  typealias State = NavigationState<String, ForeignScreen>
  typealias Action = NavigationAction<String, ForeignScreen>
  typealias Rules = NavigationRules<String, ForeignScreen>

  static func stack(_ example: ConformanceCase) throws -> String? {
    let entry = ForeignScreen(example.when)
    let screens = example.given["screens"]?.strings ?? []
    if !entry.name.isEmpty, !screens.contains(entry.name) { throw NoCounterpart("a screen that does not exist") }
    // An entry is addressed by its position. The root is not in the path.
    let source = example.given["stack"]?.list.firstIndex { $0["key"] == example.when["source"] }
    if example.when["source"] != nil, example.operation != "pop" || example.when["count"]?.int != 1 {
      throw NoCounterpart("an operation on an entry in the middle")
    }

    let identity = example.given["identity"]?.object ?? [:]
    let rules = Rules(
      backRule: .none,
      sameRoute: { first, second in
        guard first.name == second.name else { return false }
        guard let parameter = identity[first.name]?.string else { return true }
        return first.params[parameter] == second.params[parameter]
      })
    // To go back to a screen with new parameters, an app pops to it and replaces its route, in one transaction.
    let withParams: [Action] = entry.params.isEmpty ? [] : [.replaceTop(entry)]
    let actions: [Action] =
      switch example.operation {
      case "push": [.push(entry)]
      case "navigate" where example.when["popIfPresent"]?.bool == true: [.navigate(to: entry)] + withParams
      case "navigate": [.pushUnlessTop(entry)] + withParams
      case "pop" where example.when["source"] != nil:
        [.remove(given(example).focusedPath[(source ?? 0) - 1], at: (source ?? 0) - 1)]
      case "pop": [.pop(example.when["count"]?.int ?? 1)]
      case "popToRoot": [.popToRoot]
      case "popTo" where rules.sameRoute?(root(example), entry) == true: [.popToRoot]
      case "popTo": [.popTo(entry)] + withParams
      case "back": [.back]
      default: throw NoCounterpart(example.operation)
      }
    return compare(example, actions: actions, rules: rules)
  }

  static func stackList(_ example: ConformanceCase) throws -> String? {
    let entry = ForeignScreen(example.when)
    let byName = Rules(backRule: .none, sameRoute: { $0.name == $1.name })
    let byValue = Rules(backRule: .none)
    switch example.operation {
    case "push": return compare(example, actions: [.push(entry)], rules: byValue)
    case "pushUnlessTop": return compare(example, actions: [.pushUnlessTop(entry)], rules: byValue)
    case "bringToFront": return compare(example, actions: [.bringToFront(entry)], rules: byName)
    case "bringEqualToFront": return compare(example, actions: [.bringToFront(entry)], rules: byValue)
    case "pop": return compare(example, actions: [.pop()], rules: byValue)
    case "popToRoot": return compare(example, actions: [.popToRoot], rules: byValue)
    case "popToIndex":
      return compare(example, actions: [.popTo(depth: example.when["index"]?.int ?? -1)], rules: byValue)
    case "setStack":
      let path = example.when["stack"]?.list.dropFirst().map { ForeignScreen($0) } ?? []
      return compare(example, actions: [.setPath(path, in: .focused)], rules: byValue)
    case "popWhile":
      let name = example.when["while"]?["nameIsNot"]?.string
      var state = given(example)
      let isChange = state.popTo { $0.name == name }.isChange
      return failure(example, before: given(example), after: state, isChange: isChange)
    default: throw NoCounterpart(example.operation)
    }
  }

  private static func root(_ example: ConformanceCase) -> ForeignScreen {
    ForeignScreen(example.given["stack"]?.list.first ?? .null)
  }

  private static func given(_ example: ConformanceCase) -> State {
    let path = example.given["stack"]?.list.dropFirst().map { ForeignScreen($0) } ?? []
    return State(tabs: ["tab"], paths: ["tab": path], backRule: .none)
  }

  private static func compare(_ example: ConformanceCase, actions: [Action], rules: Rules) -> String? {
    let before = given(example)
    let store = Store(initialState: before, reducer: NavigationReducer(rules: rules))
    store.send(actions)
    let after = store.state
    return failure(example, before: before, after: after, isChange: after != before)
  }

  private static func failure(
    _ example: ConformanceCase, before: State, after: State, isChange: Bool
  ) -> String? {
    if example.then["handled"]?.bool == false || example.then["changed"]?.bool == false {
      return isChange || after != before ? "\(after)" : nil
    }
    if example.then["changed"]?.bool == true { return isChange ? nil : "\(after)" }

    let expected = example.then["stack"]?.list.map { ForeignScreen($0) } ?? []
    let actual = [root(example)] + after.focusedPath
    guard expected == actual else { return "\(actual)" }
    let knownKeys = Set(example.given["stack"]?.list.compactMap { $0["key"]?.string } ?? [])
    // A route that has replaced another one has no key. Its position stays the same.
    for (expected, actual) in zip(expected, actual) {
      let isNew = actual.key.map { !knownKeys.contains($0) } ?? true
      if let key = expected.key, key == "$new" ? !isNew : !isNew && key != actual.key {
        return "the entry \(actual.key ?? "without a key") where \(key) should be"
      }
    }
    return nil
  }
}
