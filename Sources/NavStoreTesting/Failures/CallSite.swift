/// The position of a call in the source of a test. The test framework shows the failure of a test tool at this
/// position.
@usableFromInline
package struct CallSite: Sendable {
  @usableFromInline package let fileID: StaticString
  @usableFromInline package let filePath: StaticString
  @usableFromInline package let line: UInt
  @usableFromInline package let column: UInt

  @inlinable
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: CustomStringConvertible {
  @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension CallSite: Equatable {
  @usableFromInline
  package static func == (first: CallSite, second: CallSite) -> Bool {
    first.line == second.line && first.column == second.column && "\(first.fileID)" == "\(second.fileID)"
  }
}
