/// Descriptions of the routes that an encoder omitted from a navigation: routes that cannot be encoded, and the routes
/// above them.
package final class EncodingOmissions: Sendable {
  private let found = Locked<[String]>([])

  package init() {}

  package var all: [String] { found.withLock { $0 } }

  /// Adds a sentence unless it was added before. Several states of an undo history may contain the same route.
  package func note(_ omission: String) {
    found.withLock { found in
      if !found.contains(omission) { found.append(omission) }
    }
  }
}

extension CodingUserInfoKey {
  /// The key of the ``EncodingOmissions`` in the `userInfo` of an encoder. With this key, a ``TrialEncoder`` omits a
  /// route that cannot be encoded, and the routes above it.
  package static let encodingOmissions = CodingUserInfoKey.named("navstore.encodingOmissions")

  /// A key in the `userInfo` of an encoder. With any value for this key, the encoder omits no route, and encoding
  /// throws an error for a route that cannot be encoded.
  package static let encodingWhole = CodingUserInfoKey.named("navstore.encodingWhole")

  static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      fatalError("The standard library rejected \"\(name)\" as a coding key. This is an error in NavStore: report it.")
    }
    return key
  }
}

/// An encoder that can test whether a value can be encoded.
package protocol TrialEncoder: Encoder {
  /// Returns the error of encoding `value`, if any. `levels` is the number of arrays and objects around the value,
  /// including the outermost one that the encoder encodes.
  func encodingError(of value: some Encodable, inside levels: Int) -> (any Error)?
}

package enum RouteOmission {
  case unnamed
  case failed(any Error)

  package var reason: String {
    switch self {
    case .unnamed: "its type has no name in the RouteRegistry."
    case .failed(let error): "it cannot be encoded: \(error.encodingReason)".asSentence
    }
  }
}

extension Encodable {
  /// Returns why an encoder omits this route, if it does. `levels` is the number of arrays and objects around the
  /// route, including the outermost one that the encoder encodes.
  package func omission(from encoder: any Encoder, inside levels: Int) -> RouteOmission? {
    let userInfo = encoder.userInfo
    guard userInfo[.encodingWhole] == nil else { return nil }
    if Self.self == AnyRoute.self, let route = self as? AnyRoute {
      // Without a registry, no AnyRoute can be encoded. The missing registry is a mistake of the caller and not a
      // property of the route.
      guard let registry = userInfo[.routeRegistry] as? RouteRegistry else { return nil }
      if !registry.contains(route) { return .unnamed }
    }
    guard userInfo[.encodingOmissions] != nil,
      let error = (encoder as? any TrialEncoder)?.encodingError(of: self, inside: levels), !error.isMissingRegistryError
    else { return nil }
    return .failed(error)
  }
}

extension Array where Element: Encodable {
  /// Returns the longest prefix of this path that can be encoded, and records the other routes as omitted.
  ///
  /// If the encoder has the key `encodingWhole`, the whole path is returned without a test. If the encoder does not
  /// have the key `encodingOmissions`, nothing is recorded, and the prefix ends only below an ``AnyRoute`` whose type
  /// is not registered. In that case, a path of another route type is returned whole and without a test.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the value that contains the path.
  ///   - levels: The number of arrays and objects around each route, including the outermost one that the encoder
  ///     encodes.
  ///   - place: The words for the path in a sentence about an omission, for example `the path of home`.
  ///   - noun: The noun for an element of the path in that sentence.
  package func encodablePrefix(
    with encoder: any Encoder, inside levels: Int, of place: @autoclosure () -> String, noun: String = "route"
  ) -> [Element] {
    let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions
    guard Element.self == AnyRoute.self || omissions != nil else { return self }
    for (index, route) in enumerated() {
      guard let omission = route.omission(from: encoder, inside: levels) else { continue }
      omissions?.note(self.omission(after: index, of: place(), noun: noun, omission))
      return Array(self[..<index])
    }
    return self
  }
}

extension Array {
  func omission(after saved: Int, of place: String, noun: String = "route", _ omission: RouteOmission) -> String {
    let above = count - saved - 1
    let others = above > 0 ? ", together with \(above.counting(noun)) above it" : ""
    let number = if case .failed = omission { ", number \(saved + 1)" } else { "" }
    return "\(ValueOutline.text(of: self[saved]))\(number) in \(place)\(others): \(omission.reason)"
  }
}
