import Foundation

extension GrowthPanel {
  private static let plot = (left: 50.0, top: 14.0, height: 116.0, right: 19.0)
  private static let legendLine = 16.0

  /// The height below its first line of text.
  var height: Double { Self.plot.top + Self.plot.height + 38 + Double(lines.count) * Self.legendLine }

  /// Draws the panel with its title at `y`.
  func draw(into drawing: inout Drawing, x: Double, y: Double, width: Double) {
    let (left, right) = (x + Self.plot.left, x + width - Self.plot.right)
    let (top, bottom) = (y + Self.plot.top, y + Self.plot.top + Self.plot.height)
    let sizes = Set(lines.flatMap { $0.values.map(\.size) }).sorted()
    let across = Scale.sizes(sizes)
    let up = Scale.times(lines.flatMap { $0.values.map(\.time) }, isLogarithmic: across.isLogarithmic)
    func place(_ size: Int, _ time: Double) -> (x: Double, y: Double) {
      (left + across.place(Double(size)) * (right - left), bottom - up.place(time) * (bottom - top))
    }

    drawing.text(title, x: x, y: y, "head")
    for mark in up.marks {
      let markY = bottom - up.place(mark) * (bottom - top)
      drawing.line(from: (left, markY), to: (right, markY), "grid")
      drawing.text(mark.duration, x: left - 6, y: markY + 4, "small quiet", anchor: .end)
    }
    // In descending order, so that of two labels that are too close, the larger value is labelled.
    var last = Double.infinity
    for size in sizes.reversed() {
      let (markX, _) = place(size, 0)
      let text = size.grouped
      let half = Double(text.count) * 3.2
      guard markX + half + 4 < last else { continue }
      drawing.text(text, x: markX, y: bottom + 17, "small quiet", anchor: .middle)
      last = markX - half
    }
    drawing.text(axis, x: (left + right) / 2, y: bottom + 31, "small quiet", anchor: .middle)

    var legendY = bottom + 36 + Self.legendLine * 0.75
    for (line, colour) in zip(lines, colours) {
      let places = line.values.map { place($0.size, $0.time) }
      drawing.polyline(places, "line s-\(colour)\(line.isFloor ? " floor" : "")")
      for place in places { drawing.dot(x: place.x, y: place.y, "f-\(colour)") }
      drawing.line(
        from: (x, legendY - 4), to: (x + 16, legendY - 4), "line s-\(colour)\(line.isFloor ? " floor" : "")")
      drawing.text("\(line.label): \(line.growth)", x: x + 22, y: legendY, "small")
      legendY += Self.legendLine
    }
  }

  /// The colour of each line. The floor is always grey.
  private var colours: [String] {
    var rest = ["a", "b", "c", "d"][...]
    return lines.map { $0.isFloor ? "floor" : rest.popFirst() ?? "floor" }
  }
}

extension Double {
  /// Formats nanoseconds in the largest unit that is at most the value.
  fileprivate var duration: String {
    switch self {
    case 0: "0"
    case ..<1_000: "\(shown(1)) ns"
    case ..<1_000_000: "\((self / 1_000).shown(1)) µs"
    case ..<1_000_000_000: "\((self / 1_000_000).shown(1)) ms"
    default: "\((self / 1_000_000_000).shown(1)) s"
    }
  }
}
