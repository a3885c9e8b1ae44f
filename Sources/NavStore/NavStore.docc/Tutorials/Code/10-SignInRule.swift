import NavStore

extension LinkRule<ShopTab, ShopRoute, ShopState> {
  /// Presents the sign-in sheet and remembers a link that needs an account.
  nonisolated static var signInFirst: LinkRule {
    LinkRule("sign-in") { link, state in
      guard link.tab == .orders, state.account == nil else { return .open }
      return .first(
        ShopLink(tab: state.screens.navigation.selectedTab, modals: [.init(.signIn)], placement: .push))
    }
  }
}
