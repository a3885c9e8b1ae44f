// Forms, dialogs and toolbars. See SwiftUI.swift.

// MARK: - Forms

/// https://developer.apple.com/documentation/swiftui/form
public nonisolated struct Form<Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/form/init(content:)
  public init(@ViewBuilder content: () -> Content) { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public nonisolated struct LabeledContent<Label, Content> {}
/// https://developer.apple.com/documentation/swiftui/labeledcontent
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension LabeledContent: View where Label: View, Content: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension LabeledContent where Label == Text, Content == Text {
  /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)
  public nonisolated init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:value:)
  @_disfavoredOverload public nonisolated init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
    fatalError()
  }
}

/// https://developer.apple.com/documentation/swiftui/contentunavailableview
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public nonisolated struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/contentunavailableview/init(label:description:actions:)
  public init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/buttonrole
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct ButtonRole: Equatable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/buttonrole/destructive
  public static let destructive = ButtonRole()
  /// https://developer.apple.com/documentation/swiftui/buttonrole/cancel
  public static let cancel = ButtonRole()
}
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
extension Button where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  @_disfavoredOverload
  @preconcurrency public nonisolated init(
    _ title: some StringProtocol, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/button/init(_:role:action:)
  @preconcurrency public nonisolated init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) { fatalError() }
}

// MARK: - Dialogs

/// https://developer.apple.com/documentation/swiftui/visibility
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public enum Visibility: Hashable, CaseIterable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/visibility/automatic
  case automatic
  /// https://developer.apple.com/documentation/swiftui/visibility/visible
  case visible
  /// https://developer.apple.com/documentation/swiftui/visibility/hidden
  case hidden
}

extension Binding {
  /// https://developer.apple.com/documentation/swiftui/binding/constant(_:)
  public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:presenting:actions:message:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func confirmationDialog<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:ispresented:titlevisibility:presenting:actions:message:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func confirmationDialog<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func alert<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/privacysensitive(_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func privacySensitive(_ sensitive: Bool = true) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/disabled(_:)
  public nonisolated func disabled(_ disabled: Bool) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/navigationbarbackbuttonhidden(_:)
  @available(macOS 13, iOS 13, tvOS 13, watchOS 6, *)
  public nonisolated func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View { EmptyView?.none }
  #if !SDK_27
    /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public nonisolated func toolbar<Content: ToolbarContent>(
      @ToolbarContentBuilder content: () -> Content
    ) -> some View { EmptyView?.none }
  #endif
}
/// https://developer.apple.com/documentation/swiftui/searchfieldplacement
@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public struct SearchFieldPlacement: Sendable {
  /// https://developer.apple.com/documentation/swiftui/searchfieldplacement/automatic
  public static let automatic = SearchFieldPlacement()
}

// MARK: - Toolbars

/// https://developer.apple.com/documentation/swiftui/toolbarcontent
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency public protocol ToolbarContent {}
/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@resultBuilder public struct ToolbarContentBuilder {
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildexpression(_:)
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildblock(_:)
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
  /// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder/buildif(_:)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
/// https://developer.apple.com/documentation/swiftui/toolbaritem
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public nonisolated struct ToolbarItem<ID, Content: View>: ToolbarContent {}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension ToolbarItem where ID == () {
  /// https://developer.apple.com/documentation/swiftui/toolbaritem/init(placement:content:)
  public nonisolated init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    fatalError()
  }
}
/// https://developer.apple.com/documentation/swiftui/toolbaritemplacement
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ToolbarItemPlacement {
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/automatic
  public nonisolated(unsafe) static let automatic = ToolbarItemPlacement()
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/primaryaction
  public nonisolated(unsafe) static let primaryAction = ToolbarItemPlacement()
  /// https://developer.apple.com/documentation/swiftui/toolbaritemplacement/cancellationaction
  public nonisolated(unsafe) static let cancellationAction = ToolbarItemPlacement()
}
