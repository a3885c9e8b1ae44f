import XCTest

/// Questions about SwiftUI that the documentation does not answer.
///
/// A test fails if the app does not do what its user expects. What SwiftUI did on the way is in the attachments: a
/// picture of the screen, the events that the app has recorded (`events`), and the log of its actions (`actions`).
/// `.ci/on-a-mac` puts the events into a report.
final class ShopUITests: XCTestCase {
  @MainActor func test1DoesTheTaskOfTheRootSurviveACover() {
    observe(["--cover"]) { shop in
      shop.expect(shop.textField("Name"), "The cover is presented.")
      shop.wait(3)
      shop.tap(shop.button("Cancel"))
      shop.expect(shop.product("Teapot"), "The root is visible again.")
      shop.wait(1)
    }
  }

  @MainActor func test2DoesAColdStartKeepTheTab() {
    for tabs in [[], ["--tab-items"]] {
      observe(tabs) { shop in
        shop.tap(tab: "Account")
        shop.wait(6)  // saves at most 5 seconds after a change
        shop.relaunch()
        shop.expect(shop.button("Sign In"), "The tab of the last session is selected.")
        shop.relaunch(tabs + ["--link", "shop://product/2"])
        shop.expect(shop.button("Add to Basket"), "The link has selected its tab.")
        shop.wait(6)
        shop.relaunch(tabs)
        shop.expect(shop.button("Add to Basket"), "The place of the link was saved.")
      }
    }
  }

  @MainActor func test3HowManyWritesDoesASecondTapCause() {
    for tabs in [[], ["--tab-items"]] {
      observe(tabs) { shop in
        shop.tap(shop.product("Teapot"))
        shop.expect(shop.button("Add to Basket"), "The product is pushed.")
        shop.tap(tab: "Home")
        shop.expect(shop.product("Cup"), "The second tap has popped to the root.")
        shop.wait(1)
        shop.tap(tab: "Home")
        shop.expect(shop.product("Teapot"), "The third tap stays at the root.")
      }
    }
  }

  @MainActor func test4DoesALinkToAnotherTabShowItsPath() {
    observe(["--signed-in"]) { shop in
      shop.open("shop://account/profile")
      shop.expect(shop.button("Save"), "A link from Home shows the path of Account.")
      shop.tap(tab: "Search")
      shop.open("shop://product/2")
      shop.expect(shop.button("Add to Basket"), "A link from Search shows the path of Home.")
      shop.open("shop://account")
      shop.expect(shop.button("Sign Out"), "A link clears the path of Account.")
      shop.wait(2)
      shop.expect(shop.button("Sign Out"), "No late write brings the path back.")
    }
  }

  @MainActor func test5DoSheetsFollowTheState() {
    observe { shop in
      shop.tap(shop.product("Teapot"))
      shop.tap(shop.button("Add to Basket"))
      shop.tap(shop.button("Check Out (1)"))
      shop.type("Ada", into: "Name")
      shop.tap(shop.button("Sign In"))
      shop.expect(shop.textField("Address"), "The checkout replaces the sign-in sheet.")
    }
    observe(["--signed-in", "--sheets"]) { shop in
      shop.expect(shop.textField("Address"), "A sheet is presented over a sheet.")
      shop.open("shop://product/2")
      shop.expect(shop.button("Add to Basket"), "A link dismisses both.")
    }
    #if os(iOS)
      observe { shop in
        shop.tap(tab: "Account")
        shop.tap(shop.button("Sign In"))
        shop.expect(shop.textField("Name"), "The sheet is presented.")
        shop.swipe(from: (0.5, 0.15), to: (0.5, 0.95))
        shop.tap(tab: "Home")
        shop.tap(shop.product("Teapot"))
        shop.expect(shop.button("Add to Basket"), "A tap directly after the swipe is not lost.")
      }
    #endif
  }

  @MainActor func test6DoesASidebarKeepThePathOfEachTab() {
    observe(["--signed-in"]) { shop in
      shop.tap(shop.button("Toggle sidebar"), ifItExists: true)
      shop.tap(tab: "Home")
      shop.tap(shop.product("Teapot"))
      shop.tap(tab: "Account")
      shop.tap(shop.button("Edit Profile"))
      shop.tap(tab: "Home")
      shop.expect(shop.button("Add to Basket"), "Home keeps its path.")
      shop.tap(tab: "Account")
      shop.expect(shop.button("Save"), "Account keeps its path.")
    }
  }

  @MainActor func test7IsARefusedTapOrGestureUndone() {
    observe(["--signed-in"]) { shop in
      shop.tap(tab: "Account")
      shop.tap(shop.button("Edit Profile"))
      shop.type(" Lovelace", into: "Name")
      #if os(iOS)
        shop.swipe(from: (0, 0.5), to: (0.9, 0.5))
        shop.expect(shop.button("Save"), "A swipe from the edge does not lose the changes.")
        shop.swipe(from: (0.3, 0.5), to: (0.9, 0.5))
        shop.expect(shop.button("Save"), "A swipe over the content does not lose the changes.")
      #endif
      shop.tap(tab: "Account")
      shop.tap(shop.button("Keep Editing"))
      shop.expect(shop.button("Save"), "A second tap on the tab does not lose the changes.")
    }
  }

  @MainActor func test8DoesACoverSurviveTheBackground() throws {
    #if os(iOS)
      observe(["--cover"]) { shop in
        shop.expect(shop.textField("Name"), "The cover is presented.")
        XCUIDevice.shared.press(.home)
        shop.wait(2)
        shop.app.activate()
        shop.wait(2)
        shop.expect(shop.textField("Name"), "The cover is still presented.")
      }
    #else
      throw XCTSkip("Apps on a Mac do not enter the background.")
    #endif
  }

  @MainActor func test9DoTwoWindowsShowOneNavigation() throws {
    try observe(["--second-window"]) { shop in
      shop.expect(shop.product("Teapot"), "The app has started.")
      try XCTSkipUnless(shop.app.windows.count > 1, "This device shows one window of an app.")
      shop.open("shop://product/2")
      shop.expect(shop.button("Add to Basket"), "A link opens in a window.")
      shop.wait(6)
      shop.relaunch([])
      shop.expect(shop.button("Add to Basket"), "Two windows have saved one navigation.")
    }
  }

  /// Starts the app, performs steps, and attaches what can be seen afterwards.
  @MainActor private func observe(
    _ arguments: [String] = [], steps: @MainActor (ShopUnderTest) throws -> Void
  ) rethrows {
    let shop = ShopUnderTest(arguments)
    defer {
      attach(XCTAttachment(screenshot: XCUIScreen.main.screenshot()), named: "screen")
      attach(XCTAttachment(string: shop.text(of: "events.txt")), named: "events")
      for log in shop.logs { attach(XCTAttachment(string: shop.text(of: log)), named: "actions") }
      shop.app.terminate()
    }
    try steps(shop)
  }

  private func attach(_ attachment: XCTAttachment, named name: String) {
    attachment.name = name
    attachment.lifetime = .keepAlways
    add(attachment)
  }
}
