package import NavStore

/// The navigation state of any app, with tabs and routes as JSON.
package typealias LoggedState = NavigationState<JSONText, JSONText>
package typealias LoggedAction = NavigationAction<JSONText, JSONText>
package typealias LoggedEvent = ReplayEvent<LoggedState, LoggedAction>
package typealias LoggedReport = ReplayReport<LoggedState, LoggedAction>

extension NavigationAction where Tab == JSONText, Route == JSONText {
  package static var names: [String] { NavigationActionName.allCases.map(\.stringValue).sorted() }

  package var name: String { LoggedActionText(self).name }

  /// The action as a short string, for example `push song(7) in library`.
  package var displayText: String { LoggedActionText(self).displayText }
}

/// A visitor that converts an action to text, and collects the tabs in the action's arguments.
package struct LoggedActionText: NavigationActionVisitor {
  package typealias Failure = Never

  package private(set) var name = ""
  package private(set) var tabs: [JSONText] = []
  private var arguments = ""
  private let text: (JSONText) -> String

  package var displayText: String { arguments.isEmpty ? name : name + " " + arguments }

  package init(_ action: LoggedAction, text: @escaping (JSONText) -> String = \.displayText) {
    self.text = text
    action.accept(&self)
  }

  package mutating func begin(_ name: NavigationActionName) { self.name = name.stringValue }

  package mutating func tab(_ tab: JSONText) {
    arguments += text(tab)
    tabs.append(tab)
  }

  package mutating func tabs(_ tabs: [JSONText]) {
    arguments += tabs.map(text).joined(separator: ", ")
    self.tabs += tabs
  }

  package mutating func route(_ route: JSONText, _ role: NavigationRouteRole) { arguments += text(route) }

  package mutating func replacement(_ route: JSONText?) {
    arguments += route.map { " as \(text($0))" } ?? ", removed"
  }

  package mutating func path(_ path: [JSONText]) { arguments += "/" + path.breadcrumb(text) }

  package mutating func target(_ target: NavigationTarget<JSONText>, _ presence: NavigationTargetPresence) {
    switch target {
    case .focused: break
    case .tab(let tab):
      arguments += " in \(text(tab))"
      tabs.append(tab)
    case .modal(let id): arguments += " in modal \(id.rawValue)"
    }
  }

  package mutating func number(_ number: Int) {
    // The number is left out for a pop that removes one screen, because that is the default.
    if name != NavigationActionName.pop.stringValue || number != 1 { arguments += "\(number)" }
  }

  package mutating func position(_ position: Int?) { arguments += " at " + (position.map { "\($0)" } ?? "the root") }

  package mutating func style(_ style: ModalStyle) {
    // The style precedes the screen, for example `present sheet song(7)`.
    arguments = "\(style) \(arguments)"
  }

  package mutating func modal(_ id: ModalID) { arguments += "\(id.rawValue)" }

  package mutating func link(_ link: DeepLink<JSONText, JSONText>) {
    let modals = link.modals.map { " \($0.style) " + ([$0.root] + $0.path).breadcrumb(text) }
    let placement =
      switch link.placement {
      case .replace: ""
      case .push: "onto "
      case .root: "root "
      }
    arguments += placement + "\(text(link.tab)) /" + link.path.breadcrumb(text)
    arguments += modals.joined()
    tabs.append(link.tab)
  }
}

extension [JSONText] {
  fileprivate func breadcrumb(_ text: (JSONText) -> String = \.displayText) -> String {
    let shown = 8
    guard count > shown else { return map(text).joined(separator: "/") }
    return [text(self[0]), "(\(count - shown + 1) more)"].joined(separator: "/") + "/"
      + suffix(shown - 2).map(text).joined(separator: "/")
  }
}

extension NavigationState where Tab == JSONText, Route == JSONText {
  /// The state in one line, with the selected tab in brackets, for example `[home] /song(7) | library /`.
  package var displayText: String {
    let tabs = self.tabs.map { tab in
      (tab == selectedTab ? "[\(tab.displayText)]" : tab.displayText) + " /" + path(of: tab).breadcrumb()
    }
    let modals = self.modals.map { "\($0.style) \($0.id.rawValue): " + ([$0.root] + $0.path).breadcrumb() }
    return (tabs + modals).joined(separator: " | ")
  }
}

extension NavigationState where Tab == JSONText, Route == JSONText {
  package var screenName: String { top?.fullText ?? "/" + selectedTab.fullText }

  package var screenCaseName: String { top?.fullCaseName ?? selectedTab.fullText }
}

extension JSONText {
  /// The value as a short string of at most 60 characters.
  ///
  /// A string is shown without quotes. An object with one member is shown as an enum case in source code, such as
  /// `song(7)`, and one with several members as the arguments of an initializer, such as `(id: 7, title: "Blue")`. The
  /// elements of an array and the arguments of a case are shown in the same way, but strings among them have quotes.
  /// Other values are shown as JSON. Characters that can control a terminal are escaped.
  package var displayText: String { fullText.printable(limit: 60) }

  /// The text of `displayText`, in full length and without escapes.
  package var fullText: String {
    // Most routes and tabs are strings without an escape sequence, which need not be parsed.
    if utf8.first == UInt8(ascii: "\""), !utf8.contains(UInt8(ascii: "\\")) {
      return String(decoding: utf8.dropFirst().dropLast(), as: UTF8.self)
    }
    guard let value = try? JSONValue(parsing: utf8) else { return description }
    return if case .string(let string) = value { string } else { value.displayText }
  }

  /// The key if the value is an object with one member: the name of an enum case, or the registered name of the type in
  /// an `AnyRoute`. For other values, the same text as `displayText`.
  package var caseName: String { fullCaseName.printable(limit: 60) }

  package var fullCaseName: String {
    if utf8.first == UInt8(ascii: "{"), case .object(let members)? = try? JSONValue(parsing: utf8), members.count == 1,
      let name = members.keys.first
    {
      return name
    }
    return fullText
  }
}

extension JSONValue {
  fileprivate var displayText: String {
    switch self {
    case .object(let members):
      if members.count == 1, let (name, value) = members.first { return name + value.argumentText }
      return members.isEmpty ? "()" : argumentText
    case .array(let elements):
      return "[" + elements.map(\.displayText).joined(separator: ", ") + "]"
    default:
      return canonicalText
    }
  }

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
