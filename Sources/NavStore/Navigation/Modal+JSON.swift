extension ModalStyle: JSONReadable, JSONWritable {
  package static func read(from reader: inout JSONReader) -> ModalStyle? {
    if reader.consume(#""sheet""#) { return .sheet }
    return reader.consume(#""cover""#) ? .cover : nil
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(rawValue) }
}

extension ModalID: JSONReadable, JSONWritable {
  package static func read(from reader: inout JSONReader) throws -> ModalID? {
    ModalID(rawValue: try reader.decode(Int.self))
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(rawValue) }
}
