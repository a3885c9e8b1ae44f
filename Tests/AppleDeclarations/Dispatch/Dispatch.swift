// Declarations of Dispatch, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what NavStore uses. Above each declaration is the page of Apple's documentation that it follows. Nothing of it
// runs. Closures are not blocks, because the compiler has no blocks without the Objective-C runtime.

/// https://developer.apple.com/documentation/dispatch/dispatchqueue
public final class DispatchQueue: @unchecked Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes
  public struct Attributes: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes
    public let rawValue: UInt64
    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes
    public init(rawValue: UInt64) { fatalError() }
  }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/autoreleasefrequency
  public enum AutoreleaseFrequency: Sendable {
    /// https://developer.apple.com/documentation/dispatch/dispatchqueue/autoreleasefrequency/inherit
    case inherit
  }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/main
  public class var main: DispatchQueue { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
    autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:qos:flags:execute:)
  @preconcurrency public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable () -> Void
  ) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:execute:)
  public func async(group: DispatchGroup, execute workItem: DispatchWorkItem) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue
  public func sync<T>(execute work: () throws -> T) rethrows -> T { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/getspecific(key:)
  @preconcurrency public class func getSpecific<T: Sendable>(key: DispatchSpecificKey<T>) -> T? { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue/setspecific(key:value:)
  @preconcurrency public func setSpecific<T: Sendable>(key: DispatchSpecificKey<T>, value: T?) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchobject/suspend()
  public func suspend() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchobject/resume()
  public func resume() { fatalError() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchqos
public struct DispatchQoS: Equatable, Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchqos/unspecified
  public static let unspecified = DispatchQoS()
}

/// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
public struct DispatchWorkItemFlags: OptionSet, Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
  public let rawValue: UInt
  /// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
  public init(rawValue: UInt) { fatalError() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchworkitem
public class DispatchWorkItem {}

/// https://developer.apple.com/documentation/dispatch/dispatchspecifickey
public final class DispatchSpecificKey<T>: Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchspecifickey/init()
  public init() { fatalError() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchsemaphore
public final class DispatchSemaphore: @unchecked Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/init(value:)
  public init(value: Int) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/wait()
  @available(*, noasync) public func wait() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchsemaphore/signal()
  @discardableResult public func signal() -> Int { fatalError() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchgroup
public final class DispatchGroup: @unchecked Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchgroup/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchgroup/enter()
  public func enter() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchgroup/leave()
  public func leave() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchgroup/wait()
  @available(*, noasync) public func wait() { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchgroup/wait(timeout:)
  @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}

/// https://developer.apple.com/documentation/dispatch/dispatchtimeoutresult
public enum DispatchTimeoutResult: Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchtimeoutresult/success
  case success
  /// https://developer.apple.com/documentation/dispatch/dispatchtimeoutresult/timedout
  case timedOut
}

/// https://developer.apple.com/documentation/dispatch/dispatchtime
public struct DispatchTime: Comparable, Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchtime/init(uptimenanoseconds:)
  public init(uptimeNanoseconds: UInt64) { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchtime/uptimenanoseconds
  public var uptimeNanoseconds: UInt64 { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchtime/now()
  public static func now() -> DispatchTime { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchtime
  public static func < (first: DispatchTime, second: DispatchTime) -> Bool { fatalError() }
  /// https://developer.apple.com/documentation/dispatch/dispatchtime
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
}
