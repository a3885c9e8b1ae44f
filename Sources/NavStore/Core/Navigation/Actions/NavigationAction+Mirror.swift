extension NavigationAction: CustomReflectable {
  /// The case with its arguments as source has them: one that has its default value is left out.
  public var customMirror: Mirror {
    Mirror(self, children: argument.map { [$0] } ?? [], displayStyle: .enum)
  }

  private var argument: Mirror.Child? {
    switch self {
    case .tabTapped(let tab): ("tabTapped", tab)
    case .selectTab(let tab): ("selectTab", tab)
    case .push(let route, in: .focused): ("push", route)
    case .push(let route, let target): ("push", (route, in: target))
    case .pushUnlessTop(let route): ("pushUnlessTop", route)
    case .navigate(let route): Labelled.navigate(to: route).argument
    case .bringToFront(let route): ("bringToFront", route)
    case .pop(let count): ("pop", count)
    case .popTo(let route): ("popTo", route)
    case .popToDepth(let depth): ("popToDepth", depth)
    case .replaceTop(let route): ("replaceTop", route)
    case .setPath(let path, let target): ("setPath", (path, in: target))
    case .refresh(let route, let position, let target, let replacement):
      ("refresh", (route, at: position, in: target, as: replacement))
    case .present(let route, style: .sheet): ("present", route)
    case .present(let route, let style): ("present", (route, style: style))
    case .dismissModal(let id): ("dismissModal", id)
    case .deepLink(let link): ("deepLink", link)
    case .setTabs(let tabs): ("setTabs", tabs)
    case .resetTab(let tab): ("resetTab", tab)
    case .popToRoot, .back, .dismiss, .dismissAll, .reset: nil
    }
  }

  /// A tuple with one label can be written in no other way.
  private enum Labelled {
    case navigate(to: Route)

    var argument: Mirror.Child? { Mirror(reflecting: self).children.first }
  }
}
