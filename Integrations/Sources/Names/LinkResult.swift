package import NavStore

/// The result of a link, without the URL and the values in it.
package struct LinkResult {
  /// The name of the result, for example `notFound`.
  package var name: String

  /// The pattern that matched, or the most similar one; `nil` if no pattern is known.
  package var pattern: String?

  /// The name of the parameter or of the rule that failed; `nil` if none did.
  package var cause: String?
}

extension LinkError {
  package var result: LinkResult {
    switch reason {
    case .tooMany: LinkResult(name: "tooMany")
    case .refused: LinkResult(name: "malformed")
    case .scheme: LinkResult(name: "unknownScheme")
    case .host: LinkResult(name: "unknownHost")
    case .notFound(let closest): LinkResult(name: "notFound", pattern: closest)
    case .parameter(let name, _, _, let pattern): LinkResult(name: "parameter", pattern: pattern, cause: name)
    case .repeatedKey(let key, let pattern): LinkResult(name: "repeatedKey", pattern: pattern, cause: key)
    case .isInternal(let pattern): LinkResult(name: "internal", pattern: pattern)
    }
  }
}

extension LinkResolutionError {
  package var result: LinkResult {
    switch reason {
    case .link(let error): error.result
    case .refused(_, let rule): LinkResult(name: "refused", cause: rule)
    case .failed(_, let rule): LinkResult(name: "failed", cause: rule)
    case .redirects: LinkResult(name: "redirects")
    case .missingTab: LinkResult(name: "missingTab")
    case .cancelled: LinkResult(name: "cancelled")
    }
  }
}
