/// A graph that was parsed from a Mermaid flowchart or from DOT, in the forms that the writers use.
struct ParsedGraph {
  struct Edge {
    let source: Int
    let target: Int
    let label: String
  }

  private(set) var nodes: [String] = []
  private(set) var edges: [Edge] = []

  init(mermaid text: String) {
    self.init(text, arrow: "-->") { quoted in
      let lines = quoted.split(separator: "<br/>", omittingEmptySubsequences: false)
      return lines.map { Self.replacingCodes(in: $0) }.joined(separator: "\n")
    }
  }

  init(dot text: String) {
    self.init(text, arrow: "->") { quoted in
      var result = ""
      var characters = quoted.makeIterator()
      while let character = characters.next() {
        guard character == "\\", let escaped = characters.next() else {
          result.append(character)
          continue
        }
        result.append(escaped == "n" ? "\n" : escaped)
      }
      return result.replacing("&amp;", with: "&")
    }
  }

  private init(_ text: String, arrow: String, decode: (Substring) -> String) {
    for line in text.split(separator: "\n") {
      let numbers = Self.withoutQuotes(line).split { !$0.isLetter && !$0.isNumber }.compactMap {
        $0.first == "n" ? Int($0.dropFirst()) : nil
      }
      let label = Self.quotedParts(of: String(line)).first.map { decode($0) }
      if Self.withoutQuotes(line).contains(arrow), numbers.count == 2 {
        edges.append(Edge(source: numbers[0], target: numbers[1], label: label ?? ""))
      } else if numbers.count == 1, let label {
        nodes.append(label)
      }
    }
  }

  /// Returns the texts between quotation marks. A backslash escapes the next character.
  static func quotedParts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start: String.Index?
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == "\"" {
        if let begin = start { parts.append(text[begin..<index]) }
        start = start == nil ? text.index(after: index) : nil
      } else if text[index] == "\\" {
        index = text.index(after: index)
      }
      index = text.index(after: index)
    }
    return parts
  }

  private static func withoutQuotes(_ line: Substring) -> String {
    quotedParts(of: String(line)).reduce(String(line)) { $0.replacing("\"\($1)\"", with: "") }
  }

  private static func replacingCodes(in text: Substring) -> String {
    var result = ""
    for (index, part) in text.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
      let end = part.firstIndex(of: ";")
      if index > 0, let end, let scalar = UInt32(part[..<end]).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(scalar)
        result += part[part.index(after: end)...]
      } else {
        result += part
      }
    }
    return result
  }
}
