extension NavigationState: CustomReflectable {
  /// What a user of the state knows, and what `==` compares: tabs, paths, visits and modals.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "tabs": tabs,
        "selectedTab": selectedTab,
        "paths": Dictionary(entries.map { ($0.tab, $0.path) }) { first, _ in first },
        "visits": visits,
        "modals": modals,
        "initialTab": initialTab,
      ],
      displayStyle: .struct)
  }
}

extension Modal: CustomReflectable {
  /// The public members.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "style": style, "root": root, "path": path], displayStyle: .struct)
  }
}
