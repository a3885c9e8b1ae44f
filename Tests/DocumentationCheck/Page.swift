import Foundation

/// A page of a documentation archive: what its topic groups list.
struct Page: Decodable {
  struct Group: Decodable {
    var title: String?
    /// Whether DocC made the group, of what no group of a page in the catalogue lists.
    var generated: Bool?
    var identifiers: [String]
  }
  struct Metadata: Decodable { var externalID: String? }
  struct Reference: Decodable { var url: String? }

  var metadata: Metadata
  var topicSections: [Group]?
  var references: [String: Reference]

  /// The addresses that written groups list.
  var listed: Set<String> { Set(addresses { $0.generated != true }) }

  /// The addresses in groups that DocC made. What a protocol asks for may stay there: DocC sorts it by protocols, and
  /// what it does is known from the protocol.
  var unlisted: [String] { addresses { $0.generated == true && $0.title != "Default Implementations" } }

  private func addresses(_ fits: (Group) -> Bool) -> [String] {
    (topicSections ?? []).filter(fits).flatMap(\.identifiers).compactMap { references[$0]?.url }
  }
}
