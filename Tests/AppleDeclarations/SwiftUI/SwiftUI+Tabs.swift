// The tabs of iOS 18. See SwiftUI.swift.

/// https://developer.apple.com/documentation/swiftui/tabcontent
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor @preconcurrency public protocol TabContent<TabValue> {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  associatedtype TabValue: Hashable
}

/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@resultBuilder public struct TabContentBuilder<TabValue: Hashable> {
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/content
  public nonisolated struct Content<C: TabContent>: View {
    /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
  }
  // What a builder returns is a type that Apple does not document.
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder
  public nonisolated struct Block: TabContent {}
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildexpression(_:)
  public static func buildExpression(_ content: some TabContent<TabValue>) -> some TabContent<TabValue> { Block() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:)
  public static func buildBlock(_ content: some TabContent<TabValue>) -> some TabContent<TabValue> { Block() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:_:)
  public static func buildBlock(
    _ c0: some TabContent<TabValue>, _ c1: some TabContent<TabValue>
  ) -> some TabContent<TabValue> { Block() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:_:_:)
  public static func buildBlock(
    _ c0: some TabContent<TabValue>, _ c1: some TabContent<TabValue>, _ c2: some TabContent<TabValue>
  ) -> some TabContent<TabValue> { Block() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildblock(_:_:_:_:)
  public static func buildBlock(
    _ c0: some TabContent<TabValue>, _ c1: some TabContent<TabValue>, _ c2: some TabContent<TabValue>,
    _ c3: some TabContent<TabValue>
  ) -> some TabContent<TabValue> { Block() }
  /// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildif(_:)
  public static func buildIf(_ content: (some TabContent<TabValue>)?) -> (some TabContent<TabValue>)? { content }
}
/// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildif(_:)
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Optional: TabContent where Wrapped: TabContent {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = Wrapped.TabValue
}

/// https://developer.apple.com/documentation/swiftui/tab
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated struct Tab<Value, Content, Label> {}
/// https://developer.apple.com/documentation/swiftui/tab
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = Value
  /// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:value:content:)
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) where Label == DefaultTabLabel { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:value:content:)
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(
    _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
  ) where Label == DefaultTabLabel { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tab/init(_:systemimage:value:role:content:)
  public nonisolated init(
    _ titleKey: LocalizedStringKey, systemImage: String, value: Value, role: TabRole?,
    @ViewBuilder content: () -> Content
  ) where Label == DefaultTabLabel { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/tab/init(value:role:content:)
  public nonisolated init(value: Value, role: TabRole?, @ViewBuilder content: () -> Content)
  where Label == DefaultTabLabel { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/defaulttablabel
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated struct DefaultTabLabel: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/tabrole
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct TabRole: Hashable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/tabrole/search
  public static var search: TabRole { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/foreach
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ForEach: TabContent where Content: TabContent {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = Content.TabValue
  #if !SDK_27
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
    public nonisolated init<Value>(
      _ data: Data, id: KeyPath<Data.Element, ID>,
      @TabContentBuilder<Value> content: @escaping (Data.Element) -> Content
    ) where Value == Content.TabValue { fatalError() }
  #endif
}

/// https://developer.apple.com/documentation/swiftui/tabsection
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated struct TabSection<Header, Content, Footer, SelectionValue> {}
/// https://developer.apple.com/documentation/swiftui/tabsection
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TabSection: TabContent
where Header: View, Content: TabContent, Footer: View, SelectionValue: Hashable, SelectionValue == Content.TabValue {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
  public typealias TabValue = SelectionValue
  /// https://developer.apple.com/documentation/swiftui/tabsection/init(_:content:)
  public nonisolated init(
    _ titleKey: LocalizedStringKey, @TabContentBuilder<SelectionValue> content: () -> Content
  ) where Header == Text, Footer == EmptyView { fatalError() }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TabView {
  /// https://developer.apple.com/documentation/swiftui/tabview/init(selection:content:)
  public nonisolated init<C: TabContent>(
    selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
  ) where Content == TabContentBuilder<SelectionValue>.Content<C> { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/tabviewstyle
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency public protocol TabViewStyle {}
/// https://developer.apple.com/documentation/swiftui/sidebaradaptabletabviewstyle
@available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
@available(watchOS, unavailable)
public nonisolated struct SidebarAdaptableTabViewStyle: TabViewStyle {}
/// https://developer.apple.com/documentation/swiftui/tabviewstyle/sidebaradaptable
@available(macOS 15, iOS 18, tvOS 18, visionOS 2, *)
@available(watchOS, unavailable)
extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
  /// https://developer.apple.com/documentation/swiftui/tabviewstyle/sidebaradaptable
  @MainActor @preconcurrency public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { fatalError() }
}

@available(macOS 15, iOS 18, visionOS 2, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension TabContent {
  /// https://developer.apple.com/documentation/swiftui/tabcontent/badge(_:)
  public nonisolated func badge(_ count: Int) -> some TabContent<TabValue> { TabContentBuilder<TabValue>.Block() }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/tabviewstyle(_:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  public nonisolated func tabViewStyle(_ style: some TabViewStyle) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/badge(_:)
  @available(macOS 12, iOS 15, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public nonisolated func badge(_ count: Int) -> some View { EmptyView?.none }
}
