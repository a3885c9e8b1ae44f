/// The course of one link through the rules.
///
/// The rules are asked in order. After a redirect all of them are asked again, of the new link. A rule that waited and
/// approved a link does not wait again for the same screens.
struct LinkResolution<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  enum Step {
    case done(ResolvedLink<Tab, Route>)
    /// The decision of the present rule comes later.
    case waiting(@Sendable () async throws -> LinkDecision<Tab, Route>)
  }

  private let resolver: LinkResolver<Tab, Route, State>
  private let state: State
  private var resolved: ResolvedLink<Tab, Route>
  /// The number of the rule that is asked.
  private var rule = 0
  /// The redirects until now: the rule and the link that it led to.
  private var redirects: [(rule: String, link: DeepLink<Tab, Route>)] = []
  private let original: DeepLink<Tab, Route>
  /// Whether the present rule waits for its decision.
  private var isWaiting = false
  /// The links that a rule approved after it waited, by the number of the rule.
  private var approved: [Int: [DeepLink<Tab, Route>]] = [:]

  init(of link: DeepLink<Tab, Route>, by resolver: LinkResolver<Tab, Route, State>, in state: State) {
    self.resolver = resolver
    self.state = state
    resolved = ResolvedLink(link)
    original = link
  }

  /// Asks the rules until one has to wait or none is left.
  mutating func advance() throws(LinkResolutionError) -> Step {
    while rule < resolver.rules.count {
      let decision: LinkDecision<Tab, Route>
      do { decision = try resolver.rules[rule].decide(resolved.link, state) } catch { throw failure(error) }
      if let step = try handle(decision) { return step }
    }
    return .done(resolved)
  }

  /// Goes on with a decision that came later.
  mutating func advance(with decision: LinkDecision<Tab, Route>) throws(LinkResolutionError) -> Step {
    if let step = try handle(decision) { return step }
    return try advance()
  }

  /// What is said of an error of the present rule.
  func failure(_ error: any Error) -> LinkResolutionError {
    // Work that is cancelled may throw an error of its own.
    if error is CancellationError || Task.isCancelled { return LinkResolutionError(.cancelled) }
    return LinkResolutionError(.failed("\(error)", rule: resolver.rules[rule].name))
  }

  private mutating func handle(_ decision: LinkDecision<Tab, Route>) throws(LinkResolutionError) -> Step? {
    switch decision {
    case .redirect(let link) where link != resolved.link:
      // The rule looked up what is shown, and this link is its answer.
      if isWaiting, link.shown == resolved.link.shown { approved[rule, default: []].append(link) }
      try redirect(to: link)
    case .first(let link) where link != resolved.link:
      // Of several that come first, the last one is opened first. What was meant in the beginning comes after all of
      // them.
      if resolved.remembered == nil { resolved.remembered = resolved.link }
      try redirect(to: link)
    case .open, .redirect, .first:
      if isWaiting { approved[rule, default: []].append(resolved.link) }
      proceed(to: rule + 1)
    case .refuse(let why):
      throw LinkResolutionError(.refused(why, rule: resolver.rules[rule].name))
    case .wait where !isWaiting && approved[rule, default: []].contains { resolved.link.hasNoOtherScreens(than: $0) }:
      proceed(to: rule + 1)
    case .wait(let work):
      isWaiting = true
      return .waiting(work)
    }
    return nil
  }

  private mutating func redirect(to link: DeepLink<Tab, Route>) throws(LinkResolutionError) {
    redirects.append((resolver.rules[rule].name, link))
    let limit = resolver.links.limits.redirects
    guard redirects.count <= limit else {
      let chain = redirects.map { "\($0.rule) to \(resolver.links.words(for: $0.link))" }
      throw LinkResolutionError(.redirects([resolver.links.words(for: original)] + chain, limit: limit))
    }
    resolved.link = link
    proceed(to: 0)
  }

  private mutating func proceed(to rule: Int) {
    self.rule = rule
    isWaiting = false
  }
}

extension DeepLink {
  /// Whether it shows the same screen as another link, in the same tab, and leads to no screen that the other does not.
  fileprivate func hasNoOtherScreens(than other: DeepLink) -> Bool {
    tab == other.tab && shown == other.shown && Set(screens).isSubset(of: other.screens)
  }
}

extension DeepLinkTable {
  /// A link in the words of a message: its URL, if it has one.
  fileprivate func words(for link: DeepLink<Tab, Route>) -> String {
    (try? print(link)) ?? "\(link)".printable(limit: 200)
  }
}
