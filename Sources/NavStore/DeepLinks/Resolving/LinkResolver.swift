#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Leads a link through the rules of an app, to what opens in the end.
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
/// A reducer opens a link with ``opening(_:_:isFromApp:id:resolved:failed:)-(String,_,_,_,_,_)``, so that a newer link
/// cancels an older one. Outside of a reducer there is ``resolve(_:_:isFromApp:)-(String,_,_)``.
public struct LinkResolver<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  /// The links.
  public let links: DeepLinkTable<Tab, Route>
  /// The rules, in the order in which they are asked.
  public let rules: [LinkRule<Tab, Route, State>]

  /// The links of an app and the rules that they meet, in this order. After a redirect all are asked again, of the new
  /// link.
  public init(_ links: DeepLinkTable<Tab, Route>, rules: [LinkRule<Tab, Route, State>]) {
    self.links = links
    self.rules = rules
  }

  // MARK: - Resolving

  /// What a URL opens after all rules.
  ///
  /// Throws ``LinkResolutionError``, also when its task is cancelled. It runs on the caller's actor.
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of one.
  ///   - state: What the rules see, until the end.
  ///   - isFromApp: Whether it comes from the app itself, which may open internal links.
  public func resolve(
    _ url: String, _ state: State, isFromApp: Bool = false
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    try await resolve(parsed(url, isFromApp), state)
  }

  /// What a link opens after all rules; see ``resolve(_:_:isFromApp:)-(String,_,_)``.
  public func resolve(
    _ link: DeepLink<Tab, Route>, _ state: State
  ) async throws(LinkResolutionError) -> ResolvedLink<Tab, Route> {
    var resolution = LinkResolution(of: link, by: self, in: state)
    return try await resolution.finish(with: resolution.advance())
  }

  // MARK: - In a reducer

  /// Resolves a URL, and sends what comes out. A newer link cancels an older one that still waits.
  ///
  /// Where no rule waits, the action is reduced before the `send` that caused it returns: no other screen is seen
  /// before the link's.
  ///
  /// ```swift
  /// case .open(let url):
  ///   return resolver.opening(url, state, resolved: AppAction.resolved) { .failed("\($0)") }
  /// case .resolved(let resolved):
  ///   state.remembered = resolved.remembered
  ///   // Not by an action that follows, so that no newer link comes between.
  ///   return navigation.reduce(into: &state.navigation, action: resolved.action).map(AppAction.navigation)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The URL, or the path of one.
  ///   - state: What the rules see, until the end.
  ///   - isFromApp: Whether it comes from the app itself, which may open internal links.
  ///   - id: What the work is cancelled by, by a newer link or by `Effect.cancel(id:)`. Windows of their own have ids
  ///     of their own.
  ///   - resolved: The action for what opens.
  ///   - failed: The action for why nothing opens.
  public func opening<Action: Sendable>(
    _ url: String, _ state: State, isFromApp: Bool = false, id: any Hashable & Sendable = OpeningLink(),
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    do throws(LinkResolutionError) {
      return opening(try parsed(url, isFromApp), state, id: id, resolved: resolved, failed: failed)
    } catch {
      return .merge(.cancel(id: id), .send(failed(error)))
    }
  }

  /// Resolves a link, for example one that was remembered, and sends what comes out; see
  /// ``opening(_:_:isFromApp:id:resolved:failed:)-(String,_,_,_,_,_)``.
  public func opening<Action: Sendable>(
    _ link: DeepLink<Tab, Route>, _ state: State, id: any Hashable & Sendable = OpeningLink(),
    resolved: @escaping @Sendable (ResolvedLink<Tab, Route>) -> Action,
    failed: @escaping @Sendable (LinkResolutionError) -> Action
  ) -> Effect<Action> {
    var resolution = LinkResolution(of: link, by: self, in: state)
    do throws(LinkResolutionError) {
      let step = try resolution.advance()
      if case .done(let link) = step { return .merge(.cancel(id: id), .send(resolved(link))) }
      return .run(id: id, cancelInFlight: true) { [resolution] context throws(CancellationError) in
        var resolution = resolution
        do throws(LinkResolutionError) {
          context.send(resolved(try await resolution.finish(with: step)))
        } catch {
          context.send(failed(error))
        }
      }
    } catch {
      return .merge(.cancel(id: id), .send(failed(error)))
    }
  }

  private func parsed(_ url: String, _ isFromApp: Bool) throws(LinkResolutionError) -> DeepLink<Tab, Route> {
    do throws(LinkError) { return try links.parse(url, isFromApp: isFromApp) } catch {
      throw LinkResolutionError(.link(error))
    }
  }
}

/// What the opening of a link is cancelled by, where no other id is named.
public struct OpeningLink: Hashable, Sendable {
  /// Makes the id, which is the same for all.
  public init() {}
}

extension LinkResolution {
  /// Waits for the rules that have to, until the end.
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

/// A link after all rules: the one to open now, and the one that waits until that is done.
public struct ResolvedLink<Tab: Hashable & Sendable, Route: Hashable & Sendable>: Hashable, Sendable {
  /// The link to open.
  public var link: DeepLink<Tab, Route>
  /// The link that something else had to come before: to be resolved again when that is done.
  ///
  /// Keep it in the app's state, so that it is saved with it and a replay has it.
  public var remembered: DeepLink<Tab, Route>?

  /// A link to open, and one that waits.
  public init(_ link: DeepLink<Tab, Route>, remembered: DeepLink<Tab, Route>? = nil) {
    self.link = link
    self.remembered = remembered
  }

  /// What the navigation is sent.
  public var action: NavigationAction<Tab, Route> { .deepLink(link) }
}

extension ResolvedLink: Encodable where Tab: Encodable, Route: Encodable {}
extension ResolvedLink: Decodable where Tab: Decodable, Route: Decodable {}

/// Why a link does not open.
public struct LinkResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The URL is no link.
    case link(LinkError)
    /// A rule refused it, and why.
    case refused(String, rule: String)
    /// A rule failed with an error, whose description this is.
    case failed(String, rule: String)
    /// There were more redirects than the limit: the link, and after it each rule with the link it redirected to.
    case redirects([String], limit: Int)
    /// Another link came, or the task that resolves it was cancelled.
    case cancelled
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The reason as a message. Of a rule that refuses the link it is what the rule says, so that it can be shown to a
  /// person.
  public var description: String {
    switch reason {
    case .link(let error): error.description
    case .refused(let why, _): why
    case .failed(let error, let rule): "The rule \"\(rule)\" failed: \(error)"
    case .redirects(let chain, let limit):
      "The link was redirected more than \(limit) times: \(chain.joined(separator: ", "))."
    case .cancelled: "The link was cancelled."
    }
  }
}
