import NavStore
import Testing

/// How do I open links whose path is in the fragment, `https://matrix.to/#/@ann:example.org`, and links that contain the
/// URL to open, `io.element.call:/?url=https%3A%2F%2F…`?
///
/// A parameter of two functions reads an identifier in a fragment. `withURL` creates a screen from the URL as it was
/// opened. A condition decides which URLs a key may contain.
///
/// The facts are those of the tests of Element X: github.com/element-hq/element-x-ios,
/// `UnitTests/Sources/AppRouteURLParserTests.swift`.
@Suite struct AddressesInFragmentsTests {
  enum AppTab: CaseIterable { case chats }

  enum Route: Hashable {
    case user(String)
    case room(String)
    case call(url: String)
    case signInCallback(url: String)
  }

  static let links = DeepLinkTable<AppTab, Route>(schemes: ["io.element.call"]) {
    for (host, user, room) in [
      ("matrix.to", "/", "/"), ("app.element.io", "/user/", "/room/"), ("develop.element.io", "/user/", "/room/"),
    ] {
      LinkPattern(
        "//\(host)#:user", .identifier("a user", after: user + "@"), in: .chats, make: Route.user,
        match: { if case .user(let id) = $0 { id } else { nil } })
      LinkPattern(
        "//\(host)#:room", .identifier("a room", after: room + "!"), in: .chats, make: Route.room,
        match: { if case .room(let id) = $0 { id } else { nil } })
    }
    LinkPattern("//call.element.io/*", in: .chats, to: .call(url: "")).withURL { _, url in .call(url: url) }
    LinkPattern(
      "?url=:url", .string.matching("https://.+"), in: .chats, make: Route.call,
      match: { if case .call(let url) = $0 { url } else { nil } })
    LinkPattern("//element.io/oidc/login", in: .chats, to: .signInCallback(url: ""))
      .withURL { _, url in .signInCallback(url: url) }
  }

  @Test(arguments: [
    ("https://call.element.io/test", Route.call(url: "https://call.element.io/test")),
    (
      "io.element.call:/?url=https%3A%2F%2Fcall.element.io%2Ftest", .call(url: "https://call.element.io/test")
    ),
    (
      "io.element.call:/?url=https:%2F%2Fsomecustomdomain.element.io%2Ftest%3Fparam=123",
      .call(url: "https://somecustomdomain.element.io/test?param=123")
    ),
    (
      "https://element.io/oidc/login?state=12345&code=67890",
      .signInCallback(url: "https://element.io/oidc/login?state=12345&code=67890")
    ),
    ("https://matrix.to/#/@test:matrix.org", .user("@test:matrix.org")),
    (
      "https://matrix.to/#/!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org",
      .room("!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org")
    ),
    (
      "https://app.element.io/#/room/!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org",
      .room("!abcdefghijklmnopqrstuvwxyz1234567890:matrix.org")
    ),
    ("https://develop.element.io/#/user/@alice:matrix.org", .user("@alice:matrix.org")),
  ])
  func `a URL opens its screen`(url: String, route: Route) throws {
    #expect(try Self.links.parse(url).shown == route)
  }

  @Test(arguments: [
    "https://somecustomdomain.element.io/test", "io.element.call:/?url=http%3A%2F%2Fcall.element.io%2Ftest",
    "https://element.io/oidc/elementz?state=12345&code=67890",
  ])
  func `a URL of another website, another app or without encryption opens nothing`(url: String) {
    #expect(throws: LinkError.self) { try Self.links.parse(url) }
  }

  @Test(arguments: [Route.user("@test:matrix.org"), .room("!abc:matrix.org"), .call(url: "https://a.example/?b=c")])
  func `a screen is printed as a URL that leads back to it`(route: Route) throws {
    #expect(try Self.links.parse(Self.links.print(route, base: "io.element.call://")).shown == route)
  }
}

extension LinkParameter where Value == String {
  /// An identifier such as `@ann:example.org`. The last character of the prefix is a part of it.
  fileprivate static func identifier(_ expected: String, after prefix: String) -> LinkParameter {
    LinkParameter("\(expected) of a server") { text in
      text.hasPrefix(prefix) && text.contains(":") ? String(text.dropFirst(prefix.count - 1)) : nil
    } print: { id in
      id.first == prefix.last ? prefix.dropLast() + id : nil
    }
  }
}
