// The second part of the declarations: bytes and identifiers. See Foundation.swift.

/// https://developer.apple.com/documentation/foundation/contiguousbytes
public protocol ContiguousBytes {
  /// https://developer.apple.com/documentation/foundation/contiguousbytes/withunsafebytes(_:)
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
/// https://developer.apple.com/documentation/foundation/dataprotocol
public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

/// https://developer.apple.com/documentation/foundation/data
public struct Data: Hashable, Sendable, Codable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  DataProtocol, ContiguousBytes, CustomStringConvertible
{
  /// https://developer.apple.com/documentation/foundation/data/index
  public typealias Index = Int
  /// https://developer.apple.com/documentation/foundation/data/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(capacity:)
  public init(capacity: Int) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(count:)
  public init(count: Int) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(repeating:count:)
  public init(repeating repeatedValue: UInt8, count: Int) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(_:)
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(bytes:count:)
  public init(bytes: UnsafeRawPointer, count: Int) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(contentsof:options:)
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/nsdata/readingoptions
  public struct ReadingOptions: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/foundation/nsdata/readingoptions
    public let rawValue: UInt
    /// https://developer.apple.com/documentation/foundation/nsdata/readingoptions/init(rawvalue:)
    public init(rawValue: UInt) { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/data
  public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/nsdata/base64decodingoptions
  public struct Base64DecodingOptions: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/foundation/nsdata/base64decodingoptions
    public let rawValue: UInt
    /// https://developer.apple.com/documentation/foundation/nsdata/base64decodingoptions/init(rawvalue:)
    public init(rawValue: UInt) { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/nsdata/base64encodingoptions
  public struct Base64EncodingOptions: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/foundation/nsdata/base64encodingoptions
    public let rawValue: UInt
    /// https://developer.apple.com/documentation/foundation/nsdata/base64encodingoptions/init(rawvalue:)
    public init(rawValue: UInt) { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/data/base64encodedstring(options:)
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data
  public mutating func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) rethrows -> R { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/startindex
  public var startIndex: Int { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/endindex
  public var endIndex: Int { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/data
  public subscript(bounds: Range<Int>) -> Data {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/data
  public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C)
  where C.Element == UInt8 { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data
  public mutating func append(_ other: Data) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/description
  public var description: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/init(from:)
  public init(from decoder: any Decoder) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/data/encode(to:)
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/uuid
public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// https://developer.apple.com/documentation/foundation/uuid/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/foundation/uuid/init(uuidstring:)
  public init?(uuidString string: String) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/uuid/uuidstring
  public var uuidString: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/uuid/description
  public var description: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/uuid/init(from:)
  public init(from decoder: any Decoder) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/uuid/encode(to:)
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/url
public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  /// https://developer.apple.com/documentation/foundation/url/init(string:)
  public init?(string: String) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/absolutestring
  public var absoluteString: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/relativestring
  public var relativeString: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/baseurl
  public var baseURL: URL? { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/isfileurl
  public var isFileURL: Bool { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/path
  public var path: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/applicationsupportdirectory
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var applicationSupportDirectory: URL { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/appendingpathcomponent(_:)
  public func appendingPathComponent(_ pathComponent: String) -> URL { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/lastpathcomponent
  public var lastPathComponent: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/description
  public var description: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/init(from:)
  public init(from decoder: any Decoder) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/url/encode(to:)
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/date
public struct Date: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// https://developer.apple.com/documentation/foundation/date/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/init(timeintervalsince1970:)
  public init(timeIntervalSince1970: TimeInterval) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/init(timeintervalsincereferencedate:)
  public init(timeIntervalSinceReferenceDate ti: TimeInterval) { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/timeintervalsince1970
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/timeintervalsincereferencedate
  public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/addingtimeinterval(_:)
  public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date
  public static func < (lhs: Date, rhs: Date) -> Bool { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/formatted(_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public func formatted<F: FormatStyle>(_ format: F) -> F.FormatOutput where F.FormatInput == Date { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/iso8601formatstyle
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public struct ISO8601FormatStyle: FormatStyle {
    /// https://developer.apple.com/documentation/foundation/date/iso8601formatstyle/format(_:)
    public func format(_ value: Date) -> String { fatalError() }
  }
  /// https://developer.apple.com/documentation/foundation/date/description
  public var description: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/init(from:)
  public init(from decoder: any Decoder) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/date/encode(to:)
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/formatstyle
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public protocol FormatStyle {
  /// https://developer.apple.com/documentation/foundation/formatstyle/formatinput
  associatedtype FormatInput
  /// https://developer.apple.com/documentation/foundation/formatstyle/formatoutput
  associatedtype FormatOutput
  /// https://developer.apple.com/documentation/foundation/formatstyle/format(_:)
  func format(_ value: FormatInput) -> FormatOutput
}
/// https://developer.apple.com/documentation/foundation/formatstyle/iso8601
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension FormatStyle where Self == Date.ISO8601FormatStyle {
  /// https://developer.apple.com/documentation/foundation/formatstyle/iso8601
  public static var iso8601: Date.ISO8601FormatStyle { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/decimal
public struct Decimal: Hashable, Sendable, Codable, CustomStringConvertible {
  /// https://developer.apple.com/documentation/foundation/decimal/description
  public var description: String { fatalError() }
  /// https://developer.apple.com/documentation/foundation/decimal/init(from:)
  public init(from decoder: any Decoder) throws { fatalError() }
  /// https://developer.apple.com/documentation/foundation/decimal/encode(to:)
  public func encode(to encoder: any Encoder) throws { fatalError() }
}

/// https://developer.apple.com/documentation/foundation/localizedstringresource
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
  /// https://developer.apple.com/documentation/foundation/localizedstringresource/init(stringliteral:)
  public init(stringLiteral value: String) { fatalError() }
}
