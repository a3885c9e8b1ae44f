import Foundation

/// The growth of a time with a size, in words.
struct Growth: CustomStringConvertible {
  let description: String

  /// - Parameter exponent: The exponent of the fitted power. Without one, the last size is compared with the first.
  init(exponent: Double?, values: [(size: Int, time: Double)]) {
    guard let exponent else {
      let (first, last) = (values[0], values[values.count - 1])
      description = "\((last.time / first.time).shown(2)) × at \(last.size.grouped)"
      return
    }
    switch exponent {
    case -0.05...0.05: description = "does not grow"
    case 0.05..<0.1: description = "hardly grows, power \(exponent.shown(2))"
    case 0.95...1.05: description = "grows in proportion"
    case ..<0: description = "falls, power \(exponent.shown(2))"
    default: description = "grows, power \(exponent.shown(2))"
    }
  }
}

extension Double {
  /// Formats a number with a maximum of digits after the point and without trailing zeros.
  func shown(_ digits: Int) -> String {
    var text = String(format: "%.\(digits)f", self)
    while text.contains("."), let last = text.last, last == "0" || last == "." {
      text.removeLast()
      if last == "." { break }
    }
    return text == "-0" ? "0" : text.replacingOccurrences(of: "-", with: "−")
  }
}

extension Int {
  /// Formats a number with a comma between thousands.
  var grouped: String {
    let digits = Array(String(self))
    return digits.indices.map { index in
      (index > 0 && (digits.count - index).isMultiple(of: 3) ? "," : "") + String(digits[index])
    }.joined()
  }
}
