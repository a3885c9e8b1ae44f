internal import NavStore

/// What the full screen shows and what each key means: the rules, without a terminal and without a store.
///
/// The navigation changes by the steps of a presenter and in no other way; a key that navigates is a request, whose
/// steps come back when the store has done it.
package struct ScreenModel: Equatable, Sendable {
  /// What has the keys.
  package enum Mode: Equatable, Sendable {
    case browsing
    /// The line where a URL is typed.
    case prompt(String)
    /// The list of keys, which the next one closes.
    case help
  }

  package private(set) var shown: DemoShown
  package private(set) var mode = Mode.browsing
  /// What the last action did, or why a key did nothing.
  package private(set) var message = ""
  /// The steps that have come since the last action.
  package private(set) var steps: [String] = []
  /// Whether what was done is saved, in a few words.
  package var saving = ""
  private(set) var positions = ListPositions()

  /// A screen that shows something, by default nothing yet.
  package init(showing shown: DemoShown = DemoShown()) {
    positions.follow(from: DemoShown(), to: shown)
    self.shown = shown
  }

  // MARK: - What comes from the store

  /// Does a step.
  package mutating func perform(_ step: DemoStep) {
    let before = shown
    shown.apply(step.change)
    positions.follow(from: before, to: shown)
    steps.append(step.description)
  }

  /// Says what an action did. Its steps are still to come.
  package mutating func did(_ notes: [String]) {
    message = notes.joined(separator: "; ")
  }

  /// Says something that is about no action.
  package mutating func say(_ text: String) {
    message = text
    steps = []
  }

  /// Scrolls the root of a tab to the top.
  package mutating func scrollToTop(of tab: DemoTab) {
    guard shown.path(of: .tab(tab))?.isEmpty == true else { return }
    positions[.tab(tab)] = 0
  }

  // MARK: - Keys

  /// Takes a key, and says what it asks for; nil if it asks for nothing but to be drawn.
  package mutating func press(_ key: Key) -> ScreenRequest? {
    switch key {
    case .control("c"), .control("d"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    switch mode {
    case .browsing: return browse(key)
    case .prompt(let text): return type(key, into: text)
    case .help:
      mode = .browsing
      return nil
    }
  }

  private mutating func browse(_ key: Key) -> ScreenRequest? {
    switch key {
    case .character("q"): return .quit
    case .character("?"): mode = .help
    case .character("g"): mode = .prompt("")
    case .character("u"): return .url
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
    // With one tab alone, its neighbour would be itself, and this a re-tap that nobody asked for.
    guard count > 1, let index = shown.tabs.firstIndex(where: { $0 == shown.selectedTab }) else { return nil }
    return tap((index + offset + count) % count)
  }

  // MARK: The list

  private static let page = 8

  /// The screen that the user sees; nil when nothing is shown.
  private var top: ShownScreen? { shown.focusedStack.flatMap { shown.screens(of: $0).last } }

  private var selectedRow: Int { shown.focusedStack.map { positions[$0] } ?? 0 }

  private mutating func select(_ row: Int) {
    guard let stack = shown.focusedStack, let links = top?.links, !links.isEmpty else { return }
    positions[stack] = min(max(row, 0), links.count - 1)
  }

  private mutating func open(row: Int) -> ScreenRequest? {
    guard let links = top?.links else { return nil }
    guard links.indices.contains(row) else {
      say(links.isEmpty ? "this screen has no links" : "there is no link \(row + 1) here")
      return nil
    }
    select(row)
    // A second press of the key, while the first one's screen is not yet there, opens nothing twice.
    return send(.pushUnlessTop(links[row]))
  }

  /// Presents what is selected in the list; of a screen without one, the screen itself.
  private mutating func present() -> ScreenRequest? {
    guard let stack = shown.focusedStack, let links = top?.links else { return nil }
    guard let route = links.isEmpty ? shown.routes(of: stack).last : links[min(selectedRow, links.count - 1)] else {
      say("there is nothing to present here")
      return nil
    }
    return send(.present(route))
  }

  // MARK: The prompt

  /// The longest URL that can be typed, in bytes; as long as a line of commands.
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
      say(error.description)
      return nil
    }
  }
}

/// What a key asks of the session, beyond a change of what is drawn.
package enum ScreenRequest: Equatable, Sendable {
  /// Send these actions to the store as one transaction.
  case send([DemoNavigationAction])
  /// Say which URL opens what is shown.
  case url
  /// Draw every row anew, because something else may have written to the terminal.
  case redraw
  /// Give the terminal back and stop, until the shell has the process go on.
  case suspend
  /// Save and leave.
  case quit
}

/// Which row is selected in the list of each screen, so that a screen that is seen again is as it was left.
struct ListPositions: Equatable, Sendable {
  private var rows: [DemoStack: [Int]] = [:]

  /// The selected row of the top screen of a stack.
  subscript(stack: DemoStack) -> Int {
    get { rows[stack]?.last ?? 0 }
    set {
      guard let depth = rows[stack]?.count, depth > 0 else { return }
      rows[stack]?[depth - 1] = newValue
    }
  }

  /// Follows a change: a screen that stays keeps its row, and a new one begins at its top.
  mutating func follow(from old: DemoShown, to new: DemoShown) {
    var followed: [DemoStack: [Int]] = [:]
    for stack in new.stacks {
      let screens = new.screens(of: stack).count
      let routes = new.routes(of: stack)
      // A tab's root is in no path, and always the same.
      let same = screens - routes.count + zip(old.routes(of: stack), routes).prefix { $0 == $1 }.count
      let kept = (rows[stack] ?? []).prefix(same)
      followed[stack] = kept + Array(repeating: 0, count: screens - kept.count)
    }
    rows = followed
  }
}
