extension DeepLinkTable {
  /// The patterns of a feature's table for the table of an app: under a prefix, in the app's tab and with the app's
  /// routes.
  ///
  /// ```swift
  /// DeepLinkTable<AppTab, AppRoute>(schemes: ["myapp"]) {
  ///   LinkPattern("home", in: .home)
  ///   Shop.links.mounted(
  ///     at: "shop", in: { _ in .shop }, make: AppRoute.shop,
  ///     match: { if case .shop(let route) = $0 { route } else { nil } })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The literal segments before the feature's paths: `shop`, `shop/eu`. Empty or `/` for none. Slashes
  ///     around it are ignored.
  ///   - tab: The app's tab for one of the feature's.
  ///   - screens: The app's screens that lie under all of the feature's.
  ///   - make: The app's route of one of the feature's.
  ///   - match: The feature's route of one of the app's; nil if it is another's.
  public func mounted<AppTab, AppRoute>(
    at prefix: String, in tab: (Tab) -> AppTab, under screens: [AppRoute] = [],
    make: @escaping @Sendable (Route) -> AppRoute,
    match: @escaping @Sendable (AppRoute) -> Route?
  ) -> [LinkPattern<AppTab, AppRoute>] {
    guard !prefix.contains(where: { "?#".contains($0) }) else {
      fatalError(
        "A DeepLinkTable is mounted at \"\(prefix)\". What stands before a feature's paths has no query or fragment."
      )
    }
    return patterns.map { pattern in
      var mounted = LinkPattern<AppTab, AppRoute>(
        Self.joined(prefix, pattern.text), tab: tab(pattern.tab), style: pattern.style,
        parameters: pattern.parameters
      ) { found in
        switch pattern.read(found) {
        case .screen(let route, let under):
          .screen(route.map(make), under: route == nil ? [] : screens + under.map(make))
        case .failure(let number): .failure(number)
        }
      } write: { route in
        let own = route.map(match)
        // A route of another feature's is not the root of a tab.
        if case .some(.none) = own { return nil }
        return pattern.write(own ?? nil)
      }
      mounted.take(aliases: pattern.aliases.map { Self.joined(prefix, $0) }, isInternal: pattern.isInternal)
      return mounted
    }
  }

  /// Returns a pattern with a prefix. Slashes around the prefix and before the pattern are ignored.
  private static func joined(_ prefix: String, _ text: String) -> String {
    let prefix = prefix.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed()
    let rest = text.drop { $0 == "/" }
    let isPath = !(rest.isEmpty || rest.hasPrefix("?") || rest.hasPrefix("#"))
    return prefix.isEmpty ? text : String(prefix) + (isPath ? "/" : "") + rest
  }
}
