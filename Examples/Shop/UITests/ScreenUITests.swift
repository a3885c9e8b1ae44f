import Foundation
import XCTest

/// A picture and an accessibility audit of every screen. The tests of the core write the states of the screens to a
/// file, whose path is in the environment variable `SHOP_SCREENS`.
final class ScreenUITests: XCTestCase {
  // snippet: UI test of every screen
  @MainActor func testEveryScreen() throws {
    let file = ProcessInfo.processInfo.environment["SHOP_SCREENS"]
    try XCTSkipUnless(file != nil, "SHOP_SCREENS names no file with start states.")
    let data = try Data(contentsOf: URL(fileURLWithPath: file ?? ""))
    let starts = try JSONDecoder().decode([String: String].self, from: data)
    for (name, state) in starts.sorted(by: { $0.key < $1.key }) {
      let app = XCUIApplication()
      app.launchEnvironment["SHOP_OBSERVATIONS"] = "/tmp/shop-\(UUID().uuidString)"
      app.launchEnvironment["SHOP_STATE"] = state
      app.launch()
      let picture = XCTAttachment(screenshot: XCUIScreen.main.screenshot())
      picture.name = name
      picture.lifetime = .keepAlways
      add(picture)
      try app.performAccessibilityAudit()
      app.terminate()
    }
  }
  // end
}
