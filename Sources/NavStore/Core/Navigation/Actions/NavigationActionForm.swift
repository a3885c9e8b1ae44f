// The form of an action: its name and its arguments. Apart from this file, only the cases of `NavigationAction`,
// `NavigationAction.mapRoutes` and `NavigationState.apply` list all actions. Docs/Decisions/0034-action-description.md
// explains the reasons.

/// The name of a navigation action in its encoded form.
///
/// The raw value is the encoded form of the action without arguments. The most frequent names come first, because a log
/// reader compares a name in the log with the names in this order.
package enum NavigationActionName: ActionFormLiteral, CaseIterable, Sendable {
  case push = #"{"push":[]}"#
  case pop = #"{"pop":[]}"#
  case back = #"{"back":[]}"#
  case tabTapped = #"{"tabTapped":[]}"#
  case setPath = #"{"setPath":[]}"#
  case deepLink = #"{"deepLink":[]}"#
  case popToRoot = #"{"popToRoot":[]}"#
  case selectTab = #"{"selectTab":[]}"#
  case present = #"{"present":[]}"#
  case dismiss = #"{"dismiss":[]}"#
  case pushUnlessTop = #"{"pushUnlessTop":[]}"#
  case navigate = #"{"navigate":[]}"#
  case bringToFront = #"{"bringToFront":[]}"#
  case popTo = #"{"popTo":[]}"#
  case popToDepth = #"{"popToDepth":[]}"#
  case replaceTop = #"{"replaceTop":[]}"#
  case refresh = #"{"refresh":[]}"#
  case remove = #"{"remove":[]}"#
  case dismissModal = #"{"dismissModal":[]}"#
  case dismissAll = #"{"dismissAll":[]}"#
  case setTabs = #"{"setTabs":[]}"#
  case reset = #"{"reset":[]}"#
  case resetTab = #"{"resetTab":[]}"#
}

/// The encoded form of an action without arguments: `{"back":[]}`.
///
/// The form is a constant. Therefore, a JSON writer copies the bytes of the form and does not build a string.
package struct ActionFormLiteral: ExpressibleByStringLiteral, Equatable, Sendable {
  /// The number of bytes before the name of the action.
  package static var openingLength: Int { 2 }
  /// The number of bytes after the last argument.
  package static var closingLength: Int { 2 }

  package let text: StaticString

  package init(stringLiteral text: StaticString) {
    self.text = text
  }

  package var name: UnsafeBufferPointer<UInt8> {
    // The name is followed by a quotation mark, a colon and a bracket.
    UnsafeBufferPointer(
      start: text.utf8Start + Self.openingLength,
      count: text.utf8CodeUnitCount - Self.openingLength - 3 - Self.closingLength)
  }

  package static func == (first: ActionFormLiteral, second: ActionFormLiteral) -> Bool {
    first.name.elementsEqual(second.name)
  }
}

extension NavigationActionName: CodingKey {
  package var stringValue: String { String(decoding: rawValue.name, as: UTF8.self) }
  package var intValue: Int? { nil }

  package var caseName: String { self == .refresh ? "replaceOrDrop" : stringValue }

  package init?(stringValue: String) {
    guard let name = Self.allCases.first(where: { $0.rawValue.name.elementsEqual(stringValue.utf8) }) else {
      return nil
    }
    self = name
  }

  package init?(intValue: Int) { nil }
}

// MARK: - From an action to its name and arguments

/// A type that receives the name of an action, and then its arguments in the order of the encoded form.
///
/// The protocol has a method for each kind of argument, so that arguments are passed without boxing.
package protocol NavigationActionVisitor {
  associatedtype Tab: Hashable & Sendable
  associatedtype Route: Hashable & Sendable
  associatedtype Failure: Error

  mutating func begin(_ name: NavigationActionName) throws(Failure)
  mutating func tab(_ tab: Tab) throws(Failure)
  mutating func tabs(_ tabs: [Tab]) throws(Failure)
  mutating func route(_ route: Route, _ role: NavigationRouteRole) throws(Failure)
  mutating func replacement(_ route: Route?) throws(Failure)
  mutating func path(_ path: [Route]) throws(Failure)
  mutating func target(_ target: NavigationTarget<Tab>, _ presence: NavigationTargetPresence) throws(Failure)
  mutating func number(_ number: Int) throws(Failure)
  mutating func position(_ position: Int?) throws(Failure)
  mutating func style(_ style: ModalStyle) throws(Failure)
  mutating func modal(_ id: ModalID) throws(Failure)
  mutating func link(_ link: DeepLink<Tab, Route>) throws(Failure)
}

/// What an action does with a route.
package enum NavigationRouteRole: Sendable {
  case added
  /// The action navigates to the route, and adds the route if the path does not contain it. The argument has the label
  /// `to`.
  case destination
  /// The action searches for the route and does not add it.
  case existing
}

/// A value that indicates which forms of an action omit the target when the target is the focused path.
package enum NavigationTargetPresence: Sendable {
  case required
  /// The encoded form omits the focused path. Swift source does not.
  case optionalInEncodedForm
  /// The encoded form omits the focused path, and so does Swift source, where `.focused` is the default argument.
  case optional
}

extension NavigationAction {
  package func accept<Visitor: NavigationActionVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
  where Visitor.Tab == Tab, Visitor.Route == Route {
    switch self {
    case .tabTapped(let tab):
      try visitor.begin(.tabTapped)
      try visitor.tab(tab)
    case .selectTab(let tab):
      try visitor.begin(.selectTab)
      try visitor.tab(tab)
    case .push(let route, let target):
      try visitor.begin(.push)
      try visitor.route(route, .added)
      try visitor.target(target, .optional)
    case .pushUnlessTop(let route):
      try visitor.begin(.pushUnlessTop)
      try visitor.route(route, .added)
    case .navigate(let route):
      try visitor.begin(.navigate)
      try visitor.route(route, .destination)
    case .bringToFront(let route):
      try visitor.begin(.bringToFront)
      try visitor.route(route, .added)
    case .pop(let count):
      try visitor.begin(.pop)
      try visitor.number(count)
    case .popTo(let route):
      try visitor.begin(.popTo)
      try visitor.route(route, .existing)
    case .popToDepth(let depth):
      try visitor.begin(.popToDepth)
      try visitor.number(depth)
    case .popToRoot:
      try visitor.begin(.popToRoot)
    case .replaceTop(let route):
      try visitor.begin(.replaceTop)
      try visitor.route(route, .added)
    case .setPath(let path, let target):
      try visitor.begin(.setPath)
      try visitor.path(path)
      try visitor.target(target, .optionalInEncodedForm)
    case .replaceOrDrop(let route, let position, let target, let replacement):
      try visitor.begin(.refresh)
      try visitor.route(route, .existing)
      try visitor.position(position)
      try visitor.target(target, .required)
      try visitor.replacement(replacement)
    case .remove(let route, let position, let target):
      try visitor.begin(.remove)
      try visitor.route(route, .existing)
      try visitor.position(position)
      try visitor.target(target, .optional)
    case .back:
      try visitor.begin(.back)
    case .present(let route, let style):
      try visitor.begin(.present)
      try visitor.route(route, .added)
      try visitor.style(style)
    case .dismiss:
      try visitor.begin(.dismiss)
    case .dismissModal(let id):
      try visitor.begin(.dismissModal)
      try visitor.modal(id)
    case .dismissAll:
      try visitor.begin(.dismissAll)
    case .deepLink(let link):
      try visitor.begin(.deepLink)
      try visitor.link(link)
    case .setTabs(let tabs):
      try visitor.begin(.setTabs)
      try visitor.tabs(tabs)
    case .reset:
      try visitor.begin(.reset)
    case .resetTab(let tab):
      try visitor.begin(.resetTab)
      try visitor.tab(tab)
    }
  }
}

// MARK: - From a name and arguments to an action

/// A type that reads the arguments of an action, one after the other.
package protocol NavigationActionReader: ~Copyable {
  mutating func firstArgument<Value: Decodable>() throws -> Value
  mutating func nextArgument<Value: Decodable>() throws -> Value
  mutating func nextArgumentIfPresent<Value: Decodable>() throws -> Value?
  // The result is not optional, because creating an optional of a type that is not known at compile time takes longer
  // than reading the argument.
  mutating func nextTargetIfPresent<Tab: Decodable>() throws -> NavigationTarget<Tab>
  mutating func nextPosition() throws -> Int?
}

extension NavigationAction where Tab: Decodable, Route: Decodable {
  /// Creates an action from its name and arguments. The caller checks that no argument remains.
  package init<Reader: NavigationActionReader & ~Copyable>(
    _ name: NavigationActionName, from reader: inout Reader
  ) throws {
    switch name {
    case .tabTapped: self = .tabTapped(try reader.firstArgument())
    case .selectTab: self = .selectTab(try reader.firstArgument())
    case .push: self = .push(try reader.firstArgument(), in: try reader.nextTargetIfPresent())
    case .pushUnlessTop: self = .pushUnlessTop(try reader.firstArgument())
    case .navigate: self = .navigate(to: try reader.firstArgument())
    case .bringToFront: self = .bringToFront(try reader.firstArgument())
    case .pop: self = .pop(try reader.firstArgument())
    case .popTo: self = .popTo(try reader.firstArgument())
    case .popToDepth: self = .popToDepth(try reader.firstArgument())
    case .popToRoot: self = .popToRoot
    case .replaceTop: self = .replaceTop(try reader.firstArgument())
    case .setPath: self = .setPath(try reader.firstArgument(), in: try reader.nextTargetIfPresent())
    case .refresh:
      self = .replaceOrDrop(
        try reader.firstArgument(), at: try reader.nextPosition(), in: try reader.nextArgument(),
        with: try reader.nextArgumentIfPresent())
    case .remove:
      self = .remove(try reader.firstArgument(), at: try reader.nextPosition(), in: try reader.nextTargetIfPresent())
    case .back: self = .back
    case .present: self = .present(try reader.firstArgument(), style: try reader.nextArgument())
    case .dismiss: self = .dismiss
    case .dismissModal: self = .dismissModal(try reader.firstArgument())
    case .dismissAll: self = .dismissAll
    case .deepLink: self = .deepLink(try reader.firstArgument())
    case .setTabs: self = .setTabs(try reader.firstArgument())
    case .reset: self = .reset
    case .resetTab: self = .resetTab(try reader.firstArgument())
    }
  }
}
