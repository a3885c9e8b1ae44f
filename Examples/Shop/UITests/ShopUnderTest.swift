import Foundation
import XCTest

/// The app, as a test drives it.
@MainActor final class ShopUnderTest {
  let app = XCUIApplication()
  /// A folder that both the app and the tests can reach, on a simulator and on a Mac.
  private let folder = "/tmp/shop-\(UUID().uuidString)"

  init(_ arguments: [String]) {
    app.launchEnvironment["SHOP_OBSERVATIONS"] = folder
    relaunch(arguments)
  }

  /// Ends the app and starts it again, with what it has saved.
  func relaunch(_ arguments: [String]? = nil) {
    if let arguments { app.launchArguments = arguments }
    app.launch()
  }

  // MARK: - What is on the screen

  func button(_ name: String) -> XCUIElement { app.buttons[name].firstMatch }
  func textField(_ name: String) -> XCUIElement { app.textFields[name].firstMatch }

  /// The row of a product. Its label also has the price.
  func product(_ name: String) -> XCUIElement {
    app.buttons.matching(NSPredicate(format: "label BEGINSWITH %@", name)).firstMatch
  }

  func expect(_ element: XCUIElement, _ expectation: String, file: StaticString = #filePath, line: UInt = #line) {
    XCTAssertTrue(element.waitForExistence(timeout: 10), expectation, file: file, line: line)
  }

  // MARK: - What a user does

  func tap(_ element: XCUIElement, ifItExists isOptional: Bool = false) {
    let exists = element.waitForExistence(timeout: isOptional ? 1 : 10)
    if isOptional, !exists { return }
    #if os(macOS)
      element.click()
    #else
      element.tap()
    #endif
  }

  /// Taps a tab in a tab bar or in a sidebar.
  func tap(tab: String) {
    let elements = [app.tabBars.buttons[tab], app.buttons[tab], app.staticTexts[tab]].map(\.firstMatch)
    tap(elements.first { $0.exists } ?? elements[0])
  }

  func type(_ text: String, into name: String) {
    tap(textField(name))
    textField(name).typeText(text)
  }

  /// Swipes between two points in parts of the width and the height of the app.
  func swipe(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let points = [start, end].map { app.coordinate(withNormalizedOffset: CGVector(dx: $0.x, dy: $0.y)) }
    points[0].press(forDuration: 0.05, thenDragTo: points[1])
  }

  /// Opens a URL as another app would.
  func open(_ url: String) {
    if let url = URL(string: url) { XCUIDevice.shared.system.open(url) }
  }

  /// Gives SwiftUI the time for late writes.
  func wait(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

  // MARK: - What the app has recorded

  /// The files of the action log, one for each start of the app.
  var logs: [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (files ?? []).filter { $0.hasSuffix(".navlog") }.sorted()
  }

  func text(of file: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? "The app has not written \(file)."
  }
}
