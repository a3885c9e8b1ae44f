package import NavStore

package typealias DemoShown = ShownNavigation<DemoTab, DemoRoute>
package typealias DemoStep = NavigationStep<DemoTab, DemoRoute>
package typealias DemoStack = StackID<DemoTab>

/// The content of a drawn screen of the demo: its title and its links.
struct ShownScreen: Equatable {
  let title: String
  let links: [DemoRoute]

  init(root tab: DemoTab) {
    title = tab.title
    links = MediaLibrary.entries(of: tab)
  }

  init(_ route: DemoRoute) {
    title = MediaLibrary.title(of: route)
    links = MediaLibrary.suggestions(on: route)
  }
}

extension ShownNavigation<DemoTab, DemoRoute> {
  func routes(of stack: DemoStack) -> [DemoRoute] {
    switch stack {
    case .tab: path(of: stack) ?? []
    case .modal(let id): modals.first { $0.id == id }.map { [$0.root] + $0.path } ?? []
    }
  }

  func screens(of stack: DemoStack) -> [ShownScreen] {
    let above = routes(of: stack).map { ShownScreen($0) }
    if case .tab(let tab) = stack { return [ShownScreen(root: tab)] + above }
    return above
  }

  var stacks: [DemoStack] { tabs.map { .tab($0) } + modals.map { .modal($0.id) } }
}
