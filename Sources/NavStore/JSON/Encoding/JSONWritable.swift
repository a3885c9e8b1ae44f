/// A type that writes itself as canonical JSON without an `Encoder`: the bytes that its `encode(to:)` leads to.
package protocol JSONWritable: Encodable {
  /// Writes one value. Parts that may be of any type go through `encoder.write`, so that redactions reach them.
  func write(to encoder: CanonicalJSONEncoder) throws
}

extension Array: JSONWritable where Element: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(list: self) }
}

extension Bool: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) { encoder.append(self ? "true" : "false") }
}

extension Double: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    guard encoder.scratch.write(number: self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self) in JSON, which has no such number."))
    }
  }
}

extension Float: JSONWritable {
  package func write(to encoder: CanonicalJSONEncoder) throws {
    guard encoder.scratch.write(number: self) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: [], debugDescription: "Unable to encode \(self) in JSON, which has no such number."))
    }
  }
}

extension FixedWidthInteger where Self: Encodable {
  package func write(to encoder: CanonicalJSONEncoder) { encoder.scratch.write(integer: self) }
}

extension Int8: JSONWritable {}
extension Int16: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt: JSONWritable {}
extension UInt8: JSONWritable {}
extension UInt16: JSONWritable {}
extension UInt32: JSONWritable {}
extension UInt64: JSONWritable {}
