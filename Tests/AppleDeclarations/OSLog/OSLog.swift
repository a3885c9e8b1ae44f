// Declarations of os, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what the documentation uses. Apple's OSLog shows the declarations of os, too. Above each declaration is the page
// of Apple's documentation that it follows. Nothing of it runs.

public import ObjectiveC

/// https://developer.apple.com/documentation/os/logger
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct Logger: @unchecked Sendable {
  /// https://developer.apple.com/documentation/os/logger/init(subsystem:category:)
  public init(subsystem: String, category: String) { fatalError() }
  /// https://developer.apple.com/documentation/os/logger/notice(_:)
  public func notice(_ message: OSLogMessage) { fatalError() }
  /// https://developer.apple.com/documentation/os/logger/error(_:)
  public func error(_ message: OSLogMessage) { fatalError() }
}

/// https://developer.apple.com/documentation/os/oslogmessage
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
  /// https://developer.apple.com/documentation/os/oslogmessage/init(stringinterpolation:)
  public init(stringInterpolation: OSLogInterpolation) { fatalError() }
  /// https://developer.apple.com/documentation/os/oslogmessage/init(stringliteral:)
  public init(stringLiteral value: String) { fatalError() }
}

/// https://developer.apple.com/documentation/os/osloginterpolation
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
  /// https://developer.apple.com/documentation/os/osloginterpolation
  public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
  /// https://developer.apple.com/documentation/os/osloginterpolation
  public mutating func appendLiteral(_ literal: String) { fatalError() }
  /// https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-6tazr
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { fatalError() }
  /// https://developer.apple.com/documentation/os/osloginterpolation
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> Int, privacy: OSLogPrivacy = .auto
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/os/oslogprivacy
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogPrivacy {
  /// https://developer.apple.com/documentation/os/oslogprivacy/auto
  public static var auto: OSLogPrivacy { fatalError() }
  /// https://developer.apple.com/documentation/os/oslogprivacy/public
  public static var `public`: OSLogPrivacy { fatalError() }
}

/// https://developer.apple.com/documentation/os/oslogstringalignment
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct OSLogStringAlignment {
  /// https://developer.apple.com/documentation/os/oslogstringalignment/none
  public static var none: OSLogStringAlignment { fatalError() }
}

/// https://developer.apple.com/documentation/os/ossignposter
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct OSSignposter: @unchecked Sendable {
  /// https://developer.apple.com/documentation/os/ossignposter/init(subsystem:category:)
  public init(subsystem: String, category: String) { fatalError() }
  /// https://developer.apple.com/documentation/os/ossignposter/withintervalsignpost(_:id:around:)
  public func withIntervalSignpost<T>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
  ) rethrows -> T { fatalError() }
}

/// https://developer.apple.com/documentation/os/ossignpostid
@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public struct OSSignpostID: Sendable {
  /// https://developer.apple.com/documentation/os/ossignpostid/exclusive
  public static let exclusive = OSSignpostID()
}

/// https://developer.apple.com/documentation/os/ossignposttype
@available(macOS 10.14, iOS 12, tvOS 12, watchOS 5, *)
public struct OSSignpostType: Sendable {
  /// https://developer.apple.com/documentation/os/ossignposttype/begin
  public static let begin = OSSignpostType()
  /// https://developer.apple.com/documentation/os/ossignposttype/end
  public static let end = OSSignpostType()
}

/// https://developer.apple.com/documentation/os/oslog
open class OSLog: NSObject {}
