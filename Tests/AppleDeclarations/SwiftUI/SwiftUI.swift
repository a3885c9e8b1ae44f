// Declarations of SwiftUI, to type-check against where there is no Apple SDK. Never a target of the package: NavStore
// would import it.
//
// Only what NavStore, its documentation and its examples use, with the isolation of today's SDKs. Above each
// declaration is the page of Apple's documentation that it follows, with the availability of that page where it is
// newer than iOS 13 or not on all platforms. Where Apple documents no symbol (parts of builders, types behind `some`),
// it is the page of what needs it. Nothing of it runs. Stricter than Apple's in one thing: no other module comes with
// it.
//
// This is SDK 26. With the condition SDK_27, SwiftUI+27.swift adds or replaces what differs in SDK 27.

public import Foundation

/// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  /// https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// https://developer.apple.com/documentation/swiftui/view
extension Never: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  public var body: Never { fatalError() }
}

/// https://developer.apple.com/documentation/swiftui/view
extension View where Body == Never {
  /// https://developer.apple.com/documentation/swiftui/view/body-8kl5o
  public var body: Never { fatalError() }
}

#if !SDK_27
  /// https://developer.apple.com/documentation/swiftui/viewbuilder
  @resultBuilder public struct ViewBuilder {
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)
    public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()
    public static func buildBlock() -> EmptyView { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
    public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
    @_disfavoredOverload public static func buildBlock<each Content: View>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildlimitedavailability(_:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
    public static func buildEither<First: View, Second: View>(
      first: First
    ) -> _ConditionalContent<First, Second> { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
    public static func buildEither<First: View, Second: View>(
      second: Second
    ) -> _ConditionalContent<First, Second> { fatalError() }
  }
#endif

/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
public struct _ConditionalContent<First, Second> {}
extension _ConditionalContent: View where First: View, Second: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
extension Optional: View where Wrapped: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/tupleview
public nonisolated struct TupleView<T>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/emptyview
public nonisolated struct EmptyView: View {
  /// https://developer.apple.com/documentation/swiftui/emptyview/init()
  public init() {}
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/viewmodifier
@MainActor @preconcurrency public protocol ViewModifier {
  /// https://developer.apple.com/documentation/swiftui/viewmodifier/body
  associatedtype Body: View
  /// https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
  /// https://developer.apple.com/documentation/swiftui/viewmodifier/content
  typealias Content = _ViewModifier_Content<Self>
}
/// https://developer.apple.com/documentation/swiftui/viewmodifier/content
public nonisolated struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/modifiedcontent
public nonisolated struct ModifiedContent<Content, Modifier> {}
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}

/// https://developer.apple.com/documentation/swiftui/text
public nonisolated struct Text: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/text/init(_:tablename:bundle:comment:)
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/text/init(_:)-9d1g4
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/localizedstringkey
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  /// https://developer.apple.com/documentation/swiftui/localizedstringkey/init(stringliteral:)
  public init(stringLiteral value: String) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/label
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public nonisolated struct Label<Title: View, Icon: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/image
public nonisolated struct Image {}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Label where Title == Text, Icon == Image {
  /// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:)
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/label/init(_:systemimage:)
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/image
extension Image: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/button
public nonisolated struct Button<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/button/init(action:label:)
  @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { fatalError() }
}
extension Button where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/button/init(_:action:)
  @preconcurrency public nonisolated init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/textfield
public nonisolated struct TextField<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
extension TextField where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/textfield/init(_:text:)
  public nonisolated init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/toggle
public nonisolated struct Toggle<Label: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
extension Toggle where Label == Text {
  /// https://developer.apple.com/documentation/swiftui/toggle/init(_:ison:)
  public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/color
public nonisolated struct Color: View, Sendable {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/color/clear
  public static let clear = Color()
}
/// https://developer.apple.com/documentation/swiftui/group
public nonisolated struct Group<Content> {}
extension Group: View where Content: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  #if !SDK_27
    /// https://developer.apple.com/documentation/swiftui/group/init(content:)
    public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
  #endif
}
/// https://developer.apple.com/documentation/swiftui/foreach
public nonisolated struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
extension ForEach: View where Content: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  #if !SDK_27
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
    public nonisolated init(
      _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { fatalError() }
  #endif
}
/// https://developer.apple.com/documentation/swiftui/list
@MainActor @preconcurrency public struct List<SelectionValue: Hashable, Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/list/init(selection:content:)
  @available(watchOS 10, *)
  public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) { fatalError() }
}
extension List where SelectionValue == Never {
  /// https://developer.apple.com/documentation/swiftui/list/init(content:)
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/list/init(_:id:rowcontent:)
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/scrollview
public nonisolated struct ScrollView<Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/scrollview/init(_:content:)
  public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/axis
public enum Axis {
  /// https://developer.apple.com/documentation/swiftui/axis/set
  public struct Set: OptionSet, Sendable {
    /// https://developer.apple.com/documentation/swiftui/axis/set/rawvalue
    public let rawValue: Int8
    /// https://developer.apple.com/documentation/swiftui/axis/set/init(rawvalue:)
    public init(rawValue: Int8) { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/axis/set/vertical
    public static let vertical = Set(rawValue: 1)
  }
}
/// https://developer.apple.com/documentation/swiftui/scrollviewreader
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public nonisolated struct ScrollViewReader<Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/scrollviewreader/init(content:)
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/scrollviewproxy
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public struct ScrollViewProxy {
  /// https://developer.apple.com/documentation/swiftui/scrollviewproxy/scrollto(_:anchor:)
  public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/unitpoint
public struct UnitPoint: Hashable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/unitpoint/top
  public static let top = UnitPoint()
}
/// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/animation/default
  public static let `default` = Animation()
}
/// https://developer.apple.com/documentation/swiftui/withanimation(_:_:)
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { fatalError() }
