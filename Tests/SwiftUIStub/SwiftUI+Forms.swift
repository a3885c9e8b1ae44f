// Forms, rows, search and toolbars. See SwiftUI.swift.

/// https://developer.apple.com/documentation/swiftui/form
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public nonisolated struct Form<Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/form/init(content:)
  public init(@ViewBuilder content: () -> Content) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
public nonisolated struct LabeledContent<Label, Content> {}
/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension LabeledContent: View where Label: View, Content: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension LabeledContent where Label == Text, Content == Text {
  /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)
  public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)
  @_disfavoredOverload public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/contentunavailableview
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
public nonisolated struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/contentunavailableview/init(label:description:actions:)
  public nonisolated init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) { fatalError() }
}
extension View {
  /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  @available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)-1bjj3
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { EmptyView?.none }
}
/// https://developer.apple.com/documentation/swiftui/searchfieldplacement
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct SearchFieldPlacement: Sendable {
  /// https://developer.apple.com/documentation/swiftui/searchfieldplacement/automatic
  public static let automatic = SearchFieldPlacement()
}

// MARK: - Toolbars

/// https://developer.apple.com/documentation/swiftui/toolbarcontent
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol ToolbarContent {
  /// https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.associatedtype
  associatedtype Body: ToolbarContent
  /// https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.property
  @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}
/// https://developer.apple.com/documentation/swiftui/toolbarcontent
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension Never: ToolbarContent {}
/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@resultBuilder public struct ToolbarContentBuilder {
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildexpression(_:)
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildif(_:)
  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildif(_:)
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  /// https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.property
  public var body: Never { return fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/toolbaritem
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public nonisolated struct ToolbarItem<ID, Content: View>: ToolbarContent {
  /// https://developer.apple.com/documentation/swiftui/toolbarcontent/body-swift.property
  public var body: Never { return fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/toolbaritem
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension ToolbarItem where ID == () {
  /// https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)
  public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    fatalError()
  }
}
/// https://developer.apple.com/documentation/swiftui/toolbaritemplacement
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct ToolbarItemPlacement: Sendable {
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/automatic
  public static let automatic = ToolbarItemPlacement()
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/cancellationaction
  public static let cancellationAction = ToolbarItemPlacement()
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/primaryaction
  public static let primaryAction = ToolbarItemPlacement()
}
extension View {
  /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
  @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
  public nonisolated func toolbar<Content: ToolbarContent>(
    @ToolbarContentBuilder content: () -> Content
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/navigationbarbackbuttonhidden(_:)
  @available(iOS 13.0, macOS 13.0, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
  public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
    EmptyView?.none
  }
}
