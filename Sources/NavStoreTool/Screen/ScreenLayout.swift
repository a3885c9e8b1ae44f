internal import NavStore

/// A drawing of a model in a given size: the tab bar, the focused stack, boxes for the modals, and a footer with
/// messages and keys.
///
/// A long message has several rows, up to half of the screen. If the screen is too small, these parts are left out in
/// this order: the horizontal lines, the keys, the steps, the message and the tab bar. Other text is cut.
package struct ScreenLayout {
  package let lines: [StyledLine]
  /// The first row of the list of keys when its end is visible. 0 if the whole list is visible.
  package let lastHelpRow: Int

  package init(_ model: ScreenModel, size: ScreenSize) {
    let drawing = Drawing(model, size: size)
    lines = drawing.canvas.lines
    lastHelpRow = drawing.lastHelpRow
  }

  package var text: String { lines.map(\.text).joined(separator: "\n") }
}

private struct Drawing {
  private let model: ScreenModel
  private(set) var canvas: Canvas
  private(set) var lastHelpRow = 0

  init(_ model: ScreenModel, size: ScreenSize) {
    self.model = model
    canvas = Canvas(size)
    draw()
  }

  private mutating func draw() {
    let rows = canvas.size.rows
    var rest = canvas.area
    // The list of keys needs the rows of the message.
    let texts =
      model.help == nil
      ? footerTexts(columns: canvas.size.columns, limit: rows >= 8 ? rows / 2 - 1 : rows >= 5 ? 2 : 1)
      : [(text: "", style: TextStyle.plain)]
    let footer = rest.takeLastRows(rows >= 8 ? texts.count + 1 : rows >= 5 ? 2 : rows >= 3 ? 1 : 0)
    if rows >= 2 { drawTabs(in: rest.takeRows(1)) }
    if rows >= 14 {
      canvas.fill("─", row: 0, in: rest.takeRows(1), style: .faint)
      canvas.fill("─", row: 0, in: rest.takeLastRows(1), style: .faint)
    }
    drawStacks(in: rest)
    if let first = model.help { drawHelp(from: first, in: rest) }
    drawFooter(texts, in: footer)
    if case .prompt(let text) = model.mode { drawPrompt(text, in: footer.rows > 0 ? footer : canvas.area) }
  }

  // MARK: Tabs

  private mutating func drawTabs(in area: CanvasArea) {
    let tabs = model.shown.tabs
    // The function keys are shown only if there is room for the function keys of all tabs.
    let full = tabs.enumerated().map { "F\($0 + 1) " + label(of: $1) }
    let isRoomy = full.reduce(0) { $0 + $1.columns + 3 } <= area.columns
    var column = 0
    for (index, tab) in tabs.enumerated() {
      let text = isRoomy ? full[index] : label(of: tab)
      let isSelected = tab == model.shown.selectedTab
      canvas.put(
        isSelected ? "[\(text)]" : " \(text) ", row: 0, column: column, in: area, style: isSelected ? .reversed : .plain
      )
      column += text.columns + (isRoomy ? 3 : 2)
    }
  }

  private func label(of tab: DemoTab) -> String {
    let depth = model.shown.path(of: .tab(tab))?.count ?? 0
    return depth == 0 ? tab.title : "\(tab.title) +\(depth)"
  }

  // MARK: Stacks

  private mutating func drawStacks(in area: CanvasArea) {
    if let tab = model.shown.selectedTab {
      drawStack(.tab(tab), in: area.columns >= 20 ? area.inset(rows: 0, columns: 1) : area)
    }
    // Each modal is drawn over the previous ones.
    for (index, modal) in model.shown.modals.enumerated() {
      drawStack(.modal(modal.id), in: canvas.box(Self.name(of: modal), in: Self.area(of: modal, index, in: area)))
    }
  }

  private static func name(of modal: Modal<DemoRoute>) -> String { "\(modal.style) \(modal.id.rawValue)" }

  /// Returns the area of a modal. A cover uses the whole area. A sheet has a margin if there is room for one. The
  /// margin increases with the number of modals below the sheet, up to three modals.
  private static func area(of modal: Modal<DemoRoute>, _ index: Int, in area: CanvasArea) -> CanvasArea {
    guard modal.style == .sheet, area.rows >= 12, area.columns >= 30 else { return area }
    var sheet = area.inset(rows: 0, columns: 2 + 2 * min(index, 3))
    _ = sheet.takeRows(1 + min(index, 3))
    return sheet
  }

  private mutating func drawStack(_ stack: DemoStack, in area: CanvasArea) {
    let screens = model.shown.screens(of: stack)
    guard let screen = screens.last else { return }
    var rest = area
    let isRoomy = area.rows >= 9
    // The breadcrumbs are in the first row. They contain the title, so one row is sufficient.
    canvas.put(
      Breadcrumbs.text(screens.map(\.title), columns: area.columns), row: 0, in: rest.takeRows(1), style: .faint)
    // The links of a covered stack are not drawn, because parts of them would be visible around the modal.
    guard stack == model.shown.focusedStack else { return }
    if isRoomy { _ = rest.takeRows(1) }
    let title = rest.takeRows(1)
    canvas.put(screen.title, row: 0, in: title, style: .strong)
    if isRoomy { _ = rest.takeRows(1) }
    drawLinks(screen.links, selected: model.positions[stack], in: rest, title: title)
  }

  private mutating func drawLinks(_ links: [DemoRoute], selected: Int, in area: CanvasArea, title: CanvasArea) {
    guard area.rows > 0 else { return }
    if links.isEmpty { return canvas.put("no links", row: 0, in: area, style: .faint) }
    let first = max(0, min(selected - area.rows + 1, links.count - area.rows))
    let last = min(first + area.rows, links.count)
    for index in first..<last {
      let isSelected = index == selected
      let number = index < 9 ? "\(index + 1)" : " "
      let text = "\(isSelected ? ">" : " ") \(number) \(MediaLibrary.title(of: links[index])) "
      canvas.put(text, row: index - first, in: area, style: isSelected ? .reversed : .plain)
    }
    if last - first < links.count {
      let position = "\(first + 1)-\(last) of \(links.count)"
      canvas.put(" \(position)", row: 0, column: max(0, title.columns - position.columns - 1), in: title, style: .faint)
    }
  }

  // MARK: Footer

  /// Returns the rows of the footer above the keys, if possible at most `limit`: the message, then the steps, which are
  /// cut first. There are at least two rows, because the last one also shows whether the state is saved.
  private func footerTexts(columns: Int, limit: Int) -> [(text: String, style: TextStyle)] {
    let message = model.message.printable(limit: 2_000).rows(ofColumns: columns)
    let steps = model.steps.joined(separator: "; ").printable(limit: 2_000)
      .rows(ofColumns: max(columns - savingColumns, 1)).fitting(max(limit - max(message.count, 1), 1))
    var texts = message.fitting(max(limit - steps.count, 1)).map { (text: $0, style: model.messageStyle) }
    if texts.isEmpty { texts.append(("", .plain)) }
    texts += steps.map { ($0, .faint) }
    let isFull = (texts.last?.text.columns ?? 0) + savingColumns > columns
    if texts.count < 2 || isFull && texts.count < limit { texts.append(("", .plain)) }
    return texts
  }

  private var savingColumns: Int { model.saving.isEmpty ? 0 : model.saving.printable(limit: 500).columns + 2 }

  private mutating func drawFooter(_ texts: [(text: String, style: TextStyle)], in area: CanvasArea) {
    for (row, text) in texts.enumerated() { canvas.put(text.text, row: row, in: area, style: text.style) }
    let row = min(texts.count, area.rows) - 1
    if row >= 0, savingColumns > 0, texts[row].text.columns + savingColumns <= area.columns {
      canvas.put(
        model.saving, row: row, column: area.columns - savingColumns + 2, in: area,
        style: model.saving == ScreenModel.saved ? .good : .notice)
    }
    canvas.put(KeyHelp.line(for: model, ofColumns: area.columns), row: texts.count, in: area, style: .faint)
  }

  private mutating func drawPrompt(_ text: String, in area: CanvasArea) {
    let label = "URL: "
    let width = area.columns - label.columns - 1
    canvas.fill(row: 0, in: area)
    canvas.put(label, row: 0, in: area, style: .strong)
    // If the text is too long, its end is shown, because the user types at the end.
    let typed = text.printable(limit: 16_384).end(ofColumns: width)
    canvas.put(typed, row: 0, column: label.columns, in: area)
    canvas.put(" ", row: 0, column: label.columns + typed.columns, in: area, style: .reversed)
  }

  private mutating func drawHelp(from first: Int, in area: CanvasArea) {
    let columns = min(area.columns, KeyHelp.columns + 4)
    let lines = KeyHelp.rows(ofColumns: columns - 4)
    let rows = min(area.rows, lines.count + 2)
    let window = CanvasArea(
      row: area.row + (area.rows - rows) / 2, column: area.column + (area.columns - columns) / 2, rows: rows,
      columns: columns)
    let visible = rows >= 3 && columns >= 4 ? rows - 2 : rows
    lastHelpRow = max(0, lines.count - visible)
    let start = min(first, lastHelpRow)
    let end = min(start + visible, lines.count)
    let position = lastHelpRow > 0 ? ", \(start + 1)-\(end) of \(lines.count)" : ""
    let inside = canvas.box("keys" + position, in: window)
    for (row, line) in lines[start..<end].enumerated() { canvas.put(line, row: row, in: inside) }
  }
}

extension [String] {
  /// Returns at most this number of elements. If elements are left out, the last one ends with an ellipsis.
  fileprivate func fitting(_ limit: Int) -> [String] {
    guard count > limit, limit > 0 else { return self }
    return Array(prefix(limit - 1)) + [self[limit - 1] + "…"]
  }
}

private enum Breadcrumbs {
  /// Returns the titles from the root to the top. If the titles do not fit, titles after the root are left out. If even
  /// the root and the top do not fit, the root is left out too.
  static func text(_ titles: [String], columns: Int) -> String {
    guard let root = titles.first else { return "" }
    let all = titles.joined(separator: " > ")
    if all.columns <= columns { return all }
    for kept in stride(from: titles.count - 2, through: 1, by: -1) {
      let text = ([root, "…"] + titles.suffix(kept)).joined(separator: " > ")
      if text.columns <= columns { return text }
    }
    return titles.count == 1 ? root : "… > \(titles[titles.count - 1])"
  }
}

enum KeyHelp {
  /// Returns as many of the most useful keys as fit in one row.
  static func line(for model: ScreenModel, ofColumns columns: Int) -> String {
    var (keys, last) = keys(for: model)
    while !keys.isEmpty, (keys + last).joined(separator: "  ").columns > columns { keys.removeLast() }
    return (keys + last).joined(separator: "  ")
  }

  /// The keys of a model's mode, the most useful one first, and the keys that are shown after them in any case.
  private static func keys(for model: ScreenModel) -> ([String], [String]) {
    if model.help != nil { return (["up, down scroll"], ["any other key closes"]) }
    return switch model.mode {
    case .browsing:
      (
        ["1-9 open", "Esc back", "Tab tabs", "s sheet", "d close", "[ earlier", "g URL"],
        ["? keys", "q quit"]
      )
    case .prompt: (["Enter open", "Ctrl-U clear"], ["Esc cancel", "Ctrl-C quit"])
    case .timeTravel: (["[ earlier", "] later", "x leave out", "Esc present"], ["? keys", "q quit"])
    }
  }

  static let lines = [
    "1-9, Enter     open a link",
    "up, down       select a link",
    "Esc, Backspace go back",
    "F1-F4, Tab     tap a tab; again to pop to its root or to scroll to the top",
    "s              present the selected link as a sheet",
    "d              dismiss",
    "g              open a URL, for example /song/3",
    "u              show the URL of the current screen",
    "[, ]           view earlier and later states; Esc returns to the present",
    "x              leave out the action before an earlier state, or include it again",
    "?              show these keys, also while an earlier state is shown",
    "Ctrl-L         draw the screen again",
    "Ctrl-Z         stop; the shell's command fg continues",
    "q, Ctrl-C      save and quit",
  ]

  static let columns = lines.map(\.columns).max() ?? 0

  /// A number that is not less than the number of ``rows(ofColumns:)`` in any width.
  static let mostRows = lines.reduce(0) { $0 + $1.count }

  /// Returns the lines as rows, which break at spaces. The second row of a key begins below the text of its first row,
  /// if there is room.
  static func rows(ofColumns columns: Int) -> [String] {
    let margin = columns >= 30 ? 15 : 2
    return lines.flatMap { line in
      guard line.columns > columns, columns > margin else { return [line] }
      let first = line.rows(ofColumns: columns)[0]
      let rest = String(line.dropFirst(first.count).drop { $0 == " " }).rows(ofColumns: columns - margin)
      return [first] + rest.map { String(repeating: " ", count: margin) + $0 }
    }
  }
}
