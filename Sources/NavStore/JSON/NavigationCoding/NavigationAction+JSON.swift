// The same form as with Codable, read and written without a decoder and an encoder: these are the lines of action logs.

extension NavigationAction: JSONReadable where Tab: Decodable, Route: Decodable {
  package static func read(from reader: inout JSONReader) throws -> NavigationAction {
    var isFirst = true
    try reader.enterObject()
    guard let key = try reader.nextKey(isFirst: &isFirst) else { throw reader.error("a key of the type") }
    var arguments = Arguments()
    try reader.enterArray()
    let action = try read(key, &arguments, from: &reader)
    guard try !arguments.hasMore(in: &reader), try reader.nextKey(isFirst: &isFirst) == nil else {
      throw reader.error("the end")
    }
    return action
  }

  /// Reads the arguments of an action. Throws when it is not known, or when there are too few.
  private static func read(
    _ key: JSONStringToken, _ arguments: inout Arguments, from reader: inout JSONReader
  ) throws -> NavigationAction {
    // Most frequent first. A name of another length is passed over without a look at its letters.
    if reader.matches(key, "push") {
      return .push(try arguments.next(in: &reader), in: try arguments.target(in: &reader))
    }
    if reader.matches(key, "pop") { return .pop(try arguments.next(in: &reader)) }
    if reader.matches(key, "back") { return .back }
    if reader.matches(key, "tabTapped") { return .tabTapped(try arguments.next(in: &reader)) }
    if reader.matches(key, "setPath") {
      return .setPath(try arguments.next(in: &reader), in: try arguments.target(in: &reader))
    }
    if reader.matches(key, "deepLink") { return .deepLink(try arguments.next(in: &reader)) }
    if reader.matches(key, "popToRoot") { return .popToRoot }
    if reader.matches(key, "selectTab") { return .selectTab(try arguments.next(in: &reader)) }
    if reader.matches(key, "present") {
      return .present(try arguments.next(in: &reader), style: try arguments.next(in: &reader))
    }
    if reader.matches(key, "dismiss") { return .dismiss }
    if reader.matches(key, "pushUnlessTop") { return .pushUnlessTop(try arguments.next(in: &reader)) }
    if reader.matches(key, "navigate") { return .navigate(to: try arguments.next(in: &reader)) }
    if reader.matches(key, "bringToFront") { return .bringToFront(try arguments.next(in: &reader)) }
    if reader.matches(key, "popTo") { return .popTo(try arguments.next(in: &reader)) }
    if reader.matches(key, "popToDepth") { return .popToDepth(try arguments.next(in: &reader)) }
    if reader.matches(key, "replaceTop") { return .replaceTop(try arguments.next(in: &reader)) }
    if reader.matches(key, "refresh") {
      return .refresh(
        try arguments.next(in: &reader), at: try arguments.position(in: &reader), in: try arguments.next(in: &reader),
        as: try arguments.last(in: &reader))
    }
    if reader.matches(key, "dismissModal") { return .dismissModal(try arguments.next(in: &reader)) }
    if reader.matches(key, "dismissAll") { return .dismissAll }
    if reader.matches(key, "setTabs") { return .setTabs(try arguments.next(in: &reader)) }
    if reader.matches(key, "reset") { return .reset }
    if reader.matches(key, "resetTab") { return .resetTab(try arguments.next(in: &reader)) }
    throw reader.error("a key of the type")
  }
}

/// The arguments of an action, one after the other.
private struct Arguments {
  private var isFirst = true
  private var isAtEnd = false

  mutating func next<Value: Decodable>(in reader: inout JSONReader) throws -> Value {
    guard try hasMore(in: &reader) else { throw reader.error("a value") }
    return try reader.decode(Value.self)
  }

  mutating func target<Tab: Decodable>(in reader: inout JSONReader) throws -> NavigationTarget<Tab> {
    try hasMore(in: &reader) ? try reader.decode(NavigationTarget<Tab>.self) : .focused
  }

  mutating func position(in reader: inout JSONReader) throws -> Int? {
    guard try hasMore(in: &reader) else { throw reader.error("a value") }
    reader.skipWhitespace()
    return reader.consume("null") ? nil : try reader.decode(Int.self)
  }

  mutating func last<Value: Decodable>(in reader: inout JSONReader) throws -> Value? {
    try hasMore(in: &reader) ? try reader.decode(Value.self) : nil
  }

  mutating func hasMore(in reader: inout JSONReader) throws -> Bool {
    if !isAtEnd { isAtEnd = try !reader.nextElement(isFirst: &isFirst) }
    return !isAtEnd
  }
}

extension NavigationAction: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    try encoder.enter(2)
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
    case .refresh(let route, let position, let target, let replacement):
      try encoder.write(route, at: position, target, as: replacement)
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
    encoder.leave(2)
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
    // Not by `==`, which takes long for a type that is not known until the program runs.
    if case .focused = target { return append("]}") }
    append(",")
    try write(target)
    append("]}")
  }

  fileprivate func write<Tab: Encodable, Route: Encodable>(
    _ route: Route, at position: Int?, _ target: NavigationTarget<Tab>, as replacement: Route?
  ) throws {
    append(#"{"refresh":["#)
    try write(route)
    append(",")
    if let position { try write(position) } else { append("null") }
    append(",")
    try write(target)
    if let replacement {
      append(",")
      try write(replacement)
    }
    append("]}")
  }
}

extension NavigationTarget: JSONReadable where Tab: Decodable {
  package static func read(from reader: inout JSONReader) throws -> NavigationTarget {
    var isFirst = true
    try reader.enterObject()
    guard let key = try reader.nextKey(isFirst: &isFirst) else { return .focused }
    let target: NavigationTarget
    if reader.matches(key, "tab") {
      target = .tab(try reader.decode(Tab.self))
    } else if reader.matches(key, "modal") {
      target = .modal(try reader.decode(ModalID.self))
    } else {
      throw reader.error("a key of the type")
    }
    guard try reader.nextKey(isFirst: &isFirst) == nil else { throw reader.error("the end") }
    return target
  }
}

extension NavigationTarget: JSONWritable where Tab: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    try encoder.enter(1)
    switch self {
    case .focused: encoder.append("{")
    case .tab(let tab):
      encoder.append(#"{"tab":"#)
      try encoder.write(tab)
    case .modal(let id):
      encoder.append(#"{"modal":"#)
      try encoder.write(id)
    }
    encoder.append("}")
    encoder.leave(1)
  }
}

extension DeepLink: JSONReadable where Tab: Decodable, Route: Decodable {
  package static func read(from reader: inout JSONReader) throws -> DeepLink {
    var tab: Tab?
    var path: [Route]?
    var modals: [Presentation]?
    var placement: Placement?
    var isFirst = true
    try reader.enterObject()
    while let key = try reader.nextKey(isFirst: &isFirst) {
      if reader.matches(key, "path"), path == nil {
        path = try reader.decode([Route].self)
      } else if reader.matches(key, "tab"), tab == nil {
        tab = try reader.decode(Tab.self)
      } else if reader.matches(key, "modals"), modals == nil, !reader.isNext("null") {
        modals = try reader.decode([Presentation].self)
      } else if reader.matches(key, "placement"), placement == nil, !reader.isNext("null") {
        placement = try reader.decode(Placement.self)
      } else {
        throw reader.error("a key of the type")
      }
    }
    guard let tab, let path else { throw reader.error("a key of the type") }
    return DeepLink(tab: tab, path: path, modals: modals ?? [], placement: placement ?? .replace)
  }
}

extension DeepLink: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    try encoder.enter(1)
    encoder.append("{")
    if !modals.isEmpty {
      encoder.append(#""modals":"#)
      try encoder.write(modals)
      encoder.append(",")
    }
    encoder.append(#""path":"#)
    try encoder.write(path)
    if placement != .replace {
      encoder.append(#","placement":"#)
      try encoder.write(placement)
    }
    encoder.append(#","tab":"#)
    try encoder.write(tab)
    encoder.append("}")
    encoder.leave(1)
  }
}

extension ModalStyle: JSONReadable, JSONWritable {
  package static func read(from reader: inout JSONReader) throws -> ModalStyle {
    if reader.consume(#""sheet""#) { return .sheet }
    if reader.consume(#""cover""#) { return .cover }
    throw reader.error("a style")
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(rawValue) }
}

extension ModalID: JSONReadable, JSONWritable {
  package static func read(from reader: inout JSONReader) throws -> ModalID {
    ModalID(rawValue: try reader.decode(Int.self))
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(rawValue) }
}
