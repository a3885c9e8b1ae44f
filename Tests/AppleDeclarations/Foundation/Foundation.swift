// Declarations of Foundation, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what NavStore, its documentation and its examples use. Above each declaration is the page of Apple's
// documentation that it follows, with the availability of that page where it says more than the declared minimums.
// Nothing of it runs. As on Apple's platforms, Darwin, Dispatch and the Objective-C runtime come with Foundation.

@_exported public import Darwin
@_exported public import Dispatch
@_exported public import ObjectiveC

/// https://developer.apple.com/documentation/foundation/timeinterval
public typealias TimeInterval = Double

// MARK: - The process and its files

/// https://developer.apple.com/documentation/foundation/processinfo
open class ProcessInfo: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/processinfo/processinfo
  open class var processInfo: ProcessInfo { fatalError() }
  /// https://developer.apple.com/documentation/foundation/processinfo/activeprocessorcount
  open var activeProcessorCount: Int { fatalError() }
  /// https://developer.apple.com/documentation/foundation/processinfo/environment
  open var environment: [String: String] { fatalError() }
  /// https://developer.apple.com/documentation/foundation/processinfo/processname
  open var processName: String {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)
  @available(iOS 8.2, tvOS 9, watchOS 2, visionOS 1, *)
  @available(macOS, unavailable)
  open func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/bundle/main
  open class var main: Bundle { fatalError() }
  /// https://developer.apple.com/documentation/foundation/bundle/bundleidentifier
  open var bundleIdentifier: String? { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/nsuseractivity
@available(macOS 10.10, iOS 8, tvOS 9, watchOS 2, *)
open class NSUserActivity: NSObject {
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/activitytype
  open var activityType: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/init(activitytype:)
  public init(activityType: String) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/userinfo
  open var userInfo: [AnyHashable: Any]? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/requireduserinfokeys
  @available(macOS 10.11, iOS 9, tvOS 10, watchOS 3, *)
  open var requiredUserInfoKeys: Set<String>? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/nsuseractivity/webpageurl
  open var webpageURL: URL? {
    get { fatalError() }
    set { fatalError() }
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb
public let NSUserActivityTypeBrowsingWeb = ""

/// https://developer.apple.com/documentation/foundation/filemanager
open class FileManager: NSObject {
  /// https://developer.apple.com/documentation/foundation/filemanager/default
  open class var `default`: FileManager { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/currentdirectorypath
  open var currentDirectoryPath: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/temporarydirectory
  @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
  open var temporaryDirectory: URL { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/attributesofitem(atpath:)
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/contentsofdirectory(atpath:)
  open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/createdirectory(at:withintermediatedirectories:attributes:)
  open func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/fileexists(atpath:)
  open func fileExists(atPath path: String) -> Bool { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/removeitem(at:)
  open func removeItem(at url: URL) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/removeitem(atpath:)
  open func removeItem(atPath path: String) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filemanager/subpathsofdirectory(atpath:)
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/fileattributekey
public struct FileAttributeKey: Hashable, Sendable {
  /// https://developer.apple.com/documentation/foundation/fileattributekey/type
  public static let type = FileAttributeKey()
}

/// https://developer.apple.com/documentation/foundation/fileattributetype
public struct FileAttributeType: Hashable, Sendable {
  /// https://developer.apple.com/documentation/foundation/fileattributetype/typeregular
  public static let typeRegular = FileAttributeType()
}

/// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/filehandle/standardoutput
  open class var standardOutput: FileHandle { fatalError() }
  /// https://developer.apple.com/documentation/foundation/filehandle/write(_:)
  open func write(_ data: Data) { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/userdefaults
open class UserDefaults: NSObject {
  /// https://developer.apple.com/documentation/foundation/userdefaults/standard
  open class var standard: UserDefaults { fatalError() }
  /// https://developer.apple.com/documentation/foundation/userdefaults/object(forkey:)
  open func object(forKey defaultName: String) -> Any? { fatalError() }
  /// https://developer.apple.com/documentation/foundation/userdefaults/data(forkey:)
  open func data(forKey defaultName: String) -> Data? { fatalError() }
  /// https://developer.apple.com/documentation/foundation/userdefaults/set(_:forkey:)
  open func set(_ value: Any?, forKey defaultName: String) { fatalError() }
}

// Apple's page does not say this. The library must compile with an SDK that says it and with one that does not.
#if SDK_27
  /// https://developer.apple.com/documentation/foundation/userdefaults
  extension UserDefaults: @unchecked Sendable {}
#endif

// MARK: - Threads

/// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject {
  /// https://developer.apple.com/documentation/foundation/thread/ismainthread-swift.type.property
  @available(*, noasync) open class var isMainThread: Bool { fatalError() }
  /// https://developer.apple.com/documentation/foundation/thread/detachnewthread(_:)
  @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, *)
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
}

// MARK: - JSON

/// https://developer.apple.com/documentation/foundation/jsonencoder
open class JSONEncoder: @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/jsonencoder/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct
  public struct OutputFormatting: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/rawvalue
    public let rawValue: UInt
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/init(rawvalue:)
    public init(rawValue: UInt) { fatalError() }
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/prettyprinted
    public static let prettyPrinted = OutputFormatting()
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/sortedkeys
    @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, *)
    public static let sortedKeys = OutputFormatting()
    /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.struct/withoutescapingslashes
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
    public static let withoutEscapingSlashes = OutputFormatting()
  }
  /// https://developer.apple.com/documentation/foundation/jsonencoder/outputformatting-swift.property
  open var outputFormatting: OutputFormatting {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/jsonencoder/encode(_:)
  open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/jsondecoder
open class JSONDecoder: @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/jsondecoder/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/foundation/jsondecoder/decode(_:from:)
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

extension String {
  /// https://developer.apple.com/documentation/swift/string/localizationvalue
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public struct LocalizationValue: ExpressibleByStringLiteral {
    /// https://developer.apple.com/documentation/swift/string/localizationvalue/init(stringliteral:)
    public init(stringLiteral value: String) { fatalError() }
  }
  /// https://developer.apple.com/documentation/swift/string/init(localized:table:bundle:locale:comment:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public init(localized keyAndValue: String.LocalizationValue, comment: StaticString? = nil) { fatalError() }
}
