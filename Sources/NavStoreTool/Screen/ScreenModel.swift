internal import NavStore

/// The state of the full screen and the meaning of each key. The model uses neither a terminal nor a store.
///
/// Only the steps of a presenter change the shown navigation. For a key that navigates, ``press(_:)`` returns a request
/// to send an action. The presenter's steps follow after the store has reduced that action.
package struct ScreenModel: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case browsing
    /// The line in which the user types a URL. The associated value is the typed text.
    case prompt(String)
    case timeTravel
  }

  package private(set) var shown: DemoShown
  package private(set) var mode = Mode.browsing
  /// The first row of the list of keys that is drawn, or `nil` if the list is closed.
  package private(set) var help: Int?
  /// A description of the changes that the last action made, or another message to the user, for example the reason why
  /// a key had no effect.
  package private(set) var message = ""
  package private(set) var messageStyle = TextStyle.plain
  /// The descriptions of the presenter's steps since the last request or message.
  package private(set) var steps: [String] = []
  package var saving = ""
  static let saved = "saved"
  private(set) var positions = ListPositions()

  package init(showing shown: DemoShown = DemoShown()) {
    positions.update(from: DemoShown(), to: shown)
    self.shown = shown
  }

  // MARK: - Updates from the store

  package mutating func perform(_ step: DemoStep) {
    let before = shown
    shown.apply(step.change)
    positions.update(from: before, to: shown)
    steps.append(step.description)
  }

  /// Shows the descriptions of an action's changes. The steps of the action follow later.
  package mutating func show(notes: [String]) {
    message = notes.joined(separator: "; ")
    messageStyle = .plain
  }

  package mutating func show(message text: String, style: TextStyle = .plain) {
    message = text
    messageStyle = style
    steps = []
  }

  package mutating func scrollToTop(of tab: DemoTab) {
    guard shown.path(of: .tab(tab))?.isEmpty == true else { return }
    positions[.tab(tab)] = 0
  }

  package mutating func show(timelinePosition: TimelinePosition) {
    mode = timelinePosition.isPresent ? .browsing : .timeTravel
    show(message: timelinePosition.description, style: timelinePosition.isPresent ? .plain : .notice)
  }

  /// Limits the position of the list of keys to the last position that a drawing can use.
  package mutating func limitHelp(to lastRow: Int) {
    help = help.map { min($0, lastRow) }
  }

  // MARK: - Keys

  /// Handles a key. Returns `nil` if the key changes only the drawing or has no effect.
  package mutating func press(_ key: Key) -> ScreenRequest? {
    switch key {
    case .control("c"), .control("d"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    if let help {
      self.help = Self.scroll(help, by: key)
      return nil
    }
    switch mode {
    case .browsing: return browse(key)
    case .prompt(let text): return type(key, into: text)
    case .timeTravel: return travel(key)
    }
  }

  /// Returns the first row of the list of keys after a key, or `nil` if the key closes the list.
  private static func scroll(_ row: Int, by key: Key) -> Int? {
    switch key {
    case .up: max(row - 1, 0)
    case .down: row + 1
    case .pageUp: max(row - page, 0)
    case .pageDown: row + page
    case .home: 0
    case .end: KeyHelp.mostRows
    default: nil
    }
  }

  private mutating func browse(_ key: Key) -> ScreenRequest? {
    switch key {
    case .character("q"): return .quit
    case .character("?"): help = 0
    case .character("g"): mode = .prompt("")
    case .character("u"): return .url
    case .character("["): return .timeTravel(.back)
    case .character("d"): return send(.dismiss)
    case .character("s"): return present()
    case .character(let digit) where ("1"..."9").contains(digit): return open(row: Int(digit.value) - 0x31)
    case .enter, .right: return open(row: selectedRow)
    case .escape, .backspace, .left: return send(.back)
    case .up: select(selectedRow - 1)
    case .down: select(selectedRow + 1)
    case .pageUp: select(selectedRow - Self.page)
    case .pageDown: select(selectedRow + Self.page)
    case .home: select(0)
    case .end: select(.max)
    case .function(let number): return tap(number - 1)
    case .tab: return tapNext(1)
    case .backTab: return tapNext(-1)
    case .character, .control, .delete: break
    }
    return nil
  }

  private mutating func travel(_ key: Key) -> ScreenRequest? {
    switch key {
    case .character("q"): return .quit
    case .character("?"): help = 0
    case .character("["): return .timeTravel(.back)
    case .character("]"): return .timeTravel(.forward)
    case .character("x"): return .timeTravel(.toggle)
    case .escape: return .timeTravel(.present)
    default:
      show(message: "this is not the present state; Esc returns to it", style: .notice)
    }
    return nil
  }

  private mutating func send(_ action: DemoNavigationAction) -> ScreenRequest {
    steps = []
    return .send([action])
  }

  // MARK: Tabs

  private mutating func tap(_ index: Int) -> ScreenRequest? {
    guard shown.tabs.indices.contains(index) else { return nil }
    return send(.tabTapped(shown.tabs[index]))
  }

  private mutating func tapNext(_ offset: Int) -> ScreenRequest? {
    let count = shown.tabs.count
    // If there is only one tab, the next tab would be the selected tab, and the key would pop that tab's stack.
    guard count > 1, let index = shown.tabs.firstIndex(where: { $0 == shown.selectedTab }) else { return nil }
    return tap((index + offset + count) % count)
  }

  // MARK: The list

  private static let page = 8

  private var top: ShownScreen? { shown.focusedStack.flatMap { shown.screens(of: $0).last } }

  private var selectedRow: Int { shown.focusedStack.map { positions[$0] } ?? 0 }

  private mutating func select(_ row: Int) {
    guard let stack = shown.focusedStack, let links = top?.links, !links.isEmpty else { return }
    positions[stack] = min(max(row, 0), links.count - 1)
  }

  private mutating func open(row: Int) -> ScreenRequest? {
    guard let links = top?.links else { return nil }
    guard links.indices.contains(row) else {
      show(message: links.isEmpty ? "this screen has no links" : "this screen has no link \(row + 1)", style: .notice)
      return nil
    }
    select(row)
    // With this action, the screen is pushed only once if the user presses the key twice before the screen appears.
    return send(.pushUnlessTop(links[row]))
  }

  /// Presents the selected link. If the current screen has no links, presents the current screen again.
  private mutating func present() -> ScreenRequest? {
    guard let stack = shown.focusedStack, let links = top?.links else { return nil }
    guard let route = links.isEmpty ? shown.routes(of: stack).last : links[min(selectedRow, links.count - 1)] else {
      show(message: "this screen has no link to present", style: .notice)
      return nil
    }
    return send(.present(route))
  }

  // MARK: The prompt

  /// The maximum length of a URL that can be typed, in bytes. Lines of commands have the same limit.
  private static let longestText = 4096

  private mutating func type(_ key: Key, into text: String) -> ScreenRequest? {
    switch key {
    case .escape: mode = .browsing
    case .backspace: mode = .prompt(String(text.dropLast()))
    case .control("u"): mode = .prompt("")
    case .enter:
      mode = .browsing
      return text.isEmpty ? nil : open(url: text)
    case .character(let scalar):
      guard text.utf8.count < Self.longestText else { break }
      mode = .prompt(text + String(scalar))
    default: break
    }
    return nil
  }

  private mutating func open(url: String) -> ScreenRequest? {
    do {
      return send(.deepLink(try DemoLinks.table.parse(url)))
    } catch {
      show(message: error.description, style: .notice)
      return nil
    }
  }
}

package struct TimelinePosition: Equatable, Sendable, CustomStringConvertible {
  let position: Int
  let count: Int
  let isPresent: Bool
  let isExcluded: Bool
  let notes: [String]

  package init(position: Int, count: Int, isPresent: Bool, isExcluded: Bool, notes: [String]) {
    self.position = position
    self.count = count
    self.isPresent = isPresent
    self.isExcluded = isExcluded
    self.notes = notes
  }

  package var description: String {
    if isPresent { return "the present state" }
    let name = "state \(position) of \(count)"
    if isExcluded { return "\(name), without action \(position)" }
    return "\(name): \(position == 0 ? "the start" : notes.joined(separator: "; "))"
  }
}

package enum ScreenRequest: Equatable, Sendable {
  case send([DemoNavigationAction])
  case timeTravel(TimelineStep)
  case url
  /// Draws every row again, because another program may have written to the terminal.
  case redraw
  /// Restores the terminal, saves the state, and stops the process until the shell continues the process.
  case suspend
  case quit
}

package enum TimelineStep: Equatable, Sendable {
  case back
  case forward
  /// Leaves out the transaction that led to the viewed state, or includes that transaction again.
  case toggle
  /// Includes all transactions again, and views the present state.
  case present
}

/// The selected row in the list of each screen. The row does not change while other screens cover the screen.
struct ListPositions: Equatable, Sendable {
  private var rows: [DemoStack: [Int]] = [:]

  subscript(stack: DemoStack) -> Int {
    get { rows[stack]?.last ?? 0 }
    set {
      guard let depth = rows[stack]?.count, depth > 0 else { return }
      rows[stack]?[depth - 1] = newValue
    }
  }

  /// Updates the rows. The selected row of a screen that remains does not change. In a new screen, the first row is
  /// selected.
  mutating func update(from old: DemoShown, to new: DemoShown) {
    var updated: [DemoStack: [Int]] = [:]
    for stack in new.stacks {
      let screens = new.screens(of: stack).count
      let routes = new.routes(of: stack)
      // The root of a tab is not in the path, and never changes.
      let unchanged = screens - routes.count + zip(old.routes(of: stack), routes).prefix { $0 == $1 }.count
      let kept = (rows[stack] ?? []).prefix(unchanged)
      updated[stack] = kept + Array(repeating: 0, count: screens - kept.count)
    }
    rows = updated
  }
}
