internal import NavStore

extension Descriptor {
  /// Writes a message to standard error, in one line: the names and the system's words in it are text from outside.
  static func tell(_ message: String) {
    standardError.write("navstore: \(message.shown)\n")
  }
}

extension String {
  /// Text from outside as it is shown: in one line, and without what a terminal would act on.
  var shown: String { printable(limit: 65_536) }
}
