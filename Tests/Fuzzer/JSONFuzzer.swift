import Foundation
import NavStore

/// Searches for bytes that stop the program or that `JSONDecoder` reads differently.
///
/// `.ci/fuzz json` builds and runs it.
func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  // `JSONDecoder` accepts some bytes that are not JSON, and reads a number that rounds to 0 as an integer. Such bytes
  // are not compared.
  guard let text = try? JSONText.parse(bytes) else {
    _ = try? JSONReader.decode([String: [Int]].self, from: bytes)
    _ = try? JSONReader.decode(NavigationAction<String, Route>.self, from: bytes)
    return 0
  }
  compare(NavigationAction<String, Route>.self, bytes, except: isLongFraction)
  compare(NavigationState<String, Int>.self, bytes, except: isLongFraction)
  compare([String: [Double?]].self, bytes, except: isShortZero)
  // The canonical text of a canonical text is the same.
  let again = text.utf8.withUnsafeBytes { try? JSONText.parse($0) }
  require(again?.utf8 == text.utf8, "The canonical text is not canonical: \(text)")
  return 0
}

private enum Route: Hashable, Codable, Sendable {
  case item(id: Int)
  case search(text: String, page: Int)
  case settings
}

extension JSONText {
  fileprivate static func parse(_ bytes: UnsafeRawBufferPointer) throws -> JSONText {
    try JSONReader.decode(JSONText.self, from: bytes)
  }
}

/// Checks that NavStore and `JSONDecoder` decode the same value, or that both fail.
///
/// - Parameter isDifferent: Returns whether the decoders may read a number differently as this type.
private func compare<Value: Decodable & Equatable>(
  _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, except isDifferent: (Slice<UnsafeRawBufferPointer>) -> Bool
) {
  let ours = try? JSONReader.decode(type, from: bytes)
  let foundations = try? JSONDecoder().decode(type, from: Data(bytes))
  require(
    ours == foundations || bytes.split { !"0123456789.eE+-".utf8.contains($0) }.contains(where: isDifferent),
    "As \(type): \(String(describing: ours)), JSONDecoder: \(String(describing: foundations))")
}

/// Returns whether a number has a fraction or an exponent, and more than 15 digits. NavStore reads such an integer
/// exactly, and `JSONDecoder` rounds it to a `Double`.
private func isLongFraction(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
  number.contains { ".eE".utf8.contains($0) } && number.count { 0x30...0x39 ~= $0 } > 15
}

/// Returns whether a number is a zero with an exponent of one digit, which `JSONDecoder` refuses as a `Double`.
private func isShortZero(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
  number.count == 3 && (number.starts(with: "0e".utf8) || number.starts(with: "0E".utf8))
}
