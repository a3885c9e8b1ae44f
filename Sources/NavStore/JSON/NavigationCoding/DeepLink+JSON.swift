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
