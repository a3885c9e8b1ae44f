// Declarations of App Intents Testing, to type-check against where there is no Apple SDK. Never a target of the package.
// Only SDK 27 has this framework. See AppIntents.swift.

/// https://developer.apple.com/documentation/appintentstesting/intentdefinitions
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct IntentDefinitions {
  /// https://developer.apple.com/documentation/appintentstesting/intentdefinitions/init(bundleidentifier:)
  public init(bundleIdentifier: String) { fatalError() }
  /// https://developer.apple.com/documentation/appintentstesting/intentdefinitions/intents
  public var intents: DefinitionCollection<AppIntentDefinition> { fatalError() }
  /// https://developer.apple.com/documentation/appintentstesting/intentdefinitions/entities
  public var entities: DefinitionCollection<AppEntityDefinition> { fatalError() }
  /// https://developer.apple.com/documentation/appintentstesting/intentdefinitions
  public struct DefinitionCollection<Definition> {
    /// https://developer.apple.com/documentation/appintentstesting/intentdefinitions
    public subscript(name: String) -> Definition { fatalError() }
  }
}

/// https://developer.apple.com/documentation/appintentstesting/appintentdefinition
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct AppIntentDefinition {
  /// https://developer.apple.com/documentation/appintentstesting/appintentdefinition/makeintent
  public var makeIntent: IntentValuePropertiesCallable<AnyAppIntent> { fatalError() }
}

/// https://developer.apple.com/documentation/appintentstesting/intentvaluepropertiescallable
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
@dynamicCallable public struct IntentValuePropertiesCallable<T> {
  /// https://developer.apple.com/documentation/appintentstesting/intentvaluepropertiescallable/dynamicallycall(withkeywordarguments:)
  public func dynamicallyCall(
    withKeywordArguments args: KeyValuePairs<String, (any IntentValueExpressing)?>
  ) -> T { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/intentvalueexpressing
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public protocol IntentValueExpressing {}

/// https://developer.apple.com/documentation/appintentstesting/anyappintent
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct AnyAppIntent {
  /// https://developer.apple.com/documentation/appintentstesting/anyappintent/run()
  @discardableResult public func run() async throws -> ResolvedIntentResult { fatalError() }
}

/// https://developer.apple.com/documentation/appintentstesting/resolvedintentresult
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct ResolvedIntentResult {}

/// https://developer.apple.com/documentation/appintentstesting/appentitydefinition
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct AppEntityDefinition {
  /// https://developer.apple.com/documentation/appintentstesting/appentitydefinition/makereference(identifier:)
  public func makeReference(identifier: String) -> AnyAppEntity { fatalError() }
  /// https://developer.apple.com/documentation/appintentstesting/appentitydefinition/viewannotations()
  public func viewAnnotations() async throws -> [ViewAnnotation] { fatalError() }
}

/// https://developer.apple.com/documentation/appintentstesting/viewannotation
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct ViewAnnotation {
  /// https://developer.apple.com/documentation/appintentstesting/viewannotation/entity
  public let entity: AnyAppEntity
}

/// https://developer.apple.com/documentation/appintentstesting/anyappentity
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct AnyAppEntity: IntentValueExpressing {
  /// https://developer.apple.com/documentation/appintentstesting/anyappentity/identifier
  public var identifier: AttributedEntityIdentifier {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/appintents/attributedentityidentifier
@available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *)
public struct AttributedEntityIdentifier {
  /// https://developer.apple.com/documentation/appintents/attributedentityidentifier/instanceidentifier
  public let instanceIdentifier: String
}
