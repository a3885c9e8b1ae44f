extension Graph {
  /// The graph as a Mermaid flowchart, with the start rounded. What the caps leave out is counted in a node of its own.
  package func mermaid(maxNodes: Int, maxEdges: Int) -> String {
    let excerpt = excerpt(maxNodes: maxNodes, maxEdges: maxEdges)
    var lines = ["flowchart LR"]
    for number in excerpt.nodes {
      let label = Self.mermaidQuoted(text(of: nodes[number]))
      lines.append(number == 0 ? "  n0([\(label)])" : "  n\(number)[\(label)]")
    }
    for edge in excerpt.edges.map({ edges[$0] }) {
      let label = text(of: edge)
      lines.append(
        "  n\(edge.source) -->" + (label.isEmpty ? "" : "|\(Self.mermaidQuoted(label))|") + " n\(edge.target)")
    }
    if let omission = excerpt.omission {
      lines.append("  more[\(Self.mermaidQuoted(omission))]")
      lines.append("  style more stroke-dasharray: 4")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private enum Place {
    case lineStart, leadingNumber, leadingMarker, line
  }

  // Mermaid reads a label as HTML and as Markdown, and has `#…;` for a character that should be neither. What is not
  // known to be harmless is written that way, and so is what would make a line an item of a list.
  private static func mermaidQuoted(_ text: String) -> String {
    var result = ""
    var place = Place.lineStart
    for character in text.withoutCarriageReturns.unicodeScalars.map(Character.init) {
      if character.isNewline {
        result += "<br/>"
        place = .lineStart
        continue
      }
      let makesItem =
        place == .leadingNumber && ".)".contains(character) || place == .leadingMarker && character == " "
      let isPlain = character.isLetter || character.isNumber || " ()[]{}.,:;/_=+-×…'!?".contains(character)
      if isPlain, !makesItem {
        result.append(character)
      } else {
        for scalar in character.unicodeScalars where !scalar.isControl { result += "#\(scalar.value);" }
      }
      switch place {
      case .lineStart where "+-".contains(character): place = .leadingMarker
      case .lineStart where character.isNumber, .leadingNumber where character.isNumber: place = .leadingNumber
      case .lineStart where character == " ": break
      default: place = .line
      }
    }
    return "\"\(result.isEmpty ? " " : result)\""
  }
}

extension String {
  /// The text with one line feed where a line ends with two characters.
  var withoutCarriageReturns: String {
    String(map { $0 == "\r\n" ? "\n" : $0 })
  }
}

extension Unicode.Scalar {
  var isNewline: Bool { Character(self).isNewline }

  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}
