internal import NavStore
internal import NavStoreInspection

/// `navtool log graph`: the screens of logs, and the actions that led from one screen to another.
final class LogGraph {
  private let options: LogOptions
  private var names: ScreenNames
  private var graph = Graph()
  private var shown: String?
  private(set) var hasSelection = false

  init(_ options: LogOptions) {
    self.options = options
    names = ScreenNames(options.grouping)
  }

  func count(_ log: NavigationLog, _ output: ReportOutput) throws -> Bool {
    let range = ReplayOptions(
      from: options.from.map { $0 - 1 }, until: options.until, atDivergence: .adoptRecorded,
      atUndecodable: .skipToNextState)
    return try log.replay(range) { [self] event in
      output.countEvent()
      hasSelection = hasSelection || event.isSelected(from: options.from)
      switch event {
      case .began(let header, let state?):
        if header.number == 0 { shown = nil }
        add(state, after: header.number, by: nil)
      case .transaction(let transaction):
        add(transaction.state, after: transaction.number, by: Self.label(transaction.actions))
      case .replaced(let number, _, _, let state): add(state, after: number, by: "(replaced)")
      case .resumed(let number, _, let state):
        shown = nil
        add(state, after: number, by: nil)
      case .gap: shown = nil
      case .began, .diverged, .mark, .skipped, .undecodable, .damaged, .end: break
      }
    }.isFaithful
  }

  private static func label(_ actions: [LoggedAction]) -> String {
    var names: [String] = []
    for name in actions.map(\.name) where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  /// Adds the screen of a state, and an edge from the previous screen. Does nothing if both screens are the same. If
  /// `label` is `nil`, no edge is added.
  private func add(_ state: LoggedState, after number: Int, by label: String?) {
    // A replay that begins at a later transaction first reports the state before that transaction.
    if number < (options.from ?? 0) - 1 { return }
    let screen = names.name(of: state)
    if screen == shown { return }
    if let shown, let label { graph.addEdge(from: shown, to: screen, label: label) }
    graph.addNode(screen)
    shown = screen
  }

  func write(to output: ReportOutput) throws {
    let edges = options.limit.multipliedReportingOverflow(by: 2)
    let maxEdges = edges.overflow ? .max : edges.partialValue
    let text =
      switch options.format {
      case .mermaid: graph.mermaid(maxNodes: options.limit, maxEdges: maxEdges)
      case .dot: graph.dot(maxNodes: options.limit, maxEdges: maxEdges)
      }
    try output.write(String(text.dropLast()))
  }
}
