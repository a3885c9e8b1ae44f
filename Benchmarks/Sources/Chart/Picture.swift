/// The whole picture: a bar for each path with a limit, and the small charts below them.
struct Picture {
  let wanted: [WantedPath]
  let panels: [GrowthPanel]
  let rounds: Int

  private static let width = 900.0
  private static let margin = 24.0
  private static let columns = 3

  var svg: String {
    var drawing = Drawing()
    // The height is known after drawing, and the background is below all elements.
    var content = Drawing()
    var y = 38.0
    content.text("What NavStore costs", x: Self.margin, y: y, "title")
    y += 20
    content.text(
      "Medians of \(rounds) rounds of one run. The floor is the cheapest thing that could do the same job, by hand.",
      x: Self.margin, y: y, "quiet")
    y += 30
    if !wanted.isEmpty {
      WantedBars(paths: wanted).draw(into: &content, x: Self.margin, y: &y, width: Self.width - 2 * Self.margin)
      y += 26
    }
    let gap = 24.0
    let width = (Self.width - 2 * Self.margin - gap * Double(Self.columns - 1)) / Double(Self.columns)
    if !panels.isEmpty {
      content.text("How it grows", x: Self.margin, y: y, "head")
      content.text(
        "time an operation; the power that fits best, or of two sizes what the last costs beside the first",
        x: Self.margin + 100, y: y, "quiet")
      y += 26
    }
    for row in stride(from: 0, to: panels.count, by: Self.columns) {
      let inRow = panels[row..<min(row + Self.columns, panels.count)]
      for (column, panel) in inRow.enumerated() {
        panel.draw(into: &content, x: Self.margin + Double(column) * (width + gap), y: y, width: width)
      }
      y += (inRow.map(\.height).max() ?? 0) + 22
    }
    drawing.rectangle(x: 0, y: 0, width: Self.width, height: y, "page")
    drawing.append(content)
    return drawing.svg(
      width: Self.width, height: y, title: "What NavStore costs",
      description: wanted.map { "\($0.name): \($0.figures.measured), wanted at most \($0.figures.wanted)." }
        .joined(separator: " "))
  }
}
