/// The seconds that `body` takes, and what it returns.
func measured<Result>(_ body: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let start = ContinuousClock.now
  let result = try body()
  return (start.duration(to: .now).seconds, result)
}

extension Duration {
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

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
