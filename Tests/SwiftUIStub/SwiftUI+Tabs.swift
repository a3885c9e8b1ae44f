// Tabs as of iOS 18. See SwiftUI.swift.

/// https://developer.apple.com/documentation/swiftui/tabcontent
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@MainActor @preconcurrency public protocol TabContent<TabValue> {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  associatedtype TabValue: Hashable where TabValue == Body.TabValue
  /// https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.associatedtype
  associatedtype Body: TabContent
  /// https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.property
  @TabContentBuilder<TabValue> @MainActor @preconcurrency var body: Body { get }
}
/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@resultBuilder public struct TabContentBuilder<TabValue: Hashable> {
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/content
  public nonisolated struct Content<C: TabContent>: View {
    /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
  }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildexpression(_:)
  public static func buildExpression<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:)
  public static func buildBlock<C: TabContent>(_ content: C) -> C where C.TabValue == TabValue { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:_:)
  public static func buildBlock<C0: TabContent, C1: TabContent>(
    _ c0: C0, _ c1: C1
  ) -> some TabContent<TabValue> where C0.TabValue == TabValue, C1.TabValue == TabValue { c0 }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:_:_:)
  public static func buildBlock<C0: TabContent, C1: TabContent, C2: TabContent>(
    _ c0: C0, _ c1: C1, _ c2: C2
  ) -> some TabContent<TabValue>
  where C0.TabValue == TabValue, C1.TabValue == TabValue, C2.TabValue == TabValue { c0 }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildif(_:)
  public static func buildIf<C: TabContent>(_ content: C?) -> C? where C.TabValue == TabValue { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildif(_:)
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Optional: TabContent where Wrapped: TabContent {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = Wrapped.TabValue
}
/// https://developer.apple.com/documentation/swiftui/tabcontent
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension TabContent where Body == Self {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.property
  public var body: Self { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/defaulttablabel
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public nonisolated struct DefaultTabLabel: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/tabrole
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct TabRole: Hashable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/tabrole/search
  public static var search: TabRole { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/tab
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct Tab<Value, Content, Label> {}
/// https://developer.apple.com/documentation/swiftui/tab
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = Value
  /// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:value:content:)
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) where Label == DefaultTabLabel { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tab/init(value:role:content:)
  public nonisolated init(
    value: Value, role: TabRole?, @ViewBuilder content: () -> Content
  ) where Label == DefaultTabLabel { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/tabsection
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct TabSection<Header, Content, Footer, SelectionValue> {}
/// https://developer.apple.com/documentation/swiftui/tabsection
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension TabSection: TabContent
where Header: View, Content: TabContent, Footer: View, SelectionValue: Hashable, Content.TabValue == SelectionValue {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = SelectionValue
}
/// https://developer.apple.com/documentation/swiftui/tabsection
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension TabSection where Content: TabContent, SelectionValue: Hashable {
  /// https://developer.apple.com/documentation/swiftui/tabsection/init(_:content:)
  public init(
    _ titleKey: LocalizedStringKey, @TabContentBuilder<SelectionValue> content: () -> Content
  ) where Header == Text, Footer == EmptyView { fatalError() }
}
extension TabView {
  /// https://developer.apple.com/documentation/swiftui/tabview/init(selection:content:)
  @available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
  public nonisolated init<C: TabContent>(
    selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
  ) where Content == TabContentBuilder<SelectionValue>.Content<C> { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/tabviewstyle
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol TabViewStyle {}
/// https://developer.apple.com/documentation/swiftui/sidebaradaptabletabviewstyle
@available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *)
@available(watchOS, unavailable)
public nonisolated struct SidebarAdaptableTabViewStyle: TabViewStyle {}
/// https://developer.apple.com/documentation/swiftui/tabviewstyle/sidebaradaptable
@available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *)
@available(watchOS, unavailable)
extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
  /// https://developer.apple.com/documentation/swiftui/tabviewstyle/sidebaradaptable
  @MainActor @preconcurrency public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { fatalError() }
}
extension View {
  /// https://developer.apple.com/documentation/swiftui/view/tabviewstyle(_:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
  public nonisolated func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { EmptyView?.none }
}
extension ViewBuilder {
  /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildlimitedavailability(_:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
}
