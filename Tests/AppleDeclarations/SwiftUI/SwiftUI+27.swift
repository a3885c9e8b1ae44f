// What SDK 27 adds to SwiftUI, or declares in another way, with the condition SDK_27. See SwiftUI.swift.
//
// Apple's technote is https://developer.apple.com/documentation/technotes/tn3211-resolving-swiftui-source-incompatibilities-for-state-and-contentbuilder

#if SDK_27
  // MARK: - Builders

  /// https://developer.apple.com/documentation/swiftui/contentbuilder
  public typealias ContentBuilder = ViewBuilder
  /// https://developer.apple.com/documentation/swiftui/emptycontent
  public typealias EmptyContent = EmptyView

  // One builder for views, toolbars and other content, which does not constrain its content.
  /// https://developer.apple.com/documentation/swiftui/viewbuilder
  @resultBuilder public struct ViewBuilder {
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildexpression(_:)
    public static func buildExpression<Content>(_ content: Content) -> Content { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock()
    public static func buildBlock() -> EmptyContent { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)
    public static func buildBlock<Content>(_ content: Content) -> Content { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/tuplecontent
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    public static func buildBlock<each Content>(
      _ content: repeat each Content
    ) -> TupleContent<repeat each Content> { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildblock(_:)-2bj1g
    @_disfavoredOverload public static func buildBlock<each Content: View>(
      _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)
    public static func buildIf<Content>(_ content: Content?) -> Content? { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildlimitedavailability(_:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)
    public static func buildEither<First, Second>(first: First) -> _ConditionalContent<First, Second> { fatalError() }
    /// https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(second:)
    public static func buildEither<First, Second>(second: Second) -> _ConditionalContent<First, Second> { fatalError() }
  }

  /// https://developer.apple.com/documentation/swiftui/tuplecontent
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  public nonisolated struct TupleContent<each Content> {}
  /// https://developer.apple.com/documentation/swiftui/tuplecontent
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  extension TupleContent: View where repeat each Content: View {
    /// https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
    public typealias Body = Never
  }

  // Each primitive has one initializer with a builder.
  extension Group {
    /// https://developer.apple.com/documentation/swiftui/group/init(content:)
    public nonisolated init(@ContentBuilder content: () -> Content) { fatalError() }
  }
  extension ForEach {
    /// https://developer.apple.com/documentation/swiftui/foreach/init(_:id:content:)
    public nonisolated init(
      _ data: Data, id: KeyPath<Data.Element, ID>, @ContentBuilder content: @escaping (Data.Element) -> Content
    ) { fatalError() }
  }

  // MARK: - State

  /// https://developer.apple.com/documentation/swiftui/state()
  @attached(accessor, names: named(init), named(get), named(set))
  @attached(peer, names: prefixed(`_`), prefixed(__), prefixed(`$`))
  public macro State() = #externalMacro(module: "SwiftUIMacros", type: "StateMacro")

  // What the expansion uses: see SwiftUIMacros.
  /// https://developer.apple.com/documentation/swiftui/state()
  @attached(accessor, names: named(get))
  public macro _StateProjection() = #externalMacro(module: "SwiftUIMacros", type: "StateProjectionMacro")
  extension State {
    /// https://developer.apple.com/documentation/swiftui/state()
    public init(assignedLater: Void) { fatalError() }
  }

  // MARK: - Tabs, transitions and dialogs

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  extension TabRole {
    /// https://developer.apple.com/documentation/swiftui/tabrole/prominent
    @available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
    public static var prominent: TabRole { fatalError() }
  }

  /// https://developer.apple.com/documentation/swiftui/crossfadenavigationtransition
  @available(iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
  @available(macOS, unavailable)
  public struct CrossFadeNavigationTransition: NavigationTransition, Sendable {}
  /// https://developer.apple.com/documentation/swiftui/navigationtransition/crossfade
  @available(iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
  @available(macOS, unavailable)
  extension NavigationTransition where Self == CrossFadeNavigationTransition {
    /// https://developer.apple.com/documentation/swiftui/navigationtransition/crossfade
    public static var crossFade: CrossFadeNavigationTransition { fatalError() }
  }

  extension View {
    /// https://developer.apple.com/documentation/swiftui/view/confirmationdialog(_:item:titlevisibility:actions:message:)
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public nonisolated func confirmationDialog<A: View, M: View, T>(
      _ titleKey: LocalizedStringKey, item data: Binding<T?>, titleVisibility: Visibility = .automatic,
      @ContentBuilder actions: (T) -> A, @ContentBuilder message: (T) -> M
    ) -> some View { EmptyView?.none }
    /// https://developer.apple.com/documentation/swiftui/view/alert(_:item:actions:message:)
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public nonisolated func alert<A: View, M: View, T>(
      _ titleKey: LocalizedStringKey, item data: Binding<T?>, @ContentBuilder actions: (T) -> A,
      @ContentBuilder message: (T) -> M
    ) -> some View { EmptyView?.none }
    /// https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public nonisolated func toolbar<Content: ToolbarContent>(
      @ContentBuilder content: () -> Content
    ) -> some View { EmptyView?.none }
  }
#endif
