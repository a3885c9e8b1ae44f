// Declarations of MetricKit, to type-check against where there is no Apple SDK. Never a target of the package. See
// OSLog.swift.

public import Foundation
@_exported public import OSLog

/// https://developer.apple.com/documentation/metrickit/mxmetricmanager
@available(macOS, introduced: 12, deprecated: 27)
@available(iOS, introduced: 13, deprecated: 27)
open class MXMetricManager: NSObject {
  /// https://developer.apple.com/documentation/metrickit/mxmetricmanager/makeloghandle(category:)
  open class func makeLogHandle(category: String) -> OSLog { fatalError() }
}

/// https://developer.apple.com/documentation/metrickit/mxsignpost(_:dso:log:name:signpostid:_:_:)
@available(macOS 10.15, iOS 13, *)
public func mxSignpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) { fatalError() }
