#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LinkResolver {
  /// What a URL opens after all rules; see ``resolve(_:_:isFromApp:)-(String,_,_)``.
  public func resolve(
    _ url: URL, _ state: State, isFromApp: Bool = false
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    try await resolve(url.absoluteString, state, isFromApp: isFromApp)
  }

  /// Resolves a URL, and sends what comes out; see ``opening(_:_:isFromApp:id:resolved:failed:)-(String,_,_,_,_,_)``.
  public func opening<Action: Sendable>(
    _ url: URL, _ state: State, isFromApp: Bool = false, id: any Hashable & Sendable = OpeningLink(),
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    opening(url.absoluteString, state, isFromApp: isFromApp, id: id, resolved: resolved, failed: failed)
  }
}

extension DeepLinkTable {
  /// The place in the app that a URL names; see ``parse(_:isFromApp:)-(String,_)``.
  public func parse(_ url: URL, isFromApp: Bool = false) throws(LinkError) -> DeepLink<Tab, Route> {
    try parse(url.absoluteString, isFromApp: isFromApp)
  }
}
