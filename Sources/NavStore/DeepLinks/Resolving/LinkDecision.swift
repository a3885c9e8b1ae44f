/// What a ``LinkRule`` says of a link.
public enum LinkDecision<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// Nothing is against it.
  case open
  /// Another link takes its place, of which all rules are asked. A redirect to the link itself is the same as ``open``.
  case redirect(DeepLink<Tab, Route>)
  /// Another link comes first, of which all rules are asked, and this one is remembered: sign-in, for example.
  case first(DeepLink<Tab, Route>)
  /// It does not open, for a reason that a person can read.
  case refuse(String)
  /// The decision comes later, for example after a name was looked up. An error that is thrown refuses the link.
  ///
  /// The work is cancelled when the link is. A rule that has waited approves the link that it let open, or the link that
  /// it redirected to if that shows the same screen. It does not wait again for a link in the same tab that shows an
  /// approved screen and has no additional screens under it.
  case wait(@Sendable () async throws -> LinkDecision)
}
