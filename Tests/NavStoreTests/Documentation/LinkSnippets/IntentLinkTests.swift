import NavStore
import Testing

/// The links of Docs/HowTo/Links/AppIntents.md. The intents themselves need Apple's systems.
@Suite struct IntentLinkTests {
  // snippet: test of the links of intents
  @Test func `a widget, a Spotlight item and an intent open the same album`() throws {
    let url = try musicLinks.print(.album(7), base: "music://")
    #expect(url == "music://album/7")
    #expect(try musicLinks.parse(url, isFromApp: true) == DeepLink(tab: .library, path: [.album(7)]))
  }
  // end
}
