import Foundation
import NavStore

/// A screen that can be decoded only if the app knows it.
private struct KnownScreen: Hashable, Codable, Sendable {
  @TaskLocal static var screens: [String] = []

  var screen: ForeignScreen

  init(from decoder: any Decoder) throws {
    screen = try ForeignScreen(from: decoder)
    guard Self.screens.contains(screen.name) else { throw NoCounterpart("there is no screen \(screen.name)") }
  }

  func encode(to encoder: any Encoder) throws { try screen.name.encode(to: encoder) }
}

/// The suites `tabs-restore`, `stack-restore` and `stack-screens`: states saved by an app with other tabs and screens.
enum RestoreAdapter {
  private typealias State = NavigationState<String, KnownScreen>

  /// Restores a saved state into the initial state of the app.
  private static func restored(_ initial: State, from saved: [String: Any], back: BackRule) throws -> Restored<State> {
    let payload = try JSONSerialization.data(withJSONObject: saved)
    let bytes = Envelope(schema: 1, revision: 1, payload: payload).encode()
    return Persistence.restored(
      initial, from: bytes, schema: StateSchema(restoring: RestoreOptions(backRule: back)))
  }

  static func tabs(_ example: ConformanceCase) throws -> String? {
    if example.then["preloaded"] != nil { throw NoCounterpart("preloading") }
    guard let back = example.given["back"]?.string.flatMap(BackRule.init) else { throw NoCounterpart("the back rule") }
    let saved = (example.given["saved"]?["tabs"]?.list ?? []).compactMap { $0["name"]?.string }
    let focused = example.given["saved"]?["focused"]?.int ?? 0
    var form: [String: Any] = ["tabs": saved.map { ["tab": $0, "path": [String]()] as [String: Any] }]
    if saved.indices.contains(focused) { form["selected"] = saved[focused] }
    let initial = State(tabs: example.given["tabs"]?.strings ?? [], backRule: back)
    let result = try restored(initial, from: form, back: back)
    let (state, then) = (result.state, example.then)
    if then["selected"]?.string != state.selectedTab { return "\(state)" }
    if then["visits"]?.strings != state.visits { return "visits \(state.visits)" }
    if let fresh = then["fresh"]?.strings, fresh != result.report.repairs.newTabs {
      return "new \(result.report.repairs.newTabs)"
    }
    // The cases have parameters of tabs. Here they are the app's own state for the root of a tab.
    return state.tabs.allSatisfy { state.path(of: $0).isEmpty } ? nil : "\(state)"
  }

  /// A stack of the cases contains its root. In NavStore the root belongs to the tab and is not saved.
  static func stack(_ example: ConformanceCase) throws -> String? {
    let screens = example.given["screens"]?.strings ?? []
    let path = try stackAfterRestore(example.given["saved"]?.list ?? [], knowing: screens)
    let initial = example.given["initial"]?.string
    let root = screens.first { $0 == initial } ?? screens.first
    let stack = [root].compactMap(\.self) + path.map(\.name)
    return stack == (example.then["stack"]?.list ?? []).compactMap { $0["name"]?.string } ? nil : "\(stack)"
  }

  static func screens(_ example: ConformanceCase) throws -> String? {
    let saved = (example.given["stack"]?.list ?? []).dropFirst()
    let path = try stackAfterRestore(Array(saved), knowing: example.when["screens"]?.strings ?? [])
    let expected = (example.then["stack"]?.list ?? []).map { ForeignScreen($0) }
    return path == expected && path.map(\.key) == expected.map(\.key) ? nil : "\(path)"
  }

  private static func stackAfterRestore(_ saved: [JSONValue], knowing screens: [String]) throws -> [ForeignScreen] {
    let list = try JSONSerialization.jsonObject(with: JSONEncoder().encode(saved))
    let form: [String: Any] = ["tabs": [["tab": "tab", "path": list]], "selected": "tab"]
    return try KnownScreen.$screens.withValue(screens) {
      try restored(State(tabs: ["tab"]), from: form, back: .none).state.path(of: "tab").map(\.screen)
    }
  }
}
