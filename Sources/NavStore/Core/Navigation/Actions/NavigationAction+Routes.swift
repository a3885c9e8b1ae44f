extension NavigationAction {
  package func mapRoutes<Other>(_ transform: (Route) -> Other) -> NavigationAction<Tab, Other> {
    switch self {
    case .tabTapped(let tab): .tabTapped(tab)
    case .selectTab(let tab): .selectTab(tab)
    case .push(let route, let target): .push(transform(route), in: target)
    case .pushUnlessTop(let route): .pushUnlessTop(transform(route))
    case .navigate(let route): .navigate(to: transform(route))
    case .bringToFront(let route): .bringToFront(transform(route))
    case .pop(let count): .pop(count)
    case .popTo(let route): .popTo(transform(route))
    case .popToDepth(let depth): .popToDepth(depth)
    case .popToRoot: .popToRoot
    case .replaceTop(let route): .replaceTop(transform(route))
    case .setPath(let path, let target): .setPath(path.map(transform), in: target)
    case .remove(let route, let position, let target): .remove(transform(route), at: position, in: target)
    case .replaceOrDrop(let route, let position, let target, let replacement):
      .replaceOrDrop(transform(route), at: position, in: target, with: replacement.map(transform))
    case .back: .back
    case .present(let route, let style): .present(transform(route), style: style)
    case .dismiss: .dismiss
    case .dismissModal(let id): .dismissModal(id)
    case .dismissAll: .dismissAll
    case .deepLink(let link): .deepLink(link.mapRoutes(transform))
    case .setTabs(let tabs): .setTabs(tabs)
    case .reset: .reset
    case .resetTab(let tab): .resetTab(tab)
    }
  }
}

extension DeepLink.Placement {
  package func converted<OtherTab, Other>(to type: DeepLink<OtherTab, Other>.Type = DeepLink<OtherTab, Other>.self)
    -> DeepLink<OtherTab, Other>.Placement
  {
    switch self {
    case .replace: .replace
    case .push: .push
    case .root: .root
    }
  }
}

extension DeepLink {
  package func mapRoutes<Other>(_ transform: (Route) -> Other) -> DeepLink<Tab, Other> {
    DeepLink<Tab, Other>(
      tab: tab, path: path.map(transform),
      modals: modals.map { modal in
        DeepLink<Tab, Other>.Presentation(
          transform(modal.root), style: modal.style, path: modal.path.map(transform))
      },
      placement: placement.converted())
  }
}
