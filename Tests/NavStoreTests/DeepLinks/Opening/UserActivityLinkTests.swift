@testable import NavStore
import Testing

/// The URL of a screen in a user activity, without the type that only Apple platforms have.
@Suite struct UserActivityLinkTests {
  private static let links = NewsApp.links

  private static func link(_ url: String?) -> UserActivityLink {
    var link = UserActivityLink(userInfo: ["other": 1], requiredKeys: ["other"])
    link.url = url
    return link
  }

  @Test func `a URL is stored under a required key, and is removed with it`() {
    var link = Self.link("/article/7")
    #expect(link.url == "/article/7")
    #expect(link.userInfo.count == 2 && link.requiredKeys.count == 2)
    link.url = "/tour"
    #expect(link.url == "/tour")
    link.url = nil
    #expect(link.url == nil)
    #expect(link.userInfo as? [String: Int] == ["other": 1])
    #expect(link.requiredKeys == ["other"])
  }

  @Test func `only a URL that the app has set opens an internal link`() throws {
    let letters = "news://letters"
    func parse(_ url: String?, webpage: String? = nil, isFromWebsite: Bool = false) throws -> NewsApp.Page? {
      try Self.links.parse(Self.link(url), webpage: webpage, isFromWebsite: isFromWebsite, selectedTab: nil).shown
    }
    #expect(try parse(letters) == .letters)
    #expect(try parse(letters, webpage: "https://news.example/tour") == .letters)
    #expect(try parse(nil, webpage: "https://news.example/tour") == .tour)
    // The system creates this activity, so the app has set no URL.
    #expect(try parse(letters, webpage: "https://news.example/tour", isFromWebsite: true) == .tour)
    #expect(throws: LinkError.self) { try parse(nil, webpage: "https://news.example/letters") }
    #expect(throws: LinkError.self) { try parse(letters, isFromWebsite: true) }
    #expect(throws: LinkError.self) { try parse(nil) }
  }
}
