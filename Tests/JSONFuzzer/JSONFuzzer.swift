import Foundation
import NavStore

/// What libFuzzer calls with bytes that it makes up, to find such as stop the program or are read otherwise than by
/// `JSONDecoder`. `.ci/fuzz-json` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  // A number too small to differ from 0 is an integer to `JSONDecoder`, and bytes that are no JSON may pass it.
  guard let text = try? JSONText.parse(bytes) else {
    _ = try? JSONReader.decode([String: [Int]].self, from: bytes)
    _ = try? JSONReader.decode(NavigationAction<String, Route>.self, from: bytes)
    return 0
  }
  compare(NavigationAction<String, Route>.self, bytes)
  compare(NavigationState<String, Int>.self, bytes)
  compare([String: [Double?]].self, bytes)
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

private func compare<Value: Decodable & Equatable>(_ type: Value.Type, _ bytes: UnsafeRawBufferPointer) {
  let ours = try? JSONReader.decode(type, from: bytes)
  let foundations = try? JSONDecoder().decode(type, from: Data(bytes))
  precondition(
    ours == foundations || isTiny(bytes),
    "As \(type): \(String(describing: ours)), JSONDecoder: \(String(describing: foundations))")
}

/// Whether a number may be spelled with a fraction or an exponent; as integers, those are exact here.
private func isTiny(_ bytes: UnsafeRawBufferPointer) -> Bool {
  bytes.contains(UInt8(ascii: ".")) || bytes.contains(UInt8(ascii: "e")) || bytes.contains(UInt8(ascii: "E"))
}
