package import NavStore

/// The links of the demo: the URLs that a web page, a mail or another app may have for its screens.
package enum DemoLinks {
  package static let table = DeepLinkTable<DemoTab, DemoRoute>(schemes: [scheme], hosts: ["media.example"]) {
    LinkPattern("home", in: .home).aliases("")
    LinkPattern("search", in: .search)
    LinkPattern("library", in: .library)
    LinkPattern("settings", in: .settings)

    LinkPattern(
      "book/:number", .number("book", of: DemoRoute.book), in: .library, make: DemoRoute.book,
      match: { if case .book(let number) = $0 { number } else { nil } }
    ).aliases("library/book/:number")
    LinkPattern(
      "song/:number", .number("song", of: DemoRoute.song), in: .library, make: DemoRoute.song,
      match: { if case .song(let number) = $0 { number } else { nil } }
    ).aliases("library/song/:number")
    // A film is watched on the full screen, and its end leads back to the library.
    LinkPattern(
      "film/:number", .number("film", of: DemoRoute.film), in: .library, as: .cover, make: DemoRoute.film,
      match: { if case .film(let number) = $0 { number } else { nil } }
    ).aliases("library/film/:number")

    LinkPattern("home/settings", in: .home, to: .settings)
    LinkPattern(
      "home/settings/:name", .setting, in: .home, under: { _ in [.settings] }, make: DemoRoute.setting,
      match: { if case .setting(let name) = $0 { name } else { nil } })
    LinkPattern(
      "settings/:name", .setting, in: .settings, make: DemoRoute.setting,
      match: { if case .setting(let name) = $0 { name } else { nil } })
    // Nobody else sends a person to the place where an account is closed.
    LinkPattern("settings/account", in: .settings, to: .setting("account")).onlyInternal
  }

  private static let scheme = "navstore"

  /// What is typed: a URL, or the path of one. Screens have no slash, so `song:3` is none.
  static func isURL(_ word: String) -> Bool {
    word.contains("/")
  }

  /// The URL of what a navigation shows. Throws a `LinkPrintError` if there is none.
  package static func url(of navigation: DemoNavigation) throws(LinkPrintError) -> String {
    try table.print(navigation, base: "\(scheme)://")
  }

  /// Whether a URL of ``url(of:)`` can be opened by others too.
  static func isForOthers(_ url: String) -> Bool {
    (try? table.parse(url)) != nil
  }
}

extension LinkParameter where Value == Int {
  /// The number of something in the catalogue.
  fileprivate static func number(_ kind: String, of route: @escaping @Sendable (Int) -> DemoRoute) -> LinkParameter {
    .int.matching("the number of a \(kind) in the catalogue") { MediaLibrary.routes.contains(route($0)) }
  }
}

extension LinkParameter where Value == String {
  /// The name of a setting that others may send a person to.
  fileprivate static var setting: LinkParameter {
    let names = MediaLibrary.settings.compactMap { route -> String? in
      if case .setting(let name) = route, name != "account" { name } else { nil }
    }
    let read: @Sendable (String) -> String? = { names.contains($0) ? $0 : nil }
    return LinkParameter("one of \(names.joined(separator: ", "))", parse: read, print: read)
  }
}
