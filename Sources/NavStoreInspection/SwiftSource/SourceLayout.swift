/// A layout of Swift source in several lines. A list that does not fit in one line has a line for each element.
package struct SourceLayout {
  private let source: [Character]
  private let width: Int
  /// The index of each closing bracket, by the index of the opening one.
  private var ends: [Int: Int] = [:]
  private var lines: [String] = []

  /// Returns the source, split into lines of at most `width` columns. A line is longer if it cannot be split between
  /// the elements of a list.
  ///
  /// The source may lack closing brackets, because it may have been cut.
  package static func lines(of source: String, width: Int = 100) -> String {
    var layout = SourceLayout(source: Array(source), width: width)
    layout.findEnds()
    layout.add(layout.source.indices, indentation: 0)
    return layout.lines.joined(separator: "\n")
  }

  private init(source: [Character], width: Int) {
    self.source = source
    self.width = width
  }

  private func forEachIndexOutsideStrings(in range: Range<Int>, _ body: (Int) -> Void) {
    var isInString = false
    var index = range.lowerBound
    while index < range.upperBound {
      if isInString, source[index] == "\\" {
        index += 1
      } else if source[index] == "\"" {
        isInString.toggle()
      } else if !isInString {
        body(index)
      }
      index += 1
    }
  }

  private mutating func findEnds() {
    var open: [Int] = []
    var ends: [Int: Int] = [:]
    forEachIndexOutsideStrings(in: source.indices) { index in
      if "([".contains(source[index]) {
        open.append(index)
      } else if ")]".contains(source[index]), let start = open.popLast() {
        ends[start] = index
      }
    }
    for start in open { ends[start] = source.count }
    self.ends = ends
  }

  private mutating func add(_ range: Range<Int>, indentation: Int) {
    let margin = String(repeating: " ", count: indentation)
    var start: Int?
    forEachIndexOutsideStrings(in: range) { index in
      if start == nil, "([".contains(source[index]) { start = index }
    }
    // A list that is indented by half of the width, or that is empty, is not split.
    guard indentation + range.count > width, indentation < width / 2, let start, let end = ends[start], end > start + 1
    else { return lines.append(margin + String(source[range])) }
    lines.append(margin + String(source[range.lowerBound...start]))
    for element in elements(in: start + 1..<min(end, range.upperBound)) { add(element, indentation: indentation + 2) }
    if end < range.upperBound { lines.append(margin + String(source[end..<range.upperBound])) }
  }

  private func elements(in range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = range.lowerBound
    var inside = 0
    forEachIndexOutsideStrings(in: range) { index in
      if "([".contains(source[index]) { inside += 1 }
      if ")]".contains(source[index]) { inside -= 1 }
      if source[index] == ",", inside == 0 {
        elements.append(start..<index + 1)
        start = index + 1
        if start < range.upperBound, source[start] == " " { start += 1 }
      }
    }
    if start < range.upperBound { elements.append(start..<range.upperBound) }
    return elements
  }
}
