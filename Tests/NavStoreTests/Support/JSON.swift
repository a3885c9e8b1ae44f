import Foundation
import NavStore
import Testing

/// JSON as the tests compare it: with sorted keys, without white space and without escaped slashes.
enum JSON {
  static func text(_ value: some Encodable, routes: RouteRegistry? = nil) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[.routeRegistry] = routes
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, _ text: String, routes: RouteRegistry? = nil
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[.routeRegistry] = routes
    return try decoder.decode(type, from: Data(text.utf8))
  }

  /// Returns the message of the error that decoding throws. The error must be a `DecodingError`.
  static func refusal<Value: Decodable>(
    of text: String, as type: Value.Type, routes: RouteRegistry? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String? {
    let error = #expect(throws: DecodingError.self, "\(text)", sourceLocation: sourceLocation) {
      try value(type, text, routes: routes)
    }
    return switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context): context.debugDescription
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context.debugDescription
    case nil: nil
    @unknown default: nil
    }
  }

  /// Returns the message of the error that encoding throws. The error must be an `EncodingError`.
  static func refusal(
    toEncode value: some Encodable, routes: RouteRegistry? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String? {
    let error = #expect(throws: EncodingError.self, sourceLocation: sourceLocation) {
      try text(value, routes: routes)
    }
    guard case .invalidValue(_, let context) = error else { return nil }
    return context.debugDescription
  }
}
