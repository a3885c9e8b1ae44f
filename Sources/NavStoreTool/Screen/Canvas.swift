internal import NavStore

/// A rectangle of character cells, in which strings are drawn. A string replaces the cells at its position, and is cut
/// at the end of its area.
///
/// Characters that can control a terminal are escaped before they are written into a cell.
struct Canvas {
  private struct Cell: Equatable {
    /// The character, or an empty string in the second column of a wide character.
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

  mutating func put(
    _ text: String, row: Int, column: Int = 0, in area: CanvasArea, style: TextStyle = .plain
  ) {
    guard row >= 0, row < area.rows, column >= 0, column < area.columns else { return }
    let text = text.printable(limit: Self.longestText).cut(toColumns: area.columns - column)
    var position = (area.row + row) * size.columns + area.column + column
    for character in text {
      let width = character.columns
      // A combining character without a base character has no cell.
      guard width > 0 else { continue }
      for index in position..<(position + width) { clear(index) }
      cells[position] = Cell(text: String(character), style: style)
      for index in (position + 1)..<(position + width) { cells[index] = Cell(text: "", style: style) }
      position += width
    }
  }

  /// Fills a row of an area with one character, which must be one column wide.
  mutating func fill(_ character: Character = " ", row: Int, in area: CanvasArea, style: TextStyle = .plain) {
    put(String(repeating: character, count: area.columns), row: row, in: area, style: style)
  }

  /// Draws an empty frame with a title, and returns the area inside. If the area is too small for a frame, only clears
  /// it.
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

  /// Clears a cell and, if the cell contains half of a wide character, the cell that contains the other half.
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

  /// The maximum number of characters. The limit is greater than the number of columns in any row.
  private static let longestText = 1000

  /// The rows, without blank cells at the right.
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

struct CanvasArea: Equatable {
  var row: Int
  var column: Int
  var rows: Int
  var columns: Int

  func inset(rows insetRows: Int, columns insetColumns: Int) -> CanvasArea {
    CanvasArea(
      row: row + insetRows, column: column + insetColumns, rows: max(0, rows - 2 * insetRows),
      columns: max(0, columns - 2 * insetColumns))
  }

  mutating func takeRows(_ count: Int) -> CanvasArea {
    let count = min(count, rows)
    defer {
      row += count
      rows -= count
    }
    return CanvasArea(row: row, column: column, rows: count, columns: columns)
  }

  mutating func takeLastRows(_ count: Int) -> CanvasArea {
    let count = min(count, rows)
    rows -= count
    return CanvasArea(row: row + rows, column: column, rows: count, columns: columns)
  }
}

/// A style of text on the screen. ``ScreenTerminal`` converts the style to escape sequences.
package enum TextStyle: Hashable, Sendable {
  case plain
  /// A title.
  case strong
  /// A selected item.
  case reversed
  /// Secondary text.
  case faint
  /// Something that the user should notice, such as the reason why a key had no effect.
  case notice
  /// Something that went wrong, such as a state that cannot be saved.
  case problem
  /// A good state of affairs.
  case good
}

/// A row of the screen, as strings with styles, from left to right.
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

  package var text: String { spans.map(\.text).joined() }

  package var columns: Int { text.columns }
}

package struct ScreenSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Creates a size between 1 by 1 and 500 by 300, because a terminal can report any size.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 1), 500)
    self.rows = min(max(rows, 1), 300)
  }
}
