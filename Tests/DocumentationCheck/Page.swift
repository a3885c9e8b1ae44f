import Foundation

/// The topic groups of a page of a documentation archive.
struct Page: Decodable {
  struct Group: Decodable {
    var title: String?
    /// Whether DocC created the group, from symbols that no group of the catalogue's page lists.
    var generated: Bool?
    var identifiers: [String]
  }
  struct Metadata: Decodable { var externalID: String? }
  struct Reference: Decodable { var url: String? }

  var metadata: Metadata
  var topicSections: [Group]?
  var references: [String: Reference]

  /// The addresses in the groups that DocC created. The implementations of protocol requirements may stay there: DocC
  /// groups them by protocol, and the protocol documents them.
  var unlisted: [String] {
    (topicSections ?? []).filter { $0.generated == true && $0.title != "Default Implementations" }
      .flatMap(\.identifiers).compactMap { references[$0]?.url }
  }
}
