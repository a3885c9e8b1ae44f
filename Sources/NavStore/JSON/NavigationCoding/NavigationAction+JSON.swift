// This file reads and writes the same JSON as the `Codable` conformances, but without a `Decoder` or an `Encoder`. This
// is faster, which matters because an action log consists mainly of actions.

// MARK: - Actions

extension NavigationAction: JSONReadable where Tab: Decodable, Route: Decodable {
  package static func read(from reader: inout JSONReader) throws -> NavigationAction {
    var isFirstKey = true
    try reader.enterObject()
    guard let key = try reader.nextKey(isFirst: &isFirstKey), let name = reader.actionName(key) else {
      throw reader.error("a known key")
    }
    try reader.enterArray()
    let depth = reader.depth
    let action = try NavigationAction(name, from: &reader)
    // If an optional argument is missing, the reader has already left the list of arguments.
    if reader.depth == depth { try reader.leaveArguments() }
    guard try reader.nextKey(isFirst: &isFirstKey) == nil else { throw reader.error("the end") }
    return action
  }
}

extension JSONReader: NavigationActionReader {
  package mutating func firstArgument<Value: Decodable>() throws -> Value {
    try requireArgument(isFirst: true)
    return try decode(Value.self)
  }

  package mutating func nextArgument<Value: Decodable>() throws -> Value {
    try requireArgument()
    return try decode(Value.self)
  }

  package mutating func nextArgumentIfPresent<Value: Decodable>() throws -> Value? {
    try hasArgument() ? try decode(Value.self) : nil
  }

  package mutating func nextTargetIfPresent<Tab: Decodable>() throws -> NavigationTarget<Tab> {
    try hasArgument() ? try decode(NavigationTarget<Tab>.self) : .focused
  }

  package mutating func nextPosition() throws -> Int? {
    try requireArgument()
    skipWhitespace()
    return consume("null") ? nil : try decode(Int.self)
  }

  private mutating func requireArgument(isFirst: Bool = false) throws {
    guard try hasArgument(isFirst: isFirst) else { throw error("a value") }
  }

  private mutating func hasArgument(isFirst: Bool = false) throws -> Bool {
    var isFirst = isFirst
    return try nextElement(isFirst: &isFirst)
  }

  fileprivate mutating func leaveArguments() throws {
    // With `isFirst: true`, `hasArgument` returns `false` only for the end of the list. Both an argument and a comma
    // are errors here.
    guard try !hasArgument(isFirst: true) else { throw error("the end") }
  }

  fileprivate func actionName(_ key: JSONStringToken) -> NavigationActionName? {
    let key = UnsafeRawBufferPointer(bytes(key.range))
    return NavigationActionName.allCases.first { name in
      let bytes = name.rawValue.name
      return bytes.count == key.count && haveEqualBytes(UnsafeRawBufferPointer(bytes), key, key.count)
    }
  }
}

extension NavigationAction: JSONWritable where Tab: Encodable, Route: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    try encoder.enter(2)
    var visitor = NavigationActionEncodingVisitor<Tab, Route, JSONActionOutput>(JSONActionOutput(encoder))
    try accept(&visitor)
    visitor.output.end()
    encoder.leave(2)
  }
}

private struct JSONActionOutput: NavigationActionOutput {
  private let encoder: CanonicalJSONEncoder
  private var form: StaticString = ""
  private var hasArguments = false

  init(_ encoder: CanonicalJSONEncoder) {
    self.encoder = encoder
  }

  @inline(__always)
  mutating func begin(_ name: NavigationActionName) { form = name.rawValue.text }

  @inline(__always)
  mutating func encode(_ argument: some Encodable) throws {
    separate()
    try encoder.write(argument)
  }

  @inline(__always)
  mutating func encodeNil() {
    separate()
    encoder.append("null")
  }

  @inline(__always)
  private mutating func separate() {
    if hasArguments { encoder.append(",") } else { encoder.append(form, dropping: ActionFormLiteral.closingLength) }
    hasArguments = true
  }

  @inline(__always)
  func end() {
    if hasArguments { encoder.append("]}") } else { encoder.append(form, dropping: 0) }
  }
}

extension CanonicalJSONEncoder {
  fileprivate func append(_ form: StaticString, dropping count: Int) {
    buffer.bytes.append(
      contentsOf: UnsafeBufferPointer(start: form.utf8Start, count: form.utf8CodeUnitCount - count))
  }
}

// MARK: - Arguments of actions

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
      throw reader.error("a known key")
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
        throw reader.error("a known key")
      }
    }
    guard let tab, let path else { throw reader.error("a known key") }
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
    if reader.consume(#""popover""#) { return .popover }
    if reader.consume(#""inspector""#) { return .inspector }
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
