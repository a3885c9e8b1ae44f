import Foundation

extension SuiteResult {
  /// The suite for a reader: a line for each contender.
  var table: String {
    ([name] + series.flatMap(\.lines)).joined(separator: "\n") + "\n"
  }
}

extension SeriesResult {
  fileprivate var lines: [String] {
    let width = 58
    let columns = [("ns/op", 14), ("× floor", 11), ("at best", 9), ("allocs/op", 11)]
    var lines = ["  " + name.padded(width + 2) + columns.map { $0.indented($1) }.joined()]
    for point in points {
      let size = point.size.map { size in axis.map { "\($0) \(size): " } ?? "" } ?? ""
      for contender in point.contenders {
        let figures =
          contender.nanoseconds.decimal(1).indented(14) + contender.ratio.decimal(2).indented(11)
          + contender.ratioAtBest.decimal(2).indented(9)
          + (contender.allocations?.decimal(3) ?? "–").indented(11)
        lines.append("    " + (size + contender.name).padded(width) + figures)
      }
    }
    if let axis {
      let floors = Set(points.compactMap(\.contenders.first?.name))
      for (name, exponent) in growth.sorted(by: { $0.key < $1.key }) where !floors.contains(name) {
        lines.append("    \(name): grows as \(axis) to the power of \(exponent.decimal(2))")
      }
    }
    return lines
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate func indented(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Double {
  fileprivate func decimal(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
