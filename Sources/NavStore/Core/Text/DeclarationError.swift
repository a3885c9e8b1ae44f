/// The error of a declaration that contradicts itself, for example a registry with two types of one name.
///
/// Initializers for declarations in source code stop the program with this message. Their forms with the label
/// `validating`, for declarations that are computed at run time, throw it.
public struct DeclarationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The contradiction and its correction.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}
