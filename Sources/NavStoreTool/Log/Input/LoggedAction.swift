internal import NavStore

/// The navigation state of any app, with tabs and routes as JSON.
typealias LoggedState = NavigationState<JSONText, JSONText>
typealias LoggedAction = NavigationAction<JSONText, JSONText>
typealias LoggedEvent = ReplayEvent<LoggedState, LoggedAction>
typealias LoggedReport = ReplayReport<LoggedState, LoggedAction>

extension NavigationAction where Tab == JSONText, Route == JSONText {
  /// The names that logs use for actions, in alphabetical order.
  static var names: [String] { NavigationActionName.allCases.map(\.stringValue).sorted() }

  /// The name that logs use for the action.
  var name: String { LoggedActionText(self).name }

  /// The action as a short text, for example `push song(7) in library`.
  var displayText: String { LoggedActionText(self).displayText }
}

/// A visitor that converts an action to text, and collects the tabs in its arguments.
struct LoggedActionText: NavigationActionVisitor {
  typealias Failure = Never

  /// The name that logs use for the action.
  private(set) var name = ""
  private(set) var tabs: [JSONText] = []
  private var arguments = ""

  /// The name and the arguments of the action, for example `push song(7) in library`.
  var displayText: String { arguments.isEmpty ? name : name + " " + arguments }

  init(_ action: LoggedAction) {
    action.accept(&self)
  }

  mutating func begin(_ name: NavigationActionName) { self.name = name.stringValue }

  mutating func tab(_ tab: JSONText) {
    arguments += tab.displayText
    tabs.append(tab)
  }

  mutating func tabs(_ tabs: [JSONText]) {
    arguments += tabs.map(\.displayText).joined(separator: ", ")
    self.tabs += tabs
  }

  mutating func route(_ route: JSONText, _ role: NavigationRouteRole) { arguments += route.displayText }

  mutating func replacement(_ route: JSONText?) {
    arguments += route.map { " as \($0.displayText)" } ?? ", removed"
  }

  mutating func path(_ path: [JSONText]) { arguments += "/" + path.breadcrumb }

  mutating func target(_ target: NavigationTarget<JSONText>, _ presence: NavigationTargetPresence) {
    switch target {
    case .focused: break
    case .tab(let tab):
      arguments += " in \(tab.displayText)"
      tabs.append(tab)
    case .modal(let id): arguments += " in modal \(id.rawValue)"
    }
  }

  mutating func number(_ number: Int) {
    // The number is left out for a pop that removes one screen, because that is the default.
    if name != NavigationActionName.pop.stringValue || number != 1 { arguments += "\(number)" }
  }

  mutating func position(_ position: Int?) { arguments += " at " + (position.map { "\($0)" } ?? "the root") }

  mutating func style(_ style: ModalStyle) {
    // The style precedes the screen, for example `present sheet song(7)`.
    arguments = "\(style) \(arguments)"
  }

  mutating func modal(_ id: ModalID) { arguments += "\(id.rawValue)" }

  mutating func link(_ link: DeepLink<JSONText, JSONText>) {
    let modals = link.modals.map { " \($0.style) " + ([$0.root] + $0.path).breadcrumb }
    let placement =
      switch link.placement {
      case .replace: ""
      case .push: "onto "
      case .root: "root "
      }
    arguments += placement + "\(link.tab.displayText) /" + link.path.breadcrumb
    arguments += modals.joined()
    tabs.append(link.tab)
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
  /// The state in one line, with the selected tab in brackets, for example `[home] /song(7) | library /`.
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
  /// A string is shown without quotes, and a case of an enumeration like source code, such as `song(7)`. Other values
  /// are shown as JSON. Characters that can control a terminal are escaped.
  var displayText: String {
    guard let value = try? JSONValue(parsing: utf8) else { return description.printable(limit: 60) }
    let text = if case .string(let string) = value { string } else { value.displayText }
    return text.printable(limit: 60)
  }

  /// The name of the case if the value is an enum case, or of the registered type if the value is an `AnyRoute`. For
  /// other values, the same text as `displayText`.
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

  /// The arguments of an enum case, in parentheses.
  private var argumentText: String {
    guard case .object(let members) = self else { return "(\(displayText))" }
    if members.isEmpty { return "" }
    // Arguments without a label come first. The key of such an argument is its position, such as `_0`.
    let arguments = members.sorted { first, second in
      let (hasLabel, otherHasLabel) = (!first.key.hasPrefix("_"), !second.key.hasPrefix("_"))
      return hasLabel == otherHasLabel ? first.key < second.key : otherHasLabel
    }
    return "(" + arguments.map { ($0.hasPrefix("_") ? "" : "\($0): ") + $1.displayText }.joined(separator: ", ") + ")"
  }
}
