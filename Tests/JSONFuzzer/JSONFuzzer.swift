import Foundation
import NavStore

/// What libFuzzer calls with bytes that it makes up, to find such as stop the program or are read otherwise than by
/// `JSONDecoder`. `.ci/fuzz-json` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  // Bytes that are no JSON may pass `JSONDecoder`, and to it a number too small to differ from 0 is an integer.
  guard let text = try? JSONText.parse(bytes) else {
    _ = try? JSONReader.decode([String: [Int]].self, from: bytes)
    _ = try? JSONReader.decode(NavigationAction<String, Route>.self, from: bytes)
    return 0
  }
  compare(NavigationAction<String, Route>.self, bytes, except: isLongFraction)
  compare(NavigationState<String, Int>.self, bytes, except: isLongFraction)
  compare([String: [Double?]].self, bytes, except: isShortZero)
  // What is canonical stays as it is.
  let again = text.utf8.withUnsafeBytes { try? JSONText.parse($0) }
  precondition(again?.utf8 == text.utf8, "The canonical text is not canonical: \(text)")
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

/// - Parameter isDifferent: Whether a number is one that the decoders may read differently as this type.
private func compare<Value: Decodable & Equatable>(
  _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, except isDifferent: (Slice<UnsafeRawBufferPointer>) -> Bool
) {
  let ours = try? JSONReader.decode(type, from: bytes)
  let foundations = try? JSONDecoder().decode(type, from: Data(bytes))
  precondition(
    ours == foundations || bytes.split { !"0123456789.eE+-".utf8.contains($0) }.contains(where: isDifferent),
    "As \(type): \(String(describing: ours)), JSONDecoder: \(String(describing: foundations))")
}

/// Whether this is a number with a fraction or an exponent and more than 15 digits: integers are exact here, and
/// `JSONDecoder` rounds them to what a `Double` has.
private func isLongFraction(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
  number.contains { ".eE".utf8.contains($0) } && number.count { 0x30...0x39 ~= $0 } > 15
}

/// Whether this is a zero with an exponent of one digit, which `JSONDecoder` refuses as a `Double`.
private func isShortZero(_ number: Slice<UnsafeRawBufferPointer>) -> Bool {
  number.count == 3 && (number.starts(with: "0e".utf8) || number.starts(with: "0E".utf8))
}
