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
