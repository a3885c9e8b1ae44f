// The second part of the stub: containers of navigation, scenes and apps. See SwiftUI.swift.

// MARK: - Navigation

/// https://developer.apple.com/documentation/swiftui/tabview
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 7, *)
public nonisolated struct TabView<SelectionValue: Hashable, Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/tabview/init(selection:content:)
  public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/navigationpath
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct NavigationPath {
  /// https://developer.apple.com/documentation/swiftui/navigationpath/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/navigationpath/append(_:)
  public mutating func append<V: Hashable>(_ value: V) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/navigationpath/removelast(_:)
  public mutating func removeLast(_ k: Int = 1) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/navigationstack
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@MainActor @preconcurrency public struct NavigationStack<Data, Root: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:)
  public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
    fatalError()
  }
  /// https://developer.apple.com/documentation/swiftui/navigationstack/init(path:root:)
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection, Data: RandomAccessCollection, Data: RangeReplaceableCollection, Data.Element: Hashable
  { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/navigationsplitview
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public nonisolated struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/navigationsplitview/init(sidebar:detail:)
  public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {
    fatalError()
  }
  /// https://developer.apple.com/documentation/swiftui/navigationsplitview/init(sidebar:content:detail:)
  public init(
    @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
  ) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/navigationlink
public nonisolated struct NavigationLink<Label: View, Destination: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/navigationlink/init(_:value:)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text, Destination == Never {
    fatalError()
  }
}
/// https://developer.apple.com/documentation/swiftui/navigationtransition
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public protocol NavigationTransition {}
extension View {
  /// https://developer.apple.com/documentation/swiftui/view/navigationtransition(_:)
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public nonisolated func navigationTransition(_ style: some NavigationTransition) -> some View { EmptyView?.none }
}
/// https://developer.apple.com/documentation/swiftui/anyview
public nonisolated struct AnyView: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
  /// https://developer.apple.com/documentation/swiftui/anyview/init(_:)
  public init<V: View>(_ view: V) { fatalError() }
}
// MARK: - Apps

/// https://developer.apple.com/documentation/swiftui/scene
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency public protocol Scene {
  /// https://developer.apple.com/documentation/swiftui/scene/body-swift.associatedtype
  associatedtype Body: Scene
  /// https://developer.apple.com/documentation/swiftui/scene/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension Never: Scene {}
/// https://developer.apple.com/documentation/swiftui/scenebuilder
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@resultBuilder public struct SceneBuilder {
  /// https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:)
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/scenebuilder/buildblock(_:_:)
  public static func buildBlock<C0: Scene, C1: Scene>(_ c0: C0, _ c1: C1) -> some Scene { c0 }
}
/// https://developer.apple.com/documentation/swiftui/windowgroup
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public nonisolated struct WindowGroup<Content: View>: Scene {
  /// https://developer.apple.com/documentation/swiftui/scene/body-swift.property
  public var body: Never { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/windowgroup/init(content:)
  public init(@ViewBuilder content: () -> Content) { fatalError() }
}
@available(macOS 13, iOS 16, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension WindowGroup {
  /// https://developer.apple.com/documentation/swiftui/windowgroup/init(for:content:defaultvalue:)
  public init<D: Hashable & Codable, C: View>(
    for type: D.Type = D.self, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
  ) where Content == PresentedWindowContent<D, C> { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/presentedwindowcontent
@available(macOS 13, iOS 16, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public nonisolated struct PresentedWindowContent<Data: Hashable & Codable, Content: View>: View {
  /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  public typealias Body = Never
}
/// https://developer.apple.com/documentation/swiftui/window
@available(macOS 13, visionOS 26, *)
@available(iOS, unavailable)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
public nonisolated struct Window<Content: View>: Scene {
  /// https://developer.apple.com/documentation/swiftui/scene/body-swift.property
  public var body: Never { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/window/init(_:id:content:)
  public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/app
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@MainActor @preconcurrency public protocol App {
  /// https://developer.apple.com/documentation/swiftui/app/body-swift.associatedtype
  associatedtype Body: Scene
  /// https://developer.apple.com/documentation/swiftui/app/body-swift.property
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// https://developer.apple.com/documentation/swiftui/app/init()
  @MainActor @preconcurrency init()
}
/// https://developer.apple.com/documentation/swiftui/app
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
extension App {
  /// https://developer.apple.com/documentation/swiftui/app/main()
  @MainActor @preconcurrency public static func main() { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/scenephase
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
public enum ScenePhase: Comparable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/scenephase/background
  case background
  /// https://developer.apple.com/documentation/swiftui/scenephase/inactive
  case inactive
  /// https://developer.apple.com/documentation/swiftui/scenephase/active
  case active
}
