// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The second part of the declarations: what the UI tests of the example app use. See XCTest.swift. On Apple's platforms
// the classes of XCUIAutomation come with XCTest, and there are no UI tests on visionOS:
// https://developer.apple.com/documentation/xcuiautomation

public import Foundation

// MARK: - Tests

/// https://developer.apple.com/documentation/xctest/xctactivity
public protocol XCTActivity: NSObjectProtocol {
  /// https://developer.apple.com/documentation/xctest/xctactivity/add(_:)
  func add(_ attachment: XCTAttachment)
}

/// https://developer.apple.com/documentation/xctest/xctestcase
extension XCTestCase: XCTActivity {
  /// https://developer.apple.com/documentation/xctest/xctactivity/add(_:)
  public func add(_ attachment: XCTAttachment) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctattachment
extension XCTAttachment {
  /// https://developer.apple.com/documentation/xctest/xctattachment/init(string:)
  public convenience init(string: String) { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctattachment/init(screenshot:)
  @MainActor public convenience init(screenshot: XCUIScreenshot) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctassertequal(_:_:_:file:line:)
public func XCTAssertEqual<T: Equatable>(
  _ expression1: @autoclosure () throws -> T, _ expression2: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) { fatalError() }
/// https://developer.apple.com/documentation/xctest/xctasserttrue(_:_:file:line:)
public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) { fatalError() }

/// https://developer.apple.com/documentation/xctest/xctskip-swift.struct
public struct XCTSkip: Error {
  /// https://developer.apple.com/documentation/xctest/xctskip-swift.struct/init(_:file:line:)
  public init(
    _ message: @autoclosure () -> String? = nil, file: StaticString = #filePath, line: UInt = #line
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctskipunless(_:_:file:line:)
public func XCTSkipUnless(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil,
  file: StaticString = #filePath, line: UInt = #line
) throws { fatalError() }

// MARK: - Apps and devices

/// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication
@MainActor open class XCUIApplication: XCUIElement {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/init()
  public override init() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launch()
  open func launch() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/activate()
  open func activate() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/terminate()
  open func terminate() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/performaccessibilityaudit(for:_:)
  @available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
  open func performAccessibilityAudit(
    for auditTypes: XCUIAccessibilityAuditType = .all,
    _ issueHandler: ((XCUIAccessibilityAuditIssue) throws -> Bool)? = nil
  ) throws { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launcharguments
  open var launchArguments: [String] {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiapplication/launchenvironment
  open var launchEnvironment: [String: String] {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiaccessibilityaudittype
@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
public struct XCUIAccessibilityAuditType: OptionSet, Sendable {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiaccessibilityaudittype
  public let rawValue: UInt64
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiaccessibilityaudittype/init(rawvalue:)
  public init(rawValue: UInt64) { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiaccessibilityaudittype/all
  public static var all: XCUIAccessibilityAuditType { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiaccessibilityauditissue
@available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *)
@MainActor open class XCUIAccessibilityAuditIssue: NSObject {}

/// https://developer.apple.com/documentation/xcuiautomation/xcuidevice
@MainActor open class XCUIDevice: NSObject {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuidevice/shared
  open class var shared: XCUIDevice { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuidevice/system
  open var system: XCUISystem { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuidevice/press(_:)
  @available(macOS, unavailable)
  open func press(_ button: Button) { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuidevice/button
  @available(macOS, unavailable)
  public enum Button: Int, Sendable {
    case home
  }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuisystem
@MainActor open class XCUISystem: NSObject {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuisystem/open(_:)
  open func open(_ url: URL) { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiscreen
@MainActor open class XCUIScreen: NSObject {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiscreen/main
  open class var main: XCUIScreen { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshotproviding/screenshot()
  open func screenshot() -> XCUIScreenshot { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuiscreenshot
@MainActor open class XCUIScreenshot: NSObject {}

// MARK: - Elements

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider
@MainActor public protocol XCUIElementTypeQueryProvider {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/buttons
  var buttons: XCUIElementQuery { get }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch
  var firstMatch: XCUIElement { get }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/statictexts
  var staticTexts: XCUIElementQuery { get }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/tabbars
  var tabBars: XCUIElementQuery { get }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/textfields
  var textFields: XCUIElementQuery { get }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/windows
  var windows: XCUIElementQuery { get }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider
extension XCUIElementTypeQueryProvider {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/buttons
  public var buttons: XCUIElementQuery { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/firstmatch
  public var firstMatch: XCUIElement { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/statictexts
  public var staticTexts: XCUIElementQuery { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/tabbars
  public var tabBars: XCUIElementQuery { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/textfields
  public var textFields: XCUIElementQuery { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementtypequeryprovider/windows
  public var windows: XCUIElementQuery { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielement
@MainActor open class XCUIElement: NSObject, XCUIElementTypeQueryProvider {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/exists
  open var exists: Bool { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/waitforexistence(timeout:)
  open func waitForExistence(timeout: TimeInterval) -> Bool { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/tap()
  open func tap() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/click()
  @available(macOS 10.11, iOS 15, *)
  open func click() { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/typetext(_:)
  open func typeText(_ text: String) { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielement/coordinate(withnormalizedoffset:)
  open func coordinate(withNormalizedOffset normalizedOffset: CGVector) -> XCUICoordinate { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery
@MainActor open class XCUIElementQuery: NSObject, XCUIElementTypeQueryProvider {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery/count
  open var count: Int { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery/subscript(_:)
  open subscript(key: String) -> XCUIElement { fatalError() }
  /// https://developer.apple.com/documentation/xcuiautomation/xcuielementquery/matching(_:)
  open func matching(_ predicate: NSPredicate) -> XCUIElementQuery { fatalError() }
}

/// https://developer.apple.com/documentation/xcuiautomation/xcuicoordinate
@MainActor open class XCUICoordinate: NSObject {
  /// https://developer.apple.com/documentation/xcuiautomation/xcuicoordinate/press(forduration:thendragto:)
  open func press(forDuration duration: TimeInterval, thenDragTo otherCoordinate: XCUICoordinate) { fatalError() }
}
