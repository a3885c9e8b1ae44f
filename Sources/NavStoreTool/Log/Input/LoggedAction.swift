internal import NavStore

/// The navigation of any app, with tabs and routes as JSON.
typealias LoggedState = NavigationState<JSONText, JSONText>
typealias LoggedAction = NavigationAction<JSONText, JSONText>
typealias LoggedEvent = ReplayEvent<LoggedState, LoggedAction>
typealias LoggedReport = ReplayReport<LoggedState, LoggedAction>

extension NavigationAction where Tab == JSONText, Route == JSONText {
  /// The names of all actions in logs, in alphabetical order.
  static let names = [
    "back", "bringToFront", "deepLink", "dismiss", "dismissAll", "dismissModal", "navigate", "pop", "popTo",
    "popToDepth", "popToRoot", "present", "push", "pushUnlessTop", "refresh", "replaceTop", "reset", "resetTab",
    "selectTab", "setPath", "setTabs", "tabTapped",
  ]

  /// The name of the action in logs.
  var name: String { spelling.name }

  /// The action as a short text: `push song(7) in library`.
  var displayText: String {
    let (name, arguments) = spelling
    return arguments.isEmpty ? name : name + " " + arguments
  }

  /// The tabs in the arguments of the action.
  var namedTabs: [JSONText] {
    switch self {
    case .tabTapped(let tab), .selectTab(let tab), .resetTab(let tab): [tab]
    case .push(_, in: .tab(let tab)), .setPath(_, in: .tab(let tab)), .refresh(_, _, in: .tab(let tab), _): [tab]
    case .deepLink(let link): [link.tab]
    case .setTabs(let tabs): tabs
    default: []
    }
  }

  private var spelling: (name: String, arguments: String) {
    switch self {
    case .tabTapped(let tab): ("tabTapped", tab.displayText)
    case .selectTab(let tab): ("selectTab", tab.displayText)
    case .push(let route, let target): ("push", route.displayText + text(for: target))
    case .pushUnlessTop(let route): ("pushUnlessTop", route.displayText)
    case .navigate(let route): ("navigate", route.displayText)
    case .bringToFront(let route): ("bringToFront", route.displayText)
    case .pop(let count): ("pop", count == 1 ? "" : "\(count)")
    case .popTo(let route): ("popTo", route.displayText)
    case .popToDepth(let depth): ("popToDepth", "\(depth)")
    case .popToRoot: ("popToRoot", "")
    case .replaceTop(let route): ("replaceTop", route.displayText)
    case .setPath(let path, let target): ("setPath", "/" + path.breadcrumb + text(for: target))
    case .refresh(let route, let position, let target, let replacement):
      (
        "refresh",
        "\(route.displayText) at \(position.map { "\($0)" } ?? "the root")" + text(for: target)
          + (replacement.map { " as \($0.displayText)" } ?? ", gone")
      )
    case .back: ("back", "")
    case .present(let route, let style): ("present", "\(style) \(route.displayText)")
    case .dismiss: ("dismiss", "")
    case .dismissModal(let id): ("dismissModal", "\(id.rawValue)")
    case .dismissAll: ("dismissAll", "")
    case .deepLink(let link): ("deepLink", text(for: link))
    case .setTabs(let tabs): ("setTabs", tabs.map(\.displayText).joined(separator: ", "))
    case .reset: ("reset", "")
    case .resetTab(let tab): ("resetTab", tab.displayText)
    }
  }

  private func text(for target: NavigationTarget<JSONText>) -> String {
    switch target {
    case .focused: ""
    case .tab(let tab): " in \(tab.displayText)"
    case .modal(let id): " in modal \(id.rawValue)"
    }
  }

  private func text(for link: DeepLink<JSONText, JSONText>) -> String {
    let modals = link.modals.map { " \($0.style) " + ([$0.root] + $0.path).breadcrumb }
    return (link.placement == .push ? "onto " : "") + "\(link.tab.displayText) /" + link.path.breadcrumb
      + modals.joined()
  }
}

extension [JSONText] {
  /// The routes, joined by slashes. A long path shows its first and last routes.
  var breadcrumb: String {
    let shown = 8
    guard count > shown else { return map(\.displayText).joined(separator: "/") }
    return [self[0].displayText, "(\(count - shown + 1) more)"].joined(separator: "/") + "/"
      + suffix(shown - 2).map(\.displayText).joined(separator: "/")
  }
}

extension NavigationState where Tab == JSONText, Route == JSONText {
  /// The state in one line, with the selected tab in brackets: `[home] /song(7) | library /`.
  var displayText: String {
    let tabs = self.tabs.map { tab in
      (tab == selectedTab ? "[\(tab.displayText)]" : tab.displayText) + " /" + path(of: tab).breadcrumb
    }
    let modals = self.modals.map { "\($0.style) \($0.id.rawValue): " + ([$0.root] + $0.path).breadcrumb }
    return (tabs + modals).joined(separator: " | ")
  }
}

extension JSONText {
  /// The value as a short text of at most 60 characters.
  ///
  /// A string has no quotes, and a case of an enumeration has the form of source code, such as `song(7)`. Other values
  /// are JSON. Characters that can control a terminal are escaped.
  var displayText: String {
    guard let value = try? JSONValue(parsing: utf8) else { return description.printable(limit: 60) }
    let text = if case .string(let string) = value { string } else { value.displayText }
    return text.printable(limit: 60)
  }

  /// The name of the enumeration's case, or of the registered type. Other values are shown whole.
  var caseName: String {
    guard let value = try? JSONValue(parsing: utf8) else { return description.printable(limit: 60) }
    if case .object(let members) = value, members.count == 1, let name = members.keys.first {
      return name.printable(limit: 60)
    }
    return displayText
  }
}

extension JSONValue {
  fileprivate var displayText: String {
    switch self {
    case .object(let members):
      guard members.count == 1, let (name, value) = members.first else { break }
      return name + value.argumentText
    case .array(let elements):
      return "[" + elements.map(\.displayText).joined(separator: ", ") + "]"
    default:
      break
    }
    return (try? canonicalBytes).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  }

  /// The arguments of a case, in parentheses.
  private var argumentText: String {
    guard case .object(let members) = self else { return "(\(displayText))" }
    if members.isEmpty { return "" }
    // Arguments without a label have their position as a key, such as `_0`. They come first.
    let arguments = members.sorted { first, second in
      let (hasLabel, otherHasLabel) = (!first.key.hasPrefix("_"), !second.key.hasPrefix("_"))
      return hasLabel == otherHasLabel ? first.key < second.key : otherHasLabel
    }
    return "(" + arguments.map { ($0.hasPrefix("_") ? "" : "\($0): ") + $1.displayText }.joined(separator: ", ") + ")"
  }
}
