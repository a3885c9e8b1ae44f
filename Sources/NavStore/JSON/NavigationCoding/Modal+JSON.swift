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
