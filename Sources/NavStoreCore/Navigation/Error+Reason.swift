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
}
