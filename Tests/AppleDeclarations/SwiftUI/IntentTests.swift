// snippet: test of intents
import AppIntentsTesting
import XCTest

@available(iOS 27, *)
final class MusicIntentTests: XCTestCase {
  @MainActor func testAnAlbumOpensAndIsNamedToSiri() async throws {
    let app = XCUIApplication()
    app.launch()
    let music = IntentDefinitions(bundleIdentifier: "com.example.music")
    let album = music.entities["AlbumEntity"].makeReference(identifier: "7")
    try await music.intents["OpenAlbum"].makeIntent(target: album).run()
    XCTAssertTrue(app.staticTexts["Album 7"].waitForExistence(timeout: 5))

    let visible = try await music.entities["AlbumEntity"].viewAnnotations()
    XCTAssertEqual(visible.map(\.entity.identifier.instanceIdentifier), ["7"])
  }
}
// end
