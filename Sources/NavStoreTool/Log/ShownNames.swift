internal import NavStore

/// The names of tabs, origins and marks in logs, for options that ask for one that no log has.
final class ShownNames {
  private let options: LogOptions
  private var tabs: Set<JSONText> = []
  private var origins: Set<String> = []
  private var marks: Set<String> = []

  /// So that memory does not grow with the log. What is asked for is always noted.
  private static let limit = 1_000

  init(_ options: LogOptions) {
    self.options = options
  }

  func note(tabs names: @autoclosure () -> [JSONText]) {
    guard !options.tabs.isEmpty else { return }
    for tab in names() where !tabs.contains(tab) && (tabs.count < Self.limit || options.tabs.contains(tab.words)) {
      tabs.insert(tab)
    }
  }

  func note(origin: ActionOrigin) {
    guard !options.origins.isEmpty else { return }
    let name = origin.rawValue
    if origins.count < Self.limit || options.origins.contains(name) { origins.insert(name) }
  }

  func note(mark name: String) {
    guard options.mark != nil else { return }
    if marks.count < Self.limit || options.mark == name { marks.insert(name) }
  }

  /// A message for each name that the options ask for and no log has.
  ///
  /// - Parameter log: The name of the log; nil for several.
  func mistakes(in log: String?) -> [String] {
    mistakes("tab", options.tabs, Set(tabs.map(\.words)), log) + mistakes("origin", options.origins, origins, log)
      + mistakes("mark", options.mark.map { [$0] } ?? [], marks, log)
  }

  private func mistakes(_ kind: String, _ wanted: Set<String>, _ known: Set<String>, _ log: String?) -> [String] {
    wanted.subtracting(known).sorted().map { name in
      let known = known.sorted()
      let shown =
        known.prefix(10).map { $0.printable(limit: 40) } + (known.count > 10 ? ["\(known.count - 10) more"] : [])
      let hint =
        ClosestName.to(name, among: known).map { "Did you mean \"\($0)\"?" }
        ?? (log == nil ? "They have " : "It has ") + (known.isEmpty ? "none." : shown.joined(separator: ", ") + ".")
      let place = options.from == nil && options.until == nil ? "" : " in that part"
      return (log.map { "\($0) has" } ?? "The logs have") + " no \(kind) \"\(name)\"\(place). \(hint)"
    }
  }
}
