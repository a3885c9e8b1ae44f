import Testing

extension ExitTest.Result {
  /// Checks the message that the process printed when it stopped.
  func expectMessage(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let errors = String(decoding: standardErrorContent, as: UTF8.self)
    #expect(errors.contains(message), "\(errors)", sourceLocation: sourceLocation)
  }
}
