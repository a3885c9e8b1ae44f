// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Declarations of XCTest, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what NavStoreTesting uses. Above each declaration is the page of Apple's documentation that it follows. Nothing
// of it runs.

public import Foundation

/// https://developer.apple.com/documentation/xctest/xctest-swift.class
open class XCTest: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctest-swift.class/name
  open var name: String { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctest-swift.class/testrun
  open var testRun: XCTestRun? { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctestcase
open class XCTestCase: XCTest {
  /// https://developer.apple.com/documentation/xctest/xctestcase/record(_:)
  open func record(_ issue: XCTIssue) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctestsuite
open class XCTestSuite: XCTest {}

/// https://developer.apple.com/documentation/xctest/xctestrun
open class XCTestRun: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctestrun/test
  open var test: XCTest { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctestrun/stopdate
  open var stopDate: Date? { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctissue-swift.struct
public struct XCTIssue {
  /// https://developer.apple.com/documentation/xctest/xctissue-swift.struct/issuetype
  public enum IssueType {
    case assertionFailure
  }

  /// https://developer.apple.com/documentation/xctest/xctissue-swift.struct/init(type:compactdescription:detaileddescription:sourcecodecontext:associatederror:attachments:)
  public init(
    type: IssueType, compactDescription: String, detailedDescription: String? = nil,
    sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil,
    attachments: [XCTAttachment] = []
  ) { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctissue-swift.struct/compactdescription
  public var compactDescription: String { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctissue-swift.struct/sourcecodecontext
  public var sourceCodeContext: XCTSourceCodeContext { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctissue-swift.struct/add(_:)
  public mutating func add(_ attachment: XCTAttachment) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctattachment
open class XCTAttachment: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctattachment/lifetime-swift.enum
  public enum Lifetime: Int {
    case keepAlways
    case deleteOnSuccess
  }

  /// https://developer.apple.com/documentation/xctest/xctattachment/init(data:uniformtypeidentifier:)
  public convenience init(data: Data, uniformTypeIdentifier: String) { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctattachment/name
  open var name: String? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/xctest/xctattachment/lifetime-swift.property
  open var lifetime: Lifetime {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/xctest/xctsourcecodecontext
open class XCTSourceCodeContext: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctsourcecodecontext/init()
  public override init() { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctsourcecodecontext/init(location:)
  public convenience init(location: XCTSourceCodeLocation?) { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctsourcecodecontext/location
  open var location: XCTSourceCodeLocation? { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctsourcecodelocation
open class XCTSourceCodeLocation: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctsourcecodelocation/init(filepath:linenumber:)
  public convenience init(filePath: String, lineNumber: Int) { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctsourcecodelocation/linenumber
  open var lineNumber: Int { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctestobservation
public protocol XCTestObservation: NSObjectProtocol {
  // Apple's requirements are optional: a method with another signature compiles and is never called. Here each is
  // required, so that such a method is an error.
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testbundledidfinish(_:)
  func testBundleDidFinish(_ testBundle: Bundle)
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testsuite(_:didrecord:)-3rk9k
  func testSuite(_ testSuite: XCTestSuite, didRecord issue: XCTIssue)
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testsuitedidfinish(_:)
  func testSuiteDidFinish(_ testSuite: XCTestSuite)
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testcasewillstart(_:)
  func testCaseWillStart(_ testCase: XCTestCase)
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testcase(_:didrecord:)-4cou6
  func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
  /// https://developer.apple.com/documentation/xctest/xctestobservation/testcasedidfinish(_:)
  func testCaseDidFinish(_ testCase: XCTestCase)
}

/// https://developer.apple.com/documentation/xctest/xctestobservationcenter
open class XCTestObservationCenter: NSObject {
  /// https://developer.apple.com/documentation/xctest/xctestobservationcenter/shared
  open class var shared: XCTestObservationCenter { fatalError() }
  /// https://developer.apple.com/documentation/xctest/xctestobservationcenter/addtestobserver(_:)
  open func addTestObserver(_ testObserver: any XCTestObservation) { fatalError() }
}

/// https://developer.apple.com/documentation/xctest/xctfail(_:file:line:)
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) { fatalError() }
