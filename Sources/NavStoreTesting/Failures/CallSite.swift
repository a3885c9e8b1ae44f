/// The place in a test that called a tool, where its failures are shown.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: CustomStringConvertible {
  /// `AppTests/CartTests.swift:12`
  package var description: String { "\(fileID):\(line)" }
}

extension CallSite: Equatable {
  package static func == (first: CallSite, second: CallSite) -> Bool {
    first.line == second.line && first.column == second.column && "\(first.fileID)" == "\(second.fileID)"
  }
}
