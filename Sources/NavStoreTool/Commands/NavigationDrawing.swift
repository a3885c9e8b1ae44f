internal import NavStore

/// A navigation as lines of text: the tab bar, the stacks as breadcrumbs, the modals, and the suggestions of the
/// current screen.
///
/// ```
/// home  search  [library]  settings
/// home     Home > Song 1 "Harbour Light"
/// library  Library > Song 3 "Low Tide"
///          see also: song:7, film:2, book:4
/// ```
///
/// A tab that shows its root has no line of breadcrumbs, unless the tab is selected.
package struct NavigationDrawing {
  package let lines: [String]

  package init(_ navigation: DemoNavigation) {
    var rows: [(label: String, screens: [String])] = []
    var shownRow = 0
    for tab in navigation.tabs {
      let path = navigation.path(of: tab)
      if tab == navigation.selectedTab { shownRow = rows.count }
      if tab == navigation.selectedTab || !path.isEmpty {
        rows.append((tab.description, [tab.title] + path.map(MediaLibrary.title)))
      }
    }
    for modal in navigation.modals {
      shownRow = rows.count
      rows.append(
        ("\(modal.style) \(modal.id.rawValue)", ([modal.root] + modal.path).map(MediaLibrary.title)))
    }

    let labelWidth = rows.map(\.label.count).max() ?? 0
    func column(_ label: String) -> String { label.padded(to: labelWidth + 2) }
    var lines = [navigation.tabs.map { $0 == navigation.selectedTab ? "[\($0)]" : "\($0)" }.joined(separator: "  ")]
    for (index, row) in rows.enumerated() {
      lines.append(column(row.label) + Self.breadcrumb(row.screens))
      let suggestions = index == shownRow ? navigation.top.map(MediaLibrary.suggestions) ?? [] : []
      if !suggestions.isEmpty {
        lines.append(column("") + "see also: " + suggestions.map(\.description).joined(separator: ", "))
      }
    }
    self.lines = lines
  }

  private static func breadcrumb(_ screens: [String]) -> String {
    let shown = 5
    guard screens.count > shown else { return screens.joined(separator: " > ") }
    let hidden = screens.count - shown + 1
    return ([screens[0], "(\(hidden) more)"] + screens.suffix(shown - 2)).joined(separator: " > ")
  }
}
