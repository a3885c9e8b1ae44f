import Foundation
import NavStore

enum Place: Hashable, Sendable {
  case items
  case item(id: Int)
  case tag(String)
  case search(text: String, page: Int, sorts: [Sort])
  case file([String])
  case part([String], name: String)
  case note(UUID, section: String?)
  case measure(Double, isFine: Bool)
  case year(UInt, month: Int?)
  case sheet(String)
  case user(String)
  case draft(String, isUrgent: Bool, others: [String: String])
  case hidden
  case missing
  case account(server: String, name: String)
  case help(topic: String)
  case blog(user: String)
  case tree([String], path: [String])
  case change([String], version: Int, path: [String])
  case found(String, isExact: Bool)
  case alert(String)
  case shared(Int)
  case offer(String, isFromMail: Bool)
  case page(String, position: Int)
  case admin(String)
  case settings(isDebug: Bool)

  /// The place without the values that its URL does not contain.
  var complete: Place {
    switch self {
    case .offer(let code, _): .offer(code, isFromMail: false)
    case .page(let name, _): .page(name, position: 0)
    default: self
    }
  }
}

enum Sort: String, CaseIterable, Sendable { case up, down }

enum Area: String, Hashable, Sendable, CaseIterable { case home, search, files }

typealias Places = DeepLinkTable<Area, Place>

/// One link of each kind.
let placePatterns: [LinkPattern<Area, Place>] = [
  LinkPattern("", in: .home),
  LinkPattern("files", in: .files),
  LinkPattern("items", in: .home, to: .items).aliases("things", "all/things"),
  LinkPattern(
    "item/:id", .int, in: .home, under: { _ in [.items] }, make: Place.item(id:),
    match: { if case .item(let id) = $0 { id } else { nil } }
  ).aliases("thing/:id"),
  LinkPattern(
    "item/:tag", .string, in: .home, make: Place.tag, match: { if case .tag(let tag) = $0 { tag } else { nil } }),
  LinkPattern(
    "search?q=:text&page=:page&sort=:sorts", .string, .int.or(1), .repeated(.choice), in: .search,
    make: Place.search(text:page:sorts:),
    match: { if case .search(let text, let page, let sorts) = $0 { (text, page, sorts) } else { nil } }),
  LinkPattern(
    "files/:path+", .segments, in: .files, make: Place.file,
    match: { if case .file(let path) = $0 { path } else { nil } }),
  LinkPattern(
    "files/:path*/part/:name", .segments, .segment, in: .files, make: Place.part(_:name:),
    match: { if case .part(let path, let name) = $0 { (path, name) } else { nil } }),
  LinkPattern(
    "note/:id#:section", .uuid, .optional(.string), in: .home, make: Place.note(_:section:),
    match: { if case .note(let id, let section) = $0 { (id, section) } else { nil } }),
  LinkPattern(
    "measure/:value/:fine", .double, .bool, in: .home, make: Place.measure(_:isFine:),
    match: { if case .measure(let value, let isFine) = $0 { (value, isFine) } else { nil } }),
  LinkPattern(
    "archive/:year/:month?", .uint, .optional(.int.in(1...12)), in: .home,
    make: Place.year(_:month:), match: { if case .year(let year, let month) = $0 { (year, month) } else { nil } }),
  LinkPattern(
    "over/:text", .string, in: .home, as: .sheet, under: { _ in [.items] }, make: Place.sheet,
    match: { if case .sheet(let text) = $0 { text } else { nil } }),
  LinkPattern(
    "user/@:name.html", .string, in: .home, as: .cover, make: Place.user,
    match: { if case .user(let name) = $0 { name } else { nil } }
  ).inModal { _ in [.items] },
  LinkPattern(
    "draft?text=:text&urgent=:urgent&*=:others", .multilineString, .flag, .otherKeys, in: .home,
    make: Place.draft(_:isUrgent:others:),
    match: { if case .draft(let text, let isUrgent, let others) = $0 { (text, isUrgent, others) } else { nil } }),
  LinkPattern("debug", in: .home, to: .hidden).onlyInternal,
  LinkPattern("*", in: .home, to: .missing),
]

/// One link of each other form: with a host, with two parts of any length, with another placement, and those that need
/// the URL.
let formPatterns: [LinkPattern<Area, Place>] = [
  LinkPattern(
    "//:server/@:name", .string, .string, in: .home, make: Place.account(server:name:),
    match: { if case .account(let server, let name) = $0 { (server, name) } else { nil } }
  ).aliases("//:server/users/:name"),
  LinkPattern(
    "//help.example/:topic?", .string.or("start"), in: .search, make: Place.help,
    match: { if case .help(let topic) = $0 { topic } else { nil } }
  ).aliases("help/:topic?"),
  LinkPattern(
    "//:user.blogs.example/feed", .string, in: .home, make: Place.blog,
    match: { if case .blog(let user) = $0 { user } else { nil } }),
  LinkPattern(
    "//admin.example/:topic", .string, in: .home, make: Place.admin,
    match: { if case .admin(let topic) = $0 { topic } else { nil } }
  ).onlyInternal,
  LinkPattern(
    "tree/:branch+/Edit/:path+", .segments, .segments, in: .files, make: Place.tree(_:path:),
    match: { if case .tree(let branch, let path) = $0 { (branch, path) } else { nil } }),
  LinkPattern(
    "change/:branch*/v:version/at/:path*/end", .segments, .int, .segments, in: .files,
    make: Place.change(_:version:path:),
    match: { if case .change(let branch, let version, let path) = $0 { (branch, version, path) } else { nil } }),
  LinkPattern(
    "find?q=:text&exact=:isExact", .string, .flag, in: .search, make: Place.found(_:isExact:),
    match: { if case .found(let text, let isExact) = $0 { (text, isExact) } else { nil } }
  ).asRoot,
  LinkPattern(
    "alert/:text", .string, in: .home, make: Place.alert,
    match: { if case .alert(let text) = $0 { text } else { nil } }
  ).onTop,
  LinkPattern(
    "shared/:id", .int, in: .home, make: Place.shared, match: { if case .shared(let id) = $0 { id } else { nil } }
  ).inSelectedTab(among: [.search]),
  LinkPattern(
    "offer/:code", .string, in: .home, make: { Place.offer($0, isFromMail: false) },
    match: { if case .offer(let code, _) = $0 { code } else { nil } }
  ).withURL { place, url in
    if case .offer(let code, _) = place, url.contains("?from=mail") { .offer(code, isFromMail: true) } else { place }
  }.incomplete,
  LinkPattern(
    "page/:name?at=:position", .string, .int.or(0), in: .home, make: Place.page(_:position:),
    match: { if case .page(let name, _) = $0 { (name, 0) } else { nil } }
  ).inSelectedTab().incomplete,
  LinkPattern("settings?debug", in: .home, as: .sheet, to: .settings(isDebug: true)),
  LinkPattern("settings", in: .home, as: .sheet, to: .settings(isDebug: false)),
]

/// Returns a table with the links of all forms, and schemes with fixed parts.
func makeForms(options: LinkOptions) throws -> Places {
  try Places(
    validating: placePatterns + formPatterns,
    schemes: ["myapp", "myapp://open", "exp://127.0.0.1:8081/--", "exp://*/-"],
    hosts: ["example.com", "*.example.com", "localhost:8080"], options: options)
}

func makePlaces(_ patterns: [LinkPattern<Area, Place>] = placePatterns) throws -> Places {
  try Places(validating: patterns, schemes: ["myapp"], hosts: ["example.com", "*.example.com", "localhost:8080"])
}
