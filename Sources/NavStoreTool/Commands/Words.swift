internal import NavStore

/// The words of a line, which the methods of this type remove from left to right.
struct Words {
  private var rest: ArraySlice<String>

  /// Splits a line at spaces and tabs. A semicolon is a separate word.
  init(_ line: String) {
    var words: [String] = []
    for part in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      for (index, piece) in part.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { words.append(";") }
        if !piece.isEmpty { words.append(String(piece)) }
      }
    }
    rest = words[...]
  }

  var next: String? { rest.first }

  mutating func take() -> String? {
    rest.popFirst()
  }

  mutating func take(_ word: String) -> Bool {
    guard rest.first == word else { return false }
    rest.removeFirst()
    return true
  }

  var isAtEnd: Bool { rest.isEmpty || rest.first == ";" }

  func requireEnd() throws {
    if let word = rest.first { throw CommandError("unexpected \"\(word)\" at the end of the command") }
  }

  // MARK: Arguments

  private mutating func argument(_ kind: String) throws -> String {
    guard !isAtEnd, let word = take() else { throw CommandError("expected \(kind)") }
    return word
  }

  mutating func tab() throws -> DemoTab {
    let word = try argument("a tab, for example library")
    guard let tab = DemoTab(rawValue: word) else {
      throw CommandError.unknown("tab", word, among: DemoTab.allCases.map(\.rawValue))
    }
    return tab
  }

  mutating func tabs() throws -> [DemoTab] {
    var tabs = [try tab()]
    while !isAtEnd { tabs.append(try tab()) }
    return tabs
  }

  mutating func route(_ kind: String = "a screen, for example song:3") throws -> DemoRoute {
    let word = try argument(kind)
    guard let route = DemoRoute(word) else {
      if ["book", "song", "film"].contains(word) {
        throw CommandError("\"\(word)\" needs a number, for example \(word):1")
      }
      throw CommandError.unknown("screen", word, among: MediaLibrary.routes.map(\.description))
    }
    guard MediaLibrary.routes.contains(route) else {
      throw CommandError("the catalogue does not contain \(word); \"items\" lists its contents")
    }
    return route
  }

  mutating func link() throws -> DeepLink<DemoTab, DemoRoute>? {
    guard let word = next, DemoLinks.isURL(word) else { return nil }
    _ = take()
    do {
      return try DemoLinks.table.parse(word)
    } catch {
      throw CommandError(error.description)
    }
  }

  mutating func routes(until stops: Set<String> = []) throws -> [DemoRoute] {
    var routes: [DemoRoute] = []
    while !isAtEnd, let word = next, !stops.contains(word) { routes.append(try route()) }
    return routes
  }

  mutating func number(_ kind: String) throws -> Int {
    let word = try argument(kind)
    guard let number = Int(word) else { throw CommandError("\"\(word)\" is not \(kind)") }
    return number
  }

  mutating func seconds() throws -> Duration {
    let word = try argument("a number of seconds, for example 0.5")
    guard let seconds = Double(word), (0...86_400).contains(seconds) else {
      throw CommandError("\"\(word)\" is not a number of seconds from 0 to 86400")
    }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  mutating func target() throws -> NavigationTarget<DemoTab> {
    guard take("in") else { return .focused }
    guard take("modal") else { return .tab(try tab()) }
    return .modal(ModalID(rawValue: try number("the number of a modal")))
  }
}
