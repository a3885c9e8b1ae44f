package import NavStore

/// A session report of an app, from its states and actions. The navigation in a state is found by reflection.
///
/// Reflection and encoding take tens of microseconds for each transaction, so create a report only if it is shown.
package struct AppReport<State: Sendable, Action: Sendable> {
  private var document: ReportDocument
  private let options: ReportOptions
  private let subject: AppSubject<State, Action>
  private var steps: ReportSteps<AppSubject<State, Action>>
  private var other: ComparedSession?

  /// Creates a report without steps. `isCompared` says whether it is one of two reports that are compared.
  package init(
    _ kind: ReportKind, named name: String, options: ReportOptions = ReportOptions(), isCompared: Bool = false
  ) {
    document = ReportDocument(kind: kind, name: name)
    self.options = options
    subject = AppSubject()
    steps = ReportSteps(subject, options, isCompared: isCompared)
  }

  /// Whether a state contains a navigation. A report without a navigation shows nothing.
  package var hasNavigation: Bool { steps.hasNavigation }

  package var hasSelection: Bool { steps.hasSelection }
  package var isFull: Bool { steps.isFull }

  package func navigation(in state: State) -> LoggedState? { subject.navigation(in: state) }

  // MARK: - Steps

  package mutating func begin(_ text: String, in state: State) {
    steps.begin(text, in: state)
  }

  package mutating func add(_ number: Int, _ origin: ActionOrigin, _ actions: [Action], to state: State) {
    if actions.isEmpty {
      steps.add(number, 0, origin, replacedBy: state)
    } else {
      steps.add(number, 0, origin, actions, to: state)
    }
  }

  package mutating func add(_ event: ReplayEvent<State, Action>) {
    if document.header == nil, case .began(let header, _) = event { document.header = header }
    steps.add(event)
  }

  package mutating func add(failure: String) {
    steps.add(failure: failure)
  }

  // MARK: - The rest of the page

  package mutating func setResult(_ report: ReplayReport<State, Action>) {
    let differences = report.allDivergences.first.prefix(20).map { divergence in
      "\(divergence)" + (divergence.nearest.map { Self.difference($0, after: divergence.number) } ?? "")
    }
    let lines = "\(report.summary)".split(separator: "\n").dropFirst().map { String($0) }
    document.result = ReportDocument.Result(report, findings: lines + differences)
  }

  /// Sets the failure of the test. `step` is the index of the step at which the test failed; `nil` for the last step
  /// that was added.
  package mutating func setFailure(_ message: String, atStep step: Int? = nil) {
    let last = steps.count - 1
    document.failure = (message, max(0, min(step ?? last, last)))
  }

  package mutating func setGraph(_ graph: ReportGraph) {
    document.graph = graph
  }

  package mutating func setFindings(_ findings: [String]) {
    guard !findings.isEmpty else { return }
    document.result = ReportDocument.Result(headline: findings.count.counting("finding"), findings: findings)
  }

  package mutating func setOther(_ other: AppReport) {
    self.other = ComparedSession(name: other.document.name) { write in
      var steps = other.steps
      try write(steps.take())
      return (steps.tables, steps.compared, other.document.result)
    }
  }

  package mutating func setNotice(_ notice: String) {
    document.cut = notice
  }

  private static func difference(_ nearest: ReplayReport<State, Action>.Comparison, after number: Int) -> String {
    guard let difference = NavStoreInspection.difference(expected: nearest.recorded, actual: nearest.replayed) else {
      return ""
    }
    return "\nAfter transaction \(nearest.number), − recorded, + replayed:\n" + difference
  }

  package var page: [UInt8] {
    var (steps, document) = (steps, document)
    (document.divergences, document.compared) = (steps.divergences, steps.compared)
    let advice = document.kind == .replay ? "Create the report with from: and until: to see another part." : nil
    let notices = [document.cut, options.cut(steps, advice: advice)].compactMap { $0 }
    document.cut = notices.isEmpty ? nil : notices.joined(separator: " ")
    var bytes = document.beginning + steps.take()
    // Adding to an array throws no error.
    try? document.writeEnding(steps.tables, comparedWith: other) { bytes += $0 }
    return bytes
  }
}
