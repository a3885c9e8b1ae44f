// Declarations of Core Spotlight, to type-check against where there is no Apple SDK. Never a target of the package. See
// AppIntents.swift. Neither tvOS nor watchOS has these.

public import AppIntents

// swift-format-ignore: AlwaysUseLowerCamelCase
/// https://developer.apple.com/documentation/corespotlight/cssearchableitemactiontype
public let CSSearchableItemActionType = ""
// swift-format-ignore: AlwaysUseLowerCamelCase
/// https://developer.apple.com/documentation/corespotlight/cssearchableitemactivityidentifier
public let CSSearchableItemActivityIdentifier = ""

/// https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset
open class CSSearchableItemAttributeSet: NSObject {
  /// https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/init(contenttype:)
  @available(macOS 11, iOS 14, *)
  public init(contentType: UTType) { fatalError() }
  /// https://developer.apple.com/documentation/corespotlight/cssearchableitemattributeset/title
  open var title: String? {
    get { fatalError() }
    set { fatalError() }
  }
}

/// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct
@available(macOS 11, iOS 14, *)
public struct UTType: Hashable, Sendable {
  /// https://developer.apple.com/documentation/uniformtypeidentifiers/uttype-swift.struct/content
  public static var content: UTType { fatalError() }
}

/// https://developer.apple.com/documentation/corespotlight/cssearchableitem
open class CSSearchableItem: NSObject {
  /// https://developer.apple.com/documentation/corespotlight/cssearchableitem/init(uniqueidentifier:domainidentifier:attributeset:)
  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) { fatalError() }
}

/// https://developer.apple.com/documentation/corespotlight/cssearchableindex
open class CSSearchableIndex: NSObject {
  /// https://developer.apple.com/documentation/corespotlight/cssearchableindex/default()
  open class func `default`() -> Self { fatalError() }
  /// https://developer.apple.com/documentation/corespotlight/cssearchableindex/indexsearchableitems(_:completionhandler:)
  open func indexSearchableItems(_ items: [CSSearchableItem]) async throws { fatalError() }
  /// https://developer.apple.com/documentation/corespotlight/cssearchableindex/indexappentities(_:priority:)
  @available(macOS 15, iOS 18, visionOS 2, *)
  public func indexAppEntities(_ appEntities: [some IndexedEntity], priority: Int = 0) async throws { fatalError() }
}

/// https://developer.apple.com/documentation/appintents/indexedentity
@available(macOS 15, iOS 18, visionOS 2, *)
public protocol IndexedEntity: AppEntity {}
