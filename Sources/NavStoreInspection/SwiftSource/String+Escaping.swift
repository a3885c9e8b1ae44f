extension StringProtocol {
  var escapedForLiteral: String { escaped(quotes: true) }

  var escapedForOneLine: String { escaped(quotes: false) }

  private func escaped(quotes: Bool) -> String {
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\r": text.append(contentsOf: "\\r".unicodeScalars)
      case "\t": text.append(contentsOf: "\\t".unicodeScalars)
      case "\"" where quotes, "\\" where quotes: text.append(contentsOf: ["\\", scalar])
      case _ where scalar.isVisible(after: previous): text.append(scalar)
      default: text.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate func isVisible(after previous: Unicode.Scalar?) -> Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark:
      // At the beginning of a literal, a combining mark would combine with the quotation mark.
      return previous != nil
    case .format:
      // A zero-width joiner connects the parts of many emoji.
      guard self == "\u{200D}", let previous else { return false }
      return !previous.isASCII && (previous.properties.isEmoji || previous.properties.isVariationSelector)
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
      return false
    default:
      return true
    }
  }
}
