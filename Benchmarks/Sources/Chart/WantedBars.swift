/// Bars of the costs of paths, each with a mark at its limit.
struct WantedBars {
  let paths: [WantedPath]

  private static let row = 23.0
  private static let label = 280.0
  private static let figures = 140.0
  /// The end of a broken bar for larger costs, which would make the other bars too short.
  private static let longest = 10.0

  /// Draws the bars from `y` and moves `y` below them.
  func draw(into drawing: inout Drawing, x: Double, y: inout Double, width: Double) {
    let (start, end) = (x + Self.label, x + width - Self.figures)
    let most = paths.reduce(1) { max($0, $1.measured, $1.most) }
    let scale = Scale.linear(0, min(most * 1.05, Self.longest))
    func place(_ value: Double) -> Double { start + min(scale.place(value), 1) * (end - start) }

    drawing.text("What is wanted: times the floor, or times the same at another size", x: x, y: y, "head")
    drawing.text("measured", x: end + 75, y: y, "quiet", anchor: .end)
    drawing.text("at most", x: x + width, y: y, "quiet", anchor: .end)
    y += 14
    let bottom = y + Double(paths.count) * Self.row
    for mark in scale.marks {
      drawing.line(from: (place(mark), y), to: (place(mark), bottom), "grid")
      drawing.text(mark.shown(1), x: place(mark), y: bottom + 15, "small quiet", anchor: .middle)
    }
    for path in paths {
      let middle = y + Self.row / 2
      drawing.text(path.name, x: x, y: middle + 4, "")
      let colour = path.isReached ? "f-a" : "f-over"
      drawing.rectangle(
        x: start, y: middle - 6, width: place(path.measured) - start, height: 12, colour)
      if scale.place(path.measured) > 1 {
        drawing.line(from: (end - 16, middle + 8), to: (end - 8, middle - 8), "s-page")
      }
      drawing.line(from: (place(path.most), middle - 9), to: (place(path.most), middle + 9), "mark")
      drawing.text(path.figures.measured, x: end + 75, y: middle + 4, "head", anchor: .end)
      drawing.text(path.figures.wanted, x: x + width, y: middle + 4, "quiet", anchor: .end)
      y += Self.row
    }
    y = bottom + 36
    Self.key(into: &drawing, x: start, y: y)
  }

  private static func key(into drawing: inout Drawing, x: Double, y: Double) {
    drawing.rectangle(x: x, y: y - 9, width: 14, height: 10, "f-a")
    drawing.text("no more than wanted", x: x + 20, y: y, "small quiet")
    drawing.rectangle(x: x + 160, y: y - 9, width: 14, height: 10, "f-over")
    drawing.text("more than wanted", x: x + 180, y: y, "small quiet")
    drawing.line(from: (x + 307, y - 11), to: (x + 307, y + 3), "mark")
    drawing.text("wanted at most", x: x + 315, y: y, "small quiet")
  }
}
