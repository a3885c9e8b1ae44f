internal import NavStore

/// A rectangle of character cells that texts are put on, one over the other; what does not fit is cut.
///
/// Whatever a text holds, no character that a terminal would act on gets into a cell.
struct Canvas {
  private struct Cell: Equatable {
    /// Empty in the second column of a wide character.
    var text: String
    var style: TextStyle

    static let blank = Cell(text: " ", style: .plain)
  }

  let size: ScreenSize
  private var cells: [Cell]

  init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: .blank, count: size.rows * size.columns)
  }

  var area: CanvasArea { CanvasArea(row: 0, column: 0, rows: size.rows, columns: size.columns) }

  /// Puts a text into a row of an area, cut where the area ends.
  mutating func put(
    _ text: String, row: Int, column: Int = 0, in area: CanvasArea, style: TextStyle = .plain
  ) {
    guard row >= 0, row < area.rows, column >= 0, column < area.columns else { return }
    let text = text.printable(limit: Self.longestText).cut(toColumns: area.columns - column)
    var position = (area.row + row) * size.columns + area.column + column
    for character in text {
      let width = character.columns
      // By itself, without a character to stand on.
      guard width > 0 else { continue }
      for index in position..<(position + width) { clear(index) }
      cells[position] = Cell(text: String(character), style: style)
      for index in (position + 1)..<(position + width) { cells[index] = Cell(text: "", style: style) }
      position += width
    }
  }

  /// Fills a row of an area with one narrow character.
  mutating func fill(_ character: Character = " ", row: Int, in area: CanvasArea, style: TextStyle = .plain) {
    put(String(repeating: character, count: area.columns), row: row, in: area, style: style)
  }

  /// Draws a frame with nothing in it, and returns what is inside.
  mutating func box(_ title: String, in area: CanvasArea) -> CanvasArea {
    guard area.rows >= 3, area.columns >= 4 else {
      for row in 0..<area.rows { fill(row: row, in: area) }
      return area
    }
    let line = String(repeating: "─", count: area.columns - 2)
    put("┌" + line + "┐", row: 0, in: area)
    for row in 1..<(area.rows - 1) {
      put("│" + String(repeating: " ", count: area.columns - 2) + "│", row: row, in: area)
    }
    put("└" + line + "┘", row: area.rows - 1, in: area)
    put(" \(title) ", row: 0, column: 1, in: area.inset(rows: 0, columns: 1), style: .strong)
    return area.inset(rows: 1, columns: 2)
  }

  /// Empties a cell, and the other half of a wide character that it is a part of.
  private mutating func clear(_ index: Int) {
    let row = index / size.columns
    if cells[index].text.isEmpty {
      var first = index
      while first > row * size.columns, cells[first].text.isEmpty { first -= 1 }
      cells[first] = Cell(text: " ", style: cells[first].style)
    }
    var next = index + 1
    while next < (row + 1) * size.columns, cells[next].text.isEmpty {
      cells[next] = Cell(text: " ", style: cells[next].style)
      next += 1
    }
    cells[index] = .blank
  }

  /// Longer than the widest row.
  private static let longestText = 1000

  /// The rows, without the blanks at their ends.
  var lines: [StyledLine] {
    (0..<size.rows).map { row in
      var row = cells[(row * size.columns)..<((row + 1) * size.columns)]
      while row.last == .blank { row.removeLast() }
      var line = StyledLine()
      for cell in row { line.append(cell.text, cell.style) }
      return line
    }
  }
}

/// A rectangle of a canvas.
struct CanvasArea: Equatable {
  var row: Int
  var column: Int
  var rows: Int
  var columns: Int

  /// The area without so many rows above and below, and columns left and right; empty if there are no more.
  func inset(rows insetRows: Int, columns insetColumns: Int) -> CanvasArea {
    CanvasArea(
      row: row + insetRows, column: column + insetColumns, rows: max(0, rows - 2 * insetRows),
      columns: max(0, columns - 2 * insetColumns))
  }

  /// Takes rows from above.
  mutating func takeRows(_ count: Int) -> CanvasArea {
    let count = min(count, rows)
    defer {
      row += count
      rows -= count
    }
    return CanvasArea(row: row, column: column, rows: count, columns: columns)
  }

  /// Takes rows from below.
  mutating func takeLastRows(_ count: Int) -> CanvasArea {
    let count = min(count, rows)
    rows -= count
    return CanvasArea(row: row + rows, column: column, rows: count, columns: columns)
  }
}

/// How a text is set off on the screen. What it means in bytes only ``ScreenTerminal`` knows.
package enum TextStyle: Hashable, Sendable {
  case plain
  /// A title.
  case strong
  /// What is selected.
  case reversed
  /// What is there to be looked up.
  case faint
}

/// A row of the screen: texts with their styles, from the left.
package struct StyledLine: Hashable, Sendable {
  package struct Span: Hashable, Sendable {
    package var text: String
    package let style: TextStyle
  }

  package private(set) var spans: [Span] = []

  package init() {}

  package mutating func append(_ text: String, _ style: TextStyle) {
    if spans.last?.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(text: text, style: style))
    }
  }

  /// The row without its styles.
  package var text: String { spans.map(\.text).joined() }

  /// How many columns it takes.
  package var columns: Int { text.columns }
}

/// The size of a screen in characters.
package struct ScreenSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// A size that is at least 1 by 1, and not larger than a screen can be: what a terminal says is not always so.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 500)
    self.rows = min(max(rows, 1), 300)
  }
}
