/// Who restores a saved navigation, and asks for less than a decoder does: what can be used of it is used.
///
/// A decoder has it in its `userInfo`. The states decode by it without knowing the rules of restoring, which lie with
/// the saved files.
package protocol NavigationRestoring: Sendable {
  /// The navigation that is made of what can be used. Throws what a decoder throws when nothing can.
  func restore<Tab: Decodable, Route: Decodable>(
    _ type: NavigationState<Tab, Route>.Type, from decoder: any Decoder
  ) throws -> NavigationState<Tab, Route>

  /// A route could not be decoded because the decoder has no registry.
  func reportMissingRegistry()
}

extension CodingUserInfoKey {
  /// Where a decoder that restores has its ``NavigationRestoring``.
  package static let restoring = CodingUserInfoKey.named("navstore.restoring")
}
