/// The content of the demo: invented books, songs and films, and the settings.
package enum MediaLibrary {
  package struct Item: Sendable {
    package let route: DemoRoute
    package let title: String
    package let related: [DemoRoute]
  }

  package static let items: [Item] = [
    Item(route: .book(1), title: "The Ferryman's Ledger", related: [.song(1), .film(2)]),
    Item(route: .book(2), title: "Nine Winters North", related: [.song(4), .book(3)]),
    Item(route: .book(3), title: "A Map of Small Rooms", related: [.film(1), .song(8)]),
    Item(route: .book(4), title: "Salt and Slate", related: [.song(3), .book(1)]),
    Item(route: .song(1), title: "Harbour Light", related: [.song(3), .book(1)]),
    Item(route: .song(2), title: "Paper Lanterns", related: [.film(3), .song(5)]),
    Item(route: .song(3), title: "Low Tide", related: [.song(7), .film(2), .book(4)]),
    Item(route: .song(4), title: "Snow on the Line", related: [.book(2), .song(9)]),
    Item(route: .song(5), title: "Half Past Blue", related: [.song(2), .film(1)]),
    Item(route: .song(6), title: "Ask the Sparrows", related: [.song(8), .book(3)]),
    Item(route: .song(7), title: "Undertow", related: [.film(2), .song(9)]),
    Item(route: .song(8), title: "Slow Elevator", related: [.song(6), .film(3)]),
    Item(route: .song(9), title: "Last Bus Home", related: [.song(4), .song(7)]),
    Item(route: .film(1), title: "The Clockmender", related: [.book(3), .song(5)]),
    Item(route: .film(2), title: "Nightboat", related: [.song(7), .book(1), .film(3)]),
    Item(route: .film(3), title: "Eleven Lanterns", related: [.song(2), .film(1)]),
  ]

  package static let settings: [DemoRoute] = ["sound", "display", "account", "privacy"].map { .setting($0) }

  package static let routes: [DemoRoute] = items.map(\.route) + [.settings] + settings

  /// Returns the title of a screen, such as `Song 3 "Low Tide"`.
  package static func title(of route: DemoRoute) -> String {
    switch route {
    case .book(let number): title("Book", number, route)
    case .song(let number): title("Song", number, route)
    case .film(let number): title("Film", number, route)
    case .settings: "Settings"
    case .setting(let name): name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  package static func suggestions(on route: DemoRoute) -> [DemoRoute] {
    switch route {
    case .settings: settings
    case .setting: []
    case .book, .song, .film: items.first { $0.route == route }?.related ?? []
    }
  }

  package static func entries(of tab: DemoTab) -> [DemoRoute] {
    switch tab {
    case .home: [.song(3), .book(1), .film(2), .settings]
    case .search: items.sorted { $0.title < $1.title }.map(\.route)
    case .library: items.map(\.route)
    case .settings: settings
    }
  }

  private static func title(_ kind: String, _ number: Int, _ route: DemoRoute) -> String {
    guard let item = items.first(where: { $0.route == route }) else {
      return "\(kind) \(number) (no longer in the catalogue)"
    }
    return "\(kind) \(number) \"\(item.title)\""
  }
}
