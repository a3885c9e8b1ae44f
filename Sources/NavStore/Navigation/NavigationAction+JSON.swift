// The same form as with Codable, read and written without a decoder and an encoder: these are the lines of action logs.

extension NavigationAction: JSONReadable where Tab: Decodable, Route: Decodable {
  package static func read(from reader: inout JSONReader) throws -> NavigationAction? {
    var isFirst = true
    try reader.enterObject()
    guard let key = try reader.nextKey(isFirst: &isFirst) else { return nil }
    var arguments = Arguments()
    try reader.enterArray()
    guard let action = try read(key, &arguments, from: &reader), try !arguments.hasMore(in: &reader),
      try reader.nextKey(isFirst: &isFirst) == nil
    else { return nil }
    return action
  }

  /// Reads the arguments of an action. Nil when it is not known, or when there are too few.
  private static func read(
    _ key: JSONString, _ arguments: inout Arguments, from reader: inout JSONReader
  ) throws -> NavigationAction? {
    // Most frequent first. A name of another length is passed over without a look at its letters.
    if reader.matches(key, "push") {
      guard let route = try arguments.next(Route.self, in: &reader) else { return nil }
      return .push(route, in: try arguments.next(NavigationTarget<Tab>.self, in: &reader) ?? .focused)
    }
    if reader.matches(key, "pop") { return try arguments.next(Int.self, in: &reader).map { .pop($0) } }
    if reader.matches(key, "back") { return .back }
    if reader.matches(key, "tabTapped") { return try arguments.next(Tab.self, in: &reader).map { .tabTapped($0) } }
    if reader.matches(key, "setPath") {
      guard let path = try arguments.next([Route].self, in: &reader) else { return nil }
      return .setPath(path, in: try arguments.next(NavigationTarget<Tab>.self, in: &reader) ?? .focused)
    }
    if reader.matches(key, "deepLink") {
      return try arguments.next(DeepLink<Tab, Route>.self, in: &reader).map { .deepLink($0) }
    }
    if reader.matches(key, "popToRoot") { return .popToRoot }
    if reader.matches(key, "selectTab") { return try arguments.next(Tab.self, in: &reader).map { .selectTab($0) } }
    if reader.matches(key, "present") {
      guard let route = try arguments.next(Route.self, in: &reader) else { return nil }
      return try arguments.next(ModalStyle.self, in: &reader).map { .present(route, style: $0) }
    }
    if reader.matches(key, "dismiss") { return .dismiss }
    if reader.matches(key, "pushUnlessTop") {
      return try arguments.next(Route.self, in: &reader).map { .pushUnlessTop($0) }
    }
    if reader.matches(key, "navigate") { return try arguments.next(Route.self, in: &reader).map { .navigate(to: $0) } }
    if reader.matches(key, "bringToFront") {
      return try arguments.next(Route.self, in: &reader).map { .bringToFront($0) }
    }
    if reader.matches(key, "popTo") { return try arguments.next(Route.self, in: &reader).map { .popTo($0) } }
    if reader.matches(key, "popToDepth") { return try arguments.next(Int.self, in: &reader).map { .popToDepth($0) } }
    if reader.matches(key, "replaceTop") { return try arguments.next(Route.self, in: &reader).map { .replaceTop($0) } }
    if reader.matches(key, "dismissModal") {
      return try arguments.next(ModalID.self, in: &reader).map { .dismissModal($0) }
    }
    if reader.matches(key, "dismissAll") { return .dismissAll }
    if reader.matches(key, "setTabs") { return try arguments.next([Tab].self, in: &reader).map { .setTabs($0) } }
    if reader.matches(key, "reset") { return .reset }
    if reader.matches(key, "resetTab") { return try arguments.next(Tab.self, in: &reader).map { .resetTab($0) } }
    return nil
  }
}

/// The arguments of an action, one after the other.
private struct Arguments {
  private var isFirst = true
  private var isAtEnd = false

  mutating func next<Value: Decodable>(_ type: Value.Type, in reader: inout JSONReader) throws -> Value? {
    guard try hasMore(in: &reader) else { return nil }
    return try reader.decode(type)
  }

  mutating func hasMore(in reader: inout JSONReader) throws -> Bool {
    if !isAtEnd { isAtEnd = try !reader.nextElement(isFirst: &isFirst) }
    return !isAtEnd
  }
}

extension NavigationAction: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    switch self {
    case .tabTapped(let tab): try encoder.write(#"{"tabTapped":["#, tab)
    case .selectTab(let tab): try encoder.write(#"{"selectTab":["#, tab)
    case .push(let route, let target): try encoder.write(#"{"push":["#, route, target)
    case .pushUnlessTop(let route): try encoder.write(#"{"pushUnlessTop":["#, route)
    case .navigate(let route): try encoder.write(#"{"navigate":["#, route)
    case .bringToFront(let route): try encoder.write(#"{"bringToFront":["#, route)
    case .pop(let count): try encoder.write(#"{"pop":["#, count)
    case .popTo(let route): try encoder.write(#"{"popTo":["#, route)
    case .popToDepth(let depth): try encoder.write(#"{"popToDepth":["#, depth)
    case .popToRoot: encoder.append(#"{"popToRoot":[]}"#)
    case .replaceTop(let route): try encoder.write(#"{"replaceTop":["#, route)
    case .setPath(let path, let target): try encoder.write(#"{"setPath":["#, path, target)
    case .back: encoder.append(#"{"back":[]}"#)
    case .present(let route, let style): try encoder.write(#"{"present":["#, route, style)
    case .dismiss: encoder.append(#"{"dismiss":[]}"#)
    case .dismissModal(let id): try encoder.write(#"{"dismissModal":["#, id)
    case .dismissAll: encoder.append(#"{"dismissAll":[]}"#)
    case .deepLink(let link): try encoder.write(#"{"deepLink":["#, link)
    case .setTabs(let tabs): try encoder.write(#"{"setTabs":["#, tabs)
    case .reset: encoder.append(#"{"reset":[]}"#)
    case .resetTab(let tab): try encoder.write(#"{"resetTab":["#, tab)
    }
  }
}

extension CanonicalJSONEncoder {
  fileprivate func write(_ beginning: StaticString, _ argument: some Encodable) throws {
    append(beginning)
    try write(argument)
    append("]}")
  }

  fileprivate func write(_ beginning: StaticString, _ argument: some Encodable, _ style: ModalStyle) throws {
    append(beginning)
    try write(argument)
    append(",")
    try write(style)
    append("]}")
  }

  fileprivate func write<Tab: Encodable>(
    _ beginning: StaticString, _ argument: some Encodable, _ target: NavigationTarget<Tab>
  ) throws {
    append(beginning)
    try write(argument)
    if target != .focused {
      append(",")
      try write(target)
    }
    append("]}")
  }
}
