import Foundation

/// The positions of values on an axis, between 0 and 1, and the marks of the axis.
enum Scale {
  case linear(Double, Double)
  /// The first value of the axis. Smaller values have its position.
  case logarithmic(Double, Double)

  /// The scale of sizes, which is logarithmic if they span two decades or more. A size of 0 is placed one decade below
  /// the smallest other size, because it has no logarithm.
  static func sizes(_ sizes: [Int]) -> Scale {
    let positive = sizes.filter { $0 > 0 }.map(Double.init)
    guard let least = positive.min(), let most = positive.max() else { return .linear(0, 1) }
    guard most / least >= 100 else { return .linear(sizes.contains(0) ? 0 : least, most) }
    return .logarithmic(sizes.contains(0) ? least / 10 : least, most)
  }

  /// The scale of times: from 0, or in whole decades if the sizes are logarithmic.
  static func times(_ times: [Double], isLogarithmic: Bool) -> Scale {
    let (least, most) = (max(times.min() ?? 1, 0.001), max(times.max() ?? 1, 0.001))
    guard isLogarithmic else { return .linear(0, most * 1.08) }
    let first = pow(10, log10(least).rounded(.down))
    return .logarithmic(first, max(pow(10, log10(most).rounded(.up)), first * 10))
  }

  var isLogarithmic: Bool {
    if case .logarithmic = self { true } else { false }
  }

  /// Returns the position of a value.
  func place(_ value: Double) -> Double {
    switch self {
    case .linear(let least, let most): (value - least) / (most - least)
    case .logarithmic(let least, let most): value <= least ? 0 : log(value / least) / log(most / least)
    }
  }

  /// The values of the marks: steps of 1, 2 or 5, or decades, at most six.
  var marks: [Double] {
    switch self {
    case .linear(let least, let most):
      let rough = (most - least) / 5
      let decade = pow(10, log10(rough).rounded(.down))
      let step = decade * ([1, 2, 5, 10].first { $0 * decade >= rough } ?? 10)
      return stride(from: least, through: most, by: step).map { $0 }
    case .logarithmic(let least, let most):
      let decades = Int((log10(most / least)).rounded())
      return stride(from: 0, through: decades, by: decades > 4 ? 2 : 1).map { least * pow(10, Double($0)) }
    }
  }
}
