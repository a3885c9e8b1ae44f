import Foundation
import NavStore
import Testing

/// Paths that mix types and are saved separately from a state.
@Suite struct CodablePathTests {
  private static let routes = RouteRegistry(
    .route(BookRoute.self, named: "book"), .route(SongRoute.self, named: "song", formerly: ["track"]),
    .route(Double.self, named: "number"), .route(Wrapper.self, named: "wrapper"))

  private struct Wrapper: Hashable, Codable {
    var inner: AnyRoute
  }

  private func decoded(_ json: String) throws -> CodablePath {
    try JSON.value(CodablePath.self, json, routes: Self.routes)
  }

  @Test func `a path is encoded by any encoder and decoded with a registry`() throws {
    let path = [AnyRoute](holding: [BookRoute(id: 1), SongRoute(id: 2)])
    let codable = path.codable(Self.routes)
    #expect(codable.routes == path)
    #expect(codable.omission == nil)
    let json = try JSON.text(codable)
    #expect(json == #"[{"book":{"id":1}},{"song":{"id":2}}]"#)
    #expect(try decoded(json).routes == path)
    #expect(try decoded(json).omission == nil)
    #expect(try JSON.text(decoded(json)) == json)
    #expect(try JSON.text([AnyRoute]().codable(Self.routes)) == "[]")
    #expect(try decoded(#"[{"track":{"id":2}}]"#).routes == [SongRoute(id: 2)])
  }

  @Test func `a state encodes its paths in the same form`() throws {
    let path = [AnyRoute](holding: [BookRoute(id: 1), SecretRoute(), SongRoute(id: 2)])
    let state = NavigationState<AppTab, AnyRoute>(tabs: AppTab.allCases, paths: [.home: path])
    let json = try JSON.text(state, routes: Self.routes)
    #expect(json.contains(#""path":"# + (try JSON.text(path.codable(Self.routes)))))
  }

  static let omissions: [([any RegistrableRoute], Int, String)] = [
    ([SecretRoute()], 0, "SecretRoute(…) in the path: its type has no name in the RouteRegistry."),
    (
      [SongRoute(id: 1), SecretRoute(), SongRoute(id: 2)], 1,
      "SecretRoute(…) in the path, together with 1 route above it: its type has no name in the RouteRegistry."
    ),
    (
      [SongRoute(id: 1), SongRoute(id: 2), "text", SecretRoute(), SongRoute(id: 2)], 2,
      "text in the path, together with 2 routes above it: its type has no name in the RouteRegistry."
    ),
  ]

  @Test(arguments: omissions.indices)
  func `a path is saved up to the first type without a name, and describes the omitted routes`(index: Int) throws {
    let (values, saved, omission) = Self.omissions[index]
    let codable = [AnyRoute](holding: values).codable(Self.routes)
    #expect(codable.routes == Array(values.prefix(saved)))
    #expect(codable.omission == omission)
    #expect(try decoded(JSON.text(codable)).routes.count == saved)
  }

  @Test(arguments: [
    (
      #"[{"book":{"id":1}},{"secret":{}},{"song":{"id":2}}]"#, 1,
      #"Route 2 of the path, together with 1 route above it: No type is registered as "secret"."#
    ),
    (#"[{"secret\u001b[2J":{}}]"#, 0, #"Route 1 of the path: No type is registered as "secret\u{1B}[2J"."#),
    (#"[{"book":{"id":1}},7]"#, 1, "Route 2 of the path: "),
    (#"[{"book":{"id":1}},{"book":{}}]"#, 1, "Route 2 of the path: "),
    (#"[{"book":{"id":"1"}},{"book":{"id":1}}]"#, 0, "Route 1 of the path, together with 1 route above it: "),
    (#"[null]"#, 0, "Route 1 of the path: "),
  ])
  func `a path is restored up to the first invalid route, and describes the missing routes`(
    json: String, count: Int, omission: String
  ) throws {
    let path = try decoded(json)
    #expect(path.routes.count == count)
    let found = try #require(path.omission)
    #expect(omission.hasSuffix(" ") ? found.hasPrefix(omission) && found.count > omission.count : found == omission)
  }

  @Test func `data that is not a path, and a decoder without a registry, are errors`() {
    let noRegistry =
      "An AnyRoute needs a RouteRegistry. Pass it to StateSchema(routes:) or ActionLogSchema(routes:), or store it in the "
      + "userInfo of your encoder or decoder under CodingUserInfoKey.routeRegistry"
    #expect(JSON.refusal(of: "[]", as: CodablePath.self) == noRegistry)
    #expect(JSON.refusal(of: #"[{"book":{"id":1}}]"#, as: CodablePath.self) == noRegistry)
    for json in [#"{"book":{"id":1}}"#, "7", #""book""#, "null"] {
      #expect(JSON.refusal(of: json, as: CodablePath.self, routes: Self.routes) != nil)
    }
  }

  @Test func `a value that cannot be encoded is an error and does not stop the program`() {
    let path = [AnyRoute](holding: [SongRoute(id: 1), Double.nan])
    #expect(path.codable(Self.routes).omission == nil)
    #expect(throws: EncodingError.self) { try JSON.text(path.codable(Self.routes)) }
  }

  @Test func `a route within a route needs the encoder's own registry`() throws {
    let path = [AnyRoute](holding: [Wrapper(inner: AnyRoute(BookRoute(id: 1)))])
    #expect(throws: EncodingError.self) { try JSON.text(path.codable(Self.routes)) }
    let json = try JSON.text(path.codable(Self.routes), routes: Self.routes)
    #expect(try decoded(json).routes == path)
  }
}
