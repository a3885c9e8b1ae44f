// Windows that an app opens. See SwiftUI.swift.

/// https://developer.apple.com/documentation/swiftui/windowgroup
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension WindowGroup {
  /// https://developer.apple.com/documentation/swiftui/windowgroup/init(id:content:)
  public nonisolated init(id: String, @ViewBuilder content: () -> Content) { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/environmentvalues
extension EnvironmentValues {
  /// https://developer.apple.com/documentation/swiftui/environmentvalues/openwindow
  @available(macOS 13, iOS 16, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public var openWindow: OpenWindowAction { fatalError() }

  /// https://developer.apple.com/documentation/swiftui/environmentvalues/supportsmultiplewindows
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public var supportsMultipleWindows: Bool { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/openwindowaction
@available(macOS 13, iOS 16, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
@MainActor @preconcurrency public struct OpenWindowAction {
  /// https://developer.apple.com/documentation/swiftui/openwindowaction/callasfunction(id:)
  @MainActor @preconcurrency public func callAsFunction(id: String) { fatalError() }

  /// https://developer.apple.com/documentation/swiftui/openwindowaction/callasfunction(value:)
  @MainActor @preconcurrency public func callAsFunction<D: Codable & Hashable>(value: D) { fatalError() }
}
