import Foundation
import NavStore

/// The suites `tabs`, `tabs-change`, `tabs-order` and `tab-stacks`.
///
/// A tab of the cases has parameters and a history of them. A tab of NavStore has a path. So the parameters are a route
/// at the top of the tab's path, with earlier parameters below it. If the path is empty, the tab shows its defaults.
enum TabsAdapter {
  typealias State = NavigationState<String, ForeignScreen>
  typealias Action = NavigationAction<String, ForeignScreen>
  typealias Rules = NavigationRules<String, ForeignScreen>

  static func tabs(_ example: ConformanceCase) throws -> String? {
    if example.given["preloaded"] != nil { throw NoCounterpart("preloading") }
    let before = try given(example)
    let rules = Rules(backRule: try backRule(example))
    var state = before
    let outcome = state.apply(try action(example, selected: before.selectedTab), rules: rules)
    if example.then["handled"]?.bool == false {
      return outcome.isChange || state != before ? "\(state)" : nil
    }
    return try difference(example, state)
  }

  static func order(_ example: ConformanceCase) throws -> String? {
    let rule = try backRule(example)
    let tabs = example.given["tabs"]?.strings ?? []
    var state = State(tabs: tabs, selectedTab: example.given["selected"]?.string, backRule: rule)
    state.apply(try action(example, selected: state.selectedTab), rules: Rules(backRule: rule))
    return try difference(example, state)
  }

  static func stacks(_ example: ConformanceCase) throws -> String? {
    let tabs = example.given["tabs"]?.list ?? []
    var state = State(tabs: tabs.compactMap { $0["tab"]?.string }, backRule: .none)
    var tops: [String] = []
    for step in example.when["steps"]?.list ?? [] {
      switch step["do"]?.string {
      case "open":
        let url = step["url"]?.string ?? ""
        let tab = tabs.first { $0["root"]?.string == url || ($0["routes"]?.strings ?? []).contains(url) }
        guard let tab, let name = tab["tab"]?.string else { throw NoCounterpart("a page beneath the tabs") }
        let isRoot = tab["root"]?.string == url
        let path = isRoot ? [] : [ForeignScreen(name: url, params: [:], url: url)]
        state.apply(.deepLink(DeepLink(tab: name, path: path)), rules: Rules(backRule: .none))
      case "back": state.apply(.back, rules: Rules(backRule: .none))
      default: throw NoCounterpart("\(step)")
      }
      let root = tabs.first { $0["tab"]?.string == state.selectedTab }?["root"]?.string
      tops.append(state.top?.name ?? root ?? "")
    }
    return tops == example.then["topAfterEach"]?.strings ? nil : "\(tops)"
  }

  private static func backRule(_ example: ConformanceCase) throws -> BackRule {
    guard let rule = example.given["back"]?.string.flatMap(BackRule.init) else { throw NoCounterpart("the back rule") }
    return rule
  }

  /// Returns the given state, restored as if an app had saved it.
  private static func given(_ example: ConformanceCase) throws -> State {
    let tabs = example.given["tabs"]?.strings ?? []
    let saved: [String: Any] = [
      "tabs": tabs.map { ["tab": $0, "path": [String]()] as [String: Any] },
      "selected": example.given["selected"]?.string ?? "",
      "visits": try names(example.given["visits"]),
      "initial": example.given["initial"]?.string ?? tabs.first ?? "",
    ]
    var state = try JSONDecoder().decode(State.self, from: JSONSerialization.data(withJSONObject: saved))
    for tab in tabs {
      var routes = (example.given["pastParams"]?[tab]?.list ?? []).map { ForeignScreen(name: tab, params: $0.object) }
      let url = example.given["urls"]?[tab]?.string
      if let params = example.given["params"]?[tab] {
        routes.append(ForeignScreen(name: tab, params: params.object, url: url))
      } else if url != nil {
        routes.append(ForeignScreen(name: tab, params: [:], url: url))
      }
      state.setPath(routes, in: .tab(tab))
    }
    return state
  }

  private static func action(_ example: ConformanceCase, selected: String) throws -> Action {
    let when = example.when
    let tab = when["tab"]?.string ?? selected
    let route = ForeignScreen(name: tab, params: when["params"]?.object ?? [:], url: when["url"]?.string)
    switch example.operation {
    case "back": return .back
    case "setTabs": return .setTabs(when["tabs"]?.strings ?? [])
    case "pushParams": return .push(route)
    case "navigate" where when["params"] != nil: return .deepLink(DeepLink(tab: tab, path: [route]))
    case "navigate", "select", "focus": return .selectTab(tab)
    default: throw NoCounterpart(example.operation)
    }
  }

  /// Returns the tabs of a list of visits. A visit is a name or an object. A visit with parameters has no counterpart.
  private static func names(_ visits: JSONValue?) throws -> [String] {
    try (visits?.list ?? []).map { visit in
      if !(visit["params"]?.object ?? [:]).isEmpty { throw NoCounterpart("a visit with parameters of its own") }
      return visit.string ?? visit["tab"]?.string ?? ""
    }
  }

  private static func difference(_ example: ConformanceCase, _ state: State) throws -> String? {
    let then = example.then
    if let selected = then["selected"]?.string, selected != state.selectedTab { return "\(state)" }
    if let visits = then["visits"], try names(visits) != state.visits { return "visits \(state.visits)" }
    if let canGoBack = then["canGoBack"]?.bool, canGoBack != state.canGoBack { return "canGoBack" }
    for (tab, params) in then["params"]?.object ?? [:] {
      let shown = state.path(of: tab).last?.params ?? example.given["defaults"]?[tab]?.object ?? [:]
      if shown != params.object { return "\(tab) shows \(shown)" }
    }
    for (tab, past) in then["pastParams"]?.object ?? [:] {
      let beneath = state.path(of: tab).dropLast().map(\.params)
      if beneath != past.list.map(\.object) { return "\(tab) has \(beneath) beneath" }
    }
    for (tab, url) in then["urls"]?.object ?? [:] where state.path(of: tab).last?.url != url.string {
      return "\(tab) has another URL"
    }
    for tab in then["fresh"]?.strings ?? [] where !state.tabs.contains(tab) || !state.path(of: tab).isEmpty {
      return "\(tab) is not fresh"
    }
    return nil
  }
}
