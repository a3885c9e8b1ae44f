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
