// With `JSONEncoder` and `JSONDecoder`, `URL` and `Data` have a different form than with their own `Codable`
// conformances. `Date` and `UUID` need no code here, because `JSONEncoder` with default settings uses their own
// conformances.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension URL: JSONReadable, JSONWritable {
  package static var hasOwnJSONForm: Bool { true }

  package static func read(from reader: inout JSONReader) throws -> URL {
    let start = reader.position
    let text = try reader.decode(String.self)
    guard let url = URL(string: text) else { throw reader.corrupted("Invalid URL string.", at: start) }
    return url
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(absoluteString) }
}

extension Data: JSONReadable, JSONWritable {
  package static var hasOwnJSONForm: Bool { true }

  package static func read(from reader: inout JSONReader) throws -> Data {
    let start = reader.position
    let text = try reader.decode(String.self)
    guard let data = Data(base64Encoded: text) else {
      throw reader.corrupted("Encountered Data is not valid Base64.", at: start)
    }
    return data
  }

  package func write(to encoder: CanonicalJSONEncoder) throws { try encoder.write(base64EncodedString()) }
}
