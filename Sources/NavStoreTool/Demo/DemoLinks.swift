package import NavStore

/// The deep links of the demo: the URLs that web pages, mails and other apps can use for its screens.
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
    // A film is presented as a cover. When the cover is dismissed, the user is in the library.
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
    // Only the app itself can open the screen on which a user can close the account.
    LinkPattern("settings/account", in: .settings, to: .setting("account")).onlyInternal
  }

  private static let scheme = "navstore"

  /// Returns whether a word is a URL or its path, which contain a slash. The text of a screen, such as `song:3`, does
  /// not.
  static func isURL(_ word: String) -> Bool {
    word.contains("/")
  }

  package static func url(of navigation: DemoNavigation) throws(LinkPrintError) -> String {
    try table.print(navigation, base: "\(scheme)://")
  }

  static func isPublic(_ url: String) -> Bool {
    (try? table.parse(url)) != nil
  }
}

extension LinkParameter where Value == Int {
  fileprivate static func number(_ kind: String, of route: @escaping @Sendable (Int) -> DemoRoute) -> LinkParameter {
    .int.matching("the number of a \(kind) in the catalogue") { MediaLibrary.routes.contains(route($0)) }
  }
}

extension LinkParameter where Value == String {
  fileprivate static var setting: LinkParameter {
    let names = MediaLibrary.settings.compactMap { route -> String? in
      if case .setting(let name) = route, name != "account" { name } else { nil }
    }
    let read: @Sendable (String) -> String? = { names.contains($0) ? $0 : nil }
    return LinkParameter("one of \(names.joined(separator: ", "))", parse: read, print: read)
  }
}
