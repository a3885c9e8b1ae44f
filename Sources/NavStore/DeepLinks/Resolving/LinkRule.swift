/// A rule that every link meets before it opens: a guard, a redirect, or an identifier to look up.
///
/// ```swift
/// LinkRule("sign-in") { link, state in
///   link.screens.contains(.account) && !state.isSignedIn ? .first(DeepLink(tab: .home, path: [.signIn])) : .open
/// }
/// ```
public struct LinkRule<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  /// What it is called in the message of an error.
  public let name: String

  let decide: @Sendable (DeepLink<Tab, Route>, State) throws -> LinkDecision<Tab, Route>

  /// A rule with a name.
  ///
  /// - Parameters:
  ///   - name: What it is called in the message of an error.
  ///   - decide: What becomes of a link, with the state as it was when the link arrived. It runs on the thread that
  ///     opens the link; what takes time is for ``LinkDecision/wait(_:)``. An error that it throws refuses the link.
  public init(
    _ name: String, decide: @escaping @Sendable (DeepLink<Tab, Route>, State) throws -> LinkDecision<Tab, Route>
  ) {
    self.name = name
    self.decide = decide
  }
}
