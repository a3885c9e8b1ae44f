import Foundation
import NavStore
import Testing

/// Tests of migrations that change the form of routes.
@Suite struct JSONRoutesTests {
  private enum OldRoute: Codable, Hashable { case song(Int), radio }
  private enum Route: Codable, Hashable { case track(id: Int, page: Int), live }
  private struct App<Route: Codable & Hashable & Sendable>: Codable, Equatable, Sendable {
    var user = "me"
    var navigation = NavigationState<String, Route>(tabs: ["home", "library"])
  }

  private static let schema = StateSchema(
    version: 2,
    migrations: [
      .step(from: 1, "songs are tracks") { state in
        try state["navigation"]?.mapRoutes { route in
          if let song = route["song"]?["_0"] { return ["track": ["id": song, "page": 1]] }
          return route["radio"] == nil ? route : ["live": [:]]
        }
      }
    ])

  @Test func `every route of the tabs and the modals is migrated`() throws {
    var old = App<OldRoute>()
    old.navigation.push(.song(1))
    old.navigation.push(.radio)
    old.navigation.push(.song(2), in: .tab("library"))
    old.navigation.present(.song(3))
    old.navigation.push(.song(4))
    old.navigation.present(.radio, style: .cover)
    var today = App<Route>()
    today.navigation.push(.track(id: 1, page: 1))
    today.navigation.push(.live)
    today.navigation.push(.track(id: 2, page: 1), in: .tab("library"))
    today.navigation.present(.track(id: 3, page: 1))
    today.navigation.push(.track(id: 4, page: 1))
    today.navigation.present(.live, style: .cover)
    let restored = Persistence.restored(
      App<Route>(), from: try Persistence.encoded(old, schema: StateSchema(version: 1)), schema: Self.schema)
    #expect(restored.state == today)
    #expect(restored.report.isUnchanged, "\(restored.report)")
  }

  @Test(arguments: ["{}", "[]", "7", #"{"tabs":7}"#, #"{"navigation":{"tabs":[]}}"#])
  func `a value that is not a navigation is reported and unchanged`(json: String) throws {
    let before = try JSONValue(parsing: json)
    var value = before
    let error = #expect(throws: (any Error).self) { try value.mapRoutes { _ in nil } }
    #expect(
      "\(error.map { "\($0)" } ?? "")".hasPrefix(
        "The value is not a navigation: it has no list of tabs. Call mapRoutes"))
    let second = #expect(throws: (any Error).self) { try value.removeRoutes { _ in true } }
    #expect("\(second.map { "\($0)" } ?? "")".contains("state[\"navigation\"]?.removeRoutes."))
    #expect(value == before)
  }

  @Test func `removed routes leave those above them, with their states`() throws {
    var old = NumberScreens(NumberState(tabs: [0, 1], paths: [0: [1, 7, 2], 1: [7]]))
    for root in [3, 7, 7] { old.navigation.present(root) }
    old.navigation.setPath([7, 5], in: .modal(ModalID(rawValue: 2)))
    for screen in old.identified.screens { old[screen.route.id]?.sum = screen.route.id.rawValue }
    let schema = StateSchema(
      version: 2, migrations: [.step(from: 1, "seven is gone") { try $0.removeRoutes { $0 == 7 } }])
    let restored = Persistence.restored(
      NumberScreens(NumberState(tabs: [0, 1])),
      from: try Persistence.encoded(old, schema: StateSchema(version: 1)), schema: schema)
    #expect(restored.state.notation == "0: 1/1=1 3/2=3 | 1: | modal 1: 5/3=5 | modal 2: 9/5=9")
    #expect(restored.report.repairs.isEmpty, "\(restored.report)")
  }

  @Test func `removing routes leaves parts with an unexpected form unchanged`() throws {
    let before = try JSONValue(
      parsing:
        #"{"modals":[7,{"path":[1]},{"root":2}],"screens":{"stacks":[{"tab":"c"}]},"tabs":[7,{"path":8,"tab":"b"},{"path":[3],"tab":"c"}]}"#
    )
    var value = before
    try value.removeRoutes { _ in false }
    #expect(value == before)
    try value.removeRoutes { $0 == 3 }
    #expect(value["tabs"]?[2] == ["path": [], "tab": "c"] && value["screens"] == before["screens"])
  }

  @Test func `parts with an unexpected form are unchanged`() throws {
    let json =
      #"{"modals":[7,{"path":[1]},{"root":2}],"selected":"a","tabs":[7,{"tab":"a"},{"path":8,"tab":"b"},{"path":[3],"tab":"c"}]}"#
    var value = try JSONValue(parsing: json)
    try value.mapRoutes { ["new": $0] }
    #expect(
      String(decoding: try value.canonicalBytes, as: UTF8.self)
        == #"{"modals":[7,{"path":[{"new":1}]},{"root":{"new":2}}],"selected":"a","tabs":[7,{"tab":"a"},{"path":8,"tab":"b"},"#
        + #"{"path":[{"new":3}],"tab":"c"}]}"#)
    var alone: JSONValue = ["tabs": [["path": [1]]]]
    try alone.mapRoutes { $0 }
    #expect(alone == ["tabs": [["path": [1]]]])
  }

  @Test func `a migration that throws changes nothing`() throws {
    struct Refused: Error {}
    let before: JSONValue = ["tabs": [["path": [1, 2]]], "modals": [["root": 3]]]
    var value = before
    #expect(throws: Refused.self) {
      try value.mapRoutes { route in
        if route == 3 { throw Refused() }
        return "new"
      }
    }
    #expect(value == before)
  }
}
