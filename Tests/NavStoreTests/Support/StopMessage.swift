import Testing

extension ExitTest.Result {
  /// Checks what the process said when it stopped.
  ///
  /// An optimized build drops the messages of preconditions: there, that it stopped is all there is to check.
  func expectMessage(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #if DEBUG
      let said = String(decoding: standardErrorContent, as: UTF8.self)
      #expect(said.contains(message), sourceLocation: sourceLocation)
    #endif
  }
}
