// One key, which names the action, over a list of its arguments: {"push":[<route>]}. The order of a list is the same
// for every encoder, so the form is stable whether keys are sorted or not.

private enum ActionKey: String, CodingKey, CaseIterable {
  case tabTapped, selectTab, push, pushUnlessTop, navigate, bringToFront, pop, popTo, popToDepth, popToRoot, replaceTop
  case setPath, refresh, back, present, dismiss, dismissModal, dismissAll, deepLink, setTabs, reset, resetTab
}

extension NavigationAction: Encodable where Tab: Encodable, Route: Encodable {
  /// Encodes the action as an object with one key over a list of arguments. The form is stable between versions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ActionKey.self)
    func encode(_ key: ActionKey, _ arguments: (any Encodable)?...) throws {
      var list = container.nestedUnkeyedContainer(forKey: key)
      for case let argument? in arguments { try list.encode(argument) }
    }
    switch self {
    case .tabTapped(let tab): try encode(.tabTapped, tab)
    case .selectTab(let tab): try encode(.selectTab, tab)
    case .push(let route, let target): try encode(.push, route, target == .focused ? nil : target)
    case .pushUnlessTop(let route): try encode(.pushUnlessTop, route)
    case .navigate(let route): try encode(.navigate, route)
    case .bringToFront(let route): try encode(.bringToFront, route)
    case .pop(let count): try encode(.pop, count)
    case .popTo(let route): try encode(.popTo, route)
    case .popToDepth(let depth): try encode(.popToDepth, depth)
    case .popToRoot: try encode(.popToRoot)
    case .replaceTop(let route): try encode(.replaceTop, route)
    case .setPath(let path, let target): try encode(.setPath, path, target == .focused ? nil : target)
    case .refresh(let route, let position, let target, let replacement):
      // As one that may be null, and not as one that may be absent.
      try encode(.refresh, route, position as any Encodable, target, replacement)
    case .back: try encode(.back)
    case .present(let route, let style): try encode(.present, route, style)
    case .dismiss: try encode(.dismiss)
    case .dismissModal(let id): try encode(.dismissModal, id)
    case .dismissAll: try encode(.dismissAll)
    case .deepLink(let link): try encode(.deepLink, link)
    case .setTabs(let tabs): try encode(.setTabs, tabs)
    case .reset: try encode(.reset)
    case .resetTab(let tab): try encode(.resetTab, tab)
    }
  }
}

extension NavigationAction: Decodable where Tab: Decodable, Route: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` for an unknown action, for more than one, and for missing,
  /// wrong or superfluous arguments: what a newer version has added must not be replayed as if it were not there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    guard let name = container.allKeys.first, container.allKeys.count == 1,
      let key = ActionKey(stringValue: name.stringValue)
    else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "An action is an object with one key out of "
            + ActionKey.allCases.map(\.rawValue).joined(separator: ", ") + "."))
    }
    var list = try container.nestedUnkeyedContainer(forKey: name)
    func tab() throws -> Tab { try list.decode(Tab.self) }
    func route() throws -> Route { try list.decode(Route.self) }
    func target() throws -> NavigationTarget<Tab> {
      list.isAtEnd ? .focused : try list.decode(NavigationTarget<Tab>.self)
    }
    switch key {
    case .tabTapped: self = .tabTapped(try tab())
    case .selectTab: self = .selectTab(try tab())
    case .push: self = .push(try route(), in: try target())
    case .pushUnlessTop: self = .pushUnlessTop(try route())
    case .navigate: self = .navigate(to: try route())
    case .bringToFront: self = .bringToFront(try route())
    case .pop: self = .pop(try list.decode(Int.self))
    case .popTo: self = .popTo(try route())
    case .popToDepth: self = .popToDepth(try list.decode(Int.self))
    case .popToRoot: self = .popToRoot
    case .replaceTop: self = .replaceTop(try route())
    case .setPath: self = .setPath(try list.decode([Route].self), in: try target())
    case .refresh:
      self = .refresh(
        try route(), at: try list.decodeNil() ? nil : try list.decode(Int.self),
        in: try list.decode(NavigationTarget<Tab>.self), as: list.isAtEnd ? nil : try route())
    case .back: self = .back
    case .present: self = .present(try route(), style: try list.decode(ModalStyle.self))
    case .dismiss: self = .dismiss
    case .dismissModal: self = .dismissModal(try list.decode(ModalID.self))
    case .dismissAll: self = .dismissAll
    case .deepLink: self = .deepLink(try list.decode(DeepLink<Tab, Route>.self))
    case .setTabs: self = .setTabs(try list.decode([Tab].self))
    case .reset: self = .reset
    case .resetTab: self = .resetTab(try tab())
    }
    guard list.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: list, debugDescription: "The action \(key.rawValue) has more arguments than it takes.")
    }
  }
}

/// A key of any name. A coding key that is an enum hides the keys it does not have, and what is misspelt looks absent.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let tab = AnyKey(stringValue: "tab")
  static let modal = AnyKey(stringValue: "modal")
}

extension NavigationTarget: Encodable where Tab: Encodable {
  /// Encodes `{"tab":…}`, `{"modal":…}` or an empty object for the focused path.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    switch self {
    case .focused: break
    case .tab(let tab): try container.encode(tab, forKey: .tab)
    case .modal(let id): try container.encode(id, forKey: .modal)
    }
  }
}

extension NavigationTarget: Decodable where Tab: Decodable {
  /// Decodes what was encoded. Throws a `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    switch container.allKeys.map(\.stringValue) {
    case []: self = .focused
    case ["tab"]: self = .tab(try container.decode(Tab.self, forKey: .tab))
    case ["modal"]: self = .modal(try container.decode(ModalID.self, forKey: .modal))
    default:
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "A target is an empty object or one with one key out of tab, modal."))
    }
  }
}
