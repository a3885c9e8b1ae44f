extension String {
  /// The text in one line, with escapes for what a terminal would act on.
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

  /// The printable text, cut at a number of characters.
  package func printable(limit: Int) -> String {
    let result = String(String.UnicodeScalarView(unicodeScalars.prefix(limit * 4))).printable
    return result.count > limit || unicodeScalars.count > limit * 4 ? result.prefix(limit - 1) + "…" : result
  }

  /// JSON with the same values, in which everything that is not printable is escaped.
  package var printableJSON: String {
    var result = ""
    // What is not printable is in the strings of the JSON, where an escape means the same.
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
  /// Whether a terminal shows the scalar in its place, and does nothing else.
  package var isPrintable: Bool {
    if isASCII { return value >= 0x20 && value != 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: false
    default: true
    }
  }
}
