// The third part of the stub: what views hold, and modifiers. See SwiftUI.swift.

public import Foundation
public import Observation

// MARK: - Properties

/// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

/// https://developer.apple.com/documentation/swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  /// https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
  @preconcurrency public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/binding/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/binding/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/binding/init(projectedvalue:)
  public init(projectedValue: Binding<Value>) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/binding/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/binding
extension Binding: DynamicProperty {}
/// https://developer.apple.com/documentation/swiftui/binding
extension Binding: @unchecked Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
  /// https://developer.apple.com/documentation/swiftui/bindable/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/bindable/projectedvalue
  public var projectedValue: Bindable<Value> { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)
  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/bindable/init(_:)
  public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/bindable/init(projectedvalue:)
  public init(projectedValue: Bindable<Value>) where Value: AnyObject, Value: Observable { fatalError() }
}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Bindable where Value: AnyObject {
  /// https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Bindable: Identifiable where Value: Identifiable {
  /// https://developer.apple.com/documentation/swiftui/bindable/id
  public var id: Value.ID { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Bindable: Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  /// https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/state/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral {
  /// https://developer.apple.com/documentation/swiftui/state/init()
  public init() { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/state
extension State: Sendable where Value: Sendable {}

/// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  /// https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/environment/wrappedvalue
  public var wrappedValue: Value { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/environment/init(_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/environment/init(_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? { fatalError() }
}
/// https://developer.apple.com/documentation/swiftui/environment
extension Environment: Sendable where Value: Sendable {}
/// https://developer.apple.com/documentation/swiftui/presentationdetent
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct PresentationDetent: Hashable, Sendable {
  /// https://developer.apple.com/documentation/swiftui/presentationdetent/medium
  public static let medium = PresentationDetent()
  /// https://developer.apple.com/documentation/swiftui/presentationdetent/large
  public static let large = PresentationDetent()
}
/// https://developer.apple.com/documentation/swiftui/userinterfacesizeclass
public enum UserInterfaceSizeClass: Sendable {
  /// https://developer.apple.com/documentation/swiftui/userinterfacesizeclass/compact
  case compact
  /// https://developer.apple.com/documentation/swiftui/userinterfacesizeclass/regular
  case regular
}
/// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues {
  /// https://developer.apple.com/documentation/swiftui/environmentvalues/horizontalsizeclass
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/environmentvalues/scenephase
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  public var scenePhase: ScenePhase {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/environmentvalues/subscript(_:)
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set { fatalError() }
  }
}
/// https://developer.apple.com/documentation/swiftui/environmentkey
public protocol EnvironmentKey {
  /// https://developer.apple.com/documentation/swiftui/environmentkey/value
  associatedtype Value
  /// https://developer.apple.com/documentation/swiftui/environmentkey/defaultvalue
  static var defaultValue: Value { get }
}
/// https://developer.apple.com/documentation/swiftui/scenestorage
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
  /// https://developer.apple.com/documentation/swiftui/scenestorage/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  /// https://developer.apple.com/documentation/swiftui/scenestorage/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/scenestorage/init(_:)
  public init(_ key: String) where Value == Data? { fatalError() }
}

// MARK: - Modifiers

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/modifier(_:)
  public nonisolated func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/view/sheet(item:ondismiss:content:)
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/presentationdetents(_:)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/popover(item:attachmentanchor:arrowedge:content:)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  public nonisolated func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/inspector(ispresented:content:)
  @available(macOS 14, iOS 17, *)
  @available(tvOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  public nonisolated func inspector<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> V
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/fullscreencover(item:ondismiss:content:)
  @available(iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  @available(macOS, unavailable)
  public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/environment(_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/environment(_:_:)
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public nonisolated func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
  public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
  public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/scrollposition(id:anchor:)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public nonisolated func scrollPosition(
    id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil
  ) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/id(_:)
  public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)
  public nonisolated func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/tabitem(_:)
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 7, *)
  public nonisolated func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  public nonisolated func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { EmptyView?.none }
  /// https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  @_disfavoredOverload public nonisolated func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    EmptyView?.none
  }
}

// MARK: - Transactions

/// https://developer.apple.com/documentation/swiftui/transaction
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct Transaction {
  /// https://developer.apple.com/documentation/swiftui/transaction/init()
  public init() { fatalError() }
  /// https://developer.apple.com/documentation/swiftui/transaction/disablesanimations
  public var disablesAnimations: Bool {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/swiftui/withtransaction(_:_:)
@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
  fatalError()
}

// Foundation on Linux, which .ci/docs uses, has no user activities.
#if canImport(ObjectiveC)
  extension View {
    /// https://developer.apple.com/documentation/swiftui/view/oncontinueuseractivity(_:perform:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public nonisolated func onContinueUserActivity(
      _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View { EmptyView?.none }
    /// https://developer.apple.com/documentation/swiftui/view/useractivity(_:isactive:_:)
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
    public nonisolated func userActivity(
      _ activityType: String, isActive: Bool = true, _ update: @escaping (NSUserActivity) -> Void
    ) -> some View { EmptyView?.none }
  }
#endif
