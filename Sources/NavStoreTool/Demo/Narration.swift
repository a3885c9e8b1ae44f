internal import NavStore

/// Tells in words what an action did, by comparing the navigation before and after it.
struct Narration {
  let action: DemoNavigationAction
  let outcome: NavigationOutcome
  let before: DemoNavigation
  let after: DemoNavigation

  var sentence: String {
    switch outcome {
    case .exit:
      "nothing left to go back to: an app would close here"
    case .unchanged(.scrolledToTop):
      "\(after.selectedTab) is at its root already: scrolled to the top"
    case .unchanged(let reason):
      "unchanged: \(words(for: reason))"
    case .changed, .pathChanged:
      changes.isEmpty ? "changed" : changes.joined(separator: "; ")
    }
  }

  private var changes: [String] {
    tabChange + dismissals + pathChanges + selectionChange + presentations
  }

  private var tabChange: [String] {
    guard before.tabs != after.tabs else { return [] }
    return ["the tabs are now \(after.tabs.map(\.description).joined(separator: ", "))"]
  }

  private var dismissals: [String] {
    let gone = before.modals.filter { after.path(of: $0.id) == nil }
    return gone.reversed().map { "dismissed \($0.style) \($0.id.rawValue), \(MediaLibrary.title(of: $0.top))" }
  }

  private var presentations: [String] {
    let new = after.modals.filter { before.path(of: $0.id) == nil }
    return new.map { modal in
      let screens = [modal.root] + modal.path
      return "presented \(modal.style) \(modal.id.rawValue): \(list(screens))"
    }
  }

  private var selectionChange: [String] {
    let tab = after.selectedTab
    guard tab != before.selectedTab else { return [] }
    let verb = action == .back ? "went back to" : "selected"
    let path = after.path(of: tab)
    if path.isEmpty || path != before.path(of: tab) { return ["\(verb) \(tab)"] }
    return ["\(verb) \(tab), its stack of \(path.count.counting("screen")) kept as it was"]
  }

  private var pathChanges: [String] {
    let tabs = after.tabs.filter(before.tabs.contains).compactMap { tab in
      words(forPathOf: "\(tab)", from: before.path(of: tab), to: after.path(of: tab), root: tab.title)
    }
    let modals = after.modals.compactMap { modal in
      before.path(of: modal.id).flatMap { old in
        words(
          forPathOf: "\(modal.style) \(modal.id.rawValue)", from: old, to: modal.path,
          root: MediaLibrary.title(of: modal.root))
      }
    }
    return tabs + modals
  }

  private func words(forPathOf owner: String, from old: [DemoRoute], to new: [DemoRoute], root: String) -> String? {
    guard let change = PathChange(from: old, to: new) else { return nil }
    switch change {
    case .pushed(let count):
      return "pushed \(list(new.suffix(count))) in \(owner)"
    case .popped(let removed):
      guard let top = new.last else {
        return "popped \(owner) to its root, \(root): \(removed.counting("screen")) closed"
      }
      return "popped \(owner) back to \(MediaLibrary.title(of: top)): \(removed.counting("screen")) closed"
    case .replaced(let removed, let added):
      if case .bringToFront(let route) = action {
        return "brought \(MediaLibrary.title(of: route)) to the front of \(owner)"
      }
      return "replaced \(list(old.suffix(removed))) by \(list(new.suffix(added))) in \(owner)"
    }
  }

  private func words(for reason: UnchangedReason) -> String {
    switch reason {
    case .alreadySelected: "this tab is selected already"
    case .scrolledToTop: "scrolled to the top"
    case .unknownTab: "there is no such tab now"
    case .unknownModal: "there is no such modal, or no more"
    case .noModal: "no modal is presented"
    case .tooDeep: "the stack would hold more than \(DemoReducer.rules.maxDepth) screens"
    case .alreadyOnTop: "this screen is on top already"
    case .sameAsBefore: "everything is as asked for already"
    case .atRoot: "only the root screen is there"
    case .notFound: "no such screen in this stack"
    case .nothingToRemove: "no screen to remove"
    case .noTabs: "a tab bar needs a tab"
    }
  }

  private func list(_ routes: some Sequence<DemoRoute>) -> String {
    routes.map(MediaLibrary.title).joined(separator: " > ")
  }
}
