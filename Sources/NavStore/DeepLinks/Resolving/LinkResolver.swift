#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that applies an app's rules to a link and returns the link to open.
///
/// ```swift
/// let resolver = LinkResolver<AppTab, Route, AppState>(
///   links,
///   rules: [
///     LinkRule("sign-in") { link, state in
///       link.screens.contains(.account) && !state.isSignedIn ? .first(DeepLink(tab: .home, path: [.signIn])) : .open
///     },
///     LinkRule("slugs") { link, _ in
///       guard case .article(let slug)? = link.shown else { return .open }
///       return .wait { .redirect(link.showing(.item(id: try await catalogue.id(of: slug)))) }
///     },
///   ])
/// ```
///
/// A reducer opens a link with
/// ``opening(_:_:isFromApp:id:cancelsOlderLinks:found:resolved:failed:)-(String,_,_,_,_,_,_,_)``, so that a newer link
/// cancels an older one. Outside a reducer, use ``resolve(_:_:isFromApp:found:)-(String,_,_,_)``.
public struct LinkResolver<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  package let links: DeepLinkTable<Tab, Route>
  package let rules: [LinkRule<Tab, Route, State>]
  let navigation: (@Sendable (State) -> NavigationState<Tab, Route>)?

  /// Creates a resolver for an app's links. The resolver applies the rules in the given order. After a redirect, it
  /// applies all rules to the new link.
  ///
  /// - Parameters:
  ///   - links: The links of the app.
  ///   - rules: The rules.
  ///   - navigation: Returns the navigation in a state. Pass this closure if the tabs depend on the state: a link to a
  ///     tab that does not exist then fails with an error. Without the closure, such a link changes nothing. A pattern
  ///     with ``LinkPattern/inSelectedTab(among:)`` also requires the closure.
  public init(
    _ links: DeepLinkTable<Tab, Route>, rules: [LinkRule<Tab, Route, State>],
    navigation: (@Sendable (State) -> NavigationState<Tab, Route>)? = nil
  ) {
    self.links = links
    self.rules = rules
    self.navigation = navigation
  }

  // MARK: - Resolving

  /// Parses a URL, applies all rules to its link, and returns the result. The method runs on the caller's actor.
  ///
  /// - Parameters:
  ///   - url: A URL, or only its path.
  ///   - state: The state that the rules receive. They do not receive later states.
  ///   - isFromApp: Whether the URL comes from the app itself, which may open internal links.
  ///   - found: A closure that receives each value that a rule looked up, before the method returns; see
  ///     ``LinkDecision/found(_:_:)``. The closure is not called if the link does not open.
  /// - Throws: ``LinkResolutionError`` if the link does not open or the task is cancelled.
  public func resolve(
    _ url: String, _ state: State, isFromApp: Bool = false, found: (any Sendable) -> Void = { _ in }
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    var resolution = LinkResolution(of: try parsed(url, state, isFromApp), url: url, by: self, in: state)
    let resolved = try await resolution.finish(with: resolution.advance())
    for value in resolution.found { found(value) }
    return resolved
  }

  /// Applies all rules to a link and returns the result; see ``resolve(_:_:isFromApp:found:)-(String,_,_,_)``.
  public func resolve(
    _ link: DeepLink<Tab, Route>, _ state: State, found: (any Sendable) -> Void = { _ in }
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    var resolution = LinkResolution(of: link, url: nil, by: self, in: state)
    let resolved = try await resolution.finish(with: resolution.advance())
    for value in resolution.found { found(value) }
    return resolved
  }

  // MARK: - In a reducer

  /// Returns an effect that resolves a URL and sends the result. A newer link cancels an older link whose rules still
  /// wait.
  ///
  /// If no rule waits, the action for the result is reduced before the app's `send` returns. Therefore, no other screen
  /// is visible before the screen of the link.
  ///
  /// ```swift
  /// case .open(let url):
  ///   return resolver.opening(url, state, resolved: AppAction.resolved) { .failed("\($0)") }
  /// case .resolved(let resolved):
  ///   state.remembered = resolved.remembered
  ///   // Reduced here, not by another action, so that no newer link can intervene.
  ///   return navigation.reduce(into: &state.navigation, action: resolved.action).map(AppAction.navigation)
  /// ```
  ///
  /// - Parameters:
  ///   - url: A URL, or only its path.
  ///   - state: The state that the rules receive. They do not receive later states.
  ///   - isFromApp: Whether the URL comes from the app itself, which may open internal links.
  ///   - id: The identifier with which a newer link or `Effect.cancel(id:)` cancels the effect. Use a different
  ///     identifier for each window.
  ///   - cancelsOlderLinks: Whether the effect cancels older links that have the same identifier and whose rules still
  ///     wait.
  ///   - found: Returns the action for a value that a rule looked up, or `nil` if the app does not need the value; see
  ///     ``LinkDecision/found(_:_:)``. The actions are sent before the action for the link.
  ///   - resolved: Returns the action for the link to open.
  ///   - failed: Returns the action for the error if the link does not open.
  public func opening<Action: Sendable>(
    _ url: String, _ state: State, isFromApp: Bool = false, id: any Hashable & Sendable = OpeningLink(),
    cancelsOlderLinks: Bool = true, found: @escaping @Sendable (any Sendable) -> Action? = { _ in nil },
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    opening(id, cancelsOlderLinks, found, resolved, failed) { () throws(LinkResolutionError) in
      LinkResolution(of: try parsed(url, state, isFromApp), url: url, by: self, in: state)
    }
  }

  /// Returns an effect that resolves a link, for example a remembered one, and sends the result; see
  /// ``opening(_:_:isFromApp:id:cancelsOlderLinks:found:resolved:failed:)-(String,_,_,_,_,_,_,_)``.
  public func opening<Action: Sendable>(
    _ link: DeepLink<Tab, Route>, _ state: State, id: any Hashable & Sendable = OpeningLink(),
    cancelsOlderLinks: Bool = true, found: @escaping @Sendable (any Sendable) -> Action? = { _ in nil },
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    opening(id, cancelsOlderLinks, found, resolved, failed) { LinkResolution(of: link, url: nil, by: self, in: state) }
  }

  private func opening<Action: Sendable>(
    _ id: any Hashable & Sendable, _ cancelsOlderLinks: Bool,
    _ found: @escaping @Sendable (any Sendable) -> Action?,
    _ resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    _ failed: @escaping @Sendable (LinkResolutionError) -> Action,
    _ begin: () throws(LinkResolutionError) -> LinkResolution<Tab, Route, State>
  ) -> Effect<Action> {
    let cancellation: Effect<Action> = cancelsOlderLinks ? .cancel(id: id) : .none
    do throws(LinkResolutionError) {
      var resolution = try begin()
      let step = try resolution.advance()
      if case .done(let link) = step {
        return .merge([cancellation] + (resolution.found.compactMap(found) + [resolved(link)]).map { .send($0) })
      }
      return .run(id: id, cancelInFlight: cancelsOlderLinks) { [resolution] context throws(CancellationError) in
        var resolution = resolution
        do throws(LinkResolutionError) {
          let link = try await resolution.finish(with: step)
          for action in resolution.found.compactMap(found) { context.send(action) }
          context.send(resolved(link))
        } catch {
          context.send(failed(error))
        }
      }
    } catch {
      return .merge(cancellation, .send(failed(error)))
    }
  }

  private func parsed(
    _ url: String, _ state: State, _ isFromApp: Bool
  ) throws(LinkResolutionError) -> DeepLink<Tab, Route> {
    do throws(LinkError) {
      return try links.parse(url, isFromApp: isFromApp, selectedTab: navigation?(state).selectedTab)
    } catch {
      throw LinkResolutionError(.link(error))
    }
  }
}

/// The default identifier of the effect that opens a link.
public struct OpeningLink: Hashable, Sendable {
  /// Creates the identifier. All instances are equal.
  public init() {}
}

extension LinkResolution {
  fileprivate mutating func finish(with step: Step) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    var step = step
    while true {
      switch step {
      case .done(let resolved):
        if Task.isCancelled { throw LinkResolutionError(.cancelled) }
        return resolved
      case .waiting(let work):
        let decision: LinkDecision<Tab, Route>
        do { decision = try await work() } catch { throw failure(error) }
        step = try advance(with: decision)
      }
    }
  }
}

// MARK: - URLs of Foundation

extension LinkResolver {
  /// Applies all rules to the link of a URL and returns the result; see
  /// ``resolve(_:_:isFromApp:found:)-(String,_,_,_)``.
  public func resolve(
    _ url: URL, _ state: State, isFromApp: Bool = false, found: (any Sendable) -> Void = { _ in }
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    try await resolve(url.absoluteString, state, isFromApp: isFromApp, found: found)
  }

  /// Returns an effect that resolves a URL and sends the result; see
  /// ``opening(_:_:isFromApp:id:cancelsOlderLinks:found:resolved:failed:)-(String,_,_,_,_,_,_,_)``.
  public func opening<Action: Sendable>(
    _ url: URL, _ state: State, isFromApp: Bool = false, id: any Hashable & Sendable = OpeningLink(),
    cancelsOlderLinks: Bool = true, found: @escaping @Sendable (any Sendable) -> Action? = { _ in nil },
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    opening(
      url.absoluteString, state, isFromApp: isFromApp, id: id, cancelsOlderLinks: cancelsOlderLinks,
      found: found, resolved: resolved, failed: failed)
  }
}

/// A rule that a ``LinkResolver`` applies to every link before the link opens. A rule can refuse or redirect a link, or
/// look up an identifier.
///
/// ```swift
/// LinkRule("sign-in") { link, state in
///   link.screens.contains(.account) && !state.isSignedIn ? .first(DeepLink(tab: .home, path: [.signIn])) : .open
/// }
/// ```
public struct LinkRule<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  package let name: String

  let decide: @Sendable (DeepLink<Tab, Route>, State, String?) throws -> LinkDecision<Tab, Route>

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - name: The name of the rule in error messages.
  ///   - decide: Returns the decision about a link. The closure receives the state that was passed when this link was
  ///     opened, and runs on the thread that opens the link. After a rule has waited, later rules run in the task that
  ///     resolves the link. For work that takes time, return ``LinkDecision/wait(_:)``. If the closure throws an error,
  ///     the link does not open.
  public init(
    _ name: String, decide: @escaping @Sendable (DeepLink<Tab, Route>, State) throws -> LinkDecision<Tab, Route>
  ) {
    self.init(name) { link, state, _ in try decide(link, state) }
  }

  /// Creates a rule that uses the original URL, for example to count the links of a campaign.
  ///
  /// - Parameters:
  ///   - name: The name of the rule in error messages.
  ///   - decide: Returns the decision about a link. Even after redirects, the URL is the one that was opened. The URL
  ///     is `nil` for a link that was opened without a URL.
  public init(
    _ name: String,
    decide: @escaping @Sendable (DeepLink<Tab, Route>, State, _ url: String?) throws -> LinkDecision<Tab, Route>
  ) {
    self.name = name
    self.decide = decide
  }
}

/// The decision of a ``LinkRule`` about a link.
public indirect enum LinkDecision<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Sendable {
  /// The link may open, as far as this rule is concerned.
  case open
  /// Another link replaces this one, and all rules are applied to the other link. A redirect to the same link is
  /// equivalent to ``open``.
  case redirect(DeepLink<Tab, Route>)
  /// Another link, for example to the sign-in screen, opens before this link. All rules are applied to the other link.
  /// This link becomes ``ResolvedLink/remembered``, unless a rule has already postponed a link. With the same link, the
  /// decision is equivalent to ``open``.
  case first(DeepLink<Tab, Route>)
  /// The link does not open, for a reason that can be shown to the user.
  case refuse(String)
  /// The rule needs time for its decision, for example to look up a name. The closure returns the decision. If the
  /// closure throws an error, the link does not open.
  ///
  /// The closure's task is cancelled when the link is cancelled. If the closure returns ``open``, the rule has approved
  /// the link. If the closure redirects to a link that shows the same screen, the rule has approved the other link. The
  /// rule does not wait again for a link that shows the screen of an approved link in the same tab and has no screens
  /// that the approved link lacks.
  case wait(@Sendable () async throws -> LinkDecision)
  /// Another decision, with a value that the rule looked up to make the decision. The value is passed to the `found`
  /// closure of
  /// ``LinkResolver/opening(_:_:isFromApp:id:cancelsOlderLinks:found:resolved:failed:)-(String,_,_,_,_,_,_,_)`` or
  /// ``LinkResolver/resolve(_:_:isFromApp:found:)-(String,_,_,_)``, so that the screen does not load the value again.
  ///
  /// If a later rule redirects the link, or returns ``first(_:)`` with another link, this rule is applied again. If the
  /// rule then returns ``open`` with new values, they replace the values of its earlier ``open``. The app does not
  /// receive both.
  case found(any Sendable, LinkDecision)
}

/// The result of all rules: the link to open now and, if there is one, the link to open later.
public struct ResolvedLink<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The link to open.
  public var link: DeepLink<Tab, Route>
  /// The link that a rule postponed because another link had to open first. Redirects that were applied before the link
  /// was postponed are included. Resolve the postponed link again when the user has finished with the other link.
  ///
  /// Store the postponed link in the app's state, so that it is saved and replayed.
  public var remembered: DeepLink<Tab, Route>?

  /// Creates a result.
  public init(_ link: DeepLink<Tab, Route>, remembered: DeepLink<Tab, Route>? = nil) {
    self.link = link
    self.remembered = remembered
  }

  /// The navigation action that opens the link.
  public var action: NavigationAction<Tab, Route> { .deepLink(link) }
}

extension ResolvedLink: CustomReflectable {
  /// A mirror of the properties in the order of the initializer's parameters.
  public var customMirror: Mirror {
    let members: [Mirror.Child] = [(nil, link)] + (remembered.map { [("remembered", $0)] } ?? [])
    return Mirror(self, children: members, displayStyle: .struct)
  }
}

extension ResolvedLink: Encodable where Tab: Encodable, Route: Encodable {}
extension ResolvedLink: Decodable where Tab: Decodable, Route: Decodable {}

/// The reason why a link does not open.
public struct LinkResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Reason: Hashable, Sendable {
    /// The table cannot parse the URL.
    case link(LinkError)
    /// A rule refused the link, for the given reason.
    case refused(String, rule: String)
    /// A rule threw an error with this description.
    case failed(String, rule: String)
    /// There were more redirects than the limit allows. The array contains the original link, followed by the name of
    /// the rule and the new link of each redirect.
    case redirects([String], limit: Int)
    /// The tab of the link does not exist. The string describes the tab.
    case missingTab(String)
    /// The task that resolves the link was cancelled, for example by a newer link, or a rule threw a
    /// `CancellationError`.
    case cancelled
  }

  /// The kind of the error.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// A message that describes the error. If a rule refused the link, the message is the rule's reason, which can be
  /// shown to the user.
  public var description: String {
    switch reason {
    case .link(let error): error.description
    case .refused(let why, _): why
    case .failed(let error, let rule): "The rule \"\(rule)\" failed: \(error)"
    case .redirects(let chain, let limit):
      "The link was redirected more than \(limit) times: \(chain.joined(separator: ", "))."
    case .missingTab(let tab): "The link opens the tab \(tab), which does not exist now."
    case .cancelled: "The link was cancelled."
    }
  }
}
