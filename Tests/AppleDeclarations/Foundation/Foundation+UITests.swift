// The third part of the declarations: what the debug build of the example app and its UI tests use. See
// Foundation.swift.

/// https://developer.apple.com/documentation/foundation/processinfo
extension ProcessInfo {
  /// https://developer.apple.com/documentation/foundation/processinfo/arguments
  public var arguments: [String] { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/url
extension URL {
  /// https://developer.apple.com/documentation/foundation/url/init(fileurlwithpath:)
  public init(fileURLWithPath path: String) { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/data
extension Data {
  /// https://developer.apple.com/documentation/foundation/data/write(to:options:)
  public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions
  public struct WritingOptions: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions
    public let rawValue: UInt
    /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/init(rawvalue:)
    public init(rawValue: UInt) { fatalError() }
    /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/atomic
    public static let atomic = WritingOptions(rawValue: 1)
    /// https://developer.apple.com/documentation/foundation/nsdata/writingoptions/withoutoverwriting
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
}

/// https://developer.apple.com/documentation/swift/string
extension String {
  /// https://developer.apple.com/documentation/swift/string/encoding
  public struct Encoding: Hashable, Sendable {
    /// https://developer.apple.com/documentation/swift/string/encoding/utf8
    public static let utf8 = Encoding()
  }
  /// https://developer.apple.com/documentation/swift/string/init(contentsoffile:encoding:)
  public init(contentsOfFile path: String, encoding enc: Encoding) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/thread
extension Thread {
  /// https://developer.apple.com/documentation/foundation/thread/sleep(fortimeinterval:)
  @available(*, noasync) public class func sleep(forTimeInterval ti: TimeInterval) { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/nspredicate
open class NSPredicate: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/nspredicate/init(format:_:)
  public convenience init(format predicateFormat: String, _ args: any CVarArg...) { fatalError() }
}

/// https://developer.apple.com/documentation/swift/string
extension String: @retroactive CVarArg {
  /// https://developer.apple.com/documentation/swift/cvararg
  public var _cVarArgEncoding: [Int] { fatalError() }
}

/// https://developer.apple.com/documentation/corefoundation/cgvector
public struct CGVector: Hashable, Sendable {
  /// https://developer.apple.com/documentation/corefoundation/cgvector/init(dx:dy:)-8pwt0
  public init(dx: Double, dy: Double) { fatalError() }
}
