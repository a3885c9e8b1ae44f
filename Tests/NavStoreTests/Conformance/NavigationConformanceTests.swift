import NavStore
import Testing

/// Runs the navigation cases of other projects' tests.
@Suite struct NavigationConformanceTests {
  private static let differences = [
    "rn-stack-021": "a route is a value of the app's own type: there is none for a screen that does not exist",
    "rn-stack-082": "a route is a value of the app's own type: there is none for a screen that does not exist",
    "rn-stack-092": "the root is not in the path, so nothing gives it new parameters",
    "rn-stack-100": "the root is not in the path, so nothing gives it new parameters",
    "dc-stack-002": "the root is not in the path, so it is never brought to the front",
    "dc-stack-045": "the root is not in the path, so setting the path keeps it",
    "rn-tabs-044": "a visit is a tab and has no parameters; what a tab shows is its path",
    "rn-tabs-050": "a visit is a tab and has no parameters; what a tab shows is its path",
    "rn-tabs-063": "nothing is preloaded: screens are the app's, the navigation holds values",
    "rn-tabs-restore-007": "nothing is preloaded: screens are the app's, the navigation holds values",
    "rn-tabs-070": "nothing is preloaded: screens are the app's, the navigation holds values",
  ]

  @Test func `the outside cases of navigation pass or are deliberate differences`() throws {
    try Conformance(
      file: "navigation_cases.json",
      adapters: [
        "stack": StackAdapter.stack,
        "stack-list": StackAdapter.stackList,
        "tabs": TabsAdapter.tabs,
        "tabs-change": TabsAdapter.tabs,
        "tabs-order": TabsAdapter.order,
        "tab-stacks": TabsAdapter.stacks,
        "tabs-restore": RestoreAdapter.tabs,
        "stack-restore": RestoreAdapter.stack,
        "stack-screens": RestoreAdapter.screens,
        "presentation-path": Self.presentationPath,
        "presentation-steps": StepsAdapter.steps,
      ],
      differences: Self.differences
    ).check()
  }

  /// The cases with screens of several types use `AnyRoute`.
  @Sendable
  private static func presentationPath(_ example: ConformanceCase) throws -> String? {
    let path = try (example.given["path"]?.list ?? []).map { entry in
      guard entry["style"]?.string == "push", let screen = entry["screen"] else { throw NoCounterpart("\(entry)") }
      return try route(screen)
    }
    var state = NavigationState<String, AnyRoute>(tabs: ["tab"], paths: ["tab": path])
    var counts: [Int] = []
    for step in example.when["steps"]?.list ?? [] {
      guard ["goBackTo", "popTo"].contains(step["do"]?.string) else { throw NoCounterpart("\(step)") }
      switch (step["type"]?.string, step["screen"]) {
      case ("string", _): state.popTo { $0.as(String.self) != nil }
      case ("int", _): state.popTo { $0.as(Int.self) != nil }
      case (nil, let screen?): state.popTo(try route(screen))
      default: throw NoCounterpart("\(step)")
      }
      counts.append(state.depth)
    }
    return counts == example.then["countAfterEach"]?.list.compactMap(\.int) ? nil : "\(counts)"
  }

  private static func route(_ screen: JSONValue) throws -> AnyRoute {
    switch screen {
    case .bool(let value): AnyRoute(value)
    case .integer(let value): AnyRoute(value)
    case .string(let value): AnyRoute(value)
    case .null, .unsigned, .largeInteger, .number, .array, .object: throw NoCounterpart("\(screen)")
    }
  }
}
