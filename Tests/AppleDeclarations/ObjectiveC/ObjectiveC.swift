// Declarations of the Objective-C runtime, to type-check against where there is no Apple SDK. Never a target of the
// package.
//
// With this module `canImport(ObjectiveC)` is true, as on Apple's platforms. Classes and protocols are those of Swift:
// the compiler runs without the Objective-C runtime, so `@objc`, selectors and bridging are not checked.

/// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {
  /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/description
  var description: String { get }
}

/// https://developer.apple.com/documentation/objectivec/nsobject-swift.class
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/description
  open var description: String { fatalError() }
  /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/isequal(_:)
  public static func == (first: NSObject, second: NSObject) -> Bool { fatalError() }
  /// https://developer.apple.com/documentation/objectivec/nsobjectprotocol/hash
  public func hash(into hasher: inout Hasher) { fatalError() }
}
