extension String {
  /// The string in one line, with escapes for the characters that a terminal would interpret.
  package var printable: String {
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  package func printable(limit: Int) -> String {
    if utf8.count <= limit, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    let result = String(String.UnicodeScalarView(unicodeScalars.prefix(limit * 4))).printable
    return result.count > limit || unicodeScalars.count > limit * 4 ? result.prefix(limit - 1) + "…" : result
  }

  /// The string, which must be JSON, with JSON escapes for the characters that are not printable.
  package var printableJSON: String {
    var result = ""
    // Characters that are not printable occur only in the strings of the JSON, where an escape has the same meaning.
    for scalar in unicodeScalars {
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  package var isPrintable: Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}
