/// What an encoder left out of a navigation because it has no name for it: routes of types that are not registered.
package final class EncodingOmissions: Sendable {
  private let found = Locked<[String]>([])

  package init() {}

  /// A sentence for each, in the order of the paths.
  package var all: [String] { found.withLock { $0 } }

  package func note(_ omission: String) {
    found.withLock { $0.append(omission) }
  }
}

extension CodingUserInfoKey {
  /// Where an encoder has its ``EncodingOmissions``, if it wants to know.
  package static let encodingOmissions = CodingUserInfoKey.named("navstore.encodingOmissions")

  /// Says that an encoder wants all or nothing: what would be left out is an error.
  package static let encodingWhole = CodingUserInfoKey.named("navstore.encodingWhole")

  static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      fatalError("The standard library refused \"\(name)\" as a coding key. Report this.")
    }
    return key
  }
}

extension Array where Element: Encodable {
  /// The longest beginning of a path that can be encoded. What lies above it is noted as left out of `place`.
  package func encodablePrefix(with encoder: any Encoder, of place: @autoclosure () -> String) -> [Element] {
    guard Element.self == AnyRoute.self else { return self }
    let prefix = prefix { $0.isEncodable(with: encoder) }
    if prefix.count < count, let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions {
      omissions.note(omission(after: prefix.count, of: place()))
    }
    return Array(prefix)
  }
}

extension Array {
  /// What is said of a path that is saved up to an element whose type has no name.
  func omission(after saved: Int, of place: String) -> String {
    let above = count - saved - 1
    let others = above > 0 ? ", and with it \(above) above it" : ""
    return "\(self[saved]) in \(place)\(others): its type has no name in the RouteRegistry."
  }
}

extension Encodable {
  /// Whether the value is to be encoded: false only for an ``AnyRoute`` whose type the encoder's registry does not
  /// have, unless nothing may be left out.
  package func isEncodable(with encoder: any Encoder) -> Bool {
    guard let route = self as? AnyRoute, encoder.userInfo[.encodingWhole] == nil,
      let registry = encoder.userInfo[.routeRegistry] as? RouteRegistry
    else { return true }
    return registry.contains(route)
  }
}
