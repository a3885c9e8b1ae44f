/// A recorded session: commands and headings, in acts between which the process is killed.
package struct SessionScript: Equatable, Sendable {
  /// The line at which the process is killed and started again.
  package static let killLine = "--- kill ---"

  package enum Line: Equatable, Sendable {
    /// A comment, shown to who watches.
    case heading(String)
    case command(String)
    /// An empty line.
    case pause
  }

  /// What one process is told.
  package struct Act: Equatable, Sendable {
    /// The number of the first line in the file.
    package let firstLine: Int
    package internal(set) var lines: [Line] = []
  }

  package private(set) var acts = [Act(firstLine: 1)]

  /// Reads a session. Any text is one.
  package init(_ text: String) {
    var number = 0
    // By bytes: in Swift a carriage return and a line feed are one character.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init) {
      number += 1
      let line = line.trimmingSpaces()
      if line == Self.killLine {
        acts.append(Act(firstLine: number + 1))
      } else if line.isEmpty {
        acts[acts.count - 1].lines.append(.pause)
      } else if line.hasPrefix("#") {
        acts[acts.count - 1].lines.append(.heading(String(line.drop(while: { $0 == "#" }).trimmingSpaces())))
      } else {
        acts[acts.count - 1].lines.append(.command(String(line)))
      }
    }
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" || text.last == "\r" { text.removeLast() }
    return text
  }
}
