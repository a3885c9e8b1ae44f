internal import NavStore
internal import NavStoreInspection

struct ScreenNames {
  private let grouping: ScreenGrouping
  private var names: [JSONText: String] = [:]
  private var roots: [JSONText: String] = [:]
  private static let limit = 10_000

  init(_ grouping: ScreenGrouping) {
    self.grouping = grouping
  }

  /// Returns the name of the current screen: the name of its route, or `/` and the tab for the root of a tab.
  mutating func name(of state: LoggedState) -> String {
    if let top = state.top {
      return Self.name(of: top, &names) { [grouping] in grouping == .case ? $0.caseName : $0.displayText }
    }
    return Self.name(of: state.selectedTab, &roots) { "/" + $0.displayText }
  }

  private static func name(
    of value: JSONText, _ known: inout [JSONText: String], _ make: (JSONText) -> String
  ) -> String {
    if let name = known[value] { return name }
    if known.count >= limit { known.removeAll() }
    let name = make(value)
    known[value] = name
    return name
  }
}
