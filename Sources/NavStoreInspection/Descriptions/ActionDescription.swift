package import NavStore

/// A description of what an action changed, which results from a comparison of the navigation before and after the
/// action.
package struct ActionDescription<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  /// The action, or `nil` if an action of another type changed the navigation.
  package let action: NavigationAction<Tab, Route>?
  package let outcome: NavigationOutcome
  package let before: NavigationState<Tab, Route>
  package let after: NavigationState<Tab, Route>
  package let names: DescriptionNames<Tab, Route>

  package init(
    action: NavigationAction<Tab, Route>?, outcome: NavigationOutcome, before: NavigationState<Tab, Route>,
    after: NavigationState<Tab, Route>, names: DescriptionNames<Tab, Route>
  ) {
    self.action = action
    self.outcome = outcome
    self.before = before
    self.after = after
    self.names = names
  }

  package var sentence: String {
    switch outcome {
    case .exit:
      "no screen to go back to: an app would close here"
    case .unchanged(.scrolledToTop):
      "\(names.tab(after.selectedTab)) is at its root already: scrolled to the top"
    case .unchanged(let reason):
      "unchanged: \(text(for: reason))"
    case .changed, .pathChanged:
      sentence(of: changes)
    }
  }

  private func sentence(of changes: [String]) -> String {
    switch changes.count {
    case 0: "changed"
    case 1: changes[0]
    default: changes.joined(separator: "; ")
    }
  }

  /// What changed, in the order in which a user would see it.
  package var changes: [String] {
    var changes: [String] = []
    let hasSameTabs = before.entries.elementsEqual(after.entries) { $0.tab == $1.tab }
    if !hasSameTabs { changes.append("the tabs are now \(after.tabs.map(names.tab).joined(separator: ", "))") }
    let hasModals = !before.presented.isEmpty || !after.presented.isEmpty
    if hasModals { changes += dismissals + rootChanges }
    for (index, entry) in after.entries.enumerated() {
      let oldIndex = hasSameTabs ? index : before.entries.firstIndex { $0.tab == entry.tab }
      // The comparison of the arrays is fast if they share their storage.
      guard let oldIndex, case let old = before.entries[oldIndex].path, old != entry.path else { continue }
      changes += text(forPathOf: names.tab(entry.tab), from: old, to: entry.path, root: names.root(entry.tab))
    }
    if hasModals { changes += modalPathChanges }
    if after.selectedTab != before.selectedTab { changes.append(selectionChange) }
    if hasModals { changes += presentations }
    return changes
  }

  private var dismissals: [String] {
    let dismissed = before.modals.filter { after.path(of: $0.id) == nil }
    return dismissed.reversed().map { "dismissed \($0.style) \($0.id.rawValue), \(names.screen($0.top))" }
  }

  private var rootChanges: [String] {
    before.modals.compactMap { old in
      guard let new = after.modals.first(where: { $0.id == old.id }), new.root != old.root else { return nil }
      return "replaced \(names.screen(old.root)) by \(names.screen(new.root)) in \(old.style) \(old.id.rawValue)"
    }
  }

  private var presentations: [String] {
    let new = after.modals.filter { before.path(of: $0.id) == nil }
    return new.map { modal in
      let screens = [modal.root] + modal.path
      return "presented \(modal.style) \(modal.id.rawValue): \(list(screens))"
    }
  }

  private var selectionChange: String {
    let tab = after.selectedTab
    let verb = if case .back? = action { "went back to" } else { "selected" }
    let path = after.path(of: tab)
    if path.isEmpty || path != before.path(of: tab) { return "\(verb) \(names.tab(tab))" }
    return "\(verb) \(names.tab(tab)) and kept its stack of \(path.count.counting("screen"))"
  }

  private var modalPathChanges: [String] {
    after.modals.flatMap { modal in
      before.path(of: modal.id).map { old in
        text(
          forPathOf: "\(modal.style) \(modal.id.rawValue)", from: old, to: modal.path,
          root: names.screen(modal.root))
      } ?? []
    }
  }

  private func text(
    forPathOf owner: String, from old: [Route], to new: [Route], root: String?
  ) -> [String] {
    switch PathChange(from: old, to: new) {
    case nil:
      return []
    case .pushed(let count):
      return ["pushed \(list(new.suffix(count))) in \(owner)"]
    case .popped(let removed):
      guard let top = new.last else {
        return ["popped \(owner) to its root\(root.map { ", \($0)" } ?? ""): \(removed.counting("screen")) closed"]
      }
      return ["popped \(owner) back to \(names.screen(top)): \(removed.counting("screen")) closed"]
    case .replaced(let removed, let added):
      if case .bringToFront(let route)? = action {
        return ["brought \(names.screen(route)) to the front of \(owner)"]
      }
      return ["replaced \(list(old.suffix(removed))) by \(list(new.suffix(added))) in \(owner)"]
    }
  }

  private func text(for reason: UnchangedReason) -> String {
    switch reason {
    case .alreadySelected: "this tab is selected already"
    case .scrolledToTop: "scrolled to the top"
    case .unknownTab: "the tab does not exist"
    case .unknownModal: "the modal does not exist"
    case .noModal: "no modal is presented"
    case .tooDeep: "the stack would contain more than \(names.maxDepth) screens above its root"
    case .alreadyOnTop: "this screen is on top already"
    case .sameAsBefore: "the state is already the requested one"
    case .atRoot: "the stack contains only its root"
    case .notFound: "the stack does not contain the screen"
    case .nothingToRemove: "no screen to remove"
    case .noTabs: "a tab bar needs at least one tab"
    }
  }

  private func list(_ routes: some Sequence<Route>) -> String {
    routes.map(names.screen).joined(separator: " > ")
  }
}

package struct DescriptionNames<Tab: Hashable & Sendable, Route: Hashable & Sendable> {
  package let tab: (Tab) -> String
  package let root: (Tab) -> String?
  package let screen: (Route) -> String
  package let maxDepth: Int

  package init(
    tab: @escaping (Tab) -> String, root: @escaping (Tab) -> String?, screen: @escaping (Route) -> String,
    maxDepth: Int
  ) {
    self.tab = tab
    self.root = root
    self.screen = screen
    self.maxDepth = maxDepth
  }
}
