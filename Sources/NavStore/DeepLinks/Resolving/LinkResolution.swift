/// The progress of one link through the rules of a resolver.
///
/// The rules are applied in order. After a redirect, all rules are applied to the new link. A rule that waited and
/// approved a link does not wait again for the same screens.
struct LinkResolution<Tab: Hashable & Sendable, Route: Hashable & Sendable, State: Sendable>: Sendable {
  indirect enum Step {
    case done(ResolvedLink<Tab, Route>)
    case waiting(@Sendable () async throws -> LinkDecision<Tab, Route>)
  }

  private let resolver: LinkResolver<Tab, Route, State>
  private let state: State
  private let url: String?
  private var resolved: ResolvedLink<Tab, Route>
  /// The values that rules looked up, each with the index of its rule.
  ///
  /// A value is replaceable if its rule let the link pass. After a redirect, the rule is applied again. If it then
  /// looks up a value and lets the link pass, the new value replaces the old one. Values that a rule looked up for a
  /// redirect are kept.
  private var finds: [(rule: Int, isReplaceable: Bool, value: any Sendable)] = []
  private var newFinds: [any Sendable] = []
  private var rule = 0
  private var redirects: [(rule: String, link: DeepLink<Tab, Route>)] = []
  private let original: DeepLink<Tab, Route>
  private var isWaiting = false
  /// The links that a rule approved after it waited, by the index of the rule.
  private var approved: [Int: [DeepLink<Tab, Route>]] = [:]

  init(
    of link: DeepLink<Tab, Route>, url: String?, by resolver: LinkResolver<Tab, Route, State>, in state: State
  ) {
    self.resolver = resolver
    self.state = state
    self.url = url
    resolved = ResolvedLink(link)
    original = link
  }

  var found: [any Sendable] { finds.map(\.value) }

  mutating func advance() throws(LinkResolutionError) -> Step {
    while rule < resolver.rules.count {
      let decision: LinkDecision<Tab, Route>
      do { decision = try resolver.rules[rule].decide(resolved.link, state, url) } catch { throw failure(error) }
      if let step = try handle(decision) { return step }
    }
    if let navigation = resolver.navigation, !navigation(state).tabs.contains(resolved.link.tab) {
      throw LinkResolutionError(.missingTab(ValueOutline.text(of: resolved.link.tab)))
    }
    return .done(resolved)
  }

  mutating func advance(with decision: LinkDecision<Tab, Route>) throws(LinkResolutionError) -> Step {
    if let step = try handle(decision) { return step }
    return try advance()
  }

  func failure(_ error: any Error) -> LinkResolutionError {
    // Cancelled work may throw an error other than `CancellationError`.
    if error is CancellationError || Task.isCancelled { return LinkResolutionError(.cancelled) }
    return LinkResolutionError(.failed("\(error)", rule: resolver.rules[rule].name))
  }

  private mutating func handle(_ decision: LinkDecision<Tab, Route>) throws(LinkResolutionError) -> Step? {
    switch decision {
    case .redirect(let link) where link != resolved.link:
      // The rule looked up the shown screen, and this link is the result.
      if isWaiting, link.shown == resolved.link.shown { approved[rule, default: []].append(link) }
      try redirect(to: link)
    case .first(let link) where link != resolved.link:
      // If several rules put a link first, only the link of the last rule opens now. The link that was postponed first
      // is remembered.
      if resolved.remembered == nil { resolved.remembered = resolved.link }
      try redirect(to: link)
    case .found(let value, let decision):
      newFinds.append(value)
      return try handle(decision)
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
    let limit = resolver.links.options.maxRedirects
    guard redirects.count <= limit else {
      let chain = redirects.map { "\($0.rule) to \(resolver.links.words(for: $0.link))" }
      throw LinkResolutionError(.redirects([resolver.links.words(for: original)] + chain, limit: limit))
    }
    resolved.link = link
    proceed(to: 0)
  }

  private mutating func proceed(to next: Int) {
    if !newFinds.isEmpty {
      let isOpening = next > rule
      if isOpening { finds.removeAll { $0.rule == rule && $0.isReplaceable } }
      finds += newFinds.map { (rule, isOpening, $0) }
      newFinds = []
    }
    rule = next
    isWaiting = false
  }
}

extension DeepLink {
  fileprivate func hasNoOtherScreens(than other: DeepLink) -> Bool {
    tab == other.tab && shown == other.shown && Set(screens).isSubset(of: other.screens)
  }
}

extension DeepLinkTable {
  fileprivate func words(for link: DeepLink<Tab, Route>) -> String {
    (try? print(link)) ?? link.outline.printable(limit: 200)
  }
}
