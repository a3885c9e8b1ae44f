import Foundation
import NavStore
import Testing

/// The code of Docs/HowTo/Links/Notifications.md.
@Suite struct NotificationSnippets {
  // snippet: link of a notification
  /// Returns the link in the payload of a notification: a URL, or the link itself as JSON.
  static func link(
    in payload: [AnyHashable: Any], links: DeepLinkTable<AppTab, Route>
  ) throws -> DeepLink<AppTab, Route>? {
    if let url = payload["url"] as? String { return try links.parse(url) }
    guard let object = payload["link"] else { return nil }
    return try JSONDecoder().decode(
      DeepLink<AppTab, Route>.self, from: JSONSerialization.data(withJSONObject: object))
  }
  // end

  static let links = DeepLinkTable<AppTab, Route>(schemes: ["music"]) {
    LinkPattern("settings", in: .home, to: .settings)
  }

  // snippet: test of a notification
  @Test func `a notification opens its link`() throws {
    let url: [AnyHashable: Any] = ["aps": ["alert": "New"], "url": "music://settings"]
    #expect(try Self.link(in: url, links: Self.links) == DeepLink(tab: .home, path: [.settings]))

    let link = DeepLink<AppTab, Route>(tab: .library, path: [.song(7)])
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(link))
    #expect(try Self.link(in: ["link": json], links: Self.links) == link)
  }
  // end

  @Test func `a notification without a link opens nothing, and a wrong link is an error`() throws {
    #expect(try Self.link(in: ["aps": ["badge": 1]], links: Self.links) == nil)
    #expect(throws: LinkError.self) { try Self.link(in: ["url": "music://nothing"], links: Self.links) }
    #expect(throws: DecodingError.self) { try Self.link(in: ["link": ["tab": "nothing"]], links: Self.links) }
  }
}
