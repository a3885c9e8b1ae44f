/// Lays out Swift source of one line in several: what does not fit has a line for each element of its lists.
package struct SourceLayout {
  private let source: [Character]
  private let width: Int
  /// The place of the closing bracket, by the place of the opening one.
  private var ends: [Int: Int] = [:]
  private var lines: [String] = []

  /// Returns the source in lines of at most so many columns, as far as lists have elements that are short enough.
  ///
  /// A source that was cut may lack brackets at its end.
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

  /// Calls a function with each place that is not in a string.
  private func eachPlace(in range: Range<Int>, _ body: (Int) -> Void) {
    var isInString = false
    var place = range.lowerBound
    while place < range.upperBound {
      if isInString, source[place] == "\\" {
        place += 1
      } else if source[place] == "\"" {
        isInString.toggle()
      } else if !isInString {
        body(place)
      }
      place += 1
    }
  }

  private mutating func findEnds() {
    var open: [Int] = []
    var ends: [Int: Int] = [:]
    eachPlace(in: source.indices) { place in
      if "([".contains(source[place]) {
        open.append(place)
      } else if ")]".contains(source[place]), let start = open.popLast() {
        ends[start] = place
      }
    }
    for start in open { ends[start] = source.count }
    self.ends = ends
  }

  private mutating func add(_ range: Range<Int>, indentation: Int) {
    let margin = String(repeating: " ", count: indentation)
    var start: Int?
    eachPlace(in: range) { place in
      if start == nil, "([".contains(source[place]) { start = place }
    }
    // A deep or empty list stays in one line.
    guard indentation + range.count > width, indentation < width / 2, let start, let end = ends[start], end > start + 1
    else { return lines.append(margin + String(source[range])) }
    lines.append(margin + String(source[range.lowerBound...start]))
    for element in elements(in: start + 1..<min(end, range.upperBound)) { add(element, indentation: indentation + 2) }
    if end < range.upperBound { lines.append(margin + String(source[end..<range.upperBound])) }
  }

  /// The elements of a list, each with the comma behind it.
  private func elements(in range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var start = range.lowerBound
    var inside = 0
    eachPlace(in: range) { place in
      if "([".contains(source[place]) { inside += 1 }
      if ")]".contains(source[place]) { inside -= 1 }
      if source[place] == ",", inside == 0 {
        elements.append(start..<place + 1)
        start = place + 1
        if start < range.upperBound, source[start] == " " { start += 1 }
      }
    }
    if start < range.upperBound { elements.append(start..<range.upperBound) }
    return elements
  }
}
