extension Error {
  /// What a decoder says of a value, short enough for a sentence and without what is not seen.
  package var decodingReason: String {
    switch self as? DecodingError {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      RouteDiagnostic.shown(context.debugDescription)
    default: RouteDiagnostic.shown("\(self)")
    }
  }

  /// What an encoder says of a value, in the same form.
  var encodingReason: String {
    guard case .invalidValue(_, let context)? = self as? EncodingError else { return RouteDiagnostic.shown("\(self)") }
    return RouteDiagnostic.shown(context.debugDescription)
  }
}
