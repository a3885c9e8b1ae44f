/// A recorded session: commands and headings, in segments. Each segment is played in a separate process, which is
/// killed at the end of every segment but the last.
package struct SessionScript: Equatable, Sendable {
  package static let killLine = "--- kill ---"

  package enum Line: Equatable, Sendable {
    /// A comment, which is printed as a heading.
    case heading(String)
    case command(String)
    case empty
  }

  package struct Segment: Equatable, Sendable {
    /// The number that the first line of the segment has in the file, beginning with 1.
    package let firstLine: Int
    package internal(set) var lines: [Line] = []
  }

  package private(set) var segments = [Segment(firstLine: 1)]

  /// Creates a session from the text of a file. Every string is a valid session.
  package init(_ text: String) {
    var number = 0
    // The text is split by bytes, because a carriage return and a line feed together are one `Character`.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init) {
      number += 1
      let line = line.trimmingSpaces()
      if line == Self.killLine {
        segments.append(Segment(firstLine: number + 1))
      } else if line.isEmpty {
        segments[segments.count - 1].lines.append(.empty)
      } else if line.hasPrefix("#") {
        segments[segments.count - 1].lines.append(.heading(String(line.drop(while: { $0 == "#" }).trimmingSpaces())))
      } else {
        segments[segments.count - 1].lines.append(.command(String(line)))
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
