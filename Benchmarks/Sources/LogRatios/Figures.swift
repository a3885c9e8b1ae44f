extension [Double] {
  var median: Double { sorted()[count / 2] }
}

extension Double {
  /// The number with two decimals, or none above 100.
  var short: String {
    if self >= 100 { return "\(Int(rounded()))" }
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
