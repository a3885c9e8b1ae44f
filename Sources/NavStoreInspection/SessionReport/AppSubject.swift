internal import NavStore

struct AppSubject<State: Sendable, Action: Sendable>: ReportSubject {
  private let values = AppValues()
  private let names = DescriptionNames<JSONText, JSONText>(
    tab: \.displayText, root: { _ in nil }, screen: \.displayText, maxDepth: .max)

  func navigation(in state: State) -> LoggedState? { values.navigation(in: state) }

  func index(of action: Action, in tables: inout ReportTables) -> Int {
    var source: String { swiftSource(action) }
    return tables.action(values.json(of: action) { source }) {
      if let action = (action as? any ReportedNavigationAction)?.logged(values) {
        let text = LoggedActionText(action, text: \.fullText)
        return (text.displayText, text.name)
      }
      // The name of the action of a navigation says more than `navigation`, which is the name of the app's case.
      let name = values.navigationAction(in: action)?.name ?? String(source.drop { $0 == "." }.prefix { $0 != "(" })
      return (source, name)
    }
  }

  func hash(_ action: Action, into hasher: inout Hasher) {
    hasher.combine(values.json(of: action) { swiftSource(action) })
  }

  /// Returns what the transaction changed as the sentence of its first action, which the timeline shows. The states
  /// between the actions are not known.
  func sentences(for actions: [Action], from before: LoggedState?, to after: LoggedState?) -> [String] {
    let sentence =
      if let after, let before {
        ActionDescription(
          action: actions.count == 1 ? values.navigationAction(in: actions[0]) : nil, outcome: .changed,
          before: before, after: after, names: names
        ).changes.joined(separator: "; ")
      } else if let after {
        EventFormatter.text(forReplacementBy: after)
      } else {
        "the state has no navigation"
      }
    return [sentence.isEmpty ? "the navigation is unchanged" : sentence] + actions.dropFirst().map { _ in "" }
  }

  func text(for action: UndecodableAction) -> String { "\(action)" }
  func text(for line: DamagedLine) -> String { "\(line)" }
}
