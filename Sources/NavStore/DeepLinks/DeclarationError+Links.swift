extension DeclarationError {
  static func scheme(_ scheme: String, _ reason: String) -> Self {
    Self("The scheme \"\(scheme)\" is not valid for links: \(reason).")
  }

  static func host(_ host: String, _ reason: String) -> Self {
    Self("The host \"\(host)\" is not valid for links: \(reason).")
  }

  static func pattern(_ pattern: String, _ reason: String) -> Self {
    Self("The link pattern \"\(pattern)\" is not valid: \(reason).")
  }

  static func ambiguousPatterns(_ first: String, _ second: String) -> Self {
    Self(
      "The link patterns \"\(first)\" and \"\(second)\" match the same URLs. Change a literal or the kind of a "
        + "parameter in one of them, or remove one.")
  }

  /// Returns the error of an unused pattern. Only patterns with a repeated parameter or a wildcard are checked.
  static func unreachablePattern(_ pattern: String, behind other: String) -> Self {
    Self(
      "The link pattern \"\(pattern)\" is never reached: every URL that matches it also matches \"\(other)\", which is "
        + "more specific. Change or remove one of them.")
  }
}
