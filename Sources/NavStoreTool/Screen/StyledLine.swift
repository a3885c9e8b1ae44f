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
