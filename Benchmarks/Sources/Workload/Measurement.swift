/// The seconds that `body` takes, and what it returns.
public func measured<Result>(_ body: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let start = ContinuousClock.now
  let result = try body()
  return (start.duration(to: .now).seconds, result)
}

extension Duration {
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
