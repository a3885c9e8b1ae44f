import Testing

extension ExitTest.Result {
  /// Checks the message that the process printed when it stopped.
  func expectMessage(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let said = String(decoding: standardErrorContent, as: UTF8.self)
    #expect(said.contains(message), "\(said)", sourceLocation: sourceLocation)
  }
}
