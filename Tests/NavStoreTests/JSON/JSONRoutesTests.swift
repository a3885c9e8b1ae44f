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
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("mapRoutes was called on a value that is not a navigation"))
    #expect(value == before)
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
