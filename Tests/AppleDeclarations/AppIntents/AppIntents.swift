// Declarations of App Intents, to type-check against where there is no Apple SDK. Never a target of the package.
//
// Only what the documentation uses, the same in SDK 26 and SDK 27. Above each declaration is the page of Apple's
// documentation that it follows. What is older than the declared minimums has no availability. Some constraints of
// protocols are left out, and the values of parameters are only entities. Nothing of it runs. In Apple's SDKs, the
// methods of views are in a module that comes with App Intents and SwiftUI, and the indexing of entities in one that
// comes with Core Spotlight.

@_exported public import Foundation
public import SwiftUI

/// https://developer.apple.com/documentation/appintents/persistentlyidentifiable
public protocol PersistentlyIdentifiable {}

/// https://developer.apple.com/documentation/appintents/appintent
public protocol AppIntent: PersistentlyIdentifiable, Sendable {
  /// https://developer.apple.com/documentation/appintents/appintent/title
  static var title: LocalizedStringResource { get }
  /// https://developer.apple.com/documentation/appintents/appintent
  associatedtype PerformResult: IntentResult
  /// https://developer.apple.com/documentation/appintents/appintent/perform()
  func perform() async throws -> PerformResult
  /// https://developer.apple.com/documentation/appintents/appintent
  init()
}

/// https://developer.apple.com/documentation/appintents/systemintent
public protocol SystemIntent: AppIntent {}

/// https://developer.apple.com/documentation/appintents/openintent
public protocol OpenIntent: SystemIntent {
  /// https://developer.apple.com/documentation/appintents/openintent/value
  associatedtype Value: AppValue
  /// https://developer.apple.com/documentation/appintents/openintent/target
  var target: Value { get set }
}

/// https://developer.apple.com/documentation/appintents/intentresult
public protocol IntentResult: Sendable {}

/// https://developer.apple.com/documentation/appintents/intentresultcontainer
public struct IntentResultContainer<ResultValue, OpensAppIntent, SnippetView, Dialog>: IntentResult {}

extension IntentResult {
  /// https://developer.apple.com/documentation/appintents/intentresult/result()
  public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/appvalue
public protocol AppValue: TypeDisplayRepresentable, PersistentlyIdentifiable, Sendable {}

/// https://developer.apple.com/documentation/appintents/typedisplayrepresentable
public protocol TypeDisplayRepresentable {
  /// https://developer.apple.com/documentation/appintents/typedisplayrepresentable/typedisplayrepresentation
  static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// https://developer.apple.com/documentation/appintents/instancedisplayrepresentable
public protocol InstanceDisplayRepresentable {
  /// https://developer.apple.com/documentation/appintents/instancedisplayrepresentable/displayrepresentation
  var displayRepresentation: DisplayRepresentation { get }
}

/// https://developer.apple.com/documentation/appintents/typedisplayrepresentation
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral, Sendable {
  /// https://developer.apple.com/documentation/appintents/typedisplayrepresentation
  public init(stringLiteral value: String) { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/displayrepresentation
public struct DisplayRepresentation: Sendable {
  /// https://developer.apple.com/documentation/appintents/displayrepresentation/init(title:subtitle:image:)
  public init(
    title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: DisplayRepresentation.Image? = nil
  ) { fatalError() }
  /// https://developer.apple.com/documentation/appintents/displayrepresentation/image-swift.struct
  public struct Image: Sendable {}
}

/// https://developer.apple.com/documentation/appintents/entityidentifierconvertible
public protocol EntityIdentifierConvertible {}
/// https://developer.apple.com/documentation/appintents/entityidentifierconvertible
extension Int: EntityIdentifierConvertible {}

/// https://developer.apple.com/documentation/appintents/appentity
public protocol AppEntity: AppValue, InstanceDisplayRepresentable, Identifiable
where ID: EntityIdentifierConvertible, ID: Sendable {
  /// https://developer.apple.com/documentation/appintents/appentity/defaultquery-swift.associatedtype
  associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
  /// https://developer.apple.com/documentation/appintents/appentity
  static var defaultQuery: DefaultQuery { get }
}

/// https://developer.apple.com/documentation/appintents/entityquery
public protocol EntityQuery: PersistentlyIdentifiable, Sendable {
  /// https://developer.apple.com/documentation/appintents/entityquery/entity
  associatedtype Entity: AppEntity
  /// https://developer.apple.com/documentation/appintents/entityquery/entities(for:)
  func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
  /// https://developer.apple.com/documentation/appintents/entityquery
  init()
}

/// https://developer.apple.com/documentation/appintents/entityidentifier
public struct EntityIdentifier: Hashable, Sendable {
  /// https://developer.apple.com/documentation/appintents/entityidentifier/init(for:identifier:)
  public init<Entity: AppEntity>(for entityType: Entity.Type, identifier: Entity.ID) { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentparameter
@propertyWrapper public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
  /// https://developer.apple.com/documentation/appintents/intentparameter/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
  /// https://developer.apple.com/documentation/appintents/intentparameter/projectedvalue
  public var projectedValue: IntentParameter<Value> { fatalError() }
  /// https://developer.apple.com/documentation/appintents/intentparameter-app-entity
  public init(title: LocalizedStringResource, description: LocalizedStringResource? = nil) where Value: AppEntity {
    fatalError()
  }
}
extension AppIntent {
  /// https://developer.apple.com/documentation/appintents/appintent/parameter
  public typealias Parameter = IntentParameter
  /// https://developer.apple.com/documentation/appintents/appintent/dependency
  public typealias Dependency = AppDependency
}

/// https://developer.apple.com/documentation/appintents/appdependency
@propertyWrapper public final class AppDependency<Value: Sendable>: @unchecked Sendable {
  /// https://developer.apple.com/documentation/appintents/appdependency/wrappedvalue
  public var wrappedValue: Value { fatalError() }
  /// https://developer.apple.com/documentation/appintents/appdependency/init(key:manager:)
  public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/appdependencymanager
public final class AppDependencyManager {
  /// https://developer.apple.com/documentation/appintents/appdependencymanager/shared
  public nonisolated(unsafe) static let shared = AppDependencyManager()
  /// https://developer.apple.com/documentation/appintents/appdependencymanager/add(key:dependency:)-2le3x
  public func add<Dependency: Sendable>(
    key: AnyHashable? = nil, dependency dependencyProvider: @autoclosure @escaping @Sendable () -> Dependency
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/appshortcutsprovider
public protocol AppShortcutsProvider: Sendable {
  /// https://developer.apple.com/documentation/appintents/appshortcutsprovider/appshortcuts
  @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}
/// https://developer.apple.com/documentation/appintents/appshortcutsbuilder
@resultBuilder public enum AppShortcutsBuilder {
  /// https://developer.apple.com/documentation/appintents/appshortcutsbuilder
  public static func buildBlock(_ components: AppShortcut...) -> [AppShortcut] { fatalError() }
}
/// https://developer.apple.com/documentation/appintents/appshortcut
public struct AppShortcut {
  /// https://developer.apple.com/documentation/appintents/appshortcut/init(intent:phrases:shorttitle:systemimagename:)-8yntq
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init<Intent: AppIntent>(
    intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource, systemImageName: String
  ) { fatalError() }
}
/// https://developer.apple.com/documentation/appintents/appshortcutphrase
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
  /// https://developer.apple.com/documentation/appintents/appshortcutphrase/init(_:)
  public init(stringLiteral value: String) { fatalError() }
  /// https://developer.apple.com/documentation/appintents/appshortcutphrase
  public init(stringInterpolation: StringInterpolation) { fatalError() }
  /// https://developer.apple.com/documentation/appintents/appshortcutphrase
  public struct StringInterpolation: StringInterpolationProtocol {
    /// https://developer.apple.com/documentation/appintents/appshortcutphrase
    public init(literalCapacity: Int, interpolationCount: Int) { fatalError() }
    /// https://developer.apple.com/documentation/appintents/appshortcutphrase
    public mutating func appendLiteral(_ literal: String) { fatalError() }
    /// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken
    public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) { fatalError() }
    /// https://developer.apple.com/documentation/appintents/appshortcutphrase
    public mutating func appendInterpolation<Value>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {
      fatalError()
    }
  }
}
/// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken
public enum AppShortcutPhraseToken {
  /// https://developer.apple.com/documentation/appintents/appshortcutphrasetoken/applicationname
  case applicationName
}

extension View {
  /// https://developer.apple.com/documentation/swiftui/view/appentityidentifier(_:)
  @available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
  public nonisolated func appEntityIdentifier(_ identifier: EntityIdentifier?) -> some View { EmptyView?.none }
}
