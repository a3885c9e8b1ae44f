import Foundation
import NavStore
import Testing

/// JSON as the tests compare it: keys sorted, no white space, slashes as they are.
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

  /// What the error says that decoding throws; it has to be a `DecodingError`.
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

  /// What the error says that encoding throws; it has to be an `EncodingError`.
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
