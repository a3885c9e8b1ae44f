/// What an encoder left out of a navigation: routes that cannot be encoded, and what is above them.
package final class EncodingOmissions: Sendable {
  private let found = Locked<[String]>([])

  package init() {}

  /// A sentence for each, in the order of the paths.
  package var all: [String] { found.withLock { $0 } }

  /// Notes a sentence, unless it is noted: each state of an undo history may have the same route.
  package func note(_ omission: String) {
    found.withLock { found in
      if !found.contains(omission) { found.append(omission) }
    }
  }
}

extension CodingUserInfoKey {
  /// Where an encoder has its ``EncodingOmissions``. With them, a route whose encoding throws is left out.
  package static let encodingOmissions = CodingUserInfoKey.named("navstore.encodingOmissions")

  /// Makes what would be left out an error.
  package static let encodingWhole = CodingUserInfoKey.named("navstore.encodingWhole")

  static func named(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      fatalError("The standard library refused \"\(name)\" as a coding key. Report this.")
    }
    return key
  }
}

/// An encoder that finds out whether a value can be encoded, without encoding it.
package protocol TrialEncoder: Encoder {
  /// Returns the error that encoding a value throws; nil if it throws none.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - levels: How many arrays and objects of the encoder's value are around it.
  func encodingError(of value: some Encodable, inside levels: Int) -> (any Error)?
}

/// Why a route is left out of what is encoded.
package enum RouteOmission {
  /// It is an ``AnyRoute`` whose type the encoder's registry does not have.
  case unnamed
  case failed(any Error)

  /// The reason as the end of a sentence.
  package var reason: String {
    switch self {
    case .unnamed: "its type has no name in the RouteRegistry."
    case .failed(let error): "it cannot be encoded: \(error.encodingReason)".asSentence
    }
  }
}

extension Encodable {
  /// Returns why a route is left out; nil if it is encoded.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the value that has the route.
  ///   - levels: How many arrays and objects of that value are around the route.
  package func omission(from encoder: any Encoder, inside levels: Int) -> RouteOmission? {
    let userInfo = encoder.userInfo
    guard userInfo[.encodingWhole] == nil else { return nil }
    if Self.self == AnyRoute.self, let route = self as? AnyRoute {
      // Without a registry no AnyRoute can be encoded, which is a mistake and not a property of the route.
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
  /// Returns the longest beginning of a path that can be encoded, and notes what is above it as left out of `place`.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the value that has the path.
  ///   - levels: How many arrays and objects of that value are around each route.
  ///   - place: The path in a sentence.
  package func encodablePrefix(
    with encoder: any Encoder, inside levels: Int, of place: @autoclosure () -> String
  ) -> [Element] {
    let omissions = encoder.userInfo[.encodingOmissions] as? EncodingOmissions
    guard Element.self == AnyRoute.self || omissions != nil else { return self }
    for (index, route) in enumerated() {
      guard let omission = route.omission(from: encoder, inside: levels) else { continue }
      omissions?.note(self.omission(after: index, of: place(), omission))
      return Array(self[..<index])
    }
    return self
  }
}

extension Array {
  /// A sentence about a path that is encoded up to an element.
  func omission(after saved: Int, of place: String, _ omission: RouteOmission) -> String {
    let above = count - saved - 1
    let others = above > 0 ? ", and with it \(above) above it" : ""
    let number = if case .failed = omission { ", number \(saved + 1)" } else { "" }
    return "\(RouteDiagnostic.shown(self[saved]))\(number) in \(place)\(others): \(omission.reason)"
  }
}
