#if canImport(Testing)
  internal import Testing
#endif

/// Whether the test framework reported a failure when it threw this error, as `#require` and `XCTUnwrap` do.
func isReported(_ error: any Error) -> Bool {
  #if canImport(Testing)
    // Outside of a test of Swift Testing, nothing shows what `#require` reports.
    if error is ExpectationFailedError { return Test.current != nil }
  #endif
  // The type of that error is not public.
  return "\(type(of: error))".hasSuffix("XCTestErrorWhileUnwrappingOptional")
}
