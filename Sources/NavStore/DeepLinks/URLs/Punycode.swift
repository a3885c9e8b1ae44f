/// The ASCII form of non-ASCII host names; see RFC 3492.
enum Punycode {
  /// Returns a host with its Punycode labels decoded. A host with a non-ASCII character is lowercased.
  ///
  /// `jürgen`, `JÜRGEN` and `xn--jrgen-kva` result in the same string. A label that is not valid Punycode is unchanged.
  static func hostText(_ host: String) -> String {
    let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
    let host = isASCII ? host : host.lowercased()
    guard host.lowercasedASCII.contains("xn--") else { return host }
    return host.split(separator: ".", omittingEmptySubsequences: false).map { label in
      guard label.prefix(4).lowercased() == "xn--" else { return String(label) }
      return decoded(label.dropFirst(4)) ?? String(label)
    }.joined(separator: ".")
  }

  /// Returns whether a label that begins with `xn--` is the form of a name that all readers accept.
  static func isName(_ label: Substring) -> Bool {
    guard let text = decoded(label.dropFirst(4)) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      if scalar.properties.changesWhenNFKCCaseFolded { return false }
      return switch scalar.properties.generalCategory {
      case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: true
      case .nonspacingMark, .spacingMark: scalar.properties.canonicalCombiningClass == .notReordered
      default: scalar == "-"
      }
    }
  }

  /// Decodes a label, which is passed without its `xn--`. Returns `nil` if the label is not the Punycode of a non-ASCII
  /// string, or if the result contains a control character.
  private static func decoded(_ label: Substring) -> String? {
    let bytes = Array(label.utf8)
    guard bytes.allSatisfy({ $0.isLabelByte }) else { return nil }
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    var scalars = bytes[..<(hyphen ?? 0)].map { Unicode.Scalar($0) }
    let digits = bytes[(hyphen.map { $0 + 1 } ?? 0)...]
    guard hyphen != 0, !digits.isEmpty else { return nil }
    // `Int` has 32 bits on some platforms, which is too few for the limits below.
    var (scalar, position, bias): (Int64, Int64, Int64) = (0x80, 0, 72)
    var index = digits.startIndex
    while index < digits.endIndex {
      let before = position
      var (weight, step): (Int64, Int64) = (1, 36)
      while true {
        guard index < digits.endIndex, let digit = digits[index].punycodeDigit else { return nil }
        index += 1
        let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
        // No valid label in a URL of the default maximum length reaches this limit.
        guard !isTooLarge, product < 1 << 40 else { return nil }
        position += product
        let threshold = min(max(step - bias, 1), 26)
        if digit < threshold { break }
        weight *= 36 - threshold
        guard weight < 1 << 40 else { return nil }
        step += 36
      }
      let count = Int64(scalars.count + 1)
      bias = adapted(position - before, count: count, isFirst: before == 0 && scalars.count == hyphen ?? 0)
      scalar += position / count
      position %= count
      guard scalar <= 0x10FFFF, let next = Unicode.Scalar(UInt32(scalar)) else { return nil }
      scalars.insert(next, at: Int(position))
      position += 1
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).hasControlCharacter ? nil : String(text)
  }

  /// Returns the bias after a scalar, as defined in RFC 3492, section 6.1.
  private static func adapted(_ difference: Int64, count: Int64, isFirst: Bool) -> Int64 {
    var difference = isFirst ? difference / 700 : difference / 2
    difference += difference / count
    var bias: Int64 = 0
    while difference > (36 - 1) * 26 / 2 {
      difference /= 36 - 1
      bias += 36
    }
    return bias + 36 * difference / (difference + 38)
  }
}

extension UInt8 {
  fileprivate var isLabelByte: Bool { punycodeDigit != nil || self == UInt8(ascii: "-") }

  fileprivate var punycodeDigit: Int64? {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(self) - 0x61
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int64(self) - 0x41
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(self) - 0x30 + 26
    default: nil
    }
  }
}
