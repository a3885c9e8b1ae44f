// Declarations of WidgetKit, to type-check against where there is no Apple SDK. Never a target of the package. tvOS has no
// WidgetKit.

public import Foundation
public import SwiftUI

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/widgeturl(_:)
  @available(macOS 11, iOS 14, watchOS 9, visionOS 26, *)
  @available(tvOS, unavailable)
  @MainActor @preconcurrency public func widgetURL(_ url: URL?) -> some View { EmptyView?.none }
}
